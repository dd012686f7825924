"""The search of the Reversi solver: one question, is the value above `alpha`?, answered by a bound.

Negamax with an explicit stack, so that it can stop after any number of nodes and go on later. Moves
are tried fastest first (those that leave the opponent the fewest replies), near the end by parity.
Bounds are kept in a table under the whole position, so that no two positions are ever mistaken for
each other; a reply that is known to be bad enough for the opponent is taken without search.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games.reversi_rules import Reversi, moves_in_word
from papamu.kernel.bits import U0, U1, bit, lowest, popcount
from papamu.kernel.jit import jit
from papamu.search.reversi_last import (
    NOTHING,
    Words,
    final,
    flips_by_rays,
    last_four,
    make_quadrants,
    make_rays,
)

Numbers = NDArray[np.int64]

SORTED = 7  # from so many empty cells on moves are tried fastest first, below by parity
KEPT = 9  # from here on bounds are kept
PEEKED = 10  # from here on the bounds of all successors are looked up first
MOST = 34  # more moves than a position of 64 cells can have
PLIES = 2 * 64 + 2  # passes included

NODES, PLY, ANSWER, AGE = range(4)  # of `Endgame.now`
OWN, FOE, REST, ODD = range(4)  # of `Endgame.boards`
ALPHA, BEST, MOVE, BEST_MOVE, LEFT, PASSED = range(6)  # of `Endgame.frames`

_S8, _S16, _S24, _S32 = np.uint64(8), np.uint64(16), np.uint64(24), np.uint64(32)
_S20, _S29 = np.uint64(20), np.uint64(29)
_BYTE, _LOW32 = np.uint64(0xFF), np.uint64(0xFFFFFFFF)
_MIX = tuple(np.uint64(n) for n in (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F, 0x165667B1))


class Endgame(NamedTuple):
    """What a search works on."""

    rays: Words
    quadrants: Words
    corners: np.uint64
    table: Words  # [slot, 3]: own, foe, and what is known
    mask: np.uint64  # of slots; those of a pair are neighbours
    boards: Words  # [ply, …]
    frames: Numbers  # [ply, …]
    cells: Numbers  # [ply, move]: sorted moves,
    flips: Words  # what they turn over
    costs: Numbers  # and how promising they are: least first
    now: Numbers  # nodes, ply, answer, age


def make(rules: Reversi, megabytes: int) -> Endgame:
    """Tables and an empty memory of at most so many megabytes."""
    slots = 2
    while slots * 2 * 24 <= megabytes << 20:
        slots *= 2
    side = rules.cols
    corners = sum(1 << cell for cell in (0, side - 1, side * (side - 1), side * side - 1))
    return Endgame(
        rays=make_rays(side),
        quadrants=make_quadrants(side),
        corners=np.uint64(corners),
        table=np.zeros((slots, 3), dtype=np.uint64),
        mask=np.uint64(slots - 2),
        boards=np.zeros((PLIES, 4), dtype=np.uint64),
        frames=np.zeros((PLIES, 6), dtype=np.int64),
        cells=np.zeros((PLIES, MOST), dtype=np.int64),
        flips=np.zeros((PLIES, MOST), dtype=np.uint64),
        costs=np.zeros((PLIES, MOST), dtype=np.int64),
        now=np.zeros(4, dtype=np.int64),
    )


@jit
def _slot(end: Endgame, own: np.uint64, foe: np.uint64) -> int:
    """The first of the two slots of a position."""
    mixed = (own & _LOW32) * _MIX[0] ^ (own >> _S32) * _MIX[1]
    mixed ^= ((foe & _LOW32) * _MIX[2] ^ (foe >> _S32) * _MIX[3]) >> _S8
    mixed ^= mixed >> _S29
    return np.int64((((mixed & _LOW32) * _MIX[4]) >> _S20) & end.mask)


@jit
def _known(end: Endgame, own: np.uint64, foe: np.uint64) -> np.uint64:
    """What is kept about a position (see `_keep`), or 0."""
    slot = _slot(end, own, foe)
    for at in range(slot, slot + 2):
        if end.table[at, 0] == own and end.table[at, 1] == foe:
            return end.table[at, 2]
    return U0


@jit
def _lower(known: np.uint64) -> int:
    return np.int64(known & _BYTE) - 128


@jit
def _upper(known: np.uint64) -> int:
    return np.int64((known >> _S8) & _BYTE) - 128


@jit
def _keep(
    end: Endgame, own: np.uint64, foe: np.uint64, empties: int, alpha: int, best: int, move: int
) -> None:
    """Keep a bound. The first slot of a pair goes to the larger search of this question, the second to any.

    A byte each: the lower and the upper bound, the best move, the empty cells; then the age.
    """
    slot = _slot(end, own, foe)
    at = slot + 1
    lower, upper = -128, 127
    found = False
    for try_at in range(slot, slot + 2):
        if end.table[try_at, 0] == own and end.table[try_at, 1] == foe:
            at, found = try_at, True
    age = np.uint64(end.now[AGE]) << _S32
    if found:
        lower, upper = _lower(end.table[at, 2]), _upper(end.table[at, 2])
    else:
        first = end.table[slot, 2]
        if first >> _S32 << _S32 != age or np.int64((first >> _S24) & _BYTE) <= empties:
            if first >> _S32 << _S32 == age:
                for word in range(3):
                    end.table[at, word] = end.table[slot, word]
            at = slot
    if best > alpha:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    end.table[at, 0] = own
    end.table[at, 1] = foe
    end.table[at, 2] = (
        np.uint64(lower + 128)
        | np.uint64(upper + 128) << _S8
        | np.uint64(move) << _S16
        | np.uint64(empties) << _S24
        | age
    )


@jit
def _cost(rules: Reversi, end: Endgame, own: np.uint64, foe: np.uint64, odd: bool) -> int:
    """How little a move promises that leaves this position to the opponent, who is `own` here."""
    if own == U0:
        return -1000000
    replies = moves_in_word(rules, own, foe)
    mobility = popcount(replies) + popcount(replies & end.corners)
    return (mobility << 4) - (2 if odd else 0)


@jit
def search(rules: Reversi, end: Endgame, limit: int) -> bool:
    """Go on until the question is answered (True) or there were so many nodes (False)."""
    size = rules.cells
    boards, frames = end.boards, end.frames
    ply = end.now[PLY]
    entering = True
    value = 0
    while True:
        if entering:
            own, foe, alpha = boards[ply, OWN], boards[ply, FOE], frames[ply, ALPHA]
            empty = rules.board[0] & ~(own | foe)
            empties = popcount(empty)
            entering = False
            if empties == 4:
                value = last_four(
                    end.rays, end.quadrants, size, own, foe, empty, boards[ply, ODD], alpha, end.now
                )
                ply -= 1
            else:
                if end.now[NODES] >= limit:
                    end.now[PLY] = ply
                    return False
                frames[ply, BEST] = NOTHING
                frames[ply, BEST_MOVE] = size
                frames[ply, LEFT] = 0
                frames[ply, PASSED] = 0
                moves = moves_in_word(rules, own, foe)
                if moves == U0:
                    if moves_in_word(rules, foe, own) == U0:
                        value = final(size, own, foe)
                        ply -= 1
                    else:
                        frames[ply, PASSED] = 1
                        boards[ply + 1, OWN] = foe
                        boards[ply + 1, FOE] = own
                        boards[ply + 1, ODD] = boards[ply, ODD]
                        frames[ply + 1, ALPHA] = -alpha - 1
                        ply += 1
                        entering = True
                        continue
                elif empties < SORTED:
                    boards[ply, REST] = moves
                    value = NOTHING
                else:
                    value = _prepare(rules, end, ply, moves, empties)
                    if value != NOTHING:
                        ply -= 1
        else:
            pass
        # here: value of a finished node at ply + 1, or NOTHING: the node at ply is new
        if value != NOTHING:
            # report to the parent
            while ply >= 0:
                value = -value
                alpha = frames[ply, ALPHA]
                if value > frames[ply, BEST]:
                    frames[ply, BEST] = value
                    frames[ply, BEST_MOVE] = frames[ply, MOVE]
                if (
                    value <= alpha
                    and frames[ply, PASSED] == 0
                    and (boards[ply, REST] != U0 or frames[ply, LEFT] > 0)
                ):
                    break
                value = frames[ply, BEST]
                if frames[ply, PASSED] == 0:
                    own, foe = boards[ply, OWN], boards[ply, FOE]
                    empties = popcount(rules.board[0] & ~(own | foe))
                    if empties >= KEPT:
                        _keep(end, own, foe, empties, alpha, value, frames[ply, BEST_MOVE])
                ply -= 1
            if ply < 0:
                end.now[ANSWER] = value
                return True
        # choose the next move of the node at ply
        own, foe = boards[ply, OWN], boards[ply, FOE]
        if frames[ply, LEFT] > 0:
            left = frames[ply, LEFT] - 1
            chosen = left
            for i in range(left):
                if end.costs[ply, i] < end.costs[ply, chosen]:
                    chosen = i
            cell, flips = end.cells[ply, chosen], end.flips[ply, chosen]
            end.cells[ply, chosen] = end.cells[ply, left]
            end.flips[ply, chosen] = end.flips[ply, left]
            end.costs[ply, chosen] = end.costs[ply, left]
            frames[ply, LEFT] = left
        else:
            rest = boards[ply, REST]
            first = rest & boards[ply, ODD]
            cell = lowest(first if first != U0 else rest)
            boards[ply, REST] = rest ^ bit(cell)
            flips = flips_by_rays(end.rays, own, foe, cell)
        end.now[NODES] += 1
        frames[ply, MOVE] = cell
        boards[ply + 1, OWN] = foe ^ flips
        boards[ply + 1, FOE] = own ^ flips ^ bit(cell)
        boards[ply + 1, ODD] = boards[ply, ODD] ^ end.quadrants[cell]
        frames[ply + 1, ALPHA] = -frames[ply, ALPHA] - 1
        ply += 1
        entering = True


@jit
def _prepare(rules: Reversi, end: Endgame, ply: int, moves: np.uint64, empties: int) -> int:
    """List the moves of a node with their costs; its value, if that is known already, else NOTHING."""
    own, foe, alpha = end.boards[ply, OWN], end.boards[ply, FOE], end.frames[ply, ALPHA]
    odd = end.boards[ply, ODD]
    end.boards[ply, REST] = U0
    favourite = np.int64(-1)
    if empties >= KEPT:
        known = _known(end, own, foe)
        if known != U0:
            if _lower(known) > alpha:
                return _lower(known)
            if _upper(known) <= alpha:
                return _upper(known)
            favourite = np.int64((known >> _S16) & _BYTE)
    left = 0
    while moves != U0:
        cell = lowest(moves)
        moves &= moves - U1
        flips = flips_by_rays(end.rays, own, foe, cell)
        disc = bit(cell)
        next_own, next_foe = foe ^ flips, own ^ flips ^ disc
        if empties > PEEKED:
            known = _known(end, next_own, next_foe)
            if known != U0 and -_upper(known) > alpha:
                return -_upper(known)
        end.cells[ply, left] = cell
        end.flips[ply, left] = flips
        if cell == favourite:
            end.costs[ply, left] = -100000
        else:
            end.costs[ply, left] = _cost(rules, end, next_own, next_foe, disc & odd != U0)
        left += 1
    end.frames[ply, LEFT] = left
    return NOTHING
