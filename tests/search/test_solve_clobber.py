"""The Clobber solver against plain minimax, published facts, and its own limits of memory."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

import papamu
from papamu.core.errors import PapamuError
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.rules import legal_moves
from papamu.kernel.bits import U0, State
from papamu.kernel.grid import unpack
from papamu.search.exact.clobber.pn_search import size_of
from papamu.search.exact.clobber.small_components import make_small
from papamu.search.exact.clobber.solver import ClobberSolver
from papamu.search.exact.combinatorial_values import (
    AT_MOST,
    LEFT,
    NEGATIVE,
    RIGHT,
    VALUES,
    CombinatorialValues,
)
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
    state = minimax.twin.from_board(board, int(position.state[2]))
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
    for seed in range(effort(150, 10)):
        check(scattered(game, seed), solver, minimax)


@pytest.mark.large
@pytest.mark.parametrize("size", ["1x15", "2x7", "3x5", "4x4"])
def test_larger_random_boards_as_minimax(size: str) -> None:
    game = papamu.load(f"clobber:{size}")
    solver = ClobberSolver(game, megabytes=4)
    minimax = Minimax(game.rows, game.cols)
    for seed in range(12):
        check(scattered(game, 500 + seed), solver, minimax)


@pytest.mark.parametrize("size", ["2x4", "3x3", "1x8"])
def test_all_positions_of_a_game_as_minimax(size: str) -> None:
    """With one solver, so that each answer may use what was remembered of others."""
    game = papamu.load(f"clobber:{size}")
    solver = ClobberSolver(game, megabytes=1)
    minimax = Minimax(game.rows, game.cols)
    waiting = [game.start()]
    reached = {game.start()}
    while waiting and len(reached) < effort(3000, 200):
        position = waiting.pop()
        check(position, solver, minimax)
        for move in position.legal_moves:
            after = position.play(move)
            if after not in reached:
                reached.add(after)
                waiting.append(after)
    assert len(reached) > 50


@pytest.mark.parametrize(
    ("spec", "first_wins"),
    [
        *[(f"clobber:2x{n}", n % 3 != 0) for n in range(1, effort(14, 5))],
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
    [
        ("3x4", False),
        ("3x5", True),
        ("3x6", False),
        ("3x7", True),
        ("4x4", True),
        ("4x5", True),
        ("4x6", False),
        ("5x5", False),
    ],
)
def test_larger_solved_boards(size: str, first_wins: bool) -> None:
    game = papamu.load(f"clobber:{size}")
    assert ClobberSolver(game, 256).solve(game.start().state).value == (1 if first_wins else -1)


@pytest.mark.parametrize(
    ("row", "left_first", "right_first"),
    [
        ("xo", True, True),  # star
        ("xo.xo", False, False),
        ("xo.xo.xo", True, True),
        ("xxo", True, False),  # up
        ("xxo.xo", True, True),  # up and star are confused,
        ("xxo.xxo.xo", True, False),  # two ups and star are not
        ("xxo.oox", False, False),
        ("xxo.xxo.oox", True, False),
        ("xxxo.oox.oox.xo", False, False),  # xxxo is two ups and star
        ("xxxo.oox.oox", True, True),
        ("xxoo", False, False),  # zero
        ("xxxoo", False, False),
        ("xxxoooo.xo", True, True),
        ("xxxoo.xxo", True, False),
    ],
)
def test_values_of_rows(row: str, left_first: bool, right_first: bool) -> None:
    """Published values, by who wins sums of them."""
    game = papamu.load(f"clobber:1x{len(row)}")
    solver = ClobberSolver(game, 1)
    for mover, wins in (("x", left_first), ("o", right_first)):
        assert solver.solve(game.from_text(f"{row},{mover}").state).value == (1 if wins else -1)


def parts_of(solver: ClobberSolver, board: NDArray[np.int8]) -> list[list[int]]:
    """The parts of a board of codes, for the first player."""
    own, foe = (np.uint64(sum(1 << int(cell) for cell in np.flatnonzero(board == code))) for code in (1, 2))
    many = solver._take_apart(own, foe)
    return solver._search.parts[0, :many].tolist()


@pytest.mark.parametrize("height, width", [(3, 4), (2, 5), (4, 4), (1, 6), (2, 3)])
def test_a_shape_is_one_part_wherever_and_however_it_lies(height: int, width: int) -> None:
    solver = ClobberSolver(papamu.load("clobber:6x6"), 1)
    draw = np.random.default_rng(7)
    for _ in range(effort(20, 2)):
        shape = draw.integers(1, 3, (height, width), dtype=np.int8)
        spelled = []
        for symmetry in range(8):
            turned = np.rot90(shape.T if symmetry & 4 else shape, symmetry & 3)
            board = np.zeros((6, 6), dtype=np.int8)
            down, right = (int(draw.integers(0, 7 - side)) for side in turned.shape)
            board[down : down + turned.shape[0], right : right + turned.shape[1]] = turned
            spelled.append(parts_of(solver, board))
        assert all(parts == spelled[0] for parts in spelled)
        negative = np.zeros((6, 6), dtype=np.int8)
        negative[:height, :width] = np.where(shape == 1, 2, 1)
        swapped = [[parts[at] for at in (2, 3, 0, 1, 4, 6, 5)] for parts in spelled[0]]
        assert parts_of(solver, negative) == swapped


def test_dead_stones_and_negatives_vanish() -> None:
    solver = ClobberSolver(papamu.load("clobber:7x7"), 1)
    board = np.zeros((7, 7), dtype=np.int8)
    board[0, :3] = 1
    board[2, :] = 2
    assert parts_of(solver, board) == []
    shape = np.array([[1, 2, 1], [1, 1, 2], [2, 1, 1]])  # nine stones: no value is looked for
    board[:] = 0
    board[:3, :3] = shape
    assert len(parts_of(solver, board)) == 1
    board[4:, 3:6] = np.where(shape == 1, 2, 1)[::-1].T
    assert parts_of(solver, board) == []


def test_one_row_of_64_cells() -> None:
    """The widest box, whose masks have no bit to spare."""
    game = papamu.load("clobber:1x64")
    solver = ClobberSolver(game, 1)
    for row, wins in (("xo." * 21 + "x", True), ("x" * 62 + "oo", False), ("o" + "x" * 62 + "o", True)):
        assert solver.solve(game.from_text(f"{row},x").state).value == (1 if wins else -1)


# The store of values, compared with definitions in plain Python.


class Plain:
    """Values as their definition says, read from the store's forms."""

    def __init__(self, values: CombinatorialValues) -> None:
        self.values = values
        self.at_most = cache(self._at_most)
        self.left_wins_second = cache(self._left_wins_second)

    def options(self, value: int, player: int) -> list[int]:
        first, size = self.values.forms[value, 2 * player : 2 * player + 2].tolist()
        return self.values.pool[first : first + size].tolist()

    def _at_most(self, one: int, other: int) -> bool:
        return not any(self.at_most(other, left) for left in self.options(one, LEFT)) and not any(
            self.at_most(right, one) for right in self.options(other, RIGHT)
        )

    def _left_wins_second(self, total: tuple[int, ...]) -> bool:
        """Whatever Right plays in a sum, Left has an answer that leaves such a sum again."""
        for i, value in enumerate(total):
            for right in self.options(value, RIGHT):
                after = (*total[:i], right, *total[i + 1 :])
                answers = (
                    (*after[:j], left, *after[j + 1 :])
                    for j, here in enumerate(after)
                    for left in self.options(here, LEFT)
                )
                if not any(self.left_wins_second(tuple(sorted(answer))) for answer in answers):
                    return False
        return True


