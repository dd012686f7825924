"""The tree of a Monte Carlo tree search: arrays with one entry per node, in memory that never grows.

Positions are not stored: a node is the moves that lead to it, whatever chance did on the way, and every
simulation plays them afresh. A node's children are a linked list. `uct` makes them one by one, so its tree
has at most one node more than there were simulations, however many moves the game has; `puct` and `report_uct`
make all children of a node together. A child is always made after its parent and so has the larger index:
dropping all but a subtree is one pass over the arrays.

A node stores what its games returned to *each* player, since with chance events and multi-jumps the same
moves need not bring the same player to move.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games.rules import Floats, Moves
from papamu.kernel.jit import jit

Indices = NDArray[np.int32]

ROOT = 0  # the index of the root
NO_NODE = -1  # the index of no node: the root's parent, the end of a list of children
UNKNOWN = -1  # how many legal moves a node has before anybody listed them

# What `Tree.counts` counts.
USED = 0  # nodes in the tree now
MADE = 1  # nodes made in this game, those dropped since included
RUN = 2  # simulations run in this game
_COUNTS = 3

UNTRIED = -2.0  # the value of a move without a single simulation: less than any return

_MOST_NODES = 2**31 - 1  # indices have 32 bits


class Tree(NamedTuple):
    """N nodes of room, for a game of P players. Entries from `counts[USED]` on mean nothing."""

    move: Indices  # [N]: the move that led to the node
    parent: Indices  # [N]: NOWHERE for the root
    child: Indices  # [N]: the child made last, NOWHERE if there is none
    sibling: Indices  # [N]: the sibling made just before, NOWHERE for the parent's first
    children: Indices  # [N]: how many children there are
    legal: Indices  # [N]: how many legal moves were listed last, or UNKNOWN
    visits: Indices  # [N]: simulations that came through or ended here
    total: Floats  # [N, P]: the sum of what they returned to each player
    spread: Floats  # [N]: 1 / sqrt(visits), which every look at the node needs
    new_index: Indices  # [N]: scratch of `keep_subtree`
    counts: NDArray[np.int64]  # [3]: USED, MADE, RUN
    prior: NDArray[np.float32]  # [N]: how promising the move looked before it was tried; [0] if nobody says


def node_bytes(players: int, priors: bool = False) -> int:
    """The memory of one node."""
    return 8 * 4 + 8 + 8 * players + 4 * priors


def capacity_for(megabytes: float, players: int, priors: bool = False) -> int:
    """For how many nodes so much memory is enough: two or more."""
    return max(2, min(_MOST_NODES, int(megabytes * 1e6) // node_bytes(players, priors)))


def new_tree(capacity: int, players: int, priors: bool = False) -> Tree:
    """Room for so many nodes; the system hands the memory out only as it is used."""
    tree = Tree(
        move=np.zeros(capacity, dtype=np.int32),
        parent=np.zeros(capacity, dtype=np.int32),
        child=np.zeros(capacity, dtype=np.int32),
        sibling=np.zeros(capacity, dtype=np.int32),
        children=np.zeros(capacity, dtype=np.int32),
        legal=np.zeros(capacity, dtype=np.int32),
        visits=np.zeros(capacity, dtype=np.int32),
        total=np.zeros((capacity, players), dtype=np.float64),
        spread=np.zeros(capacity, dtype=np.float64),
        new_index=np.zeros(capacity, dtype=np.int32),
        counts=np.zeros(_COUNTS, dtype=np.int64),
        prior=np.zeros(capacity if priors else 0, dtype=np.float32),
    )
    clear_tree(tree)
    return tree


@jit
def is_full(tree: Tree) -> bool:
    """Is there no room for another node?"""
    return tree.counts[USED] >= len(tree.move)


@jit
def add_node(tree: Tree, parent: int, move: int) -> int:
    """A new node; the tree must not be full. Returns its index."""
    node = tree.counts[USED]
    tree.counts[USED] += 1
    tree.counts[MADE] += 1
    tree.move[node] = move
    tree.parent[node] = parent
    tree.child[node] = NO_NODE
    tree.sibling[node] = NO_NODE
    tree.children[node] = 0
    tree.legal[node] = UNKNOWN
    tree.visits[node] = 0
    for player in range(tree.total.shape[1]):
        tree.total[node, player] = 0.0
    if parent != NO_NODE:
        tree.sibling[node] = tree.child[parent]
        tree.child[parent] = node
        tree.children[parent] += 1
    return node


@jit
def clear_tree(tree: Tree) -> None:
    """Nothing but a root nobody has visited."""
    tree.counts[USED] = 0
    add_node(tree, NO_NODE, NO_NODE)


@jit
def find_child(tree: Tree, node: int, move: int) -> int:
    """The child of this move, or NOWHERE."""
    kid = tree.child[node]
    while kid != NO_NODE and tree.move[kid] != move:
        kid = tree.sibling[kid]
    return kid


@jit
def backward(tree: Tree, leaf: int, returned: Floats) -> None:
    """Add what a simulation returned to every node from the leaf up to the root."""
    node = np.int64(leaf)
    while node != NO_NODE:
        tree.visits[node] += 1
        tree.spread[node] = 1.0 / math.sqrt(tree.visits[node])
        for player in range(len(returned)):
            tree.total[node, player] += returned[player]
        node = np.int64(tree.parent[node])


@jit(inline=False)
def keep_subtree(tree: Tree, root: int) -> None:
    """Make this node the root and drop whatever does not lie below it."""
    new_index = tree.new_index
    kept = 0
    for old in range(root, tree.counts[USED]):
        parent = np.int64(tree.parent[old])
        above = np.int64(new_index[parent]) if parent >= root else NO_NODE
        if above == NO_NODE and old != root:
            new_index[old] = NO_NODE
            continue
        # Nodes move to the front in the order in which they were made, and so the links can be
        # made anew as they were made at first.
        node = kept
        kept += 1
        new_index[old] = node
        tree.move[node] = tree.move[old]
        tree.parent[node] = above
        tree.child[node] = NO_NODE
        tree.sibling[node] = NO_NODE
        tree.children[node] = tree.children[old]
        tree.legal[node] = tree.legal[old]
        tree.visits[node] = tree.visits[old]
        tree.spread[node] = tree.spread[old]
        for player in range(tree.total.shape[1]):
            tree.total[node, player] = tree.total[old, player]
        if len(tree.prior) > 0:
            tree.prior[node] = tree.prior[old]
        if above != NO_NODE:
            tree.sibling[node] = tree.child[above]
            tree.child[above] = node
    tree.counts[USED] = kept


@jit
def root_statistics(
    tree: Tree,
    moves: Moves,
    n: int,
    mover: int,
    mark: NDArray[np.int64],
    visits: Moves,
    values: Floats,
) -> None:
    """Write the simulations and the mean return to the mover of the n legal `moves` of the root.

    `mark` [actions] is scratch: there a move finds its place. Stamps of the searches are positive.
    """
    for index in range(n):
        visits[index] = 0
        values[index] = UNTRIED
        mark[moves[index]] = -1 - index
    kid = np.int64(tree.child[ROOT])
    while kid != NO_NODE:
        index = -1 - mark[tree.move[kid]]
        if 0 <= index < n and moves[index] == tree.move[kid] and tree.visits[kid] > 0:
            visits[index] = tree.visits[kid]
            values[index] = tree.total[kid, mover] / tree.visits[kid]
        kid = np.int64(tree.sibling[kid])
