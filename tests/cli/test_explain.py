"""`papamu explain`: what an agent thinks of each move, and where on the board."""

from __future__ import annotations

import json

import numpy as np
import pytest
from rich.text import Text

import papamu
from papamu.agents import explanation_text as explained
from papamu.agents import registry
from papamu.agents.agent import Agent, Explanation, MoveScore
from papamu.cli.output.explanation_table import rank_lines
from papamu.games.position import Move, Position
from tests.cli.terminal import Terminal


class Liar(Agent):
    """Weighs a move that is none."""

    name = "liar"
    title = "for tests"

    def choose(self, position: Position) -> int:
        return position.legal_moves[0]

    def explain(self, position: Position) -> Explanation:
        return Explanation("nothing", (MoveScore(Move(position.game, 10**6), 1.0),))


def ranks(position: Position, *values: float) -> list[explained.RankedMove]:
    """The legal moves of a position with these values, the last for all that remain."""
    given = [values[min(k, len(values) - 1)] for k in range(len(position.legal_moves))]
    scores = [MoveScore(move, value) for move, value in zip(position.legal_moves, given, strict=True)]
    return explained.rank_moves(
        position, Explanation("", tuple(sorted(scores, key=lambda scored: -scored.value)))
    )


# -- ranks ------------------------------------------------------------------------------------


def test_equal_values_share_a_rank() -> None:
    rows = ranks(papamu.load("clobber:2x2").start(), 3, 7, 7, 1)
    assert [(row.rank, row.value) for row in rows] == [(1, 7), (1, 7), (3, 3), (4, 1)]


@pytest.mark.parametrize(
    ("spec", "moves", "move", "cells"),
    [
        ("clobber:3x3", "", "a3b3", ["a3"]),  # where the stone comes from
        ("checkers:4x4", "", "", []),
        ("konane:4x4", "", "a4", ["a4"]),  # a stone is removed
        ("konane:4x4", "a4 b4", "c4-a4", ["c4"]),
        ("reversi:4x4", "", "b1", ["b1"]),  # the disc put down, not those turned over
        ("reversi:4x4", "", "pass", []),
        ("blokus:5x5", "", "V3:a5,a4,b4", ["a4", "a5", "b4"]),  # the whole piece
    ],
)
def test_where_a_move_acts(spec: str, moves: str, move: str, cells: list[str]) -> None:
    game = papamu.load(spec)
    position = game.start()
    for text in moves.split():
        position = position.play(text)
    if spec == "checkers:4x4":
        move, cells = str(position.legal_moves[0]), [game.cell_name(int(position.legal_moves[0]) >> 3)]
    number = game.read_move(move)
    assert number is not None
    assert sorted(game.cell_name(cell) for cell in explained.acting_cells(position, number)) == cells


def test_each_cell_shows_the_rank_of_its_best_move() -> None:
    position = papamu.load("clobber:2x2").start()  # a2a1, a2b2, b1b2, b1a1
    assert rank_lines(position, ranks(position, 1, 5, 9, 3), False) == [
        "2 #2  o",
        "1  o #1",
        "   a  b",
        "Black to move",
    ]


def test_colour_changes_nothing_but_the_colours() -> None:
    for spec in ("clobber:4x4", "reversi:4x4", "checkers:4x4", "blokus:5x5"):
        position = papamu.load(spec).start()
        rows = ranks(position, *np.arange(len(position.legal_moves), dtype=float))
        coloured = rank_lines(position, rows, True)
        plain = rank_lines(position, rows, False)
        assert [Text.from_markup(line).plain.rstrip() for line in coloured] == plain
        assert "#fde725" in "".join(coloured)  # the best one's


def test_a_rank_without_room_is_left_out() -> None:
    position = papamu.load("clobber:8x8").start()
    rows = ranks(position, *np.arange(len(position.legal_moves), dtype=float))
    assert len(rows) > 100
    assert "#100" not in "".join(rank_lines(position, rows, False))


