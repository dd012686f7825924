"""papers, reproduce and report as a person meets them; cells are made up, or matches of a few games."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from papamu.cli import progress, reproducing
from papamu.lab import running
from papamu.lab.paper import SCALES
from papamu.lab.reproduction import Reproduction, most_complete
from papamu.papers import find
from tests.made_up import outcomes
from tests.test_cli import answer, papamu


def complaint(*arguments: str) -> str:
    done = papamu(*arguments)
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of runs in which everything of the smoke scale is done, as far as anyone can tell."""
    made = Reproduction.of(find("clobber"), "smoke", runs=tmp_path)
    made.folder.mkdir()
    (made.folder / "cells.sqlite").touch()
    done = outcomes(made.tables)
    monkeypatch.setattr(running, "finished", lambda folder: done)
    monkeypatch.setattr(running, "run", lambda cells, *rest: {cell.key: done[cell.key] for cell in cells})
    return tmp_path


def test_help_names_the_commands() -> None:
    text = answer("--help")
    for command in ("papers", "reproduce", "report"):
        assert f"\n  {command} " in text
        assert "Usage" in answer(command, "--help")


def test_papers() -> None:
    text = answer("papers")
    for word in ("clobber", "Laurens Damhuis", "5.17", "hidden-6x6", "Darby Thompson", "figure-15", *SCALES):
        assert word in text
    clobber, konane, reversi, *_ = json.loads(answer("papers", "--json"))
    assert clobber["scales"]["paper"]["cells"] == 607
    assert len(clobber["tables"]) == 22
    assert len(konane["tables"]) == 26 and len(reversi["tables"]) == 8


@pytest.mark.parametrize(
    "arguments, said",
    [
        (("reproduce", "clober"), "no paper 'clober' (did you mean 'clobber'?)"),
        (("report", "backgammon"), "no paper 'backgammon': there are clobber, konane"),
        (("reproduce", "clobber", "5.44"), "no table '5.44' (did you mean '5.4'?): there are 5.1, 5.2"),
        (("reproduce", "clobber", "--scale", "papr"), "no scale 'papr' (did you mean 'paper'?)"),
        (("report", "clobber", "--scale", "huge"), "no scale 'huge': there are smoke, laptop, paper"),
        (("reproduce", "clobber", "--seeds", "0"), "--seeds"),
        (("reproduce", "clobber", "--jobs", "0"), "--jobs"),
    ],
)
def test_mistakes_have_one_line(arguments: tuple[str, ...], said: str) -> None:
    assert said in complaint(*arguments)


def test_nothing_run_yet(tmp_path: Path) -> None:
    said = complaint("report", "clobber", "--runs", str(tmp_path), "--scale", "laptop")
    assert "nothing is kept in" in said
    assert f"papamu reproduce clobber --scale laptop --runs {tmp_path}" in said
    assert list(tmp_path.iterdir()) == []


