"""The Clobber solver against plain minimax, published facts, and its own memory limit."""

from __future__ import annotations

import random

import numpy as np
import pytest

import papamu
from papamu.errors import PapamuError
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.rules import legal_moves
from papamu.kernel.bits import U0, State
from papamu.search.clobber_parts import MOST_PARTS, PART, boxes, take_apart
from papamu.search.solve_clobber import ClobberSolver
from tests.effort import effort
from tests.naive.clobber import Clobber, ClobberState


class Minimax:
    """Every move looked at, with nothing but a dictionary."""

    def __init__(self, rows: int, cols: int) -> None:
        self.twin = Clobber(rows, cols)
        self.known: dict[ClobberState, bool] = {}

    def wins(self, state: ClobberState) -> bool:
        if state not in self.known:
            self.known[state] = any(not self.wins(after) for after in self.successors(state).values())
        return self.known[state]

    def successors(self, state: ClobberState) -> dict[str, ClobberState]:
        return {move: self.twin.play(state, move) for move in self.twin.moves(state)}


def check(position: Position, solver: ClobberSolver, minimax: Minimax) -> None:
    """The value of the position and of every move, as minimax says."""
    game = position.game
    board = np.asarray(position.board).reshape(game.rows, game.cols).tolist()
    state = minimax.twin.from_board(board, game.turn(position.state))
    solution = solver.solve(position.state, every=True)
    expected = {move: -1 if minimax.wins(after) else 1 for move, after in minimax.successors(state).items()}
    assert {game.move_text(move): value for move, value in solution.values.items()} == expected
    assert solution.value == (1 if minimax.wins(state) else -1)
    best = solver.solve(position.state)
    assert best.value == solution.value
    assert list(best.values) == best.best == solution.best


def scattered(game: Game, seed: int) -> Position:
    """Random stones, often in several groups."""
    draw = random.Random(seed)
    empty = draw.choice((0.0, 0.15, 0.3, 0.45))
    cells = ["." if draw.random() < empty else draw.choice("xo") for _ in range(game.rows * game.cols)]
    rows = ["".join(cells[at : at + game.cols]) for at in range(0, len(cells), game.cols)]
    return game.from_text("/".join(rows) + "," + draw.choice("xo"))


@pytest.mark.parametrize(
    "size", ["1x2", "2x1", "1x9", "11x1", "2x2", "3x2", "2x5", "6x2", "3x3", "3x4", "4x3"]
)
def test_random_boards_as_minimax(size: str) -> None:
    game = papamu.load(f"clobber:{size}")
    solver = ClobberSolver(game, megabytes=1)
    minimax = Minimax(game.rows, game.cols)
    for seed in range(effort(150, 25)):
        check(scattered(game, seed), solver, minimax)


@pytest.mark.parametrize("size", ["2x4", "3x3", "1x8"])
def test_all_positions_of_a_game_as_minimax(size: str) -> None:
    """With one solver, so that each answer may use what was remembered of others."""
    game = papamu.load(f"clobber:{size}")
    solver = ClobberSolver(game, megabytes=1)
    minimax = Minimax(game.rows, game.cols)
    waiting, seen = [game.start()], 0
    reached = {game.start()}
    while waiting and seen < effort(3000, 100):
        position = waiting.pop()
        check(position, solver, minimax)
        seen += 1
        for move in position.legal_moves:
            after = position.play(move)
            if after not in reached:
                reached.add(after)
                waiting.append(after)
    assert seen > 20


@pytest.mark.parametrize(
    ("spec", "first_wins"),
    [
        *[(f"clobber:2x{n}", n % 3 != 0) for n in range(1, effort(11, 4))],
        *[(f"clobber:1x{n}", n not in (5, 6, 7, 11)) for n in range(2, effort(13, 9))],
        ("clobber:3x3", True),
    ],
)
def test_solved_boards(spec: str, first_wins: bool) -> None:
    game = papamu.load(spec)
    assert ClobberSolver(game, 16).solve(game.start().state).value == (1 if first_wins else -1)


@pytest.mark.large
@pytest.mark.parametrize(
    ("size", "first_wins"),
    [("3x4", False), ("3x5", True), ("3x6", False), ("4x4", True), ("4x5", True)],
)
def test_larger_solved_boards(size: str, first_wins: bool) -> None:
    game = papamu.load(f"clobber:{size}")
    assert ClobberSolver(game, 64).solve(game.start().state).value == (1 if first_wins else -1)


# Values of rows: each text is a sum, `x` being Left.
STAR, UP, DOWN = "xo", "xxo", "oox"


@pytest.mark.parametrize(
    ("row", "left_first", "right_first"),
    [
        (STAR, True, True),
        (f"{STAR}.{STAR}", False, False),
        (f"{STAR}.{STAR}.{STAR}", True, True),
        (UP, True, False),
        (f"{UP}.{STAR}", True, True),  # up and star are confused
        (f"{UP}.{UP}.{STAR}", True, False),  # two ups are not
        (f"{UP}.{DOWN}", False, False),
        (f"{UP}.{UP}.{DOWN}", True, False),
        (f"xxxo.{DOWN}.{DOWN}.{STAR}", False, False),  # xxxo is two ups and a star
        ("xxoo", False, False),
        ("xxxoo", False, False),
        (f"xxxoooo.{STAR}", True, True),
        (f"xxxoo.{UP}", True, False),
    ],
)
def test_values_of_rows(row: str, left_first: bool, right_first: bool) -> None:
    game = papamu.load(f"clobber:1x{len(row)}")
    solver = ClobberSolver(game, 1)
    for mover, wins in (("x", left_first), ("o", right_first)):
        assert solver.solve(game.from_text(f"{row},{mover}").state).value == (1 if wins else -1)


