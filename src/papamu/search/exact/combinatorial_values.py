"""Values of combinatorial games: canonical forms, numbered, compared and added.

A value is what Left can make of it and what Right can; equal games have one canonical form (Conway, "On
Numbers and Games"; Siegel, "Combinatorial Game Theory", chapter II). Options have smaller numbers than what
they are options of, so comparisons rest on those of older values: a new value is compared with all others at
once, a bit each way.

The store never grows. What does not fit has no value (`NONE`), and what depends on it has none either.
Helpers take the arrays they need and not the whole record, because every array of a record that is passed
costs time to compile.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.kernel.bits import U0, U1, bit, lowest
from papamu.kernel.jit import jit

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

ZERO, NONE, _UNKNOWN = 0, -1, -2
LEFT, RIGHT = 0, 1
NEGATIVE = (
    4  # columns of `forms`: for each player where the options begin and how many there are; the negative
)
AT_MOST, _INSIDE = 0, 1  # of `order`
_BELOW, _ABOVE = 0, 1  # of `sides`
VALUES, _POOL, _SUMS, _MANY = (
    0,
    1,
    2,
    3,
)  # of `counts`; _MANY + player: options of the game being made
_ROOM = 256  # options of a game before it is simplified, and depth of sums within sums


class CombinatorialValues(NamedTuple):
    """All values known so far, and room to make new ones."""

    forms: Ints  # [value, column]
    pool: Ints  # the options of all values
    order: Words  # [which, value, other / 64]: value ≤ other; other is reached from value, or is it
    places: Ints  # hashed by options: value + 1, or 0
    sums: Ints  # [hashed by both, 3]: value, other (0: free), their sum
    counts: Ints  # how many there are
    work: Ints  # [row, 256]: the options of the game that is being made; sums that are being made
    sides: Words  # [which, other / 64]: the game that is being made ≤ other; other ≤ it


def make_values(bits: int) -> CombinatorialValues:
    """Room for 2 ** bits values (64 or more), with zero as the only one."""
    most = 1 << bits
    values = CombinatorialValues(
        forms=np.zeros((most, 5), dtype=np.int64),
        pool=np.zeros(8 * most, dtype=np.int64),
        order=np.zeros((2, most, most // 64), dtype=np.uint64),
        places=np.zeros(4 * most, dtype=np.int64),
        sums=np.zeros((4 * most, 3), dtype=np.int64),
        counts=np.zeros(5, dtype=np.int64),
        work=np.zeros((4, _ROOM), dtype=np.int64),
        sides=np.zeros((2, most // 64), dtype=np.uint64),
    )
    values.counts[VALUES] = 1
    values.places[0] = ZERO + 1
    values.order[:, ZERO, 0] = 1
    return values


@jit
def at_most(order: Words, one: int, other: int) -> bool:
    """Is one value ≤ the other?"""
    return (order[AT_MOST, one, other >> 6] & bit(other)) != U0


@jit
def _on_side(sides: Words, side: int, value: int) -> bool:
    return (sides[side, value >> 6] & bit(value)) != U0


@jit
def clear(values: CombinatorialValues) -> None:
    """Begin a new game: no options."""
    values.counts[_MANY + LEFT] = 0
    values.counts[_MANY + RIGHT] = 0


@jit
def add_option(values: CombinatorialValues, player: int, value: int) -> bool:
    """Give the game an option; False if there is no room."""
    options = values.work[player]
    n = values.counts[_MANY + player]
    for i in range(n):
        if options[i] == value:
            return True
    if n == _ROOM:
        return False
    options[n] = value
    values.counts[_MANY + player] = n + 1
    return True


@jit
def _drop_dominated(order: Words, options: Ints, n: int, player: int) -> int:
    i = 0
    while i < n:
        dominated = False
        for j in range(n):
            low = options[i] if player == LEFT else options[j]
            high = options[j] if player == LEFT else options[i]
            dominated |= j != i and at_most(order, low, high)
        if dominated:
            n -= 1
            options[i] = options[n]
        else:
            i += 1
    return n


@jit(inline=False)
def _compare(values: CombinatorialValues, other: int) -> None:
    """Compare the game with a value, after it was compared with the value's options."""
    below = True
    above = True
    for i in range(values.counts[_MANY + LEFT]):
        below &= not at_most(values.order, other, values.work[LEFT, i])
    for i in range(values.counts[_MANY + RIGHT]):
        above &= not at_most(values.order, values.work[RIGHT, i], other)
    form = values.forms[other]
    for at in range(form[2 * LEFT], form[2 * LEFT] + form[2 * LEFT + 1]):
        above &= not _on_side(values.sides, _BELOW, values.pool[at])
    for at in range(form[2 * RIGHT], form[2 * RIGHT] + form[2 * RIGHT + 1]):
        below &= not _on_side(values.sides, _ABOVE, values.pool[at])
    word = other >> 6
    here = bit(other)
    values.sides[_BELOW, word] = (values.sides[_BELOW, word] & ~here) | (here if below else U0)
    values.sides[_ABOVE, word] = (values.sides[_ABOVE, word] & ~here) | (here if above else U0)


