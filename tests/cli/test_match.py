"""`papamu match`: what it prints, keeps and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import papamu
from papamu.core.errors import PapamuError
from papamu.core.files import check_writable
from tests.cli.terminal import Terminal

MATCH = ("match", "clobber:4x4", "first", "random")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_figures_as_json_and_for_people(terminal: Terminal) -> None:
    done = terminal(*MATCH, "--games", "20", "--json")
    assert done.code == 0, done.err
    figures = json.loads(done.out)
    names = {"games", "wins", "draws", "win_rate", "interval", "elo", "duplicates", "games_per_second"}
    assert names <= set(figures)
    assert figures["games"] == sum(figures["wins"]) + figures["draws"] == 20
    assert "after a stop, resume with: papamu match clobber:4x4 first random --games 20 --json" in done.err
    shown = terminal(*MATCH, "--games", "20")
    assert "Resuming runs/match-clobber-" in shown.err
    for part in ("seats swapped in pairs, seed 1", "played before", "Elo difference", "not distinguishable"):
        assert part in shown.out
    again = terminal(*MATCH, "--games", "20", "--again")
    assert "played before" not in again.out and "Saving to runs/match-clobber-" in again.err


def test_one_player_is_compared_with_nobody(terminal: Terminal) -> None:
    alone = ("match", "clobber:3x3,solitaire=any", "random", "--games", "4")
    assert json.loads(terminal(*alone, "--json").out)["verdict"] is None
    text = terminal(*alone).out
    assert "random: mean result" in text and "Elo" not in text


def test_records_replay(terminal: Terminal, tmp_path: Path) -> None:
    line = ("match", "checkers:4x4,teleport=0.4", "first", "random", "--games", "6", "--save", "g.jsonl")
    done = terminal(*line)
    assert done.code == 0, done.err
    lines = (tmp_path / "g.jsonl").read_text().splitlines()
    assert len(lines) == 6
    records = [papamu.Record.from_json(line) for line in lines]  # replays and verifies
    assert records[0].players == ("first", "random")
    assert records[1].players == ("random", "first")
    assert any(record.events for record in records)


def test_a_place_that_cannot_be_written_is_refused_before_a_game(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file")
    for place in (tmp_path, tmp_path / "file" / "x", tmp_path / "no" / "where"):
        seen = terminal(*MATCH, "--save", str(place))
        assert seen.code == 2 and seen.err.startswith("papamu: cannot write")
    assert not (tmp_path / "runs").exists()
    with pytest.raises(PapamuError, match="cannot write"):
        check_writable(tmp_path)
    check_writable(None)
    check_writable(tmp_path / "new")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "arguments, says",
    [
        (("clobber:4x4", "frist", "random"), "did you mean 'first'"),
        (("clobber:4x4", "minimax:depth=0", "random"), "depth=0 is not possible"),
        (("clobber:4x4", "mc:playouts=-3", "random"), "playouts=-3 is not possible"),
        (("konane:4x4", "minimax:eval=z", "random"), "no evaluation 'z'"),
        (("blokus:5x5", "solve", "random"), "does not play"),
        (("clobber:4x4", "noisy", "random"), "noisy"),
        (("clobber:4x4", "first+random", "random"), "only uct, noisy, endgame"),
        (("clobber:4x4", "first", "random", "--sprt", "elo0=5,elo1=0"), "must be above"),
        (("clobber:4x4", "first", "random", "--runs", "/dev/null/x"), "cannot write"),
        (("clobber:4x4", "first", "random", "--save", "/nowhere/x.jsonl"), "cannot write"),
    ],
)
def test_mistakes_get_one_clear_line(arguments: tuple[str, ...], says: str, terminal: Terminal) -> None:
    seen = terminal("match", *arguments, "--games", "2")
    assert (seen.code, seen.out, seen.err.count("\n")) == (2, "", 1)
    assert seen.err.startswith("papamu: ") and says in seen.err
