"""Depth-first proof-number search: who wins a sum of Clobber components.

Every sum is seen by the player to move. `phi` says how hard it still is to show that the player to move wins,
`delta` that he loses (Nagai's df-pn); 0 and infinity: it is shown. The search always goes to the move that is
easiest to show, keeps the numbers of what it leaves in the table, and so needs no good first guess.

`delta` is the hardest move's number and one for each further move (weak proof numbers), not the sum over
moves: the same sum is reached by many ways, and would be counted again and again. The numbers thus stay below
128 moves times 64 plies, and fit into 16 bits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.kernel.jit import jit
from papamu.search.exact.clobber.components import (
    MOST_PARTS,
    PART,
    Boxes,
    Parts,
    boxes,
    edges,
    list_moves,
    play_in,
    split,
    swap_seats,
    tidy,
)  # fmt: skip
from papamu.search.exact.clobber.pn_table import INFINITE, PnTable, look_up, make_table, store, write_key
from papamu.search.exact.clobber.small_components import WANTED, SmallComponents, make_small, outcome, replace

TAKE_APART, BEGIN, GO_ON = range(3)  # what `run` is asked to do
WANT = -2  # what it answers: find the values that are wanted, then ask again

# Columns of `plies`: how many parts and moves there are, the move that is being looked into, the limits at
# which to come back, the nodes when it was entered, how often the search came back to it. The last row is the
# clock: the ply and the nodes.
_PARTS, _MOVES, _CHOSEN, _PHI_LIMIT, _DELTA_LIMIT, _SINCE, _RETURNS = range(7)
_PLY, NODES = range(2)
_NEW = -1  # moves: not listed yet
_MOVE, _PHI, _DELTA = range(3)  # of `ways`

# Every look into a move raises one of its two numbers but may lower the other, and a table that forgets could
# let them rise and fall for ever. After so many looks from one place they only rise: all comes to an end.
_PATIENCE = 1000

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


class PnSearch(NamedTuple):
    """A search that can be paused between any two nodes. Few arrays: each costs time to compile."""

    box: Boxes
    memory: PnTable
    small: SmallComponents
    parts: Words  # [ply, part, PART]
    plies: Ints  # [ply, column]
    ways: Ints  # [ply, which, move]: the moves; the numbers of the sums after them
    keys: Words  # [ply, move, 2]: their keys; the last row's first: the key of the sum at ply 0


def make_search(megabytes: int, cells: int) -> PnSearch:
    """A search with empty memory, for boards of so many cells."""
    plies = cells + 1  # every move removes a stone
    moves = 2 * cells  # stones on a grid have fewer than two neighbouring pairs each
    bits = min(12, 6 + megabytes.bit_length())
    search = PnSearch(
        box=boxes(),
        memory=make_table(0, 0),
        small=make_small(bits),
        parts=np.zeros((plies + 1, MOST_PARTS, PART), dtype=np.uint64),
        plies=np.zeros((plies + 1, 7), dtype=np.int64),
        ways=np.zeros((plies, 3, moves), dtype=np.int64),
        keys=np.zeros((plies + 1, moves, 2), dtype=np.uint64),
    )
    return search._replace(memory=make_table((megabytes << 20) - size_of(search), cells))


def size_of(record: tuple[object, ...]) -> int:
    """The bytes of all arrays of a record."""
    return sum(
        size_of(field) if isinstance(field, tuple) else field.nbytes if isinstance(field, np.ndarray) else 0
        for field in record
    )


@jit(inline=False)
def _after(search: PnSearch, ply: int, move: int) -> int:
    """Put the sum after a move at the next ply, seen by the opponent; returns how many parts it has."""
    out = search.parts[ply + 1]
    played = move >> 12
    n = 0
    for i in range(search.plies[ply, _PARTS]):
        if i != played:
            swap_seats(search.parts[ply, i], out[n])
            n += 1
    many = play_in(search.box, search.parts[ply, played], move, out, n)
    return tidy(out, replace(search.small, out, n, many))


@jit
def _first_guess(box: Boxes, order: Words, parts: Parts, many: int) -> tuple[int, int]:
    """The proof numbers of a sum nothing is known of; settled ones if the values of its parts decide it."""
    known = outcome(order, parts, many)
    if known != 0:
        return (0, INFINITE) if known > 0 else (INFINITE, 0)
    moves = 0
    for part in range(many):
        moves += edges(box, parts[part])
    return 1, max(1, moves - 2 * many)  # sums of many parts are lost more easily: it takes fewer nodes so


@jit
def _take_apart(search: PnSearch, own: np.uint64, foe: np.uint64, width: int) -> int:
    """Put a board at ply 0, as a sum; returns how many parts there are."""
    parts = search.parts[0]
    many = split(search.box, own, foe, width, parts, 0)
    search.plies[0, _PARTS] = tidy(parts, replace(search.small, parts, 0, many))
    return search.plies[0, _PARTS]


@jit
def _begin(search: PnSearch) -> None:
    """Search the sum at ply 0 from scratch."""
    many = search.plies[0, _PARTS]
    write_key(search.memory.salt, search.parts[0], many, search.keys[len(search.keys) - 1, 0])
    clock = search.plies[len(search.plies) - 1]
    clock[_PLY] = 0
    clock[NODES] = 0
    search.plies[0, _PHI_LIMIT] = INFINITE
    search.plies[0, _DELTA_LIMIT] = INFINITE
    search.plies[0, _MOVES] = _NEW


@jit(
    inline=False
)  # with all of it inside `run`, 4x5 takes 0.55 s instead of 0.30 s (papamu bench --only solve)
def _expand(search: PnSearch, ply: int) -> bool:
    """List the moves, each with its proof numbers as far as they are known.

    False: values of parts are wanted first.
    """
    here = search.plies[ply]
    ways = search.ways[ply]
    parts = search.parts[ply + 1]
    keys = search.keys[ply]
    n = 0
    won = False
    for i in range(list_moves(search.box, search.parts[ply], here[_PARTS], ways[_MOVE])):
        move = ways[_MOVE, i]
        many = _after(search, ply, move)
        write_key(search.memory.salt, parts, many, keys[n])
        twin = 0
        while keys[twin, 0] != keys[n, 0] or keys[twin, 1] != keys[n, 1]:
            twin += 1
        if twin < n:
            continue
        phi, delta = _first_guess(search.box, search.small.values.order, parts, many)
        if phi > 0 and delta > 0:
            known_phi, known_delta = look_up(search.memory.slots, keys[n])
            if known_phi > 0 or known_delta > 0:
                phi = known_phi
                delta = known_delta
        ways[_MOVE, n] = move
        ways[_PHI, n] = phi
        ways[_DELTA, n] = delta
        n += 1
        won = delta == 0
        if won:
            break
    if search.small.counts[WANTED] > 0 and not won:
        return False
    search.small.counts[WANTED] = 0
    clock = search.plies[len(search.plies) - 1]
    here[_MOVES] = n
    here[_SINCE] = clock[NODES]
    here[_RETURNS] = 0
    clock[NODES] += 1
    return True


@jit
def _compare_moves(search: PnSearch, ply: int) -> tuple[int, int, int, int, int]:
    """The proof numbers of the sum at a ply, its best move, the second best one's number, how many others there are."""
    ways = search.ways[ply]
    phi = INFINITE
    second = INFINITE
    hardest = 0
    alive = 0
    best = 0
    for i in range(search.plies[ply, _MOVES]):
        if ways[_PHI, i] > 0:
            alive += 1
            hardest = max(hardest, ways[_PHI, i])
            if ways[_DELTA, i] < phi:
                second = phi
                phi = ways[_DELTA, i]
                best = i
            elif ways[_DELTA, i] < second:
                second = ways[_DELTA, i]
    others = max(0, alive - 1)
    delta = INFINITE if phi == 0 else hardest + others
    return phi, delta, best, second, others


