"""The rules beside OpenSpiel's: random games, the board and every possible next board compared at each ply.

OpenSpiel is not needed to work on Papamu: `make bench` installs it in an environment of its own and runs
this file there.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import papamu
from papamu.bench.cases import SIMS
from papamu.bench.playouts import Theirs

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: `make bench` compares with it")

Board = tuple[tuple[int, ...], ...]
Reader = Callable[[Any], Board]
QUIET_DRAW = 40  # OpenSpiel's checkers end after so many plies without a capture, ours go on


def upside_down(state: Any) -> Board:
    """Clobber: their first player `o` has the lower left corner, our Black the upper left."""
    rows = [line.strip("0123456789 ") for line in str(state).splitlines()]
    return tuple(tuple(".ox".index(cell) for cell in row) for row in rows if set(row) <= set(".ox") and row)[
        ::-1
    ]


def as_it_is(state: Any) -> Board:
    """Othello: `x` is Black and moves first, in both."""
    rows = [line.split()[1:-1] for line in str(state).splitlines() if line[:1].isdigit()]
    return tuple(tuple("-xo".index(cell) for cell in row) for row in rows)


def left_to_right(state: Any) -> Board:
    """Checkers: the first player is at the bottom in both, but their upper left square is never used."""
    rows = [line[1:] for line in str(state).splitlines() if line[:1].isdigit()]
    codes = np.array([[".o+8*".index(cell) for cell in row] for row in rows])
    codes[np.indices(codes.shape).sum(axis=0) % 2 == 0] = -1
    return tuple(map(tuple, codes[:, ::-1].tolist()))


def our_board(position: papamu.Position) -> Board:
    return tuple(map(tuple, position.board.tolist()))


CASES = [
    ("clobber:2x2", "clobber(rows=2,columns=2)", upside_down, 20),
    ("clobber:2x3", "clobber(rows=2,columns=3)", upside_down, 50),
    ("clobber:3x5", "clobber(rows=3,columns=5)", upside_down, 50),
    ("clobber:5x4", "clobber(rows=5,columns=4)", upside_down, 50),
    ("clobber:6x6", "clobber(rows=6,columns=6)", upside_down, 30),
    ("clobber:8x8", "clobber(rows=8,columns=8)", upside_down, 15),
    ("clobber:9x11", "clobber(rows=9,columns=11)", upside_down, 8),
    ("clobber:10x10", "clobber(rows=10,columns=10)", upside_down, 8),
    ("reversi:8x8", "othello", as_it_is, 40),
    ("checkers:8x8,quiet=0,first=1,win=moves", "checkers(rows=8,columns=8)", left_to_right, 100),
]


@pytest.mark.parametrize("ours, theirs, read, games", CASES, ids=[case[0] for case in CASES])
def test_random_games_agree(ours: str, theirs: str, read: Reader, games: int) -> None:
    """Equal boards, movers, numbers of moves, successors and results, ply by ply."""
    game = papamu.load(ours)
    their_game = pyspiel.load_game(theirs)
    finished = 0
    for number in range(games):
        chance = random.Random(number)
        position, state = game.start(), their_game.new_initial_state()
        assert our_board(position) == read(state)
        while not state.is_terminal():
            assert position.player == state.current_player()
            assert len(position.legal_moves) == len(state.legal_actions())
            next_positions = [position.play(move) for move in position.legal_moves]
            next_states = {read(child): child for child in map(state.child, state.legal_actions())}
            assert {our_board(next_) for next_ in next_positions} == set(next_states)
            position = chance.choice(next_positions)
            state = next_states[our_board(position)]
        if not (game.name == "checkers" and quiet_plies(position) >= QUIET_DRAW):
            assert position.is_over
            assert position.returns == tuple(state.returns())
            finished += 1
    assert finished > games / 4


def quiet_plies(position: papamu.Position) -> int:
    """How many plies ago the number of pieces last changed."""
    pieces = [sum(line.scores) for line in position.line]
    return len(pieces) - 1 - pieces.index(pieces[-1])


@pytest.mark.parametrize("rollouts", [10, 250])
def test_bench_counts_their_rollouts(rollouts: int) -> None:
    """The bench's bot plays as many games as it is asked to: a mean of n results has the variance 1/n."""
    theirs = Theirs("clobber(rows=6,columns=6)")
    roots = [theirs.bot(rollouts, seed).mcts_search(theirs.state) for seed in range(200)]
    assert {root.explore_count for root in roots} == {1}  # one simulation, at the root
    means = np.array([root.total_reward for root in roots])
    assert abs(means.mean()) < 0.1  # the first player wins about half of 6x6
    assert means.var() * rollouts == pytest.approx(1.0, rel=0.35)  # five times the standard error


def test_bench_counts_their_simulations() -> None:
    theirs = Theirs("clobber(rows=4,columns=4)")
    assert theirs.bot(1, 1, SIMS).mcts_search(theirs.state).explore_count == SIMS
