"""The Konane thesis's representations A, B and C (§5.1), by the example in its text, and who can have them.

The lists of A, and of B for Black, are printed whole; B for White and C have lost or doubled numbers. B and C
take cell 14 as empty, where A has a black stone; all else that can be read agrees with A.
"""

from __future__ import annotations

import numpy as np
import pytest

import papamu
from papamu.core.errors import PapamuError
from papamu.learn.encodings.contract import encode, sight
from papamu.learn.encodings.registry import encoding, neighbourhoods

BOARD = "x..o/ox.x/x.xo/oxox"
BLACK, WHITE = 0, 1
EMPTY = 0.5

A_BLACK = [1, EMPTY, EMPTY, 0, 0, 1, EMPTY, 1, 1, EMPTY, 1, 0, 0, 1, 0, 1]
A_WHITE = [0, EMPTY, EMPTY, 1, 1, 0, EMPTY, 0, 0, EMPTY, 0, 1, 1, 0, 1, 0]
OWN_CELLS = [1, 3, 6, 8, 9, 11, 14, 16]  # of Black, counted from 1 as on page 24
KINGS = "4.2.../....../....../....../....../.3.1.. 1"  # two men and two kings
OTHER_CELLS = [2, 4, 5, 7, 10, 12, 13, 15]


def seen(name: str, viewer: int, board: str = f"{BOARD} x", spec: str = "konane:4x4") -> list[float]:
    game = papamu.load(spec)
    position = game.from_text(board)
    looked_at = encoding(game, name)
    room = sight(game, looked_at)
    many = encode(looked_at, game.rules, position.state, viewer, room)
    row = np.zeros(looked_at.inputs)
    row[room.active[:many]] = room.amounts[:many]
    return row.tolist()


def test_representation_a_is_the_texts() -> None:
    assert seen("A", BLACK) == A_BLACK
    assert seen("A", WHITE) == A_WHITE


def test_representation_b_has_the_own_cells_first() -> None:
    black = seen("B", BLACK)
    assert black == [float(A_BLACK[cell - 1] != EMPTY) for cell in OWN_CELLS + OTHER_CELLS]
    printed = [1, 0, 1, 1, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 1, 1]
    assert [at for at in range(16) if black[at] != printed[at]] == [OWN_CELLS.index(14)]
    white = seen("B", WHITE)
    assert white == [float(A_WHITE[cell - 1] != EMPTY) for cell in OTHER_CELLS + OWN_CELLS]
    assert white[:8] == [0, 1, 1, 0, 0, 1, 1, 1] and white[8:13] == [1, 0, 1, 1, 1]  # as printed


def test_representation_c_has_two_planes() -> None:
    own = [0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0]  # White's, as printed
    assert seen("C", WHITE)[:16] == own
    for viewer, cells in ((BLACK, A_BLACK), (WHITE, A_WHITE)):
        assert seen("C", viewer) == [float(v == 1) for v in cells] + [float(v == 0) for v in cells]


def test_other_games_have_them_too() -> None:
    assert seen("A", BLACK, "x.o/o.x/xox x", "clobber:3x3") == [1, EMPTY, 0, 0, EMPTY, 1, 1, 0, 1]
    kings = seen("C", BLACK, KINGS, "checkers:6x6")
    assert sum(kings[:36]) == 2 and sum(kings[36:]) == 2


@pytest.mark.parametrize(
    "spec", ["konane:5x5", "reversi:6x6", "checkers:8x8", "konane:3x3", "clobber:4x4,start=random"]
)
def test_b_needs_a_full_board_with_equal_halves(spec: str) -> None:
    with pytest.raises(PapamuError, match="representation B is not defined on"):
        encoding(papamu.load(spec), "B")


def test_unknown_ones_are_refused() -> None:
    with pytest.raises(PapamuError, match="there is no encoding 'D': there are cells, A, B, C"):
        encoding(papamu.load("konane:4x4"), "D")


def test_near_nodes_see_a_cell_and_its_neighbours() -> None:
    game = papamu.load("konane:4x4")
    wired = neighbourhoods(game, encoding(game, "C"))
    assert wired.shape == (32, 16)
    assert np.flatnonzero(wired[:, 5]).tolist() == [1, 4, 5, 6, 9, 17, 20, 21, 22, 25]
    assert sorted(wired.sum(axis=0).tolist()) == [6] * 4 + [8] * 8 + [10] * 4  # corners, edges, the middle
    for name in ("B", "2x2"):
        with pytest.raises(PapamuError, match="near needs an encoding"):
            neighbourhoods(game, encoding(game, name))
