"""The general solver against plain minimax, on every game it takes, and against solved boards."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import papamu
from papamu.core.errors import PapamuError
from papamu.games.clobber.graph import GraphClobberGame
from papamu.games.position import Position
from papamu.search.canonical_state import canonical, symmetry
from papamu.search.exact.alphabeta_proof import double_stack
from papamu.search.exact.general import GeneralSolver, fits
from tests.effort import effort


@cache
def plain(position: Position) -> float:
    """The value for the player to move, by looking at everything."""
    if position.is_over:
        return position.returns[position.player]
    return max(after(position, move) for move in position.legal_moves)


def after(position: Position, move: int) -> float:
    child = position.play(move)
    return plain(child) if child.player == position.player else -plain(child)


def random_position(position: Position, plies: int, rng: np.random.Generator) -> Position:
    for _ in range(plies):
        if position.is_over:
            break
        position = position.play(int(rng.choice(position.legal_moves)))
    return position


def check(solver: GeneralSolver, position: Position) -> None:
    """The value, the best moves, and every move's value."""
    expected = {int(move): after(position, move) for move in position.legal_moves}
    found = solver.solve(position.state)
    assert found.value == plain(position)
    assert found.values == {move: value for move, value in expected.items() if value == found.value}
    every = solver.solve(position.state, every=True)
    assert every.values == expected
    assert list(every.values) == [int(move) for move in position.legal_moves]
    assert every.value == found.value
    assert every.best == found.best


HEPTAGON = GraphClobberGame(
    {name: "black" if index % 2 else "white" for index, name in enumerate("abcdefg")},
    [*zip("abcdefg", "bcdefga", strict=True), ("a", "d"), ("b", "f")],
)


@pytest.mark.parametrize(
    ("spec", "plies"),
    [
        ("clobber:2x3", 0), ("clobber:1x8", 1), ("clobber:3x3", 2), ("clobber:3x4", 3), ("clobber:4x4", 7),
        ("clobber:3x3,cannibal=true", 3), ("clobber:2x4,cannibal=true", 2),
        ("konane:4x4", 3), ("konane:3x5", 4), ("konane:4x5", 7), ("konane:5x5,opening=any", 11),
        ("reversi:4x4", 8), ("reversi:6x6", 28),
        ("checkers:4x4,quiet=4", 3), ("checkers:4x4,quiet=3,win=moves", 4),
        ("checkers:6x6,rules=program,quiet=0", 22), ("checkers:6x6,quiet=2", 40),
    ],
)  # fmt: skip
def test_against_plain_minimax(spec: str, plies: int) -> None:
    game = papamu.load(spec)
    solver = GeneralSolver(game, megabytes=1)
    rng = np.random.default_rng(3)
    for _ in range(effort(12, 2)):
        check(solver, random_position(game.start(seed=0), plies + effort(0, 3), rng))


def test_a_graph() -> None:
    check(GeneralSolver(HEPTAGON, megabytes=1), HEPTAGON.start())


OWN_GAME = """
import nim, papamu
from papamu.search.exact.general import GeneralSolver
game = papamu.load("nim:1x21")
solver = GeneralSolver(game, megabytes=1)
for stones in range(1, 22):
    found = solver.solve(game.from_text("x" * stones + "." * (21 - stones) + ",x").state)
    assert found.value == (1 if stones % 4 else -1)
    assert found.best == ([stones % 4] if stones % 4 else [1, 2, 3])
print("solved")
"""


