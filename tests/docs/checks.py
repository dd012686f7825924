"""The checks of a page, each a function that lists its faults as `page:line: what is wrong`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import typer

from papamu.cli import app, load_commands
from tests.docs.pages import (
    ROOT,
    anchors_of,
    code_blocks,
    inline_code,
    is_generated,
    lines_of,
    links_of,
    name_of,
)

MOST_COLUMNS = 120

_ONE_LINK = re.compile(r"\s*(?:[-*+]\s+|\d+\.\s+)?!?\[[^\]]*\]\([^)]*\)[.,;:]?\s*")
_ELSEWHERE = ("http://", "https://", "mailto:")
_ELLIPSES = ("…", "...")
_ENDS_A_COMMAND = ("|", "||", "&&", ";", ">", ">>", "<", "&")
_PYTHON = re.compile(r"(?:from \w|import \w|def \w|class \w|@\w|with \w)")
# Options that the group takes before or behind any command, and whether they have a value.
_EVERYWHERE = {"--help": False, "--version": False, "--plugin": True}


# -- lines and links -----------------------------------------------------------------------------


def long_lines(path: Path, text: str) -> list[str]:
    """Lines of prose above 120 characters.

    Exempt, because they cannot be broken: rows of tables, code, and lines that are one link or picture; and the
    headings of generated pages (`*-tables.md`), which are titles of tables.
    """
    faults = []
    for line in lines_of(text):
        if line.kind in ("table", "code") or _ONE_LINK.fullmatch(line.text):
            continue
        if line.kind == "heading" and is_generated(path):
            continue
        if len(line.text) > MOST_COLUMNS:
            faults.append(f"{name_of(path)}:{line.number}: {len(line.text)} characters")
    return faults


def dead_links(path: Path, text: str) -> list[str]:
    """Relative links to files that do not exist, and anchors that no heading has."""
    faults = []
    for target in links_of(text):
        if target.startswith(_ELSEWHERE):
            continue
        file, _, anchor = target.partition("#")
        there = (path.parent / unquote(file)).resolve() if file else path
        if not there.is_relative_to(ROOT) and file:
            faults.append(f"{name_of(path)}: {target} leads out of the project")
        elif not there.exists():
            faults.append(f"{name_of(path)}: {target}: no such file")
        elif anchor and there.suffix == ".md" and unquote(anchor) not in anchors_of(there):
            faults.append(f"{name_of(path)}: {target}: no such heading")
    return faults


# -- commands ------------------------------------------------------------------------------------


@cache
def commands() -> dict[str, Any]:
    """The commands of `papamu`, by name. (Newer releases of Typer have a Click of their own: so no class is named.)"""
    load_commands()
    group: Any = typer.main.get_command(app)
    return dict(group.commands)


@cache
def make_targets() -> frozenset[str]:
    """The targets of the Makefile that people call."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^([a-z][a-z-]*):", text, re.MULTILINE))


def commands_in(text: str) -> Iterator[tuple[str, bool]]:
    """The commands that a page shows, and whether each is whole (in a block) or may only be named (inline)."""
    for block in code_blocks(text):
        if block.language not in ("", "sh", "bash", "console", "shell", "powershell", "text"):
            continue
        joined = re.sub(r"\\\n\s*", " ", block.text)
        for line in joined.splitlines():
            command = line.strip().removeprefix("$ ")
            if _is_ours(command):
                yield command, True
    for span in inline_code(text):
        if _is_ours(span):
            yield span, False


def _is_ours(command: str) -> bool:
    words = command.split()
    while words and re.fullmatch(r"[A-Z_]+=\S*", words[0]):
        words.pop(0)
    return (
        bool(words)
        and (words[0] == "make" or re.split(r"[/\\]", words[0])[-1] == "papamu")
        and len(words) > 1
    )


def wrong_commands(path: Path, text: str) -> list[str]:
    """Commands of `papamu` and targets of `make` that do not exist, or not with those options."""
    return [
        f"{name_of(path)}: `{command}`: {fault}"
        for command, whole in commands_in(text)
        for fault in _faults(command, whole)
    ]


def _faults(command: str, whole: bool) -> list[str]:
    try:
        words = shlex.split(command, comments=True)
    except ValueError as error:
        return [str(error)]
    ends = [at for at, word in enumerate(words) if word in _ENDS_A_COMMAND]
    words = words[: ends[0]] if ends else words
    while re.fullmatch(r"[A-Z_]+=.*", words[0]):
        words.pop(0)
    program, *words = words
    return list(_make_faults(words) if program == "make" else _papamu_faults(words, whole))


def _make_faults(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        if "=" in word or word.startswith("-") or word in _ELLIPSES or word.isupper():
            continue
        if word not in make_targets():
            yield f"the Makefile has no target {word}"


def _papamu_faults(words: list[str], whole: bool) -> Iterator[str]:
    words = list(words)
    while words and words[0].split("=")[0] in _EVERYWHERE:
        option = words.pop(0)
        if _EVERYWHERE[option.split("=")[0]] and "=" not in option and words:
            words.pop(0)
    if not words or words[0] in _ELLIPSES or words[0].isupper():
        return
    name, *rest = words
    command = commands().get(name)
    if command is None:
        yield f"there is no command {name}"
        return
    yield from _option_faults(command, rest, whole)


def _option_faults(command: Any, words: list[str], whole: bool) -> Iterator[str]:
    options = {
        spelling: one
        for one in command.params
        if one.param_type_name == "option"
        for spelling in (*one.opts, *one.secondary_opts)
    }
    places = [one for one in command.params if one.param_type_name == "argument"]
    given, open_ended, queue = 0, False, list(words)
    while queue:
        word = queue.pop(0)
        if any(dots in word for dots in _ELLIPSES):
            open_ended = True
        elif word.startswith("-") and len(word) > 1 and not word[1].isdigit():
            spelling, equals, _ = word.partition("=")
            if spelling in _EVERYWHERE:
                if _EVERYWHERE[spelling] and not equals and queue:
                    queue.pop(0)
                continue
            option = options.get(spelling)
            if option is None:
                yield f"{command.name} has no option {spelling}"
                open_ended = True  # whether what follows is its value, nobody knows
            elif not getattr(option, "is_flag", False):
                if not equals and not queue:
                    if whole:
                        yield f"{spelling} needs a value"
                    return
                if not equals:
                    queue.pop(0)
        else:
            given += 1
    if open_ended:
        return
    most = sum(one.nargs for one in places) if all(one.nargs > 0 for one in places) else None
    if most is not None and given > most:
        yield f"{command.name} takes at most {most} arguments"
    least = sum(max(one.nargs, 1) for one in places if one.required)
    if whole and given < least:
        yield f"{command.name} needs {least} arguments"


# -- Python --------------------------------------------------------------------------------------


def has_examples(text: str) -> bool:
    """Has the page Python with its answers, for doctest?"""
    return any(re.search(r"^\s*>>> ", block.text, re.MULTILINE) for block in code_blocks(text))


def broken_python(path: Path, text: str) -> list[str]:
    """Blocks of Python without `>>>` that do not compile: those that name it, or begin like a module."""
    faults = []
    for block in code_blocks(text):
        named = block.language in ("python", "py")
        if ">>>" in block.text or block.language not in ("", "python", "py"):
            continue
        if named or _PYTHON.match(block.text):
            try:
                compile(block.text, f"{name_of(path)}:{block.number}", "exec", dont_inherit=True)
            except SyntaxError as error:
                faults.append(f"{name_of(path)}:{block.number}: {error.msg}")
    return faults