@jit
def _bypass(values: CombinatorialValues, player: int) -> bool:
    """Replace one reversible option by what its answer leaves; False if there is none, or no room."""
    options = values.work[player]
    for i in range(values.counts[_MANY + player]):
        first = values.forms[options[i], 2 * (1 - player)]
        for at in range(first, first + values.forms[options[i], 2 * (1 - player) + 1]):
            answer = values.pool[at]
            if _on_side(values.sides, _ABOVE if player == LEFT else _BELOW, answer):
                values.counts[_MANY + player] -= 1
                options[i] = options[values.counts[_MANY + player]]
                begin = values.forms[answer, 2 * player]
                for left_over in range(begin, begin + values.forms[answer, 2 * player + 1]):
                    if not add_option(values, player, values.pool[left_over]):
                        values.counts[_MANY + player] = NONE
                        return False
                return True
    return False


@jit
def _sort(row: Ints, n: int) -> None:
    for i in range(1, n):
        j = i
        while j > 0 and row[j] < row[j - 1]:
            held = row[j]
            row[j] = row[j - 1]
            row[j - 1] = held
            j -= 1


@jit(inline=False)
def _find(values: CombinatorialValues) -> int:
    """Where the game's options, sorted, are or should be among the places."""
    code = 0
    for player in range(2):
        code = (code * 31) & 0xFFFFFFFF
        for i in range(values.counts[_MANY + player]):
            code = ((code ^ (code >> 15)) * 40503 + values.work[player, i]) & 0xFFFFFFFF
    at = (code ^ (code >> 16)) & (len(values.places) - 1)
    while values.places[at] != 0:
        form = values.forms[values.places[at] - 1]
        same = True
        for player in range(2):
            same &= form[2 * player + 1] == values.counts[_MANY + player]
            i = 0
            while same and i < form[2 * player + 1]:
                same = values.pool[form[2 * player] + i] == values.work[player, i]
                i += 1
        if same:
            break
        at = (at + 1) & (len(values.places) - 1)
    return at


@jit(inline=False)
def _keep(values: CombinatorialValues, at: int) -> int:
    """A new value from the game, which is simple and sorted; it is compared with all others."""
    new = values.counts[VALUES]
    values.counts[VALUES] = new + 1
    values.places[at] = new + 1
    order = values.order
    for player in range(2):
        values.forms[new, 2 * player] = values.counts[_POOL]
        values.forms[new, 2 * player + 1] = values.counts[_MANY + player]
        for i in range(values.counts[_MANY + player]):
            mine = values.work[player, i]
            values.pool[values.counts[_POOL]] = mine
            values.counts[_POOL] += 1
            for word in range((new >> 6) + 1):
                order[_INSIDE, new, word] |= order[_INSIDE, mine, word]
    for other in range(new):
        _compare(values, other)
        if _on_side(values.sides, _BELOW, other):
            order[AT_MOST, new, other >> 6] |= bit(other)
        if _on_side(values.sides, _ABOVE, other):
            order[AT_MOST, other, new >> 6] |= bit(new)
    order[AT_MOST, new, new >> 6] |= bit(new)
    order[_INSIDE, new, new >> 6] |= bit(new)
    return new


