"""Every promise of the rules contract, for every game, several sizes and all options."""

from __future__ import annotations

import numpy as np
import pytest

import papamu
from papamu.games import rules as contract
from papamu.games.clobber.graph import GraphClobberGame
from papamu.kernel.jit import JIT
from papamu.kernel.random import stream
from papamu.search.playout import playout, random_games
from papamu.testing import check_game
from tests.effort import effort

SMALL = [
    "clobber:1x9", "clobber:4x4", "clobber:6x6", "clobber:5x4,cannibal=true", "clobber:4x5,start=random",
    "clobber:3x4,solitaire=alternate", "clobber:4x4,solitaire=any", "clobber:start=xo.o/oxxo/.xo.",
    "konane:4x4", "konane:6x6,opening=any", "konane:5x6", "konane:8x8,opening=corners", "konane:1x11",
    "reversi:4x4", "reversi:6x6", "reversi:8x8",
    "checkers:4x4", "checkers:6x6", "checkers:8x8", "checkers:8x8,win=moves,first=2",
    "checkers:6x6,rules=program,teleport=0.2", "checkers:8x8,teleport=0.1,first=random",
    "checkers:6x6,quiet=4",
    "blokus:5x5", "blokus:8x6,seats=clockwise", "blokus:8x8,players=2,score=official",
]  # fmt: skip
LARGE = [
    "clobber:10x10", "clobber:16x16", "clobber:1x100", "clobber:9x9,solitaire=any",
    "konane:10x10", "konane:16x16",
    "reversi:10x10", "reversi:16x16", "checkers:10x10,teleport=0.1", "checkers:16x16", "blokus:duo", "blokus",
]  # fmt: skip


@pytest.mark.parametrize("spec", SMALL)
def test_small_boards(spec: str) -> None:
    assert check_game(spec, games=effort(10, 1)) >= 2


@pytest.mark.parametrize("spec", LARGE)
def test_large_boards(spec: str) -> None:
    if not JIT and spec.startswith("blokus"):
        pytest.skip("too slow in the interpreter; the small boards run the same rules")
    assert check_game(spec, games=effort(2, 1)) > 10


def test_a_graph() -> None:
    vertices = {name: ("black", "white")[number % 2] for number, name in enumerate("abcdefgh")}
    edges = [(a, b) for number, a in enumerate("abcdefgh") for b in "abcdefgh"[number + 1 :: 2]]
    assert check_game(GraphClobberGame(vertices, edges), games=5) > 5


class _Broken(papamu.load("clobber:3x3").__class__):  # type: ignore[misc]
    """A game whose notation is wrong: the contract test must notice."""

    def move_text(self, move: int) -> str:
        return super().move_text(move)[::-1]


def test_a_broken_game_is_noticed() -> None:
    game = papamu.load("clobber:3x3")
    broken = _Broken(3, 3, game.options)
    with pytest.raises(AssertionError):
        check_game(broken)


@pytest.mark.parametrize(
    "spec", ["clobber:4x5", "konane:6x6", "reversi:6x6", "checkers:6x6", "blokus:6x6", "clobber:9x9"]
)
def test_random_moves_are_uniform(spec: str) -> None:
    """A position from the middle of a game: every legal move is drawn equally often."""
    game = papamu.load(spec)
    position = game.start()
    for _ in range(4):
        position = position.play(position.legal_moves[len(position.legal_moves) // 2])
    moves = [int(move) for move in position.legal_moves]
    rng, draws = stream(5), effort(400, 40) * len(moves)
    drawn = np.zeros(game.facts.actions)
    for _ in range(draws):
        drawn[contract.random_move(game.rules, position.state, rng)] += 1
    assert drawn.sum() == drawn[moves].sum()
    expected = draws / len(moves)
    chi_square = ((drawn[moves] - expected) ** 2 / expected).sum()
    freedom = len(moves) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 5


def test_games_repeat_by_seed_with_the_jit_on_and_off() -> None:
    """Figures written down once; the interpreter must give the same ones."""
    game = papamu.load("checkers:6x6,teleport=0.1,first=random")
    total = np.zeros(2)
    plies = random_games(game.rules, game.new_state(), stream(11), 5, np.zeros(2), total)
    assert (plies, total.tolist()) == SIGNATURE


SIGNATURE = (122, [1.0, -1.0])


def test_a_playout_ends_in_a_finished_state() -> None:
    game = papamu.load("reversi:4x4")
    state = game.new_state()
    contract.reset(game.rules, state, stream(1))
    assert playout(game.rules, state, stream(2)) >= 10
    assert contract.is_over(game.rules, state)