def parts_of(position: Position) -> list[list[int]]:
    own, foe, _ = position.state
    out = np.zeros((MOST_PARTS, PART), dtype=np.uint64)
    many = take_apart(boxes(), own, foe, position.game.cols, out)
    return out[:many].tolist()


def test_a_shape_is_one_part_wherever_and_however_it_lies() -> None:
    shapes = (
        ".....|.xxo.|.o...|.....", "xxo..|o....|.....|.....", ".....|.....|....o|..oxx",
        "..xo.|..x..|..o..|.....", ".....|o....|xxo..|.....", "xo...|x....|o....|.....",
        "xxo..|..o..|.....|.....", "xoo..|x....|.....|.....",
    )  # fmt: skip
    game = papamu.load("clobber:4x5")
    spelled = [parts_of(game.from_text(shape.replace("|", "/") + ",x")) for shape in shapes]
    assert len(spelled[0]) == 1
    assert all(parts == spelled[0] for parts in spelled[:6])
    assert all(parts != spelled[0] for parts in spelled[6:])


def test_dead_stones_and_negatives_vanish() -> None:
    game = papamu.load("clobber:4x5")
    assert parts_of(game.from_text("xxx../...../ooo../..o.x,x")) == []
    assert parts_of(game.from_text("xxo../o..../...oo/.oxx.,x")) != []
    assert parts_of(game.from_text("xxo.x/o...o/....o/.....,x")) != []
    assert parts_of(game.from_text("xxo.x/o...o/...xo/.....,x")) == []


def test_one_row_of_64_cells() -> None:
    """The widest box, whose masks have no bit to spare."""
    game = papamu.load("clobber:1x64")
    solver = ClobberSolver(game, 1)
    row = "xo." * 21 + "x"
    assert solver.solve(game.from_text(f"{row},x").state).value == 1
    tail = "x" * 62 + "oo"
    assert solver.solve(game.from_text(f"{tail},x").state).value == -1
    assert len(parts_of(game.start())) == 1


def with_slots(solver: ClobberSolver, slots: int) -> ClobberSolver:
    memory = solver._search.memory
    solver._search = solver._search._replace(memory=memory._replace(slots=memory.slots[:slots].copy()))
    return solver


@pytest.mark.parametrize("slots", [4, 64])
def test_a_table_of_a_few_slots_forgets_but_does_not_err(slots: int) -> None:
    game = papamu.load("clobber:3x4")
    solver = with_slots(ClobberSolver(game, 1), slots)
    minimax = Minimax(3, 4)
    for seed in range(effort(40, 8)):
        check(scattered(game, 1000 + seed), solver, minimax)


@pytest.mark.large
def test_a_small_table_is_enough() -> None:
    game = papamu.load("clobber:4x5")
    solver = ClobberSolver(game, megabytes=1)
    slots = solver._search.memory.slots
    assert slots.nbytes <= 1 << 20
    solution = solver.solve(game.start().state, every=True)
    assert solver._search.memory.slots is slots
    assert np.count_nonzero(slots[:, 1] == U0) < 1000  # it was full, and had to forget
    assert solution.values == ClobberSolver(game, megabytes=64).solve(game.start().state, every=True).values


class Enough(Exception):  # noqa: N818 - not an error: what a watcher raises to stop
    pass


def test_watching_stopping_and_going_on() -> None:
    game = papamu.load("clobber:3x4")
    solver = ClobberSolver(game, 1)
    seen: list[int] = []

    def watch(nodes: int) -> None:
        seen.append(nodes)
        if len(seen) == 2:
            raise Enough

    start = game.start().state
    with pytest.raises(Enough):
        solver.solve(start, watch=watch)
    assert 0 < seen[0] < seen[1]
    solution = solver.solve(start, watch=watch)
    assert solution.value == -1
    assert seen == sorted(seen[:2]) + sorted(seen[2:])
    assert solution.nodes >= max(seen[2:], default=0)
    assert solution.best == game_moves(start, game)
    assert solver.solve(start).nodes < solution.nodes  # it remembers


def game_moves(state: State, game: Game) -> list[int]:
    moves = np.zeros(game.rules.max_moves, dtype=np.int64)
    return moves[: legal_moves(game.rules, state, moves)].tolist()


@pytest.mark.parametrize(
    "spec", ["clobber:9x9", "clobber:3x3,cannibal=true", "clobber:3x3,solitaire=any", "konane:4x4"]
)
def test_what_it_is_not_for(spec: str) -> None:
    game = papamu.load(spec)
    assert not ClobberSolver.fits(game)
    with pytest.raises(PapamuError, match="two players on rectangles"):
        ClobberSolver(game)  # type: ignore[arg-type]
