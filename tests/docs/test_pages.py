"""README, CONTRIBUTING, ARCHITECTURE, CHANGELOG and all of docs/: links, line lengths, commands, Python.

`make docs-check` runs these. Each check is also tried on a fault made up for it.
"""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import papamu
from papamu.games.registry import is_built_in, names
from tests.docs import checks
from tests.docs.pages import (
    ROOT,
    anchors_of,
    code_blocks,
    is_generated,
    lines_of,
    links_of,
    name_of,
    pages,
    slug,
)
from tests.docs.wrap import wrap_page

PAGES = pages()
each_page = pytest.mark.parametrize("page", PAGES, ids=name_of)
MADE_UP = ROOT / "docs" / "made-up.md"


def test_there_are_pages() -> None:
    assert len(PAGES) > 20
    assert sum(map(is_generated, PAGES)) >= 6
    assert ROOT / "docs" / "papers" / "clobber.md" in PAGES


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    assert checks.dead_links(page, page.read_text(encoding="utf-8")) == []


@each_page
def test_lines_are_short(page: Path) -> None:
    assert checks.long_lines(page, page.read_text(encoding="utf-8")) == []


@each_page
def test_commands_exist(page: Path) -> None:
    assert checks.wrong_commands(page, page.read_text(encoding="utf-8")) == []


@each_page
def test_python_compiles(page: Path) -> None:
    assert checks.broken_python(page, page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("game", [name for name in names() if is_built_in(name)])
def test_planes_are_as_the_game_has_them(game: str) -> None:
    """The shapes that a game's page shows, and the last plane of its list."""
    page = (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")
    planes = page.partition("## Planes\n")[2].partition("\n## ")[0]
    shapes = re.findall(r"shape `\[([\d, ]+)\]` for `([^`]+)`", " ".join(planes.split()))
    assert shapes
    for shape, spec in shapes:
        assert tuple(map(int, shape.split(", "))) == papamu.load(spec).observation_shape, spec
    listed = [
        int(number)
        for row in re.findall(r"^\| ([\d to]+) \|", planes, re.MULTILINE)
        for number in row.split(" to ")
    ]
    assert listed == sorted(listed)
    assert (listed[0], listed[-1] + 1) == (0, papamu.load(shapes[0][1]).observation_shape[0])


@pytest.mark.parametrize(
    "page", [page for page in PAGES if checks.has_examples(page.read_text(encoding="utf-8"))], ids=name_of
)
def test_examples_give_what_they_show(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPAMU_RUNS", str(tmp_path / "runs"))
    monkeypatch.setenv("PAPAMU_HOME", str(tmp_path / "home"))
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried
    assert failed == 0


def test_the_pages_have_all_of_it() -> None:
    """Else the checks above would look at nothing."""
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    assert sum(len(links_of(text)) for text in texts) > 100
    assert sum(len(list(checks.commands_in(text))) for text in texts) > 150
    assert sum(map(checks.has_examples, texts)) >= 2
    assert sum(len(code_blocks(text)) for text in texts) > 100


# -- would a fault be noticed? -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "fault"),
    [
        ("nowhere.md", "no such file"),
        ("papers/clobber.md#no-such-heading", "no such heading"),
        ("#no-such-heading", "no such heading"),
        ("pictures/none.svg", "no such file"),
        ("../../elsewhere.md", "leads out"),
    ],
)
def test_a_dead_link_is_noticed(tmp_path: Path, target: str, fault: str) -> None:
    page = MADE_UP
    if target.startswith("#"):
        page = tmp_path / "made-up.md"
        page.write_text("# A heading\n", encoding="utf-8")
    found = checks.dead_links(page, f"# A heading\n\nSee [there]({target}).\n")
    assert len(found) == 1
    assert fault in found[0]


def test_good_links_are_let_through(tmp_path: Path) -> None:
    text = (
        "[a](boards.md) [b](papers/clobber.md#beyond-the-thesis) ![c](pictures/clobber.svg) [d](https://x.org/y)\n"
        "`[no](link.md)`\n\n    [no](link.md)\n"
    )
    assert checks.dead_links(MADE_UP, text) == []
    page = tmp_path / "page.md"
    page.write_text('# One `two`: three, "four"\n\n<a id="five"></a>\n\n# Six\n\n# Six\n', encoding="utf-8")
    assert anchors_of(page) == {"one-two-three-four", "five", "six", "six-1"}
    assert slug("The layers, lowest first") == "the-layers-lowest-first"


def test_a_long_line_is_noticed() -> None:
    long = "word " * 25
    for text in (long, f"- {long}", f"> {long}", f"# {long}", f"before\n    {long}", f"[a](b.md) {long}"):
        assert len(checks.long_lines(MADE_UP, text)) == 1, text
    link = f"![a picture]({'x' * 120}.svg)"
    for text in (f"| {long} |", f"    {long}", f"```\n{long}\n```", link, f"- {link}", "word " * 24):
        assert checks.long_lines(MADE_UP, text) == [], text
    generated = ROOT / "docs" / "papers" / "made-up-tables.md"
    assert len(checks.long_lines(generated, f"# {long}\n\n{long}\n\n| {long} |\n")) == 1


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        ("papamu frobnicate", "no command frobnicate"),
        ("papamu train clobber:6x6 --no-such-option 3", "train has no option --no-such-option"),
        ("papamu solve clobber:4x4 extra words here", "takes at most"),
        ("papamu perft", "needs 1 arguments"),
        ("papamu match clobber random random --games", "--games needs a value"),
        ("make no-such-target", "no target no-such-target"),
        ("papamu match clobber 'random", "No closing quotation"),
        ("$ .venv/bin/papamu frobnicate", "no command frobnicate"),
        ("PAPAMU_HOME=/tmp papamu frobnicate  # a comment", "no command frobnicate"),
    ],
)
def test_a_wrong_command_is_noticed(command: str, fault: str) -> None:
    found = checks.wrong_commands(MADE_UP, f"Look:\n\n    {command}\n")
    assert len(found) == 1, found
    assert fault in found[0]
    assert checks.wrong_commands(MADE_UP, f"Look:\n\n```sh\n{command}\n```\n") == found


