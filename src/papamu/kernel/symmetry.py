"""The eight symmetries of the square, and the four of the oblong.

A symmetry is a permutation of cells: `table[s, cell]` is where the cell goes under symmetry `s`.
Symmetry 0 changes nothing.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray


@lru_cache(maxsize=64)
def symmetries(rows: int, cols: int) -> NDArray[np.int64]:
    """Shape (8 or 4, cells): all ways to turn and mirror the board onto itself, without repeats."""
    cells = np.arange(rows * cols, dtype=np.int64).reshape(rows, cols)
    turns = (0, 1, 2, 3) if rows == cols else (0, 2)
    found: dict[bytes, NDArray[np.int64]] = {}
    for mirror in (False, True):
        for turn in turns:
            seen = np.rot90(cells.T if mirror and rows == cols else cells, turn)
            if mirror and rows != cols:
                seen = np.fliplr(seen)
            # `seen[i]` is the old cell now at place i; we want the place of each old cell.
            table = np.argsort(seen.ravel(), kind="stable").astype(np.int64)
            found.setdefault(table.tobytes(), table)
    return np.array(list(found.values()))


def permute(table: NDArray[np.int64], board: NDArray[np.int8]) -> NDArray[np.int8]:
    """The board with each cell's code moved to where the symmetry takes it."""
    moved = np.empty(board.size, dtype=board.dtype)
    moved[table] = board.ravel()
    return moved.reshape(board.shape)
