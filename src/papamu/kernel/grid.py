"""Rectangular boards: words, masks, directions, and the names of cells.

Cells are counted in reading order from the upper left. Directions have one order everywhere, the
Clobber thesis's: up, left, down, right.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import ArrayLike, NDArray

UP, LEFT, DOWN, RIGHT = range(4)
STEPS = ((-1, 0), (0, -1), (1, 0), (0, 1))  # (row, column) by direction

_NAME = re.compile(r"([a-z]{1,2})([0-9]{1,3})")


def words_for(cells: int) -> int:
    """How many 64-bit words a board of this many cells needs."""
    return -(-cells // 64)


def pack(cells: ArrayLike, words: int | None = None) -> NDArray[np.uint64]:
    """Bits from a flat or two-dimensional array of truth values."""
    flat = np.asarray(cells, dtype=bool).ravel()
    room = np.zeros(64 * (words or words_for(flat.size)), dtype=np.uint8)
    room[: flat.size] = flat
    return np.packbits(room, bitorder="little").view("<u8").astype(np.uint64)


def unpack(words: NDArray[np.uint64], cells: int) -> NDArray[np.bool_]:
    """Truth values from bits."""
    little = np.ascontiguousarray(words).astype("<u8").view(np.uint8)
    return np.unpackbits(little, bitorder="little")[:cells].astype(bool)


def step_mask(rows: int, cols: int, down: int, right: int) -> NDArray[np.uint64]:
    """The cells from which a step of so many rows down and columns right stays on the board."""
    row, col = np.divmod(np.arange(rows * cols), cols)
    inside = (row + down >= 0) & (row + down < rows) & (col + right >= 0) & (col + right < cols)
    return pack(inside)


def step_from(rows: int, cols: int, cell: int, down: int, right: int) -> int | None:
    """The cell so many rows down and columns right of another; `None` beyond the edge."""
    row, col = cell // cols + down, cell % cols + right
    return row * cols + col if 0 <= row < rows and 0 <= col < cols else None


def step_deltas(rows: int, cols: int) -> NDArray[np.int64]:
    """How far a step in each direction moves the cell number (1 where no such step is inside)."""
    vertical = cols if rows > 1 else 1
    return np.array([-vertical, -1, vertical, 1], dtype=np.int64)


def chequered(rows: int, cols: int) -> NDArray[np.int8]:
    """Codes of the chequered board, black (1) on the upper left."""
    row, col = np.indices((rows, cols))
    return (1 + (row + col) % 2).astype(np.int8)


def column_name(col: int) -> str:
    """a … z, aa, ab, …"""
    return chr(97 + col) if col < 26 else chr(96 + col // 26) + chr(97 + col % 26)


def cell_name(rows: int, cols: int, cell: int, from_top: bool = False) -> str:
    """`a1` is the lower left cell, or the upper left one with `from_top`."""
    row, col = divmod(int(cell), cols)
    return f"{column_name(col)}{row + 1 if from_top else rows - row}"


def parse_cell(rows: int, cols: int, text: str, from_top: bool = False) -> int | None:
    """The cell of a name, or `None` if it is none of this board's."""
    match = _NAME.fullmatch(text)
    if match is None:
        return None
    letters, number = match[1], int(match[2])
    col = ord(letters[-1]) - 97 + (26 * (ord(letters[0]) - 96) if len(letters) == 2 else 0)
    row = number - 1 if from_top else rows - number
    return row * cols + col if 0 <= row < rows and col < cols else None
