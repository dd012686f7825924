"""The notebook of the examples, run as a notebook does: cell by cell, the last expression of each is shown."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

NOTEBOOK = Path(__file__).parent.parent / "examples" / "notebook.py"
MARKER = re.compile(r"^# %%(?: (\[markdown\]))?\n", re.MULTILINE)  # as Jupytext and VS Code read it


class Cell(NamedTuple):
    """One cell of the notebook."""

    markdown: bool
    source: str


class Shown(NamedTuple):
    """What a notebook shows below a cell: an object, and how it draws itself."""

    value: Any
    html: str
    svg: str
    text: str


def cells() -> list[Cell]:
    """All cells; nothing stands before the first marker."""
    before, *parts = MARKER.split(NOTEBOOK.read_text(encoding="utf-8"))
    assert before == ""
    return [Cell(kind is not None, source) for kind, source in zip(parts[::2], parts[1::2], strict=True)]


def run_cell(source: str, names: dict[str, Any]) -> Shown | None:
    """Execute a cell; if its last line is an expression, show it."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, str(NOTEBOOK), "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    value = eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), names)
    html, svg = (getattr(value, name, str)() for name in ("_repr_html_", "_repr_svg_"))
    return Shown(value, html, svg, repr(value))


def check_shown(shown: Shown) -> None:
    """It draws itself, and what it draws is well-formed."""
    assert len(shown.text) < 2000 and "object at 0x" not in shown.text
    if shown.svg:
        assert ElementTree.fromstring(shown.svg).tag.endswith("svg")
    else:
        drawn = ElementTree.fromstring(f"<div>{shown.html}</div>")
        assert list(drawn), f"{shown.text} does not draw itself"
        for table in drawn.iter("table"):
            widths = {len(row) for row in table.iter("tr")}
            assert len(widths) == 1 and min(widths) > 1


def test_it_is_a_notebook() -> None:
    found = cells()
    assert found[0].markdown and found[0].source.startswith("# # ")
    for cell in found:
        assert cell.source.strip()
        if cell.markdown:
            assert all(line.startswith("#") for line in cell.source.strip().splitlines())
        else:
            assert isinstance(ast.parse(cell.source).body[-1], ast.Expr), f"shows nothing: {cell.source}"


@pytest.mark.large
def test_it_runs_cell_by_cell_and_as_a_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAPAMU_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PAPAMU_RUNS", raising=False)
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = [run_cell(cell.source, names) for cell in cells() if not cell.markdown]
    by_type = {}
    for one in shown:
        assert one is not None
        check_shown(one)
        by_type[type(one.value).__name__] = one
    assert len(by_type) >= 9, "kinds of results that draw themselves"

    runs, review, record = names["runs"], names["review"], names["record"]
    assert by_type["TrainingRuns"].html.count("<polyline") == 4  # and their mean
    assert min(runs.tests["share"]) > 0.9, "against random"
    assert names["played"].tally().score > 0.5, "against mc"
    assert names["standings"].rows()[0]["name"] == names["network"] == "mlp:notebook"
    assert len(review.rows()) == len(record.moves) and record.returns[0] == -1
    assert names["mistake"]["value"] == -1 and names["mistake"]["best_value"] == 1
    assert names["report"].agreement["verdict"] == ["is only tried"]
    assert {path.name for path in tmp_path.iterdir()} == {"home", "runs"}

    as_script = subprocess.run(
        [sys.executable, str(NOTEBOOK)],
        cwd=tmp_path,
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert as_script.returncode == 0, as_script.stderr
    assert f"Black played {names['mistake']['move']}" in as_script.stdout, "the same games"


def test_a_cell_that_shows_nonsense_is_noticed() -> None:
    class Broken:
        def _repr_html_(self) -> str:
            return "<table><tr><td></table>"

    names: dict[str, Any] = {"broken": Broken()}
    assert run_cell("x = 1", names) is None
    plain, broken = run_cell("x", names), run_cell("broken", names)
    assert plain is not None and broken is not None
    with pytest.raises(AssertionError, match="does not draw itself"):
        check_shown(plain)
    with pytest.raises((AssertionError, ElementTree.ParseError)):
        check_shown(broken)