def test_a_wrong_command_in_a_sentence_is_noticed() -> None:
    assert (
        len(checks.wrong_commands(MADE_UP, "With `papamu match --no-such-option` and `make nothing`.")) == 2
    )
    assert len(checks.wrong_commands(MADE_UP, "    papamu train clobber \\\n        --no-such-option\n")) == 1


def test_right_commands_are_let_through() -> None:
    text = (
        "`papamu perft`, `papamu match … --save`, `make test PYTHON=python3.12` and `papamu`:\n\n"
        "    papamu --plugin mine.py match clobber mine random --games 100 --plugin other.py   # --nothing\n"
        "    papamu perft clobber:4x4 --depth 7 | head -3\n"
        "    papamu train clobber:6x6 --opponent=self --lr 0.1 \\\n        --games 100\n"
    )
    assert checks.wrong_commands(MADE_UP, text) == []


def test_python_that_does_not_compile_is_noticed() -> None:
    for text in (
        "```python\nfor x in\n```\n",
        "    import papamu\n    papamu.load(\n",
        "    from x import (\n",
    ):
        assert len(checks.broken_python(MADE_UP, text)) == 1, text
    for text in (
        "```python\nx = 1\n```\n",
        "    import papamu\n    papamu.load('clobber')\n",
        "```sh\nfor x in\n```\n",
    ):
        assert checks.broken_python(MADE_UP, text) == [], text


def test_a_wrong_example_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("    >>> 1 + 1\n    3\n", encoding="utf-8")
    assert checks.has_examples(page.read_text(encoding="utf-8"))
    assert doctest.testfile(str(page), module_relative=False, report=False, verbose=False).failed == 1


def test_long_prose_is_wrapped() -> None:
    long = "word " * 24 + "and `inline code` - [a link](b.md) " + "**bold** 12. of " * 10
    text = f"# {long}\n\n{long}\n\n- {long}\n  {long}\n- short\n\n| {long} |\n\n    {long}\n"
    wrapped = wrap_page(text)
    assert wrapped.split() == text.split()
    assert len(checks.long_lines(MADE_UP, wrapped)) == 1  # the heading
    assert wrapped.count("\n- ") == 2 and wrapped.count("\n12.") == 0
    assert wrap_page(wrapped) == wrapped


def test_a_page_is_read_as_markdown_reads_it() -> None:
    text = "# A\n\nprose\n    still prose\n\n    code\n\n    code\n\n| a |\n\n```python\n# no heading\n```\n- item\n"
    kinds = [line.kind for line in lines_of(text)]
    assert kinds == [
        "heading", "blank", "prose", "prose", "blank", "code", "blank", "code", "blank", "table", "blank",
        "code", "code", "code", "prose",
    ]  # fmt: skip
    assert [(block.language, block.text) for block in code_blocks(text)] == [
        ("", "code\n\ncode\n"),
        ("python", "# no heading\n"),
    ]
