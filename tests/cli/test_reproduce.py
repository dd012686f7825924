"""`papamu reproduce`: tables next to the published ones; cells are made up, or matches of a few games."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from papamu.lab.run import runner
from tests.cli.process import answer, papamu
from tests.cli.terminal import Terminal


@pytest.mark.parametrize(
    "arguments, says",
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
def test_mistakes_get_one_clear_line(arguments: tuple[str, ...], says: str, terminal: Terminal) -> None:
    seen = terminal(*arguments)
    assert (seen.code, seen.out, seen.err.count("\n")) == (2, "", 1)
    assert says in seen.err


def test_tables_in_the_terminal(clobber_runs: Path, terminal: Terminal) -> None:
    seen = terminal("reproduce", "clobber", "5.4", "20m", "--runs", str(clobber_runs))
    assert "5.4  Neural Network vs. Random on a 4x4 board" in seen.out
    assert "35.2" in seen.out
    assert "~73" in seen.out
    assert "• 20m" in seen.out
    before, _, after = seen.out.partition("This is the scale smoke: a few games per entry")
    assert "5.4" not in before and "neither agree nor disagree" in " ".join(after.split())
    assert "does not agree" not in seen.out and "Coloured" not in seen.out
    assert "• 5.4 is only tried: 2 of 2 entries computed, each from a few games." in seen.out
    assert f"papamu report clobber --scale smoke --runs {clobber_runs} --open" in seen.out
    assert "Resuming" in seen.err


def test_games_alone_are_only_tried_too(terminal: Terminal, tmp_path: Path) -> None:
    """Table 5.1 has no networks: the warning was left out, and a hundred games did or did not agree."""
    seen = terminal("reproduce", "clobber", "5.1", "--runs", str(tmp_path))
    assert seen.out.startswith("This is the scale smoke") and "• 5.1 is only tried" in seen.out
    report = terminal("reproduce", "clobber", "5.1", "--runs", str(tmp_path), "--json")
    assert json.loads(report.out)["tables"][0]["verdict"] == "is only tried"


def test_tables_as_json(clobber_runs: Path, terminal: Terminal) -> None:
    folder = clobber_runs / "csv"
    seen = terminal(
        "reproduce", "clobber", "5.4", "--runs", str(clobber_runs), "--csv", str(folder), "--json"
    )
    assert [table["name"] for table in json.loads(seen.out)["tables"]] == ["5.4"]
    assert (folder / "5.4.csv").exists()


def test_a_folder_that_cannot_be_written(
    clobber_runs: Path, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    (clobber_runs / "csv").write_text("a file")
    monkeypatch.setattr(runner, "run", lambda *order: pytest.fail("worked for hours before it looked"))
    seen = terminal(
        "reproduce", "clobber", "5.4", "--runs", str(clobber_runs), "--csv", str(clobber_runs / "csv")
    )
    assert seen.code == 2 and "cannot write" in seen.err


def test_matches_from_the_command_to_the_page(tmp_path: Path) -> None:
    line = ("reproduce", "clobber", "5.1", "--runs", str(tmp_path), "--csv", str(tmp_path / "csv"))
    done = papamu(*line)
    assert done.returncode == 0, done.stderr
    assert "after a stop, resume with: papamu reproduce clobber 5.1" in done.stderr
    (first, last) = csv.DictReader((tmp_path / "csv" / "5.1.csv").open(encoding="utf-8"))
    assert last["ours"] == "1"  # Pick First against itself on 10x10: Black wins every game
    assert abs(float(first["z"])) < 4
    again = papamu(*line, "--json")
    assert "Resuming" in again.stderr
    report = json.loads(again.stdout)
    assert report["tables"][0]["figures"][0]["ours"] == float(first["ours"])
    printed = answer("report", "clobber", "--runs", str(tmp_path), "--out", str(tmp_path / "page.html"))
    assert "Missing: 40 of 42 pieces of work" in printed
    assert (tmp_path / "page.html").exists()
