"""Statistics of Blokus: a small game counted by hand, and the command."""

from __future__ import annotations

import numpy as np
import pytest

import papamu
from papamu.core.errors import PapamuError
from papamu.games.blokus.statistics import BlokusStatistics, reach


def test_a_few_moves_counted_by_hand() -> None:
    game = papamu.load("blokus:5x5")
    position = game.start()
    for move in ("1:a5", "1:e1", "1:a1", "1:e5", "V3:b4,b3,c3"):
        position = position.play(move)
    counted = BlokusStatistics.of(game, ["a", "b", "c", "d"])
    counted.add(position.line, [1, 0, 2, 3])  # b sits on the first seat
    told = counted.as_dict()
    b = told["players"][1]
    assert told["games"] == 1 and b["name"] == "b" and b["squares"] == 4 and b["turns"] == 2
    assert [at["size"] for at in b["by_turn"]] == [1.0, 3.0]
    assert b["pieces"]["V3"] == {"placed": 1.0, "turn": 2.0, "by_turn": [0, 1] + [0] * 19}
    assert b["pieces"]["X"]["placed"] == 0
    # After V3 (b4, b3, c3): a2, c5, d2, d4 and b4's side are seen; b2 and a4 lie along an edge.
    assert b["by_turn"][0]["corners"] == 1.0
    assert b["by_turn"][1]["corners"] == len(_corners({"b4", "b3", "c3", "a5"}, {"a1", "e1", "e5"}))
    # Nobody's open corner (d2, b2, d4) is under it.
    assert b["blocked"] == [0.0, 0.0, 0.0, 0.0]
    counted = BlokusStatistics.of(game, ["a", "b", "c", "d"])
    counted.add([*position.line[:-1], position.line[-2].play("V3:b4,c4,b3")], [0, 1, 2, 3])
    assert counted.blocked.sum() == 0
    counted.add([*position.line[:-1], position.line[-2].play("Z4:b4,c4,c3,d3")], [0, 1, 2, 3])
    assert counted.blocked.sum() == 0
    counted.add([*position.line[:-1], position.line[-2].play("I3:b4,c4,d4")], [0, 1, 2, 3])
    assert counted.blocked[0].tolist() == [0, 0, 0, 1]  # d4 was player 4's only corner


def _corners(own: set[str], others: set[str]) -> set[str]:
    def near(cell: str, steps: list[tuple[int, int]]) -> set[str]:
        return {
            f"{chr(ord(cell[0]) + a)}{int(cell[1]) + b}"
            for a, b in steps
            if "a" <= chr(ord(cell[0]) + a) <= "e" and 1 <= int(cell[1]) + b <= 5
        }

    beside = set().union(*[near(cell, [(0, 1), (1, 0), (0, -1), (-1, 0)]) for cell in own])
    beyond = set().union(*[near(cell, [(1, 1), (1, -1), (-1, 1), (-1, -1)]) for cell in own])
    return beyond - beside - own - others


def test_reach_is_every_cell_of_every_placement() -> None:
    game = papamu.load("blokus:7x7")
    rng, position = np.random.default_rng(2), game.start()
    room, moves, out = game.new_state(), np.zeros(game.rules.max_moves, np.int64), np.zeros(7, np.uint64)
    for _ in range(6):
        position = position.play(position.legal_moves[int(rng.integers(len(position.legal_moves)))])
        reach(game.rules, position.state, position.player, room, moves, out)
        expected = {cell for move in position.legal_moves for cell in str(move).split(":")[1].split(",")}
        found = {
            game.cell_name(row * 7 + col)
            for row in range(7)
            for col in range(7)
            if int(out[row]) >> col + 4 & 1
        }
        assert found == expected


def test_territory_is_what_nobody_else_reaches() -> None:
    game = papamu.load("blokus:5x5")
    position = game.start()
    while not position.is_over:
        position = position.play(position.legal_moves[0])
    counted = BlokusStatistics.of(game, ["a", "b", "c", "d"])
    counted.add(position.line, [0, 1, 2, 3])
    last = position.line[-1].parent
    assert last is not None
    turn = sum(at.player == last.player for at in position.line[:-1]) - 1
    assert counted.territory[last.player, turn] == 0  # at the end nobody can place
    assert counted.territory.max() > 0
    assert counted.placed.sum() == len(position.line) - 1
    assert counted.squares.tolist() == list(position.scores)


def test_other_games_have_none() -> None:
    with pytest.raises(PapamuError, match="blokus"):
        BlokusStatistics.of(papamu.load("reversi"), ["a", "b"])