@pytest.fixture(scope="module")
def solved() -> ClobberSolver:
    """A solver that has seen many small parts."""
    game = papamu.load("clobber:3x4")
    solver = ClobberSolver(game, megabytes=32)
    for seed in range(effort(300, 6)):
        solver.solve(scattered(game, seed).state)
    return solver


def test_values_are_canonical_and_compared_right(solved: ClobberSolver) -> None:
    values = solved._search.small.values
    plain = Plain(values)
    known = range(min(effort(150, 40), int(values.counts[VALUES])))
    assert len(known) > 30
    for one in known:
        for other in known:
            stored = int(values.order[AT_MOST, one, other >> 6]) >> (other & 63) & 1
            assert bool(stored) == plain.at_most(one, other)
            assert one == other or not (plain.at_most(one, other) and plain.at_most(other, one))
        assert plain.left_wins_second(tuple(sorted((one, int(values.forms[one, NEGATIVE])))))
        lefts, rights = plain.options(one, LEFT), plain.options(one, RIGHT)
        assert not any(plain.at_most(a, b) for a in lefts for b in lefts if a != b)
        assert not any(plain.at_most(a, b) for a in rights for b in rights if a != b)
        assert not any(plain.at_most(answer, one) for left in lefts for answer in plain.options(left, RIGHT))
        assert not any(
            plain.at_most(one, answer) for right in rights for answer in plain.options(right, LEFT)
        )


def test_sums_of_values(solved: ClobberSolver) -> None:
    values = solved._search.small.values
    plain = Plain(values)
    sums = [row for row in values.sums.tolist() if row[1] and row[2] >= 0]
    assert len(sums) > effort(10, 0)
    for one, other, total in sums[:100]:
        negatives = values.forms[[one, other, total], NEGATIVE].tolist()
        assert plain.left_wins_second(tuple(sorted((one, other, negatives[2]))))
        assert plain.left_wins_second(tuple(sorted((negatives[0], negatives[1], total))))


