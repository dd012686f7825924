"""Who wins a sum of Clobber parts: depth-first proof-number search.

Every sum is seen by the player to move. `phi` says how hard it still is to show that the player to move wins,
`delta` that he loses (Nagai's df-pn); 0 and infinity: it is shown. The search always goes to the move that is
easiest to show, keeps the numbers of what it leaves in the table, and so needs no good first guess.

`delta` is the hardest move's number and one for each further move (weak proof numbers), not the sum over
moves: the same sum is reached by many ways, and would be counted again and again. The numbers thus stay below
112 edges times 64 plies, and fit into 16 bits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.kernel.jit import jit
from papamu.search.clobber_parts import MOST_PARTS, PART, Boxes, after, boxes, edges, list_moves
from papamu.search.clobber_table import INFINITE, Table, look_up, store, table, write_key

PLIES = 65  # every move removes a stone
MOST_MOVES = 112  # the edges of 8 × 8, more than any other board of 64 cells has

Ints = NDArray[np.int64]


class Search(NamedTuple):
    """A search that can be paused between any two nodes: one row a ply."""

    box: Boxes
    memory: Table
    parts: NDArray[np.uint64]  # [ply, part, PART]
    many: Ints  # [ply]: how many parts
    keys: NDArray[np.uint64]  # [ply, 2]
    moves: Ints  # [ply, move]
    after_keys: NDArray[np.uint64]  # [ply, move, 2]
    phi: Ints  # [ply, move]: of the sum after the move
    delta: Ints  # [ply, move]
    choices: Ints  # [ply]: how many moves
    chosen: Ints  # [ply]: the move that is being looked into
    phi_limit: Ints  # [ply]: come back when a number reaches its limit
    delta_limit: Ints  # [ply]
    since: Ints  # [ply]: nodes when it was entered
    clock: Ints  # [0] ply, [1] nodes


def make_search(megabytes: int, cells: int) -> Search:
    """A search with an empty table for boards of so many cells."""
    wide = (PLIES, MOST_MOVES)
    return Search(
        box=boxes(),
        memory=table(megabytes, cells),
        parts=np.zeros((PLIES + 1, MOST_PARTS, PART), dtype=np.uint64),
        many=np.zeros(PLIES, dtype=np.int64),
        keys=np.zeros((PLIES, 2), dtype=np.uint64),
        moves=np.zeros(wide, dtype=np.int64),
        after_keys=np.zeros((*wide, 2), dtype=np.uint64),
        phi=np.zeros(wide, dtype=np.int64),
        delta=np.zeros(wide, dtype=np.int64),
        choices=np.zeros(PLIES, dtype=np.int64),
        chosen=np.zeros(PLIES, dtype=np.int64),
        phi_limit=np.zeros(PLIES, dtype=np.int64),
        delta_limit=np.zeros(PLIES, dtype=np.int64),
        since=np.zeros(PLIES, dtype=np.int64),
        clock=np.zeros(2, dtype=np.int64),
    )


@jit(inline=False)
def _enter(search: Search, ply: int) -> None:
    """List the moves of the sum at this ply, each with its proof numbers as far as they are known."""
    search.since[ply] = search.clock[1]
    search.clock[1] += 1
    moves = search.moves[ply]
    listed = list_moves(search.box, search.parts[ply], search.many[ply], moves)
    n = 0
    for i in range(listed):
        move = moves[i]
        parts = search.parts[ply + 1]
        many = after(search.box, search.parts[ply], search.many[ply], move, parts)
        key = search.after_keys[ply, n]
        write_key(search.memory, parts, many, key)
        twin = 0
        while search.after_keys[ply, twin, 0] != key[0] or search.after_keys[ply, twin, 1] != key[1]:
            twin += 1
        if twin < n:
            continue
        phi = INFINITE
        delta = 0
        if many > 0:
            phi, delta = look_up(search.memory, key)
            if phi == 0 and delta == 0:
                phi = 1
                for part in range(many):
                    delta += edges(search.box, parts[part])
        moves[n] = move
        search.phi[ply, n] = phi
        search.delta[ply, n] = delta
        n += 1
        if delta == 0:  # a winning move
            break
    search.choices[ply] = n


@jit
def begin(search: Search) -> None:
    """Start anew with the sum at ply 0, which has moves."""
    write_key(search.memory, search.parts[0], search.many[0], search.keys[0])
    search.clock[0] = 0
    search.clock[1] = 0
    search.phi_limit[0] = INFINITE
    search.delta_limit[0] = INFINITE
    _enter(search, 0)


@jit
def go_on(search: Search, nodes: int) -> int:
    """Search on: 1 the player to move wins, -1 loses, 0 not known after so many more nodes."""
    ply = search.clock[0]
    pause = search.clock[1] + nodes
    while True:
        phi = INFINITE
        second = INFINITE
        hardest = 0
        alive = 0
        best = 0
        for i in range(search.choices[ply]):
            if search.phi[ply, i] > 0:
                alive += 1
                hardest = max(hardest, search.phi[ply, i])
                if search.delta[ply, i] < phi:
                    second = phi
                    phi = search.delta[ply, i]
                    best = i
                elif search.delta[ply, i] < second:
                    second = search.delta[ply, i]
        delta = INFINITE if phi == 0 else hardest + max(0, alive - 1)
        if phi >= search.phi_limit[ply] or delta >= search.delta_limit[ply]:
            store(search.memory, search.keys[ply], phi, delta, search.clock[1] - search.since[ply])
            if ply == 0:
                return 1 if phi == 0 else -1
            ply -= 1
            search.phi[ply, search.chosen[ply]] = phi
            search.delta[ply, search.chosen[ply]] = delta
            continue
        if search.clock[1] >= pause:
            search.clock[0] = ply
            return 0
        search.chosen[ply] = best
        search.keys[ply + 1, 0] = search.after_keys[ply, best, 0]
        search.keys[ply + 1, 1] = search.after_keys[ply, best, 1]
        search.many[ply + 1] = after(
            search.box, search.parts[ply], search.many[ply], search.moves[ply, best], search.parts[ply + 1]
        )
        search.phi_limit[ply + 1] = search.delta_limit[ply] - max(0, alive - 1)
        # A little more than what the second best move costs: else the search hops between two moves.
        search.delta_limit[ply + 1] = min(search.phi_limit[ply], second + 1 + second // 4)
        ply += 1
        _enter(search, ply)