def test_a_game_of_ones_own() -> None:
    """Nim registers no mobility. In a process of its own: a game from outside changes every cache key."""
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root / "examples"), str(root / "src")])
    done = subprocess.run(
        [sys.executable, "-c", OWN_GAME],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "solved\n", done.stderr


@pytest.mark.parametrize("spec", ["clobber:3x4", "konane:4x4", "reversi:4x4", "checkers:4x4,quiet=4"])
def test_a_tiny_table_is_still_right(spec: str) -> None:
    game = papamu.load(spec)
    solver = GeneralSolver(game, megabytes=0.001)
    rng = np.random.default_rng(5)
    for _ in range(effort(6, 1)):
        check(solver, random_position(game.start(), effort(5, 8), rng))


@pytest.mark.parametrize(
    ("spec", "first_wins"),
    [
        ("konane:4x4", False), ("clobber:2x2,cannibal=true", True), ("clobber:2x3,cannibal=true", False),
        ("clobber:2x4,cannibal=true", True),
        *[(f"clobber:2x{n}", n % 3 != 0) for n in range(1, effort(9, 5))],
        *[(f"clobber:1x{n}", n not in (5, 6, 7, 11)) for n in range(2, effort(13, 8))],
    ],
)  # fmt: skip
def test_solved_boards(spec: str, first_wins: bool) -> None:
    game = papamu.load(spec)
    assert GeneralSolver(game, megabytes=4).solve(game.start().state).value == (1 if first_wins else -1)


@pytest.mark.large
@pytest.mark.parametrize(
    ("spec", "first_wins"),
    [
        ("clobber:2x5,cannibal=true", True), ("clobber:3x3,cannibal=true", True),
        ("clobber:3x4,cannibal=true", True), ("clobber:4x4,cannibal=true", True),
        ("clobber:3x4", False), ("clobber:3x5", True), ("clobber:3x6", False), ("clobber:4x4", True),
        ("konane:5x6", False), ("konane:6x5", False), ("reversi:4x4", False),
    ],
)  # fmt: skip
def test_solved_larger_boards(spec: str, first_wins: bool) -> None:
    game = papamu.load(spec)
    assert GeneralSolver(game, megabytes=32).solve(game.start().state).value == (1 if first_wins else -1)


@pytest.mark.large
def test_konane_6x6_is_a_second_player_win() -> None:
    game = papamu.load("konane:6x6")
    found = GeneralSolver(game, megabytes=128).solve(game.start().state)
    assert found.value == -1
    assert len(found.values) == 4


def test_a_finished_game_has_a_value_and_no_moves() -> None:
    game = papamu.load("clobber:2x2")
    found = GeneralSolver(game, megabytes=1).solve(game.from_text("x./.o,x").state)
    assert (found.value, found.values, found.best) == (-1.0, {}, [])


def test_moves_equal_by_symmetry_are_solved_once() -> None:
    game = papamu.load("konane:4x4")
    solver = GeneralSolver(game, megabytes=1)
    found = solver.solve(game.start().state, every=True)
    assert [game.move_text(move) for move in found.values] == ["a4", "b3", "c2", "d1"]
    again = solver.solve(game.start().state, every=True)
    assert again.nodes <= 2  # two kinds of opening, both remembered
    assert again.values == found.values


@pytest.mark.parametrize(
    "spec", ["clobber:3x4", "clobber:4x4", "konane:4x4", "konane:4x5", "reversi:4x4", "reversi:6x6"]
)
def test_the_canonical_state_means_the_same(spec: str) -> None:
    game = papamu.load(spec)
    rng = np.random.default_rng(7)
    tables = symmetry(game, game.start().state)
    shared = 0
    for _ in range(effort(30, 5)):
        position = random_position(game.start(), int(rng.integers(1, 9)), rng)
        key, other = position.state.copy(), position.state.copy()
        canonical(tables, position.state, key)
        equal = {same.state.tobytes() for same in position.symmetries()}
        assert key.tobytes() in equal
        for same in position.symmetries():
            canonical(tables, same.state, other)
            shared += other.tobytes() == key.tobytes() and same != position
    assert shared > 0


def test_games_that_name_cells_elsewhere_are_left_as_they_are() -> None:
    for spec in ("checkers:6x6", "konane:9x9", "clobber:1x70"):
        game = papamu.load(spec)
        assert len(symmetry(game, game.start().state).images) == 0


def test_it_can_be_watched_stopped_and_asked_again() -> None:
    game = papamu.load("clobber:4x4" if effort(1, 0) else "clobber:3x3")
    solver = GeneralSolver(game, megabytes=1)
    solver._budget = 1  # slices of a node
    seen: list[int] = []

    def stop(nodes: int) -> None:
        seen.append(nodes)
        if len(seen) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.solve(game.start().state, watch=stop)
    assert seen == sorted(seen)
    found = solver.solve(game.start().state, watch=seen.append)
    assert found.value == 1
    assert found.nodes == seen[-1]


def test_slices_and_a_growing_stack_change_nothing() -> None:
    game = papamu.load("konane:4x4")
    whole = GeneralSolver(game, megabytes=1).solve(game.start().state, every=True)
    solver = GeneralSolver(game, megabytes=1)
    short = {
        name: np.ascontiguousarray(getattr(solver._proof, name)[:2])
        for name in ("states", "keys", "moves", "ranks")
    }
    flat = {
        name: np.ascontiguousarray(getattr(solver._proof, name)[:, :2]) for name in ("numbers", "windows")
    }
    solver._proof = solver._proof._replace(**short, **flat)
    solver._budget = 3
    found = solver.solve(game.start().state, every=True)
    assert (found.value, found.values, found.nodes) == (whole.value, whole.values, whole.nodes)
    assert len(solver._proof.states) > 2
    assert len(double_stack(solver._proof).states) == 2 * len(solver._proof.states)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("blokus", "two against each other"), ("clobber:3x3,solitaire=any", "two against each other"),
        ("checkers:6x6,teleport=0.1", "chance"), ("checkers:6x6,quiet=0", "for ever"),
    ],
)  # fmt: skip
def test_what_cannot_be_solved_says_why(spec: str, why: str) -> None:
    game = papamu.load(spec)
    reason = fits(game)
    assert reason is not None
    assert why in reason
    assert "\n" not in reason
    with pytest.raises(PapamuError, match=why):
        GeneralSolver(game)
    assert fits(papamu.load("checkers:6x6,quiet=0,rules=program")) is None