def test_worth_of_small_parts(solved: ClobberSolver) -> None:
    """Who wins a part alone, and beside any other part, is what the values say."""
    small = solved._search.small
    plain = Plain(small.values)
    found = np.flatnonzero(small.seen[:, 3] > 1)
    assert len(found) > 50
    draw = random.Random(3)
    for slot in draw.sample(found.tolist(), effort(200, 20)):
        own, foe, width, value = (int(word) for word in small.seen[slot])
        height = -(-(own | foe).bit_length() // width)
        cells = unpack(np.array([own, foe], dtype=np.uint64), 128).reshape(2, 64)[:, : height * width]
        board = (cells[0] + 2 * cells[1]).reshape(height, width).tolist()
        minimax = Minimax(height, width)
        assert minimax.wins(minimax.twin.from_board(board, 0)) == (not plain.at_most(value - 2, 0))
        assert minimax.wins(minimax.twin.from_board(board, 1)) == (not plain.at_most(0, value - 2))


# Little memory.


@pytest.mark.parametrize("slots", [4, 64])
@pytest.mark.parametrize("bits", [6, 8])
def test_with_next_to_no_memory_it_forgets_but_does_not_err(slots: int, bits: int) -> None:
    game = papamu.load("clobber:3x4")
    solver = ClobberSolver(game, 1)
    memory = solver._search.memory
    solver._search = solver._search._replace(
        memory=memory._replace(slots=memory.slots[:slots].copy()), small=make_small(bits)
    )
    minimax = Minimax(3, 4)
    for seed in range(effort(60, 5)):
        check(scattered(game, 1000 + seed), solver, minimax)
    if bits == 6:  # the store of values was full as well
        assert solver._search.small.values.counts[VALUES] >= effort(60, 20)


@pytest.mark.large
def test_one_megabyte_is_enough() -> None:
    game = papamu.load("clobber:4x5")
    solver = ClobberSolver(game, megabytes=1)
    assert size_of(solver._search) <= 1 << 20
    slots = solver._search.memory.slots
    solution = solver.solve(game.start().state, every=True)
    assert solver._search.memory.slots is slots
    assert np.count_nonzero(slots[:, 1] == U0) < len(slots) // 100  # it was full, and had to forget
    assert solution.values == ClobberSolver(game, megabytes=64).solve(game.start().state, every=True).values


@pytest.mark.parametrize("megabytes", [1, 3, 20, 64])
@pytest.mark.parametrize("size", ["2x2", "4x5", "8x8"])
def test_memory_is_what_was_allowed(size: str, megabytes: int) -> None:
    assert size_of(ClobberSolver(papamu.load(f"clobber:{size}"), megabytes)._search) <= megabytes << 20


class Enough(Exception):  # noqa: N818 - not an error: what a watcher raises to stop
    pass


def test_watching_stopping_and_going_on() -> None:
    game = papamu.load("clobber:3x4")
    solver = ClobberSolver(game, 1)
    seen: list[int] = []

    def watch(nodes: int) -> None:
        seen.append(nodes)
        if len(seen) == 1:
            raise Enough

    start = game.start().state
    with pytest.raises(Enough):
        solver.solve(start, watch=watch)
    assert seen[0] > 0
    solution = solver.solve(start)
    assert solution.value == -1
    assert solution.best == all_moves(start, game)
    assert solution.seconds > 0
    assert solver.solve(start).nodes < solution.nodes  # it remembers


def all_moves(state: State, game: Game) -> list[int]:
    moves = np.zeros(game.rules.max_moves, dtype=np.int64)
    return moves[: legal_moves(game.rules, state, moves)].tolist()


def test_a_finished_game_is_lost() -> None:
    game = papamu.load("clobber:2x2")
    solution = ClobberSolver(game, 1).solve(game.from_text("x./.o,o").state)
    assert (solution.value, solution.best, solution.nodes) == (-1, [], 0)


@pytest.mark.parametrize(
    "spec", ["clobber:9x9", "clobber:3x3,cannibal=true", "clobber:3x3,solitaire=any", "konane:4x4"]
)
def test_what_it_is_not_for(spec: str) -> None:
    game = papamu.load(spec)
    assert not ClobberSolver.fits(game)
    with pytest.raises(PapamuError, match="two players on rectangles"):
        ClobberSolver(game)


def test_no_memory_at_all() -> None:
    with pytest.raises(PapamuError, match="1 or more"):
        ClobberSolver(papamu.load("clobber:3x3"), megabytes=0)
