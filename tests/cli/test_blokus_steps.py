"""Blokus step by step, and which rule a placement breaks."""

from __future__ import annotations

import pytest

import papamu
from papamu.core.errors import IllegalMoveError, PapamuError
from papamu.games.blokus.reasons import broken_rule, orientations_of
from papamu.games.blokus.steps import steps
from papamu.games.registry import load


def begun() -> papamu.Position:
    """Everybody has placed one piece; Blue, to move, the V5 in the upper left corner."""
    position = load("blokus").start()
    for text in ("V5:a20,a19,a18,b18,c18", "1:t1", "2:a1,a2", "1:t20"):
        position = position.play(text)
    return position


@pytest.mark.parametrize(
    "move, line",
    [
        ("V5:d17,d16,d15,e15,f15", "Blue has already placed the piece V5"),
        ("I3:a17,a16,a15", "touches a piece of the same player along an edge at a17"),
        ("2:f10,f11", "touches no piece of the same player at a corner"),
        ("2:t20,s20", "overlaps Green's piece on t20"),
        ("I3:b18,b17,b16", "overlaps Blue's piece on b18"),
    ],
)
def test_the_broken_rule_is_named(move: str, line: str) -> None:
    with pytest.raises(IllegalMoveError, match=line):
        begun().play(move)


def test_the_first_piece_and_the_edge_of_the_board() -> None:
    start = load("blokus").start()
    with pytest.raises(IllegalMoveError, match="the first piece must cover the start square a20"):
        start.play("1:b20")
    game = start.game
    number = orientations_of(10)[0][0]  # I5
    assert broken_rule(game, start.state, number * 400 + 399) == "it lies outside the board"


def test_legal_moves_break_no_rule_and_all_others_do() -> None:
    game = load("blokus:5x5")
    position = game.start()
    for _ in range(6):
        legal = {int(move) for move in position.legal_moves}
        for move in range(game.facts.actions):
            assert (broken_rule(game, position.state, move) == "") == (move in legal), game.move_text(move)
        if position.is_over:
            break
        position = position.play(position.legal_moves[len(legal) // 2])


def test_step_by_step_to_a_move() -> None:
    position = begun()
    pieces = steps(position, "")
    assert "V5" not in pieces[0] and "X (" in pieces[0]
    ways = steps(position, "l5")
    assert sum(line.endswith("places") for line in ways) == 8
    *places, last = steps(position, "L5 2")
    assert last == "Type the number of a move."
    number, _, text = places[0].partition(". ")
    assert str(position.legal_moves[int(number) - 1]) == text and text.startswith("L5:")


@pytest.mark.parametrize(
    "text, line",
    [
        ("L6", "there is no piece 'L6'.*did you mean"),
        ("V5", "Blue has already placed the piece V5"),
        ("L5 9", "L5 has no orientation 9: they are numbered 1 to 8"),
        ("L5 x", "piece NAME NUMBER"),
    ],
)
def test_mistakes_are_named(text: str, line: str) -> None:
    position = begun()
    with pytest.raises(PapamuError, match=line):
        steps(position, text)
