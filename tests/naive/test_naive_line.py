"""Tests of the naive twins of Clobber, Konane and Reversi: known node counts and solved small games."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from .cells import column_name
from .clobber import Clobber, ClobberState, GraphClobber
from .konane import Konane
from .perft import perft
from .reversi import Reversi

PERFT = [
    (Clobber(1, 6), "5 12 9 6 0"),
    (Clobber(2, 3), "7 22 32 44 0"),
    (Clobber(3, 3), "12 88 376 936 1840 872 592 0"),
    (Clobber(3, 4), "17 204 1671 8974 34450 99140"),
    (Clobber(4, 4), "24 448 6380 67296"),
    (Clobber(4, 5), "31 790 16339"),
    (Clobber(3, 3, cannibal=True), "12 88 648 2824 8992 8768 4848 592 0"),
    (Clobber(4, 4, cannibal=True), "24 448 8060 115048"),
    (Konane(4, 4), "4 12 16 52 120 376 972 2808 6124 13040 20356 24172 17244 8652 1248 0"),
    (Konane(4, 4, "any"), "8 24 32 100 220 696 1672 4716"),
    (Konane(6, 6), "4 12 28 156 668 4192"),
    (Konane(8, 8), "4 12 28 172 892 7124"),
    (Reversi(4), "4 12 44 128 424 1256 3624 9116 20044 36540 50704 57436 59564 59980 60060"),
    (Reversi(6), "4 12 56 244 1364 7604"),
    (Reversi(8), "4 12 56 244 1396 8200"),
]


@pytest.mark.parametrize("twin, known", PERFT)
def test_perft(twin: Any, known: str) -> None:
    counts = [int(word) for word in known.split()]
    finished_counts = isinstance(twin, Reversi)
    assert perft(twin, twin.start(), len(counts), finished_counts) == counts


def mover_wins(twin: Any, state: Any, known: dict[Any, bool]) -> bool:
    """Whether the player to move can move last."""
    if state not in known:
        known[state] = any(not mover_wins(twin, twin.play(state, move), known) for move in twin.moves(state))
    return known[state]


@pytest.mark.parametrize("rows, cols, won", [(3, 3, True), (3, 4, False), (3, 5, True), (4, 4, True)])
def test_clobber_solved(rows: int, cols: int, won: bool) -> None:
    twin = Clobber(rows, cols)
    assert mover_wins(twin, twin.start(), {}) == won


@pytest.mark.parametrize("cols", range(1, 8))
def test_clobber_two_rows(cols: int) -> None:
    twin = Clobber(2, cols)
    assert mover_wins(twin, twin.start(), {}) == (cols % 3 != 0)


def fewest_left(twin: Clobber, state: ClobberState, known: dict[ClobberState, int]) -> int:
    if state not in known:
        lefts = [fewest_left(twin, twin.play(state, move), known) for move in twin.moves(state)]
        known[state] = min(lefts) if lefts else int(twin.scores(state)[0])
    return known[state]


@pytest.mark.parametrize("n", range(2, 13))
def test_solitaire_one_row(n: int) -> None:
    """The known value holds with Black first, with White first, and with any stone each time."""
    row = [[1 if col % 2 == 0 else 2 for col in range(n)]]
    value = (n + 3) // 4 + (1 if n % 4 == 3 else 0)
    alternate = Clobber(1, n, solitaire="alternate")
    assert fewest_left(alternate, alternate.from_board(row, 0), {}) == value
    assert fewest_left(alternate, alternate.from_board(row, 0, colour=1), {}) == value
    free = Clobber(1, n, solitaire="any")
    assert fewest_left(free, free.start(), {}) == value


def test_solitaire_first_colour_can_matter() -> None:
    twin = Clobber(1, 3, solitaire="alternate")
    assert fewest_left(twin, twin.from_board([[1, 1, 2]], 0), {}) == 2
    assert fewest_left(twin, twin.from_board([[1, 1, 2]], 0, colour=1), {}) == 1


def test_solitaire_state() -> None:
    twin = Clobber(1, 3, solitaire="alternate")
    assert (twin.num_players, twin.moves(twin.start())) == (1, ["a1b1", "c1b1"])
    end = twin.play(twin.start(), "a1b1")
    assert (twin.player(end), twin.moves(end), twin.scores(end)) == (0, [], [2.0])
    assert (twin.returns(twin.start()), twin.returns(end)) == ([0.0], [0.0])
    assert twin.returns(twin.from_board([[1, 0, 1]], 0)) == [-1.0]
    assert twin.returns(twin.from_board([[1, 0, 1]], 0, start_count=5)) == [0.5]
    assert twin.returns(twin.from_board([[0, 0, 1]], 0)) == [1.0]
    free = Clobber(1, 3, solitaire="any")
    assert free.moves(free.start()) == ["a1b1", "b1a1", "b1c1", "c1b1"]
    cannibal = Clobber(1, 3, cannibal=True, solitaire="alternate")
    assert cannibal.moves(cannibal.from_board([[1, 1, 2]], 0)) == ["a1b1", "b1a1", "b1c1"]


def test_clobber_order_and_end() -> None:
    twin = Clobber(2, 2)
    state = twin.start()
    assert twin.board(state) == [[1, 2], [2, 1]]
    assert twin.moves(state) == ["a2a1", "a2b2", "b1b2", "b1a1"]
    state = twin.play(state, "b1a1")
    assert (twin.board(state), twin.player(state)) == ([[1, 2], [1, 0]], 1)
    state = twin.play(state, "b2a2")
    assert (twin.board(state), twin.moves(state)) == ([[2, 0], [1, 0]], ["a1a2"])
    state = twin.play(state, "a1a2")
    assert (twin.is_over(state), twin.returns(state), twin.scores(state)) == (True, [1.0, -1.0], [1.0, 0.0])
    with pytest.raises(ValueError):
        twin.play(state, "a1a2")


def test_graph_clobber() -> None:
    names = ["p", "q", "r", "s", "t", "u"]
    path = GraphClobber(names, [*pairwise(names), ("q", "p")], [1, 2, 1, 2, 1, 2])
    assert perft(path, path.start(), 5) == [5, 12, 9, 6, 0]
    star = GraphClobber(["X", "A", "B"], [("B", "X"), ("X", "A")], [1, 2, 2])
    assert star.moves(star.start()) == ["X>A", "X>B"]
    state = star.play(star.start(), "X>B")
    assert (star.board(state), star.player(state), star.moves(state)) == ([[0, 2, 1]], 1, [])
    assert star.returns(state) == [1.0, -1.0]


@pytest.mark.parametrize(
    "rows, cols, opening, first",
    [
        (8, 8, "seed", "a8 d5 e4 h1"),
        (8, 8, "corners", "a8 h1"),
        (3, 3, "seed", "a3 c3 b2 a1 c1"),
        (3, 4, "seed", "a3 b2 a1"),
        (1, 4, "seed", "a1 c1"),
        (2, 3, "any", "a2 c2 b1"),
    ],
)
def test_konane_openings(rows: int, cols: int, opening: str, first: str) -> None:
    twin = Konane(rows, cols, opening)
    assert twin.moves(twin.start()) == first.split()


def test_konane_moves() -> None:
    twin = Konane(5, 5)
    board = [[0, 0, 0, 0, 0], [0, 0, 2, 0, 0], [0, 2, 1, 2, 0], [0, 0, 2, 0, 0], [0, 0, 0, 0, 0]]
    assert twin.moves(twin.from_board(board, 0)) == ["c3-c5", "c3-a3", "c3-c1", "c3-e3"]
    line = Konane(1, 6)
    state = line.from_board([[1, 2, 0, 2, 0, 2]], 0)
    assert line.moves(state) == ["a1-c1", "a1-e1"]
    state = line.play(state, "a1-e1")
    assert (line.board(state), line.moves(state)) == ([[0, 0, 0, 0, 1, 2]], ["f1-d1"])
    state = line.play(state, "f1-d1")
    assert (line.returns(state), line.scores(state)) == ([-1.0, 1.0], [0.0, 1.0])
    alone = Konane(1, 1)
    assert alone.returns(alone.play(alone.start(), "a1")) == [1.0, -1.0]
    small = Konane(3, 3, "corners")
    assert small.moves(small.from_board([[0, 2, 0], [2, 1, 2], [0, 2, 0]], 0, phase=0)) == ["b2"]
    assert small.moves(small.from_board([[1, 2, 1], [2, 0, 2], [1, 2, 1]], 1, phase=1)) == [
        "b3", "a2", "c2", "b1",
    ]  # fmt: skip


def test_reversi_moves() -> None:
    twin = Reversi(8)
    assert twin.moves(twin.start()) == ["d3", "c4", "f5", "e6"]
    small = Reversi(4)
    state = small.from_board([[1, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]], 1)
    assert small.moves(state) == ["pass"]
    state = small.play(state, "pass")
    assert small.moves(state) == ["c1"]
    state = small.play(state, "c1")
    assert (small.board(state)[0], small.is_over(state)) == ([1, 1, 1, 0], True)
    assert (small.returns(state), small.scores(state)) == ([1.0, -1.0], [3.0, 0.0])
    tiny = Reversi(2)
    assert (tiny.moves(tiny.start()), tiny.returns(tiny.start())) == ([], [0.0, 0.0])
    assert perft(tiny, tiny.start(), 2, finished_counts=True) == [1, 1]
    with pytest.raises(ValueError):
        twin.play(twin.start(), "pass")


def test_column_names() -> None:
    assert [column_name(col) for col in (0, 25, 26, 51, 52, 702)] == ["a", "z", "aa", "az", "ba", "aaa"]
