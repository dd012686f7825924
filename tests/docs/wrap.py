"""`python -m tests.docs.wrap PAGE…` wraps the prose of pages at 120 characters.

Only paragraphs and list items with a line that is too long are touched. Tables, code and headings stay. Inline code
and links are not broken unless they are long, and no line begins with what Markdown would take for a list.
"""

from __future__ import annotations

import re
import sys
from itertools import groupby
from pathlib import Path

from tests.docs.checks import MOST_COLUMNS
from tests.docs.pages import Line, lines_of

_ITEM = re.compile(r"(\s*)(?:\d+\.|[-*+])\s+")
_WHOLE = re.compile(r"(?:`[^`]*`|!?\[[^\]]*\]\([^)]*\)|[^\s`\[]|[`\[])+")
_LIKE_A_LIST = re.compile(r"(?:\d+[.)]|[-+*>#|=])")
_BREAKABLE = 90  # inline code and links longer than this may be broken


def wrap_page(text: str) -> str:
    """The page with its long lines of prose wrapped."""
    out: list[str] = []
    for prose, group in groupby(lines_of(text), key=lambda line: line.kind == "prose"):
        lines = list(group)
        out += _wrap_prose(lines) if prose else [line.text for line in lines]
    return "\n".join(out) + "\n"


def _wrap_prose(lines: list[Line]) -> list[str]:
    """Paragraphs and list items that stand together without a blank line between them."""
    starts = [at for at, line in enumerate(lines) if at == 0 or _ITEM.match(line.text)]
    out: list[str] = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        part = [line.text for line in lines[start:end]]
        out += _wrap(part) if any(len(line) > MOST_COLUMNS for line in part) else part
    return out


def _wrap(part: list[str]) -> list[str]:
    item = _ITEM.match(part[0])
    first = item[0] if item else part[0][: len(part[0]) - len(part[0].lstrip())]
    out, current = [], first
    for word in _words(" ".join([part[0][len(first) :], *(line.strip() for line in part[1:])])):
        longer = current + word if current == first or not current.strip() else f"{current} {word}"
        if len(longer) > MOST_COLUMNS and current.strip() and current != first:
            out.append(current)
            longer = " " * len(first) + word
        current = longer
    return [*out, current]


def _words(text: str) -> list[str]:
    """What a line may be broken between."""
    words: list[str] = []
    for piece in _WHOLE.findall(text):
        for word in piece.split() if len(piece) > _BREAKABLE else [" ".join(piece.split())]:
            if words and _LIKE_A_LIST.match(word) and not word.startswith("**"):
                words[-1] += f" {word}"
            else:
                words.append(word)
    return words


if __name__ == "__main__":
    for name in sys.argv[1:]:
        page = Path(name)
        page.write_text(wrap_page(page.read_text(encoding="utf-8")), encoding="utf-8")
