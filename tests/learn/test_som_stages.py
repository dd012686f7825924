"""Stages of a game and the boards of each: what maps are trained on."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import papamu
from papamu.core.errors import PapamuError
from papamu.games.rules import Codes
from papamu.kernel.symmetry import permute
from papamu.learn.som.choices import SEVEN, THREE
from papamu.learn.som.stages import (
    canonical_boards,
    distinct_boards,
    last_number,
    new_board_counter,
    observe_board,
    owner_sign,
    random_boards,
    read_stages,
    stage_table,
    symmetry_tables,
)
from tests.effort import effort

FOUR, SIX, EIGHT = (papamu.load(f"reversi:{size}") for size in ("4x4", "6x6", "8x8"))


# -- spans -------------------------------------------------------------------------------------------


def test_stages_of_the_paper() -> None:
    assert read_stages(THREE, 60) == ((0, 25), (26, 45), (46, 60))
    assert read_stages(SEVEN, 60) == ((0, 18), (19, 30), (31, 40), (41, 46), (47, 52), (53, 56), (57, 60))
    assert read_stages("1-6, 7-12", 12) == ((0, 6), (7, 12))
    assert read_stages("1-1", 1) == ((0, 1),)


@pytest.mark.parametrize(
    "text, said",
    [
        ("1-25,27-60", "the stages 1-25,27-60 leave out move 26: each begins where the one before it ends"),
        ("2-60", "the stages 2-60 leave out move 1: each"),
        ("1-25,25-60", "the stages 1-25,25-60 repeat move 25: each"),
        ("1-25,1-60", "the stages 1-25,1-60 repeat move 1: each"),
        ("0-60", "the stages 0-60 repeat move 0: each"),
        ("1-25,26-45", "the stages 1-25,26-45 end at move 45, but games go to move 60"),
        ("1-61", "the stages 1-61 end at move 61, but games go to move 60"),
        ("", "stages are spans of move numbers like 1-30,31-60, not ''"),
        ("1-25,,26-60", "not ''"),
        ("all", "not 'all'"),
        ("25-1,26-60", "not '25-1'"),
        ("1--3", "not '1--3'"),
        ("1-60-61", "not '1-60-61'"),
        ("1-99999", "not '1-99999'"),
    ],
)
def test_stages_that_do_not_cover_a_game_are_refused(text: str, said: str) -> None:
    with pytest.raises(PapamuError) as caught:
        read_stages(text, 60)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_every_number_has_its_stage() -> None:
    table = stage_table(read_stages(THREE, 60))
    assert [int(table[number]) for number in (0, 1, 25, 26, 45, 46, 60)] == [0, 0, 0, 1, 1, 2, 2]
    assert len(table) == 61


# -- numbers of boards -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec, standing, grows, last",
    [
        ("reversi:8x8", 4, 1, 60),
        ("clobber:4x4", 16, 0, 16),
        ("checkers:8x8", 24, 0, 24),
        ("blokus:5x5", 0, 1, 25),
    ],
)
def test_boards_are_counted_from_the_start(spec: str, standing: int, grows: int, last: int) -> None:
    count = new_board_counter(papamu.load(spec))
    assert (count.standing, count.grows, count.last) == (standing, grows, last)
    assert last_number(papamu.load(spec)) == last


def test_a_board_is_seen_by_either_player() -> None:
    count, board = new_board_counter(FOUR), np.zeros(FOUR.rules.cells, dtype=np.int8)
    position = FOUR.start()
    for number in range(4):
        seen = np.array(position.board).ravel()  # 1 is the first player, 2 the second
        for viewer, own, foe in ((0, 1, 2), (1, 2, 1)):
            assert observe_board(count, FOUR.rules, position.state, viewer, board) == number
            assert (board == np.where(seen == own, 1, np.where(seen == foe, -1, 0))).all()
        position = position.play(position.legal_moves[0])


def test_whoever_is_not_the_viewer_is_somebody_else() -> None:
    """Of four players three are others; in Checkers a king is its owner's."""
    assert [owner_sign(code, 4) for code in (-1, 0, 1, 2, 3, 4)] == [0, 0, 1, -1, -1, -1]
    assert [owner_sign(code, 2) for code in (-1, 0, 1, 2, 3, 4)] == [0, 0, 1, -1, 1, -1]


# -- boards of stages --------------------------------------------------------------------------------


def number_of(rows: Codes, standing: int = 4) -> Codes:
    return np.abs(np.count_nonzero(rows, axis=1) - standing)


def test_boards_have_the_numbers_of_their_stage() -> None:
    for low, high in ((0, 6), (7, 10), (11, 12)):
        found = random_boards(FOUR, (low, high), effort(500, 30), seed=1)
        numbers = number_of(found)
        assert len(found) == effort(500, 30) and set(found.ravel().tolist()) == {-1, 0, 1}
        assert set(numbers.tolist()) == set(range(low, high + 1))
    assert (
        random_boards(FOUR, (0, 6), 30, seed=1)[0].reshape(4, 4) != 0
    ).sum() == 4  # it begins with the start


