"""The last empty cells of Reversi: rays, flips, and loops for one to four empty cells.

Here nothing is ordered but by parity, nothing is remembered and nothing is stored: these loops are
where an exact search spends its time. All values are for the side `own`, which is to move; empty
cells count for the winner. A search asks one question: is the value above `alpha`? What it answers
is a bound on the right side of `alpha`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.kernel.bits import (
    U0,
    U1,
    above,
    below,
    bit,
    highest_bit,
    lowest,
    lowest_bit,
    popcount,
)
from papamu.kernel.jit import jit

Words = NDArray[np.uint64]
NOTHING = -1000  # below every value


def make_rays(side: int) -> Words:
    """[cell, direction]: the cells beyond this one; first the four directions to higher cells."""
    steps = [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)]
    rays = np.zeros((side * side, 8), dtype=np.uint64)
    for cell in range(side * side):
        for direction, (down, right) in enumerate(steps):
            row, col = cell // side + down, cell % side + right
            while 0 <= row < side and 0 <= col < side:
                rays[cell, direction] |= bit(row * side + col)
                row, col = row + down, col + right
    return rays


def make_quadrants(side: int) -> Words:
    """[cell]: its quarter of the board, for parity."""
    row, col = np.divmod(np.arange(side * side), side)
    quarter = 2 * (row >= side // 2) + (col >= side // 2)
    return np.array(
        [sum(1 << int(c) for c in np.flatnonzero(quarter == quarter[cell])) for cell in range(side * side)],
        dtype=np.uint64,
    )


@jit
def flips_by_rays(rays: Words, own: np.uint64, foe: np.uint64, cell: int) -> np.uint64:
    """The discs turned over by a disc on this cell.

    On each ray the first cell that is not the foe's decides: if it is `own`, all before it turn.
    """
    ray = rays[cell]
    flips = U0
    for direction in range(4):
        up, down = ray[direction], ray[direction + 4]
        flips |= up & below(lowest_bit(up & ~foe) & own)
        flips |= down & above(highest_bit(down & ~foe) & own)
    return flips


@jit
def final(cells: int, own: np.uint64, foe: np.uint64) -> int:
    """The disc difference of a finished game, empty cells to the winner."""
    mine, theirs = popcount(own), popcount(foe)
    if mine > theirs:
        return cells - 2 * theirs
    if mine < theirs:
        return 2 * mine - cells
    return 0


@jit
def _last_one(rays: Words, cells: int, own: np.uint64, foe: np.uint64, cell: int) -> int:
    mine = popcount(own)
    turned = popcount(flips_by_rays(rays, own, foe, cell))
    if turned:
        return 2 * (mine + turned + 1) - cells
    turned = popcount(flips_by_rays(rays, foe, own, cell))
    if turned:
        return 2 * (mine - turned) - cells
    return 2 * mine - cells + (2 if 2 * mine >= cells else 0)


# Each of these tries all cells for `own`; if it has no move, all cells for `foe`, to which it passed; if
# neither has one, the game is over. One place calls the next function, because everything is inlined.


@jit
def _last_two(
    rays: Words, cells: int, own: np.uint64, foe: np.uint64, empty: np.uint64, alpha: int, tally: Any
) -> int:
    sign = 1
    for _ in range(2):
        best = NOTHING
        rest = empty
        while rest != U0:
            cell = lowest(rest)
            rest &= rest - U1
            flips = flips_by_rays(rays, own, foe, cell)
            if flips != U0:
                tally[0] += 1
                disc = bit(cell)
                value = -_last_one(rays, cells, foe ^ flips, own ^ flips ^ disc, lowest(empty ^ disc))
                if value > best:
                    best = value
                    if best > alpha:
                        return sign * best
        if best != NOTHING:
            return sign * best
        own, foe, alpha, sign = foe, own, -alpha - 1, -sign
    return final(cells, own, foe)


@jit
def _last_three(
    rays: Words,
    cells: int,
    own: np.uint64,
    foe: np.uint64,
    empty: np.uint64,
    odd: np.uint64,
    alpha: int,
    tally: Any,
) -> int:
    sign = 1
    for _ in range(2):
        best = NOTHING
        rest, later = empty & odd, empty & ~odd
        if rest == U0:
            rest, later = later, U0
        while rest != U0:
            cell = lowest(rest)
            rest &= rest - U1
            if rest == U0:
                rest, later = later, U0
            flips = flips_by_rays(rays, own, foe, cell)
            if flips != U0:
                tally[0] += 1
                disc = bit(cell)
                value = -_last_two(
                    rays, cells, foe ^ flips, own ^ flips ^ disc, empty ^ disc, -alpha - 1, tally
                )
                if value > best:
                    best = value
                    if best > alpha:
                        return sign * best
        if best != NOTHING:
            return sign * best
        own, foe, alpha, sign = foe, own, -alpha - 1, -sign
    return final(cells, own, foe)


@jit
def last_four(
    rays: Words,
    quadrants: Words,
    cells: int,
    own: np.uint64,
    foe: np.uint64,
    empty: np.uint64,
    odd: np.uint64,
    alpha: int,
    tally: Any,
) -> int:
    """The value with four empty cells, of which those in quarters marked `odd` are tried first."""
    sign = 1
    for _ in range(2):
        best = NOTHING
        rest, later = empty & odd, empty & ~odd
        if rest == U0:
            rest, later = later, U0
        while rest != U0:
            cell = lowest(rest)
            rest &= rest - U1
            if rest == U0:
                rest, later = later, U0
            flips = flips_by_rays(rays, own, foe, cell)
            if flips != U0:
                tally[0] += 1
                disc = bit(cell)
                value = -_last_three(
                    rays,
                    cells,
                    foe ^ flips,
                    own ^ flips ^ disc,
                    empty ^ disc,
                    odd ^ quadrants[cell],
                    -alpha - 1,
                    tally,
                )
                if value > best:
                    best = value
                    if best > alpha:
                        return sign * best
        if best != NOTHING:
            return sign * best
        own, foe, alpha, sign = foe, own, -alpha - 1, -sign
    return final(cells, own, foe)
