"""`papamu tournament`: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal

AGENTS = ("first", "random", "noisy:p=0.5+first")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_it_writes_its_files(terminal: Terminal, tmp_path: Path) -> None:
    line = ("tournament", "clobber:4x4", *AGENTS, "--games", "10", "--out", "table")
    done = terminal(*line, "--json")
    assert done.code == 0, done.err
    assert {entry["name"] for entry in json.loads(done.out)["ratings"]} == set(AGENTS)
    names = {path.name for path in (tmp_path / "table").iterdir()}
    assert names == {"crosstable.csv", "ratings.csv", "crosstable.json", "crosstable.html"}
    shown = terminal(*line)
    assert "Resuming runs/tournament-clobber-" in shown.err
    assert all(part in shown.out for part in ("Tournament: clobber:4x4", "30 games", "wrote table/"))


@pytest.mark.parametrize(
    "agents, says", [(("first",), "needs 2 agents"), (("first", "first"), "named twice")]
)
def test_mistakes_get_one_clear_line(agents: tuple[str, ...], says: str, terminal: Terminal) -> None:
    seen = terminal("tournament", "clobber:4x4", *agents, "--games", "2")
    assert (seen.code, seen.out, seen.err.count("\n")) == (2, "", 1)
    assert says in seen.err
