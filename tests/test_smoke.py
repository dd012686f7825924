"""The whole Clobber thesis at its smallest scale: however it is run, the same tables."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from papamu.errors import StoreError
from papamu.lab.page import page
from papamu.lab.renderings import as_csv
from papamu.lab.report import gather
from papamu.lab.reproduction import Reproduction
from papamu.lab.running import finished
from papamu.papers import find

pytestmark = pytest.mark.large


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
    return tables(runs, "--scale", "smoke")


def test_smoke_has_every_table(whole: dict[str, Any], runs: Path) -> None:
    assert list(whole) == [table.name for table in find("clobber").tables("paper")]
    for figures in whole.values():
        assert figures and all(0 <= share <= 1 for _, _, (share,), _ in figures)
    made = Reproduction.of(find("clobber"), "smoke", runs=runs)
    report = gather(made, finished(made.folder))
    assert report.missing == 0 and "is not computed" not in report.verdicts
    lines = [as_csv(judged).count("\n") for judged in report.judged]
    assert lines == [1 + len(table.entries) for table in made.tables]
    assert page(report).count("<section") == 1 + len(made.tables)


def _done(run: Path) -> int:
    """How many cells are done; none while the store is just being made."""
    try:
        return len(finished(run))
    except StoreError:
        return 0


def test_killed_and_on_two_jobs_the_tables_are_the_same(whole: dict[str, Any], tmp_path: Path) -> None:
    run = tmp_path / "reproduce-clobber-seed1"
    before = -1
    for _ in range(3):
        begun = subprocess.Popen(
            command(tmp_path, "--scale", "smoke", "--jobs", "2"),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        while begun.poll() is None:
            there = _done(run)
            if there > max(before, 3):
                begun.send_signal(signal.SIGKILL)
                begun.wait()
                before = there
    assert before > 0
    assert tables(tmp_path, "--scale", "smoke", "--jobs", "2") == whole


def test_on_ray_the_tables_are_the_same(whole: dict[str, Any], tmp_path: Path) -> None:
    names = ["5.1", "5.4", "5.16"]
    found = tables(tmp_path, *names, "--scale", "smoke", "--jobs", "2", "--on", "ray")
    assert found == {name: whole[name] for name in names}
    assert "RAY_ADDRESS" not in os.environ