def test_values_are_shown_with_the_digits_that_say_something() -> None:
    shown = explained.format_value
    assert [shown(0.5), shown(12.0, True), shown(1e12), shown(-1e12)] == ["0.500", "12", "won", "lost"]
    assert [shown(1e12 - 3), shown(6 - 1e12)] == ["won in 3", "lost in 6"]  # alpha-beta counts the plies
    assert shown(1e12 / 3) == "result +0.33"
    position = papamu.load("clobber:2x2").start()
    assert explained.all_whole_numbers(ranks(position, 4, -1))
    assert not explained.all_whole_numbers(ranks(position, 4, 0.5))
    assert not explained.all_whole_numbers(ranks(position, 1, 0))  # shares of all or nothing


# -- explain ----------------------------------------------------------------------------------


def test_explain_shows_the_board_the_meaning_and_the_best_moves(terminal: Terminal) -> None:
    seen = terminal("explain", "clobber:3x3", "mc:playouts=20", "--top", "3")
    assert seen.code == 0
    assert "what mc:playouts=20 thinks of the 12 legal moves" in seen.out
    assert "value: share of 20 random playouts won after the move" in seen.out
    assert "… and 9 more moves (--top 12 shows all)" in seen.out
    table = seen.out.partition("rank  move")[2].splitlines()[1:4]
    values = [float(line.split()[2]) for line in table]
    assert values == sorted(values, reverse=True)
    assert "#1" in seen.out


def test_explain_as_json_has_every_move_with_its_cells(terminal: Terminal) -> None:
    found = json.loads(terminal("explain", "clobber:2x3", "first", "--moves", "a2b2", "--json").out)
    position = papamu.load("clobber:2x3").start().play("a2b2")
    assert (found["position"], found["player"], found["agent"]) == (position.to_text(), 1, "first")
    assert [row["move"] for row in found["moves"]] == [str(move) for move in position.legal_moves]
    assert [row["rank"] for row in found["moves"]] == [1] + [2] * (len(position.legal_moves) - 1)
    assert all(row["cells"] == [row["move"][:2]] for row in found["moves"])
    short = json.loads(terminal("explain", "clobber:2x3", "first", "--json", "--top", "2").out)
    assert len(short["moves"]) == 2


def test_explain_from_a_position_text_and_after_random_moves(terminal: Terminal) -> None:
    assert "only legal move" in terminal("explain", "clobber:1x3", "first", "--position", "xo.,x").out
    arguments = ("explain", "clobber:4x4", "random", "--random", "3", "--seed", "4")
    assert terminal(*arguments).out == terminal(*arguments).out
    assert "It does not prefer any of them." in terminal(*arguments).out


def test_the_move_an_evaluation_prefers_is_first(terminal: Terminal) -> None:
    found = json.loads(terminal("explain", "reversi:4x4", "greedy:eval=discs", "--json").out)
    assert {row["rank"] for row in found["moves"]} == {1}  # each of the four first moves turns one disc over
    won = terminal("explain", "clobber:1x4", "minimax:depth=4", "--position", "xo.x,x").out
    assert "won" in won


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["clobber:1x2", "first", "--moves", "a1b1"], "the game is over here (Black wins)"),
        (["clobber:2x2", "human"], "needs a human"),
        (["clobber:2x2", "frist"], "did you mean 'first'"),
        (["clobber:2x2", "first:x=1"], "no option 'x'"),
        (["blokus:5x5", "endgame+random"], "does not play blokus:5x5"),
        (["clobber:2x2", "liar"], "liar failed: it weighs illegal moves"),
        (["clobber:2x2", "first", "--moves", "zz"], "not a clobber move"),
        (["clobber:2x2", "first", "--top", "0"], "top"),
        (["clobber:2x2"], "AGENT"),
    ],
)
def test_mistakes_get_one_clear_line(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, arguments: list[str], says: str
) -> None:
    monkeypatch.setattr(registry._agents, "added", {"liar": Liar})
    seen = terminal("explain", *arguments)
    assert (seen.code, seen.out) == (2, "")
    assert says in seen.err
    assert len(seen.err.splitlines()) == 1
