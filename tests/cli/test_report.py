"""`papamu report`: the page, other files, what is missing; cells are made up."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from papamu.lab.run.reproduction import Reproduction, most_complete
from papamu.papers import find
from tests.cli.terminal import Terminal


def test_nothing_run_yet(tmp_path: Path, terminal: Terminal) -> None:
    seen = terminal("report", "clobber", "--runs", str(tmp_path), "--scale", "laptop")
    assert (seen.code, seen.err.count("\n")) == (2, 1)
    assert "there are no results in" in seen.err
    assert f"papamu reproduce clobber --scale laptop --runs {tmp_path}" in seen.err
    assert list(tmp_path.iterdir()) == []


def test_before_the_first_run_it_shows_what_comes_with_papamu(tmp_path: Path, terminal: Terminal) -> None:
    seen = terminal("report", "clobber", "--runs", str(tmp_path), "--out", str(tmp_path / "page.html"))
    assert seen.code == 0, seen.err
    assert "There is no run of clobber here: these are the results that come with Papamu." in seen.err
    assert "4 tables agree: 5.1, 5.2, 5.3, 10m" in seen.out and "Missing" not in seen.out
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "results that come with papamu" in text and "32 of 32 entries within sampling error" in text


def test_what_is_there(clobber_runs: Path, terminal: Terminal) -> None:
    runs, csvs, markdown = clobber_runs, clobber_runs / "csv", clobber_runs / "tables.md"
    seen = terminal("report", "clobber", "--runs", str(runs), "--csv", str(csvs), "--markdown", str(markdown))
    assert seen.code == 0, seen.err
    page = runs / "reproduce-clobber-seed1" / "report-smoke.html"
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert len(list(csvs.glob("*.csv"))) == 22
    assert "### 5.4" in markdown.read_text(encoding="utf-8")
    assert "Missing" not in seen.out
    assert "5.1, 5.2, 5.3" in seen.out  # which tables agree
    assert f"wrote {page}\nwrote {markdown}\nwrote {csvs / '*.csv'}\n" in seen.out


def test_what_is_missing_and_how_to_make_it(clobber_runs: Path, terminal: Terminal) -> None:
    runs, out = str(clobber_runs), clobber_runs / "page.html"
    seen = terminal(
        "report", "clobber", "--scale", "smoke", "--seeds", "2", "--runs", runs, "--out", str(out)
    )
    assert "Missing: 42 of 84 pieces of work" in seen.out
    assert f"papamu reproduce clobber --scale smoke --seeds 2 --runs {runs}" in seen.out
    assert out.exists()


def test_another_scale_has_nothing_to_show(clobber_runs: Path, terminal: Terminal) -> None:
    seen = terminal("report", "clobber", "--scale", "laptop", "--runs", str(clobber_runs))
    assert seen.code == 2 and "nothing of scale laptop is finished" in seen.err
    assert not (clobber_runs / "reproduce-clobber-seed1" / "report-laptop.html").exists()


def test_the_most_complete_scale_is_shown() -> None:
    paper = find("clobber")
    done = {cell.key: object() for cell in Reproduction.of(paper, "laptop").cells[:500]}
    assert most_complete(paper, done) == "laptop"  # though paper shares some of them
    assert most_complete(paper, {}) == "smoke"
    done |= {cell.key: object() for cell in Reproduction.of(paper, "paper").cells}
    assert most_complete(paper, done) == "paper"


def test_it_can_be_opened(clobber_runs: Path, terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    out = clobber_runs / "a page.html"
    terminal("report", "clobber", "--runs", str(clobber_runs), "--out", str(out))
    assert opened == []
    terminal("report", "clobber", "--runs", str(clobber_runs), "--out", str(out), "--open")
    assert opened == [out.as_uri()]


def test_the_folder_of_runs_can_come_from_the_environment(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "papamu", "report", "clobber", "--scale", "laptop"],
        env={**os.environ, "PAPAMU_RUNS": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert str(tmp_path) in done.stderr
