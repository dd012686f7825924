"""The pages of the project, and what a page is made of: prose, tables, code, headings, links.

Only as much Markdown as our pages use: fenced and indented code, pipe tables, `#` headings, inline code and links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).parents[2]
TOP = ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md")

Kind = Literal["prose", "table", "code", "heading", "blank"]

_FENCE = re.compile(r"\s*(```+|~~~+)\s*(\w*)")
_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*$")
_INLINE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?[^)]*\)")
_IMAGE_IN_LINK = re.compile(r"!\[[^\]]*\]\(\s*<?([^)\s>]+)>?\s*\)")
_ANCHOR = re.compile(r"<a\s+(?:id|name)=\"([^\"]+)\"")


def pages() -> list[Path]:
    """Every page that is checked."""
    return [*(ROOT / name for name in TOP), *sorted((ROOT / "docs").rglob("*.md"))]


def is_generated(path: Path) -> bool:
    """Was it written by `papamu report --markdown`?"""
    return path.name.endswith("-tables.md")


def name_of(path: Path) -> str:
    """Its path in the project, for messages and for the claims file."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


@dataclass(frozen=True)
class Line:
    """One line of a page."""

    number: int
    kind: Kind
    text: str
    language: str = ""  # of fenced code


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a page with what each is part of."""
    fence = language = ""
    before: Kind = "blank"
    for number, line in enumerate(text.splitlines(), start=1):
        opened = _FENCE.match(line)
        kind: Kind
        if fence:
            kind = "code"
            if opened and opened[1].startswith(fence) and not opened[2]:
                fence = ""
        elif opened:
            kind, fence, language = "code", opened[1], opened[2]
        elif not line.strip():
            kind = "blank"
        elif line.startswith("    ") and before in ("blank", "code"):
            kind = "code"
        elif line.lstrip().startswith("|"):
            kind = "table"
        elif _HEADING.match(line):
            kind = "heading"
        else:
            kind = "prose"
        yield Line(number, kind, line, language if kind == "code" and (fence or opened) else "")
        # A blank line inside indented code belongs to it, so what follows it may be code again either way.
        before = kind


@dataclass(frozen=True)
class Block:
    """A block of code: its first line, its language if it names one, its text without indentation."""

    number: int
    language: str
    text: str


def code_blocks(text: str) -> list[Block]:
    """Fenced and indented code; indented blocks with blank lines between them are one block."""
    blocks: list[Block] = []
    current: list[Line] = []

    def close() -> None:
        while current and current[-1].kind == "blank":
            current.pop()
        if current:
            blocks.append(_block(current))
            current.clear()

    fenced = False
    for line in lines_of(text):
        if line.kind == "code" and _FENCE.match(line.text):
            if fenced:
                current.append(line)
                fenced = False
                close()
            else:
                close()
                fenced = True
                current.append(line)
        elif line.kind == "code" or (line.kind == "blank" and current):
            current.append(line)
        else:
            close()
    close()
    return blocks


def _block(lines: list[Line]) -> Block:
    first = lines[0]
    if _FENCE.match(first.text):
        inside = [line.text for line in lines[1:] if not _FENCE.match(line.text)]
        return Block(first.number + 1, first.language, "\n".join(inside) + "\n")
    indent = min(len(line.text) - len(line.text.lstrip()) for line in lines if line.text.strip())
    return Block(first.number, "", "\n".join(line.text[indent:] for line in lines) + "\n")


def without_code(text: str) -> str:
    """The page with blocks of code emptied, line by line."""
    return "\n".join("" if line.kind == "code" else line.text for line in lines_of(text)) + "\n"


def inline_code(text: str) -> list[str]:
    """What stands between backticks outside blocks of code, line breaks as spaces."""
    return [" ".join(found[2].split()) for found in _INLINE.finditer(without_code(text))]


def without_inline_code(text: str) -> str:
    """The page with inline code blanked out, everything at its place."""
    return _INLINE.sub(lambda found: re.sub(r"\S", "x", found[0]), text)


def links_of(text: str) -> list[str]:
    """The targets of all links and pictures, outside code."""
    plain = without_inline_code(without_code(text))
    return [*_LINK.findall(plain), *_IMAGE_IN_LINK.findall(plain)]


def slug(heading: str) -> str:
    """The anchor that GitHub gives to a heading."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"[^\w\- ]", "", text.lower())
    return text.strip().replace(" ", "-")


@cache
def anchors_of(path: Path) -> frozenset[str]:
    """All anchors of a page: its headings, equal ones numbered, and those that are set by hand."""
    text = path.read_text(encoding="utf-8")
    found: dict[str, int] = {}
    anchors = set(_ANCHOR.findall(text))
    for line in lines_of(text):
        match = _HEADING.match(line.text) if line.kind == "heading" else None
        if match:
            name = slug(match[1])
            anchors.add(f"{name}-{found[name]}" if name in found else name)
            found[name] = found.get(name, 0) + 1
    return frozenset(anchors)
