"""The endgame search of the Reversi solver: is the value of a position above `alpha`?

Negamax with an explicit stack, so that it can stop after any number of nodes and go on later. Moves
are tried fastest first (those that leave the opponent the fewest replies; far from the end the
opponent's best reply counts too), near the end by parity. Bounds are kept in a table under the whole
position, so that no two positions are ever mistaken for each other; a move after which the kept bound
answers the question is taken without search.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games.reversi.rules import Reversi, moves_in_word
from papamu.kernel.bits import U0, U1, bit, lowest, popcount
from papamu.kernel.jit import jit
from papamu.search.exact.reversi.last_empties import (
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
KEPT = 8  # from here on bounds are kept
PEEKED = 10  # from here on the bounds kept of all successors are looked up first
LOOKED = 12  # from here on moves are ordered by what the opponent's best reply leaves, too
MOST = 66  # more moves than any 64 cells can have; and no power of two, for the processor's cache
PLIES = 2 * 64 + 2  # passes included

NODES, PLY, ANSWER, AGE = range(4)  # of `EndgameSearch.now`
OWN, FOE, REST, ODD = range(4)  # of `EndgameSearch.boards`
ALPHA, BEST, MOVE, BEST_MOVE, LEFT, PASSED = range(6)  # of `EndgameSearch.frames`

_S8, _S16, _S24, _S32 = np.uint64(8), np.uint64(16), np.uint64(24), np.uint64(32)
_S20, _S29 = np.uint64(20), np.uint64(29)
_BYTE, _LOW32 = np.uint64(0xFF), np.uint64(0xFFFFFFFF)
_MIX = tuple(np.uint64(n) for n in (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F, 0x165667B1))


class EndgameSearch(NamedTuple):
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


def new_endgame_search(rules: Reversi, megabytes: int) -> EndgameSearch:
    """Tables and an empty memory of at most so many megabytes."""
    slots = max(2, 1 << ((megabytes << 20) // 24).bit_length() - 1) if megabytes else 2
    side = rules.cols
    corners = sum(1 << cell for cell in (0, side - 1, side * (side - 1), side * side - 1))
    return EndgameSearch(
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


def for_empties(end: EndgameSearch, empties: int) -> EndgameSearch:
    """The same, using only as much of its memory as a position with so many empty cells can need.

    Memory costs time when it is first touched: all of it a tenth of a second, more than a small search.
    """
    return end._replace(mask=np.uint64(min(len(end.table), 1 << (empties + 4)) - 2))


@jit
def _slot(end: EndgameSearch, own: np.uint64, foe: np.uint64) -> int:
    """The first of the two slots of a position."""
    mixed = (own & _LOW32) * _MIX[0] ^ (own >> _S32) * _MIX[1]
    mixed ^= ((foe & _LOW32) * _MIX[2] ^ (foe >> _S32) * _MIX[3]) >> _S8
    mixed ^= mixed >> _S29
    return np.int64((((mixed & _LOW32) * _MIX[4]) >> _S20) & end.mask)


@jit
def _known(end: EndgameSearch, own: np.uint64, foe: np.uint64) -> np.uint64:
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
    end: EndgameSearch, own: np.uint64, foe: np.uint64, empties: int, alpha: int, best: int, move: int
) -> None:
    """Keep a bound. The first slot of a pair goes to the larger search of this question, the second to any.

    A byte each: the lower and the upper bound, the best move, the empty cells; then the question's age.
    """
    slot = _slot(end, own, foe)
    at = slot + 1
    lower, upper = -128, 127
    age = np.uint64(end.now[AGE]) << _S32
    first = end.table[slot, 2]
    if end.table[slot, 0] == own and end.table[slot, 1] == foe:
        at = slot
        lower, upper = _lower(first), _upper(first)
    elif end.table[at, 0] == own and end.table[at, 1] == foe:
        lower, upper = _lower(end.table[at, 2]), _upper(end.table[at, 2])
    elif first < age:
        at = slot
    elif np.int64((first >> _S24) & _BYTE) <= empties:
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
def _burden(rules: Reversi, end: EndgameSearch, own: np.uint64, foe: np.uint64, moves: np.uint64) -> int:
    """How much `own`, to move, has to search and to hope for: what its opponent wants to be small.

    Its moves, corners twice; empty cells beside discs that may turn; less the foe's corners and what
    stands beside them. The weights were found by trying on FFO 40 to 44.
    """
    side = np.uint64(rules.cols)
    inner = foe & rules.middle
    near = (inner << U1) | (inner >> U1) | (foe << side) | (foe >> side)
    near |= (inner << (side - U1)) | (inner >> (side - U1)) | (inner << (side + U1)) | (inner >> (side + U1))
    near &= rules.board[0] & ~(own | foe)
    held = foe & end.corners
    beside = foe & (((held << U1 | held >> U1) & rules.middle) | held << side | held >> side)
    burden = 16 * (popcount(moves) + popcount(moves & end.corners)) + 4 * popcount(near)
    return burden - 4 * popcount(held) - 8 * popcount(beside)


@jit
def _cost(rules: Reversi, end: EndgameSearch, own: np.uint64, foe: np.uint64, odd: bool, empties: int) -> int:
    """How little a move promises that leaves this position to the opponent, who is `own` here."""
    if own == U0:
        return -1000000
    replies = moves_in_word(rules, own, foe)
    cost = _burden(rules, end, own, foe, replies) - (4 if odd else 0)
    if empties < LOOKED:
        return cost
    least = 1000000
    while True:  # once for a pass
        mine, theirs = foe, own
        if replies != U0:
            cell = lowest(replies)
            replies &= replies - U1
            flips = flips_by_rays(end.rays, own, foe, cell)
            mine ^= flips
            theirs ^= flips ^ bit(cell)
        least = min(least, _burden(rules, end, mine, theirs, moves_in_word(rules, mine, theirs)))
        if replies == U0:
            break
    return 2 * cost - least


@jit
def _list_moves(rules: Reversi, end: EndgameSearch, ply: int, moves: np.uint64, empties: int) -> int:
    """List the moves of a node with their costs; its value, if a kept bound gives it, else NOTHING."""
    own, foe, odd = end.boards[ply, OWN], end.boards[ply, FOE], end.boards[ply, ODD]
    alpha = end.frames[ply, ALPHA]
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
        if empties >= PEEKED:
            known = _known(end, next_own, next_foe)
            if known != U0 and -_upper(known) > alpha:
                return -_upper(known)
        end.cells[ply, left] = cell
        end.flips[ply, left] = flips
        if cell == favourite:
            end.costs[ply, left] = -100000
        else:
            end.costs[ply, left] = _cost(rules, end, next_own, next_foe, disc & odd != U0, empties)
        left += 1
    end.frames[ply, LEFT] = left
    return NOTHING


@jit
def _enter(rules: Reversi, end: EndgameSearch, ply: int) -> int:
    """Find the moves of the node at `ply`; its value, if it needs none of them, else NOTHING."""
    own, foe, odd, frame = end.boards[ply, OWN], end.boards[ply, FOE], end.boards[ply, ODD], end.frames[ply]
    empty = rules.board[0] & ~(own | foe)
    empties = popcount(empty)
    if empties == 4:
        return last_four(end.rays, end.quadrants, rules.cells, own, foe, empty, odd, frame[ALPHA], end.now)
    moves = moves_in_word(rules, own, foe)
    end.boards[ply, REST] = U0
    frame[BEST] = NOTHING
    frame[LEFT] = 0
    frame[PASSED] = 0
    if moves == U0:
        if moves_in_word(rules, foe, own) == U0:
            return final(rules.cells, own, foe)
        frame[PASSED] = 1
    elif empties < SORTED:
        end.boards[ply, REST] = moves
    else:
        return _list_moves(rules, end, ply, moves, empties)
    return NOTHING


@jit
def _climb(rules: Reversi, end: EndgameSearch, ply: int, value: int) -> tuple[int, int]:
    """Report a value upwards, to the next node (its ply is returned) that has to try another move."""
    while ply >= 0:
        value = -value
        own, foe, frame = end.boards[ply, OWN], end.boards[ply, FOE], end.frames[ply]
        if value > frame[BEST]:
            frame[BEST] = value
            frame[BEST_MOVE] = frame[MOVE]
        if value <= frame[ALPHA] and (frame[LEFT] > 0 or end.boards[ply, REST] != U0):
            break
        value = frame[BEST]
        empties = popcount(rules.board[0] & ~(own | foe))
        if empties >= KEPT and frame[PASSED] == 0:
            _keep(end, own, foe, empties, frame[ALPHA], value, frame[BEST_MOVE])
        ply -= 1
    return ply, value


@jit
def _descend(end: EndgameSearch, ply: int) -> None:
    """Play the most promising move not yet tried (or pass): the node at `ply` + 1."""
    own, foe, odd, frame = end.boards[ply, OWN], end.boards[ply, FOE], end.boards[ply, ODD], end.frames[ply]
    if frame[PASSED]:
        end.boards[ply + 1, OWN] = foe
        end.boards[ply + 1, FOE] = own
    else:
        if frame[LEFT]:
            last = frame[LEFT] - 1
            chosen = last
            for at in range(last):
                if end.costs[ply, at] < end.costs[ply, chosen]:
                    chosen = at
            cell, flips = end.cells[ply, chosen], end.flips[ply, chosen]
            end.cells[ply, chosen] = end.cells[ply, last]
            end.flips[ply, chosen] = end.flips[ply, last]
            end.costs[ply, chosen] = end.costs[ply, last]
            frame[LEFT] = last
        else:
            rest = end.boards[ply, REST]
            cell = lowest(rest & odd if rest & odd != U0 else rest)
            end.boards[ply, REST] = rest ^ bit(cell)
            flips = flips_by_rays(end.rays, own, foe, cell)
        end.now[NODES] += 1
        frame[MOVE] = cell
        odd ^= end.quadrants[cell]
        end.boards[ply + 1, OWN] = foe ^ flips
        end.boards[ply + 1, FOE] = own ^ flips ^ bit(cell)
    end.boards[ply + 1, ODD] = odd
    end.frames[ply + 1, ALPHA] = -frame[ALPHA] - 1


@jit
def search(rules: Reversi, end: EndgameSearch, limit: int) -> bool:
    """Go on until the question is answered (True) or there were so many nodes (False)."""
    ply = end.now[PLY]
    while end.now[NODES] < limit:
        value = _enter(rules, end, ply)
        if value != NOTHING:
            ply, value = _climb(rules, end, ply - 1, value)
            if ply < 0:
                end.now[ANSWER] = value
                return True
        _descend(end, ply)
        ply += 1
    end.now[PLY] = ply
    return False