def test_report_of_what_is_there(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    csvs, markdown = there / "csv", there / "tables.md"
    reproducing.run_report(find("clobber"), None, None, 1, there, None, False, csvs, markdown)
    page = there / "reproduce-clobber-seed1" / "report-smoke.html"
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert len(list(csvs.glob("*.csv"))) == 22
    assert "### 5.4" in markdown.read_text(encoding="utf-8")
    said = capsys.readouterr().out
    assert "Missing" not in said
    assert "5.1, 5.2, 5.3" in said  # which tables agree
    assert f"wrote {page}\nwrote {markdown}\nwrote {csvs / '*.csv'}\n" in said


def test_report_says_what_is_missing_and_how_to_make_it(
    there: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = there / "page.html"
    reproducing.run_report(find("clobber"), "smoke", 2, 1, there, out, False, None, None)
    said = capsys.readouterr().out
    assert "Missing: 42 of 84 pieces of work" in said
    assert f"papamu reproduce clobber --scale smoke --seeds 2 --runs {there}" in said
    assert out.exists()


def test_report_of_another_scale_has_nothing_to_show(there: Path) -> None:
    with pytest.raises(Exception, match="nothing of scale laptop is finished"):
        reproducing.run_report(find("clobber"), "laptop", None, 1, there, None, False, None, None)
    assert not (there / "reproduce-clobber-seed1" / "report-laptop.html").exists()


def test_the_most_complete_scale_is_shown() -> None:
    paper = find("clobber")
    done = {cell.key: object() for cell in Reproduction.of(find("clobber"), "laptop").cells[:500]}
    assert most_complete(paper, done) == "laptop"  # though paper shares some of them
    assert most_complete(paper, {}) == "smoke"
    done |= {cell.key: object() for cell in Reproduction.of(find("clobber"), "paper").cells}
    assert most_complete(paper, done) == "paper"


def test_report_can_be_opened(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    out = there / "a page.html"
    reproducing.run_report(find("clobber"), "smoke", None, 1, there, out, True, None, None)
    assert opened == [out.as_uri()]


def test_tables_in_the_terminal(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = Reproduction.of(find("clobber"), "smoke", ["5.4", "20m"], runs=there)
    reproducing.run_reproduction(wanted, 1, "local", None, False)
    said = capsys.readouterr()
    assert "5.4  Neural Network vs. Random on a 4x4 board" in said.out
    assert "35.2" in said.out
    assert "~73" in said.out
    assert "• 20m" in said.out
    assert "This is the scale smoke" in said.out
    assert "Going on with" in said.err


def test_tables_as_json(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = Reproduction.of(find("clobber"), "smoke", ["5.4"], runs=there)
    reproducing.run_reproduction(wanted, 1, "local", there / "csv", True)
    told = json.loads(capsys.readouterr().out)
    assert [table["name"] for table in told["tables"]] == ["5.4"]
    assert (there / "csv" / "5.4.csv").exists()


def test_a_folder_that_cannot_be_written(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (there / "csv").write_text("a file")
    wanted = Reproduction.of(find("clobber"), "smoke", ["5.4"], runs=there)
    monkeypatch.setattr(running, "run", lambda *told: pytest.fail("worked for hours before it looked"))
    with pytest.raises(ValueError, match="cannot write"):
        reproducing.run_reproduction(wanted, 1, "local", there / "csv", True)


def test_matches_from_the_command_to_the_page(tmp_path: Path) -> None:
    line = ("reproduce", "clobber", "5.1", "--runs", str(tmp_path), "--csv", str(tmp_path / "csv"))
    done = papamu(*line)
    assert done.returncode == 0, done.stderr
    assert "after a stop, go on with: papamu reproduce clobber 5.1" in done.stderr
    (first, last) = csv.DictReader((tmp_path / "csv" / "5.1.csv").open(encoding="utf-8"))
    assert last["ours"] == "1"  # Pick First against itself on 10x10: Black wins every game
    assert abs(float(first["z"])) < 4
    again = papamu(*line, "--json")
    assert "Going on with" in again.stderr
    told = json.loads(again.stdout)
    assert told["tables"][0]["figures"][0]["ours"] == float(first["ours"])
    said = answer("report", "clobber", "--runs", str(tmp_path), "--out", str(tmp_path / "page.html"))
    assert "Missing: 40 of 42 pieces of work" in said
    assert (tmp_path / "page.html").exists()


def test_progress_of_pieces_that_weigh_differently(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "_EVERY", 0.0)  # every line
    monkeypatch.setattr(progress, "_SURE", 0.0)
    with progress.bar("reproducing", 400.0, weighed=True) as bar:
        bar.weigh(100.0, 400.0, "1 of 4 cells")
        bar.weigh(200.0, 400.0, "2 of 4 cells")
        bar.weigh(400.0, 400.0, "4 of 4 cells")
    said = capsys.readouterr().err
    assert "reproducing 25%: 1 of 4 cells" in said  # what was there before says nothing about the speed
    assert re.search(r"reproducing 50%, about 0\.\d s left: 2 of 4 cells", said)
    assert "reproducing 100%: 4 of 4 cells" in said


def test_the_folder_of_runs_can_come_from_the_environment(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "papamu", "report", "clobber"],
        env={**os.environ, "PAPAMU_RUNS": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert str(tmp_path) in done.stderr