@jit(inline=False)
def simplify(values: CombinatorialValues) -> int:
    """The value of the game with these options, or NONE."""
    counts = values.counts
    for player in range(2):
        counts[_MANY + player] = _drop_dominated(
            values.order, values.work[player], counts[_MANY + player], player
        )
    for word in range((counts[VALUES] + 63) >> 6):
        reached = U0
        for player in range(2):
            for i in range(counts[_MANY + player]):
                reached |= values.order[_INSIDE, values.work[player, i], word]
        while reached != U0:
            _compare(values, 64 * word + lowest(reached))
            reached &= reached - U1
    for player in range(2):
        while _bypass(values, player):
            pass
        if counts[_MANY + player] == NONE:
            return NONE
        counts[_MANY + player] = _drop_dominated(
            values.order, values.work[player], counts[_MANY + player], player
        )
        _sort(values.work[player], counts[_MANY + player])
    at = _find(values)
    if values.places[at] != 0:
        return values.places[at] - 1
    options = counts[_MANY + LEFT] + counts[_MANY + RIGHT]
    if counts[VALUES] + 2 > len(values.forms) or counts[_POOL] + 2 * options > len(values.pool):
        return NONE
    new = _keep(values, at)
    # Its negative too, so that every value has one.
    for i in range(max(counts[_MANY + LEFT], counts[_MANY + RIGHT])):
        held = values.work[LEFT, i]
        values.work[LEFT, i] = values.forms[values.work[RIGHT, i], NEGATIVE]
        values.work[RIGHT, i] = values.forms[held, NEGATIVE]
    held = counts[_MANY + LEFT]
    counts[_MANY + LEFT] = counts[_MANY + RIGHT]
    counts[_MANY + RIGHT] = held
    for player in range(2):
        _sort(values.work[player], counts[_MANY + player])
    at = _find(values)
    other = values.places[at] - 1 if values.places[at] != 0 else _keep(values, at)
    values.forms[new, NEGATIVE] = other
    values.forms[other, NEGATIVE] = new
    return new


@jit
def _slot(sums: Ints, low: int, high: int) -> int:
    """Where the sum is or should be among the sums."""
    code = low * 40503 + high * 10007
    at = (code ^ (code >> 13)) & (len(sums) - 1)
    while sums[at, 1] != 0 and (sums[at, 0] != low or sums[at, 1] != high):
        at = (at + 1) & (len(sums) - 1)
    return at


@jit
def _known_sum(forms: Ints, sums: Ints, one: int, other: int) -> int:
    if one == ZERO or other == ZERO:
        return one + other  # one of the two numbers is 0
    if one == forms[other, NEGATIVE]:
        return ZERO
    at = _slot(sums, min(one, other), max(one, other))
    return sums[at, 2] if sums[at, 1] != 0 else _UNKNOWN


@jit(inline=False)
def _gather(values: CombinatorialValues, one: int, other: int, depth: int) -> int:
    """The options of a sum by moves in `one`: 0 all known, 1 pushed one to be found first, or NONE."""
    for player in range(2):
        first = values.forms[one, 2 * player]
        for at in range(first, first + values.forms[one, 2 * player + 1]):
            total = _known_sum(values.forms, values.sums, values.pool[at], other)
            if total == _UNKNOWN:
                values.work[2, depth] = values.pool[at]
                values.work[3, depth] = other
                return 1
            if total == NONE or not add_option(values, player, total):
                return NONE
    return 0


@jit(inline=False)
def add(values: CombinatorialValues, one: int, other: int) -> int:
    """The sum of two values, or NONE."""
    total = _known_sum(values.forms, values.sums, one, other)
    if total != _UNKNOWN:
        return total
    depth = 1
    values.work[2, 0] = one
    values.work[3, 0] = other
    while depth > 0:
        here = values.work[2, depth - 1]
        there = values.work[3, depth - 1]
        if depth == _ROOM or values.counts[_SUMS] >= len(values.sums) // 4 * 3:
            return NONE
        clear(values)
        done = _gather(values, here, there, depth)
        if done == 0:
            done = _gather(values, there, here, depth)
        if done == 1:
            depth += 1
            continue
        total = simplify(values) if done == 0 else NONE
        at = _slot(values.sums, min(here, there), max(here, there))
        values.counts[_SUMS] += 1
        values.sums[at, 0] = min(here, there)
        values.sums[at, 1] = max(here, there)
        values.sums[at, 2] = total
        depth -= 1
    return total