def test_boards_follow_each_other_by_moves() -> None:
    found = random_boards(FOUR, (0, 12), 40, seed=3)
    for before, after in pairwise(found):
        if np.count_nonzero(after) > np.count_nonzero(before):
            assert np.count_nonzero((before == 0) & (after != 0)) == 1
            assert not ((before != 0) & (after == 0)).any()
        else:
            assert number_of(after[None]) == 0  # a new game


def test_the_numbers_of_table_5() -> None:
    """100,000 games give 1.9, 1.2, 1.0, 0.6, 0.6 and 0.4 million boards.

    The last stage has 350,000 in the paper. Nearly all games fill the board, and even up to the first pass it
    would be 337,000.
    """
    games = effort(200, 2)
    told = [
        len(random_boards(EIGHT, span, 20 * games, seed=1, games=games)) / games
        for span in read_stages(SEVEN, 60)
    ]
    assert told == pytest.approx([19, 12, 10, 6, 6, 4, 4], abs=0.1)


def test_the_same_seed_gives_the_same_boards_and_fewer_are_their_beginning() -> None:
    many = random_boards(SIX, (5, 9), 100, seed=4)
    assert (random_boards(SIX, (5, 9), 100, seed=4) == many).all()
    assert (random_boards(SIX, (5, 9), 37, seed=4) == many[:37]).all()
    assert (random_boards(SIX, (5, 9), 10**4, seed=4, games=5) == many[:25]).all()  # five of every game
    assert (random_boards(SIX, (5, 9), 100, seed=5) != many).any()


def test_clobber_falls() -> None:
    game = papamu.load("clobber:4x4")
    found = random_boards(game, (5, 7), 60, seed=1)
    assert set(np.count_nonzero(found, axis=1).tolist()) == {16 - 5, 16 - 6, 16 - 7}


# -- symmetry ----------------------------------------------------------------------------------------


def test_turned_boards_have_one_spelling() -> None:
    (row,) = random_boards(SIX, (8, 8), 10, seed=2)[:1]
    turned = np.array([permute(table, row) for table in symmetry_tables(SIX)])
    assert len({one.tobytes() for one in turned}) == 8
    assert len({one.tobytes() for one in canonical_boards(SIX, turned)}) == 1
    assert (distinct_boards(SIX, turned) == turned[:1]).all()
    assert len(distinct_boards(SIX, np.concatenate([turned, -turned]))) == 2  # other colours: another board
    other = random_boards(SIX, (8, 8), 10, seed=2)[1:2]
    mixed = np.concatenate([other, turned, other])
    assert (distinct_boards(SIX, mixed) == mixed[:2]).all()  # in the order of their first coming
    assert (distinct_boards(SIX, mixed[1:]) == mixed[[1, 9]]).all()


def test_distinct_boards_are_distinct_up_to_symmetry() -> None:
    many = effort(150, 20)
    found = random_boards(FOUR, (1, 6), many, seed=1, distinct=True)
    assert len(found) == many
    assert len({row.tobytes() for row in canonical_boards(FOUR, found)}) == many
    plain = random_boards(FOUR, (1, 6), many, seed=1)
    assert len({row.tobytes() for row in canonical_boards(FOUR, plain)}) < many


def test_boards_of_a_first_move_are_one_up_to_symmetry() -> None:
    said = r"random games of reversi:4x4 give 1 boards of the stage 1-1: a map needs two or more"
    with pytest.raises(PapamuError, match=said):
        random_boards(FOUR, (1, 1), 50, seed=1, distinct=True)


def test_more_boards_than_there_are() -> None:
    with pytest.raises(PapamuError, match="hardly give more than 4 distinct boards of the stage 1-2: 50"):
        random_boards(FOUR, (1, 2), 50, seed=1, distinct=True)


def test_boards_are_turned_as_their_game_allows(tmp_path: Path) -> None:
    """Not on graphs, nor in Checkers, where men have a direction."""
    path = tmp_path / "line.json"
    vertices = {"a": "black", "b": "white", "c": "black"}
    path.write_text(json.dumps({"vertices": vertices, "edges": [["a", "b"], ["a", "c"]]}))
    ways = {"reversi:8x8": 8, "clobber:3x5": 4, "checkers:6x6": 1, f"clobber:graph={path}": 1}
    for spec, many in ways.items():
        game = papamu.load(spec)
        assert symmetry_tables(game).shape == (many, game.rules.cells)
        assert symmetry_tables(game)[0].tolist() == list(range(game.rules.cells))
