"""Studies at their smallest scale: the figures are those of 0.1.0, and the same however they are run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from papamu.core.errors import StoreError
from papamu.lab.compare.report import gather
from papamu.lab.render.export import as_csv
from papamu.lab.render.report_page import report_page
from papamu.lab.run.cell import Cell, Work
from papamu.lab.run.reproduction import Reproduction
from papamu.lab.run.runner import Outcome, finished, run
from papamu.papers import find, names
from papamu.papers.konane.tables import cells as konane
from papamu.papers.reversi.tables import cells as reversi
from tests.cli.terminal import Terminal
from tests.papers.smoke_digests import DIGESTS, digest

# What runs in this process: whole studies, or the tables whose kernels other tests compile anyway.
TABLES = {
    "konane": (),
    "reversi": ("1", "2", "7.2.1", "4", "5", "6", "7"),
    "checkers": ("tree", "nodes", "score", "pieces", "rules", "selection", "cnn", "tree-nn", "nn-nodes"),
    "adaptive": (),
}


@dataclass(frozen=True)
class SmokeRun:
    """A reproduction at the smoke scale, and what came out."""

    reproduction: Reproduction
    outcomes: dict[str, Outcome]

    def result(self, cell: Cell) -> dict[str, Any]:
        return self.outcomes[cell.key].result


@pytest.fixture(scope="module")
def smoke_run(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], SmokeRun]:
    """`smoke_run("konane")`: the study in this process; cells that one test has made, the next finds."""
    folder = tmp_path_factory.mktemp("smoke")

    def smoke(study: str) -> SmokeRun:
        made = Reproduction.of(find(study), "smoke", TABLES[study], runs=folder)
        return SmokeRun(made, run(made.cells, made.folder, made.about, made.seed))

    return smoke


@pytest.mark.large
@pytest.mark.parametrize("study", TABLES)
def test_figures_are_those_of_0_1_0(smoke_run: Callable[[str], SmokeRun], study: str) -> None:
    made = smoke_run(study)
    report = gather(made.reproduction, made.outcomes)
    assert report.missing == 0
    found = {one.table.name: digest(as_csv(one)) for one in report.comparisons}
    assert set(found) == set(TABLES[study] or DIGESTS[study])
    assert found == {name: DIGESTS[study][name] for name in found}


@pytest.mark.large
@pytest.mark.parametrize("study, plain", [("konane", konane.PLAY), ("reversi", reversi.RETRIEVE)])
def test_what_learns_has_a_curve(smoke_run: Callable[[str], SmokeRun], study: str, plain: Work) -> None:
    made = smoke_run(study)
    for table in made.reproduction.tables:
        for entry in table.entries:
            assert all(0 <= made.result(cell)[value] <= 1 for cell, value in entry.terms)
            if entry.curve and entry.cell.work != plain:
                assert made.result(entry.cell)[entry.curve], (table.name, entry.row)


@pytest.mark.large
def test_every_map_is_kept_once(smoke_run: Callable[[str], SmokeRun]) -> None:
    folder = smoke_run("reversi").reproduction.folder
    assert len(list((folder / "shared").iterdir())) == 3 + 3 + 7


def test_a_run_of_the_laboratory_is_found_by_the_commands(
    terminal: Terminal, smoke_run: Callable[[str], SmokeRun], tmp_path: Path
) -> None:
    runs = ("--runs", str(smoke_run("adaptive").reproduction.runs))
    seen = terminal("reproduce", "adaptive", "--scale", "smoke", *runs)
    assert seen.code == 0
    assert "wanted" in seen.out
    page = tmp_path / "page.html"
    seen = terminal("report", "adaptive", "--scale", "smoke", *runs, "--out", str(page))
    assert seen.code == 0
    assert "games played" in page.read_text()


def test_every_table_has_a_digest() -> None:
    for study in names():
        tables = {table.name for table in find(study).tables("smoke")} - {"thinking"}
        assert set(DIGESTS[study]) == tables


def test_the_digest_sees_every_figure_and_no_seconds() -> None:
    table = "row,ours,seconds\na,0.5,1.25\n"
    assert digest(table) == digest(table.replace("1.25", "7"))
    assert digest(table) != digest(table.replace("0.5", "0.51"))


# -- the Clobber thesis, run in several ways ----------------------------------------------------------


def command(folder: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "papamu", "reproduce", "clobber", *words, "--runs", str(folder), "--json"]


def tables(folder: Path, *words: str) -> dict[str, Any]:
    """All figures of a reproduction, by table: what does not depend on when and where it was made."""
    done = subprocess.run(command(folder, *words), capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr
    keys = ("row", "column", "shares", "states")
    return {
        table["name"]: [[figure[key] for key in keys] for figure in table["figures"]]
        for table in json.loads(done.stdout)["tables"]
    }


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("one")


@pytest.fixture(scope="module")
def whole(runs: Path) -> dict[str, Any]:
    """The whole thesis by one command; the others below find its kernels compiled."""
    return tables(runs, "--scale", "smoke", "--csv", str(runs / "csv"))


@pytest.mark.large
def test_figures_of_the_command_are_those_of_0_1_0(whole: dict[str, Any], runs: Path) -> None:
    written = {path.stem: digest(path.read_text(encoding="utf-8")) for path in (runs / "csv").iterdir()}
    assert written == DIGESTS["clobber"] and set(written) == set(whole)


@pytest.mark.large
def test_smoke_has_every_table(whole: dict[str, Any], runs: Path) -> None:
    assert list(whole) == [table.name for table in find("clobber").tables("paper")]
    for figures in whole.values():
        assert figures and all(0 <= share <= 1 for _, _, (share,), _ in figures)
    made = Reproduction.of(find("clobber"), "smoke", runs=runs)
    report = gather(made, finished(made.folder))
    assert report.missing == 0 and "is not computed" not in report.verdicts
    lines = [as_csv(comparison).count("\n") for comparison in report.comparisons]
    assert lines == [1 + len(table.entries) for table in made.tables]
    assert report_page(report).count("<section") == 1 + len(made.tables)


def _done(folder: Path) -> int:
    """How many cells are done; none while the store is just being made."""
    try:
        return len(finished(folder))
    except StoreError:
        return 0


@pytest.mark.large
def test_killed_and_on_two_jobs_the_tables_are_the_same(whole: dict[str, Any], tmp_path: Path) -> None:
    folder = tmp_path / "reproduce-clobber-seed1"
    before = -1
    for _ in range(3):
        begun = subprocess.Popen(
            command(tmp_path, "--scale", "smoke", "--jobs", "2"),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        while begun.poll() is None:
            there = _done(folder)
            if there > max(before, 3):
                begun.send_signal(signal.SIGKILL)
                begun.wait()
                before = there
    assert before > 0
    assert tables(tmp_path, "--scale", "smoke", "--jobs", "2") == whole


@pytest.mark.large
def test_on_ray_the_tables_are_the_same(whole: dict[str, Any], tmp_path: Path) -> None:
    names = ["5.1", "5.4", "5.16"]
    found = tables(tmp_path, *names, "--scale", "smoke", "--jobs", "2", "--on", "ray")
    assert found == {name: whole[name] for name in names}
    assert "RAY_ADDRESS" not in os.environ
