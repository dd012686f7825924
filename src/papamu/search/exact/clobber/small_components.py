"""Small Clobber components and their values: zero ones are dropped, equal ones are written alike.

The value of a small part is found once, from the values of what moves make of it. In a sum it is replaced by
the smallest part seen with that value; a part of value zero vanishes. Neither changes who wins, whatever else
is in the sum, and many sums become one: 5 × 5 takes a quarter of the nodes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.kernel.bits import U0, U1, popcount
from papamu.kernel.jit import jit
from papamu.search.exact.clobber.components import (
    FOE,
    FOE_FIRST,
    FOE_WORTH,
    MOST_PARTS,
    OWN,
    OWN_SECOND,
    PART,
    WIDTH,
    WORTH,
    Boxes,
    Parts,
    list_moves,
    play_in,
    swap_seats,
)  # fmt: skip
from papamu.search.exact.combinatorial_values import (
    LEFT,
    NEGATIVE,
    NONE,
    ZERO,
    CombinatorialValues,
    add,
    add_option,
    at_most,
    clear,
    make_values,
    simplify,
)  # fmt: skip

# Stones. With 10 the start of 5 × 5 takes a tenth fewer nodes, but 4 × 5 four times as long for the values.
LARGEST = 8
_MOST_MOVES = 24  # a part of eight stones has ten edges
_FOUND = 3  # column of `seen`: 0 free, 1 no value, otherwise value + 2
_TURNED, _STACK = MOST_PARTS, MOST_PARTS + 1  # rows of `room`, after those for what a move leaves
_WISHES = _STACK + LARGEST  # and for parts whose values are wanted
_MOST_WISHES = 64
_USED, WANTED = 0, 1  # of `counts`

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


class SmallComponents(NamedTuple):
    """The small parts met so far."""

    values: CombinatorialValues
    seen: Words  # [slot, 4]: stones of Left, of Right, width; what was found
    counts: Ints  # how many slots are used, how many values are wanted
    sample: Words  # [value, PART]: the smallest part of this value
    room: Words  # [row, PART]: parts that are being looked at
    moves: Ints  # [row, move]: moves; by player the values of what they lead to


def make_small(bits: int) -> SmallComponents:
    """Room for 2 ** bits values; 2 ** 12 are more than all small parts have."""
    values = make_values(bits)
    return SmallComponents(
        values=values,
        seen=np.zeros((64 << bits, 4), dtype=np.uint64),
        counts=np.zeros(2, dtype=np.int64),
        sample=np.zeros((1 << bits, PART), dtype=np.uint64),
        room=np.zeros((_WISHES + _MOST_WISHES, PART), dtype=np.uint64),
        moves=np.zeros((3, _MOST_MOVES), dtype=np.int64),
    )


@jit
def _slot(seen: Words, own: np.uint64, foe: np.uint64, width: np.uint64) -> int:
    """Where a part is or should be."""
    code = own ^ (foe << np.uint64(21)) ^ (foe >> np.uint64(43)) ^ (width << np.uint64(27))
    code = (code ^ (code >> np.uint64(32))) & np.uint64(0xFFFFFFFF)
    code = code * np.uint64(0x9E3779B1)
    at = np.int64((code ^ (code >> np.uint64(29))) & np.uint64(len(seen) - 1))
    while seen[at, _FOUND] != U0 and (seen[at, 0] != own or seen[at, 1] != foe or seen[at, 2] != width):
        at = (at + 1) & (len(seen) - 1)
    return at


@jit
def _copy(part: Parts, out: Parts) -> None:
    for word in range(PART):
        out[word] = part[word]


@jit(inline=False)
def _write(seen: Words, counts: Ints, own: np.uint64, foe: np.uint64, width: np.uint64, value: int) -> None:
    at = _slot(seen, own, foe, width)
    if seen[at, _FOUND] == U0:
        counts[_USED] += 1
        seen[at, 0] = own
        seen[at, 1] = foe
        seen[at, 2] = width
        seen[at, _FOUND] = np.uint64(value + 2)


@jit
def _keep(small: SmallComponents, part: Parts, value: int) -> None:
    """Write down what a part is worth, and that it is a sample of its value."""
    negative = small.values.forms[value, NEGATIVE] if value != NONE else NONE
    _write(small.seen, small.counts, part[OWN], part[FOE], part[WIDTH], value)
    _write(small.seen, small.counts, part[FOE_FIRST], part[OWN_SECOND], part[WIDTH], negative)
    if value == NONE:
        return
    sample = small.sample[value]
    stones = popcount(sample[OWN] | sample[FOE])
    if stones == 0 or popcount(part[OWN] | part[FOE]) < stones:
        _copy(part, sample)
        sample[WORTH] = np.uint64(value)
        sample[FOE_WORTH] = np.uint64(negative)
        if value == negative:  # let both players see the same, then two of them cancel
            sample[FOE_FIRST] = sample[OWN]
            sample[OWN_SECOND] = sample[FOE]
        else:
            swap_seats(sample, small.sample[negative])


@jit(inline=False)
def _open(small: SmallComponents, box: Boxes, top: int) -> int:
    """Find what moves make of the part at `top`: 0 all known, 1 pushed one to be looked at first, or NONE."""
    for player in range(2):
        if player == LEFT:
            _copy(small.room[top], small.room[_TURNED])
        else:
            swap_seats(small.room[top], small.room[_TURNED])
        n = list_moves(box, small.room[_TURNED : _TURNED + 1], 1, small.moves[2])
        small.moves[player, n] = NONE
        for i in range(n):
            total = ZERO
            for j in range(play_in(box, small.room[_TURNED], small.moves[2, i], small.room, 0)):
                part = small.room[j]
                own = part[FOE_FIRST] if player == LEFT else part[OWN]
                foe = part[OWN_SECOND] if player == LEFT else part[FOE]
                found = small.seen[_slot(small.seen, own, foe, part[WIDTH]), _FOUND]
                if found == U0:
                    _copy(part, small.room[top + 1])
                    return 1
                if found == U1:
                    return NONE
                total = add(small.values, total, np.int64(found) - 2)
                if total == NONE:
                    return NONE
            small.moves[player, i] = total
    return 0


@jit
def has_room(small: SmallComponents) -> bool:
    """Can the value of another part and its negative be written down?"""
    return small.counts[_USED] + 2 <= len(small.seen) // 4 * 3


@jit
def find_values(small: SmallComponents, box: Boxes) -> None:
    """Find the values that are wanted, and of all that the parts can become, as far as there is room.

    Called from Python and not by the search: what calls it would be compiled together with all of it again.
    """
    for wish in range(small.counts[WANTED]):
        _copy(small.room[_WISHES + wish], small.room[_STACK])
        top = _STACK
        while top >= _STACK and has_room(small):
            done = _open(small, box, top)
            if done == 1:
                top += 1
                continue
            value = NONE
            if done == 0:
                clear(small.values)
                for player in range(2):
                    i = 0
                    while small.moves[player, i] != NONE:
                        add_option(small.values, player, small.moves[player, i])
                        i += 1
                value = simplify(small.values)
            _keep(small, small.room[top], value)
            top -= 1
    small.counts[WANTED] = 0


@jit(inline=False)
def replace(small: SmallComponents, parts: Parts, first: int, many: int) -> int:
    """Replace the small parts from `first` on by samples of their values; returns how many parts are left.

    Parts that were never seen stay as they are, and their values are wanted.
    """
    i = first
    while i < many:
        part = parts[i]
        if popcount(part[OWN] | part[FOE]) <= LARGEST:
            found = small.seen[_slot(small.seen, part[OWN], part[FOE], part[WIDTH]), _FOUND]
            if found == U0 and has_room(small) and small.counts[WANTED] < _MOST_WISHES:
                _copy(part, small.room[_WISHES + small.counts[WANTED]])
                small.counts[WANTED] += 1
            value = np.int64(found) - 2
            if value == ZERO:
                many -= 1
                _copy(parts[many], part)
                continue
            if value > ZERO:
                _copy(small.sample[value], part)
        i += 1
    return many


@jit
def outcome(order: Words, parts: Parts, many: int) -> int:
    """Does the player to move win the sum? 1 yes, -1 no, 0: the values at hand do not say so."""
    if many == 0:
        return -1
    if many > 2 or parts[0, WORTH] == U0 or parts[many - 1, WORTH] == U0:
        return 0
    # A sum is at most zero if one part is at most the other's negative; then whoever begins as Left loses.
    rest = np.int64(parts[1, FOE_WORTH]) if many == 2 else ZERO
    return -1 if at_most(order, np.int64(parts[0, WORTH]), rest) else 1
