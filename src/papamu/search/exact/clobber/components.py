"""Clobber positions as sums of independent components.

A move takes stones away and never joins what was apart, so the connected groups of stones are games of
their own, and a position is their sum. A group of one colour is dead and dropped. What is left is moved
to the upper left corner of its own bounding box and turned so that equal shapes are equal numbers.

A part is a row of words: the stones of the player to move and of the opponent, in the turn and reflection
that is smallest for the player to move; the stones of the opponent and of the player to move, in the one that
is smallest for the opponent; the width of the bounding box; what it is worth to either (0: not known).
Changing seats swaps the halves. A part whose one half is another's other half is its negative: they cancel.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from papamu.kernel.bits import FULL, U0, U1, bit, lowest, popcount
from papamu.kernel.jit import jit

OWN, FOE, FOE_FIRST, OWN_SECOND, WIDTH, WORTH, FOE_WORTH = range(7)  # the words of a part
PART = 7
MOST_PARTS = 32  # a live part has two stones or more

Parts = NDArray[np.uint64]  # [part, PART]

_U63 = np.uint64(63)
_SWAPS = tuple(np.uint64(1 << shift) for shift in range(6))
_ODDS = tuple(np.uint64(((1 << 64) - 1) // ((1 << s) + 1)) for s in (1, 2, 4, 8, 16, 32))


Boxes = NDArray[np.uint64]  # [which, width]: masks of the first column and row of a bounding box
_COLUMN, _ROW = 0, 1


def boxes() -> Boxes:
    """The masks for widths up to 64."""
    columns = [0] + [sum(1 << at for at in range(0, 64, width)) for width in range(1, 65)]
    return np.array([columns, [(1 << width) - 1 for width in range(65)]], dtype=np.uint64)


@jit
def neighbours(box: Boxes, cells: np.uint64, width: int) -> np.uint64:
    """The cells next to these (beyond the last row too)."""
    down = np.uint64(width) & _U63  # one row of 64 has no row below: the cells themselves do no harm
    left = box[_COLUMN, width]
    return (cells << down) | (cells >> down) | ((cells & ~left) >> U1) | ((cells << U1) & ~left)


@jit
def _reverse(cells: np.uint64, size: int) -> np.uint64:
    """The first `size` cells in the opposite order: half a turn."""
    for level in range(6):
        by = _SWAPS[level]
        odd = _ODDS[level]
        cells = ((cells >> by) & odd) | ((cells & odd) << by)
    return cells >> np.uint64(64 - size)


@jit
def _upside_down(cells: np.uint64, height: int, width: int, row: np.uint64) -> np.uint64:
    flipped = U0
    for y in range(height):
        flipped |= ((cells >> np.uint64(y * width)) & row) << np.uint64((height - 1 - y) * width)
    return flipped


@jit
def _transpose(cells: np.uint64, height: int, width: int, row: np.uint64) -> np.uint64:
    turned = U0
    for y in range(height):
        line = (cells >> np.uint64(y * width)) & row
        while line != U0:
            x = lowest(line)
            line &= line - U1
            turned |= bit(x * height + y)
    return turned


@jit
def _keep_smaller(part: Parts, at: int, first: np.uint64, second: np.uint64) -> None:
    if first < part[at] or (first == part[at] and second < part[at + 1]):
        part[at] = first
        part[at + 1] = second


@jit
def _turn(part: Parts, own: np.uint64, foe: np.uint64, height: int, width: int, row: np.uint64) -> None:
    """Keep the smallest of a box's four reflections, for either player."""
    size = height * width
    _keep_smaller(part, OWN, own, foe)
    _keep_smaller(part, FOE_FIRST, foe, own)
    own_back = _reverse(own, size)
    foe_back = _reverse(foe, size)
    _keep_smaller(part, OWN, own_back, foe_back)
    _keep_smaller(part, FOE_FIRST, foe_back, own_back)
    if height > 1:
        own = _upside_down(own, height, width, row)
        foe = _upside_down(foe, height, width, row)
        _keep_smaller(part, OWN, own, foe)
        _keep_smaller(part, FOE_FIRST, foe, own)
        own = _reverse(own, size)
        foe = _reverse(foe, size)
        _keep_smaller(part, OWN, own, foe)
        _keep_smaller(part, FOE_FIRST, foe, own)


