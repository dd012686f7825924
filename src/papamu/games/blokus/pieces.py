"""The 21 pieces of Blokus in all their orientations, as drawings and as tables for the kernels.

A *reach* is an orientation together with one of its squares: a way to cover a given cell. There
are 414. All squares of a reach lie within four steps of the cell, in a diamond of nine rows.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Square = tuple[int, int]  # (row, column), counted from the upper left
Shape = tuple[Square, ...]  # in reading order, the least row and the least column being 0

# Names as in Pentobi.
_DRAWINGS = {
    "1": "x",
    "2": "xx",
    "I3": "xxx",
    "V3": "x./xx",
    "I4": "xxxx",
    "L4": "xxx/x..",
    "T4": "xxx/.x.",
    "O": "xx/xx",
    "Z4": "xx./.xx",
    "F": ".xx/xx./.x.",
    "I5": "xxxxx",
    "L5": "xxxx/x...",
    "N": "xxx./..xx",
    "P": "xxx/xx.",
    "T5": "xxx/.x./.x.",
    "U": "x.x/xxx",
    "V5": "x../x../xxx",
    "W": "x../xx./.xx",
    "X": ".x./xxx/.x.",
    "Y": "xxxx/.x..",
    "Z5": "xx./.x./.xx",
}
NAMES = tuple(_DRAWINGS)
SIZES = tuple(drawing.count("x") for drawing in _DRAWINGS.values())
ALL_SQUARES = sum(SIZES)


class Orientation(NamedTuple):
    """A piece as it lies on the board."""

    piece: int  # index of its name
    squares: Shape


def shape_of(squares: list[Square]) -> Shape:
    """The squares moved to the upper left, in reading order."""
    top = min(row for row, _ in squares)
    left = min(col for _, col in squares)
    return tuple(sorted((row - top, col - left) for row, col in squares))


def _ways_to_lie(drawing: str) -> list[Shape]:
    lines = drawing.split("/")
    squares = [(r, c) for r, line in enumerate(lines) for c, mark in enumerate(line) if mark == "x"]
    found = set()
    for down, right, swap in product((1, -1), (1, -1), (False, True)):
        turned = [(down * r, right * c) for r, c in squares]
        found.add(shape_of([(c, r) for r, c in turned] if swap else turned))
    return sorted(found)


ORIENTATIONS = tuple(
    Orientation(piece, shape)
    for piece, drawing in enumerate(_DRAWINGS.values())
    for shape in _ways_to_lie(drawing)
)
NUMBER_OF = {orientation.squares: number for number, orientation in enumerate(ORIENTATIONS)}


class Reach(NamedTuple):
    """A way to cover a cell: an orientation and which of its squares lies on the cell."""

    orientation: int
    anchor: Square  # the upper left of the orientation's box, seen from the cell
    squares: frozenset[Square]  # seen from the cell


REACHES = tuple(
    Reach(number, (-row, -col), frozenset((r - row, c - col) for r, c in orientation.squares))
    for number, orientation in enumerate(ORIENTATIONS)
    for row, col in orientation.squares
)
WORDS = -(-len(REACHES) // 64)  # a set of reaches as bits

# A key says what decides about the reaches of a cell: which squares of the diamond around it are
# blocked (in reading order, from bit 0) and which pieces are used (from bit `PIECES_FROM`).
DIAMOND = tuple((row, col) for row in range(-4, 5) for col in range(-4, 5) if abs(row) + abs(col) <= 4)
PIECES_FROM = len(DIAMOND)
PART_BITS = 6
PARTS = -(-(PIECES_FROM + len(NAMES)) // PART_BITS)


def reaches_left() -> NDArray[np.uint64]:
    """[part, bits of the key there, word]: the reaches that this part of a key leaves possible."""
    bits = [[square in reach.squares for reach in REACHES] for square in DIAMOND]
    owners = [ORIENTATIONS[reach.orientation].piece for reach in REACHES]
    bits += [[owner == piece for owner in owners] for piece in range(len(NAMES))]
    bits += [[False] * len(REACHES)] * (PARTS * PART_BITS - len(bits))
    ruled_out = np.array(bits).reshape(PARTS, PART_BITS, len(REACHES))
    set_bits = np.arange(1 << PART_BITS)[:, None] >> np.arange(PART_BITS) & 1
    left = np.zeros((PARTS, 1 << PART_BITS, 64 * WORDS), dtype=bool)
    left[:, :, : len(REACHES)] = set_bits @ ruled_out == 0
    return np.packbits(left, axis=-1, bitorder="little").view("<u8").astype(np.uint64)


def shape_rows() -> NDArray[np.uint64]:
    """[orientation, row]: the squares in each of five rows as bits."""
    table = np.zeros((len(ORIENTATIONS), 5), dtype=np.uint64)
    for number, orientation in enumerate(ORIENTATIONS):
        for row, col in orientation.squares:
            table[number, row] |= np.uint64(1 << col)
    return table


def placements(rows: int, cols: int) -> int:
    """How many ways there are to lay one piece on an empty board."""
    total = 0
    for _, squares in ORIENTATIONS:
        height = 1 + max(row for row, _ in squares)
        width = 1 + max(col for _, col in squares)
        total += max(0, rows - height + 1) * max(0, cols - width + 1)
    return total


def most_moves(rows: int, cols: int) -> int:
    """An upper bound on the legal moves of any position.

    Each move covers a corner cell of a piece that lies already. Two neighbours of such a cell touch
    that piece by an edge, so few reaches of the other pieces remain. The product is largest for
    some number of pieces on the board. The first move has at most all reaches.
    """
    corners, ways = [], []
    for piece in range(len(NAMES)):
        squares = next(o.squares for o in ORIENTATIONS if o.piece == piece)
        beside = {(r + a, c + b) for r, c in squares for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        beyond = {(r + a, c + b) for r, c in squares for a, b in product((-1, 1), repeat=2)}
        corners.append(len(beyond - beside - set(squares)))
        ways.append(
            sum(
                ORIENTATIONS[reach.orientation].piece == piece and not {(-1, 0), (0, -1)} & reach.squares
                for reach in REACHES
            )
        )
    corners.sort(reverse=True)
    ways.sort(reverse=True)
    later = max(sum(corners[:used]) * sum(ways[: len(NAMES) - used]) for used in range(len(NAMES)))
    return min(placements(rows, cols), max(later, len(REACHES)))
