"""Inputs of Blokus beside the board, encodings side by side, phases, and the first place as the target."""

from __future__ import annotations

import numpy as np
import pytest

import papamu
from papamu.core.errors import PapamuError
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.learn.encodings.contract import Encoding, difference, encode, sight
from papamu.learn.encodings.registry import encoding
from papamu.learn.online.course import ITSELF, Course
from papamu.learn.online.result_targets import first_share, game_outcome
from papamu.learn.online.update_rule import update_rule_of
from tests.effort import effort


def inputs(game: Game, seen: Encoding, position: Position, viewer: int) -> np.ndarray:
    """All inputs, zeros too."""
    room = sight(game, seen)
    n = encode(seen, game.rules, position.state, viewer, room)
    values = np.zeros(seen.inputs)
    np.add.at(values, room.active[:n], room.amounts[:n])
    return values


@pytest.mark.parametrize(
    "name", ["pieces", "corners", "others:3x3@4", "others:2x2+turned+pieces", "others:2x2@3+corners"]
)
def test_what_a_move_changes_is_what_is_different_afterwards(name: str) -> None:
    game = papamu.load("blokus:8x8")
    seen, rng = encoding(game, name), np.random.default_rng(1)
    room, position, compared = sight(game, seen), game.start(), 0
    while not position.is_over:
        me, legal = position.player, position.legal_moves
        for move in legal[:: max(1, len(legal) // effort(9, 3))]:
            expected = inputs(game, seen, position.play(move), me)
            encode(seen, game.rules, position.state, me, room)
            found = inputs(game, seen, position, me)
            n = difference(seen, game.rules, position.state, int(move), me, room)
            np.add.at(found, room.which[:n], room.by[:n])
            assert found == pytest.approx(expected, abs=1e-5)
            compared += 1
        position = position.play(legal[int(rng.integers(len(legal)))])
    assert compared > 30


def test_pieces_and_corners_of_a_known_position() -> None:
    """One square in the own corner: one open corner; all others have their start cell."""
    game = papamu.load("blokus:6x6")
    position = game.start().play("1:a6")
    pieces = encoding(game, "pieces")
    assert inputs(game, pieces, position, 0).nonzero()[0].tolist() == [0]
    assert inputs(game, pieces, position, 1).nonzero()[0].tolist() == [3 * 21]  # three turns after player 2
    corners = encoding(game, "corners")
    assert inputs(game, corners, position, 0) == pytest.approx([0.1] * 4)
    position = position.play("1:f1").play("1:a1").play("1:f6").play("V3:b5,b4,c4")
    assert inputs(game, corners, position, 0) == pytest.approx([0.4, 0.1, 0.1, 0.1])  # c6, a3, d5, d3


def test_joined_inputs_stand_side_by_side() -> None:
    game = papamu.load("blokus:6x6")
    position = game.start().play("1:a6")
    both = encoding(game, "owners+pieces+corners")
    parts = [encoding(game, name) for name in ("owners", "pieces", "corners")]
    expected = np.concatenate([inputs(game, one, position, 2) for one in parts])
    assert inputs(game, both, position, 2) == pytest.approx(expected)


def test_phases_move_the_inputs_and_nothing_else() -> None:
    game = papamu.load("blokus:6x6")
    one, four = encoding(game, "others:2x2"), encoding(game, "others:2x2@4")
    assert four.inputs == 4 * one.inputs
    position, phases = game.start(), set()
    while not position.is_over:
        plain = inputs(game, one, position, 0)
        found = inputs(game, four, position, 0).reshape(4, -1)
        phase = [number for number in range(4) if found[number].any()]
        if plain.any():
            assert len(phase) == 1 and found[phase[0]] == pytest.approx(plain)
            phases |= set(phase)
        position = position.play(position.legal_moves[-1])
    assert len(phases) > 2


@pytest.mark.parametrize(
    "spec, name, said",
    [
        ("clobber:4x4", "pieces", "for blokus"),
        ("clobber:4x4", "A+corners", "for blokus"),
        ("reversi:6x6", "others:2x2@2", "like blokus"),
        ("blokus:6x6", "3x3@2", "all other players are one"),
        ("blokus:6x6", "owners+piece", "pieces"),
    ],
)
def test_what_is_not_there_is_said(spec: str, name: str, said: str) -> None:
    with pytest.raises(PapamuError, match=said):
        encoding(papamu.load(spec), name)


def test_the_first_place_as_the_target() -> None:
    for result, shares in (
        ([1.0, 1 / 3, -1 / 3, -1.0], [1, 0, 0, 0]),
        ([0.5, -1.0, 0.5, 0.0], [0.5, 0, 0.5, 0]),
        ([0.0] * 4, [0.25] * 4),
    ):
        out = np.array(result)
        assert [first_share(out, 4, seat) for seat in range(4)] == shares
    game = papamu.load("blokus:6x6")
    rule = update_rule_of(Course("blokus:6x6", worth="first", target=1.0, lost=0.0, seat=ITSELF), 0.1)
    into = np.zeros(4)
    game_outcome(
        rule, game.rules, game.start().state, np.array([1.0, 1 / 3, -1 / 3, -1.0]), np.zeros(4), into
    )
    assert into.tolist() == [1.0, -1.0, -1.0, -1.0]
    with pytest.raises(PapamuError, match="divisor"):
        Course("blokus", worth="first", divisor=89.0)