@jit(inline=False)
def normalise(box: Boxes, own: np.uint64, foe: np.uint64, width: int, part: Parts) -> None:
    """Write a connected group as a part: the one spelling of all its places, turns and reflections."""
    both = own | foe
    top = lowest(both) // width * width
    own >>= np.uint64(top)
    foe >>= np.uint64(top)
    both >>= np.uint64(top)
    columns = U0
    height = 0
    rest = both
    while True:
        columns |= rest & box[_ROW, width]
        height += 1
        if width == 64 or (rest >> np.uint64(width)) == U0:
            break
        rest >>= np.uint64(width)
    margin = lowest(columns)
    columns >>= np.uint64(margin)
    narrow = width - margin
    while columns >> np.uint64(narrow - 1) == U0:
        narrow -= 1
    row = box[_ROW, narrow]
    if narrow < width:
        wide_own = own
        wide_foe = foe
        own = U0
        foe = U0
        for y in range(height):
            own |= ((wide_own >> np.uint64(y * width + margin)) & row) << np.uint64(y * narrow)
            foe |= ((wide_foe >> np.uint64(y * width + margin)) & row) << np.uint64(y * narrow)
    part[OWN] = FULL
    part[FOE_FIRST] = FULL
    part[FOE] = FULL
    part[OWN_SECOND] = FULL
    part[WIDTH] = np.uint64(max(height, narrow))
    part[WORTH] = U0
    part[FOE_WORTH] = U0
    if height <= narrow:
        _turn(part, own, foe, height, narrow, row)
    if height >= narrow:
        turned_own = _transpose(own, height, narrow, row)
        turned_foe = _transpose(foe, height, narrow, row)
        _turn(part, turned_own, turned_foe, narrow, height, box[_ROW, height])


@jit(inline=False)
def split(box: Boxes, own: np.uint64, foe: np.uint64, width: int, parts: Parts, many: int) -> int:
    """Append the live parts of these stones; returns how many parts there are now."""
    stones = own | foe
    while stones != U0:
        group = bit(lowest(stones))
        grown = U0
        while grown != group:
            grown = group
            group |= neighbours(box, group, width) & stones
        stones ^= group
        if own & group != U0 and foe & group != U0:
            normalise(box, own & group, foe & group, width, parts[many])
            many += 1
    return many


@jit
def edges(box: Boxes, part: Parts) -> int:
    """How many neighbouring pairs are of two colours: the moves of either player."""
    width = np.int64(part[WIDTH])
    down = np.uint64(width) & _U63
    inner = ~box[_COLUMN, width]
    own = part[OWN]
    foe = part[FOE]  # in a row of 64 the step down is none, and no cell holds both colours
    return (
        popcount(own & (foe >> down))
        + popcount(foe & (own >> down))
        + popcount(own & ((foe & inner) >> U1))
        + popcount(foe & ((own & inner) >> U1))
    )


@jit
def before(one: Parts, other: Parts) -> bool:
    """Does this part stand before the other in a sorted sum?"""
    if one[WIDTH] != other[WIDTH]:
        return one[WIDTH] > other[WIDTH]
    if one[OWN] != other[OWN]:
        return one[OWN] > other[OWN]
    return one[FOE] > other[FOE]


@jit(inline=False)
def tidy(parts: Parts, many: int) -> int:
    """Cancel parts that are each other's negatives, and sort the others; returns how many are left."""
    i = 0
    while i < many:
        j = i + 1
        while j < many and not (
            parts[i, OWN] == parts[j, FOE_FIRST]
            and parts[i, FOE] == parts[j, OWN_SECOND]
            and parts[i, WIDTH] == parts[j, WIDTH]
        ):
            j += 1
        if j == many:
            i += 1
            continue
        for word in range(PART):
            parts[j, word] = parts[many - 1, word]
        for word in range(PART):
            parts[i, word] = parts[many - 2, word]
        many -= 2
    for i in range(1, many):
        j = i
        while j > 0 and before(parts[j], parts[j - 1]):
            for word in range(PART):
                held = parts[j, word]
                parts[j, word] = parts[j - 1, word]
                parts[j - 1, word] = held
            j -= 1
    return many


# A move in a sum: which part, from which of its cells, to which.


@jit(inline=False)
def list_moves(box: Boxes, parts: Parts, many: int, moves: NDArray[np.int64]) -> int:
    """The moves in a sum, those of equal parts only once; returns how many."""
    n = 0
    for i in range(many):
        if i > 0 and not before(parts[i - 1], parts[i]):
            continue
        width = np.int64(parts[i, WIDTH])
        foe = parts[i, FOE]
        own = parts[i, OWN] & neighbours(box, foe, width)
        while own != U0:
            start = lowest(own)
            own &= own - U1
            ends = neighbours(box, bit(start), width) & foe
            while ends != U0:
                moves[n] = (i << 12) | (start << 6) | lowest(ends)
                ends &= ends - U1
                n += 1
    return n


@jit(inline=False)
def play_in(box: Boxes, part: Parts, move: int, out: Parts, many: int) -> int:
    """Append what a move leaves of its part, seen by the opponent; returns how many parts there are now."""
    start = bit((move >> 6) & 63)
    end = bit(move & 63)
    return split(box, part[FOE] ^ end, part[OWN] ^ start ^ end, np.int64(part[WIDTH]), out, many)


@jit
def swap_seats(part: Parts, out: Parts) -> None:
    """The part as the opponent sees it."""
    out[OWN] = part[FOE_FIRST]
    out[FOE] = part[OWN_SECOND]
    out[FOE_FIRST] = part[OWN]
    out[OWN_SECOND] = part[FOE]
    out[WIDTH] = part[WIDTH]
    out[WORTH] = part[FOE_WORTH]
    out[FOE_WORTH] = part[WORTH]