@jit
def _leave(search: PnSearch, ply: int, phi: int, delta: int) -> None:
    """Remember the numbers of the sum at a ply, and give them to the move that led to it."""
    above = len(search.keys) - 1 if ply == 0 else ply - 1
    chosen = 0 if ply == 0 else search.plies[above, _CHOSEN]
    nodes = search.plies[len(search.plies) - 1, NODES] - search.plies[ply, _SINCE]
    store(search.memory.slots, search.keys[above, chosen], phi, delta, nodes)
    if ply == 0:
        return
    search.plies[above, _RETURNS] += 1
    if search.plies[above, _RETURNS] > _PATIENCE and phi > 0 and delta > 0:
        phi = max(phi, search.ways[above, _PHI, chosen])
        delta = max(delta, search.ways[above, _DELTA, chosen])
    search.ways[above, _PHI, chosen] = phi
    search.ways[above, _DELTA, chosen] = delta


@jit
def _enter(search: PnSearch, ply: int, best: int, second: int, others: int) -> None:
    """Go to the sum after the best move."""
    here = search.plies[ply]
    here[_CHOSEN] = best
    below = search.plies[ply + 1]
    below[_PARTS] = _after(search, ply, search.ways[ply, _MOVE, best])
    below[_PHI_LIMIT] = here[_DELTA_LIMIT] - others
    # A little more than what the second best move costs: else the search hops between two moves.
    below[_DELTA_LIMIT] = min(here[_PHI_LIMIT], second + 1 + second // 4)
    below[_MOVES] = _NEW


@jit
def run(search: PnSearch, task: int, own: np.uint64, foe: np.uint64, width: int, nodes: int) -> int:
    """The one door from Python, because each costs time to compile.

    TAKE_APART: put a board at ply 0, as a sum; returns how many parts there are.
    BEGIN: search it anew; GO_ON: search on. Both return 1 if the player to move wins, -1 if he loses, and 0
    if that is not known after so many nodes in all. All may return WANT; BEGIN is then gone on with by GO_ON.
    """
    if task == TAKE_APART:
        many = _take_apart(search, own, foe, width)
        return WANT if search.small.counts[WANTED] > 0 else many
    if task == BEGIN:
        _begin(search)
    clock = search.plies[len(search.plies) - 1]
    ply = clock[_PLY]
    while True:
        here = search.plies[ply]
        if here[_MOVES] == _NEW and not _expand(search, ply):
            clock[_PLY] = ply
            return WANT
        phi, delta, best, second, others = _compare_moves(search, ply)
        if phi >= here[_PHI_LIMIT] or delta >= here[_DELTA_LIMIT]:
            _leave(search, ply, phi, delta)
            if ply == 0:
                return 1 if phi == 0 else -1
            ply -= 1
        elif clock[NODES] >= nodes:
            clock[_PLY] = ply
            return 0
        else:
            _enter(search, ply, best, second, others)
            ply += 1
