"""`papamu solve`: who wins, the best moves, and what cannot be solved."""

from __future__ import annotations

import json

import pytest

from tests.cli.terminal import Terminal


def test_who_wins_and_the_value_of_every_move(terminal: Terminal) -> None:
    seen = terminal("solve", "clobber:2x3", "--every")
    assert seen.code == 0, seen.err
    found = json.loads(terminal("solve", "clobber:2x3", "--every", "--json").out)
    winner = ("Black", "White")[found["winner"]]
    assert f"Black is to move: {winner} wins.\n" in seen.out
    assert " nodes, " in seen.out.splitlines()[-1]
    assert found["value"] == max(found["values"].values())
    assert found["best"] == [move for move, value in found["values"].items() if value == found["value"]]
    for move, value in found["values"].items():
        assert f"  {move:<12} {value:+g}\n" in seen.out


def test_reversi_is_won_by_discs(terminal: Terminal) -> None:
    lost = terminal("solve", "reversi:4x4")  # known: 3 to 11, two squares stay empty
    assert "White wins by 10 discs (empty squares go to the winner)." in lost.out
    assert "discs" not in terminal("solve", "clobber:2x2").out


def test_what_cannot_be_solved_ends_in_time_and_says_what_was_reached(terminal: Terminal) -> None:
    seen = terminal("solve", "reversi", "--seconds", "0.5", "--megabytes", "64")
    assert (seen.code, seen.out) == (1, "")
    before, after = seen.err.splitlines()
    assert "64 cells" in before and "up to 16" in before and "may not finish" in before
    assert before.endswith("Trying for 0.5 s (--seconds).")
    assert (
        after.startswith("papamu: reversi:8x8 is not solved: ") and "nodes in 0.5 s were not enough" in after
    )


def test_what_can_be_solved_is_not_doubted(terminal: Terminal) -> None:
    assert terminal("solve", "clobber:2x3").err == ""


def test_progress_is_told_to_a_pipe(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papamu.core.progress_bar._SECONDS_BETWEEN_LINES", 0.1)
    seen = terminal("solve", "reversi", "--seconds", "0.8", "--megabytes", "64")
    told = [line for line in seen.err.splitlines() if line.startswith("solving ")]
    assert told and all("of 0.8 s" in line and " nodes" in line for line in told)


@pytest.mark.parametrize(
    "arguments, says",
    [
        (("clobber:1x2", "--moves", "a1b1"), "the game is over here: 1.0 -1.0"),
        (("blokus:5x5",), "blokus:5x5"),
        (("klobber",), "did you mean 'clobber'"),
    ],
)
def test_mistakes_get_one_clear_line(arguments: tuple[str, ...], says: str, terminal: Terminal) -> None:
    seen = terminal("solve", *arguments)
    assert (seen.code, seen.out, seen.err.count("\n")) == (2, "", 1)
    assert says in seen.err
