"""PUCT: tree search with a network's priors and values (AlphaZero), in many games at the same time.

A simulation goes from the root down the tree by the highest Q + c · prior · √N / (1 + n) to a position that has not
been evaluated. An evaluation is expensive, and much cheaper for many positions at once. So the search stops there:
`collect_leaves` goes down in each of its games and collects positions, the evaluator (anything that gives logits and
values) is asked about all of them, and `expand_and_backup` uses its answers: moves become nodes, and the values go
up the tree.

Each player maximises its own returns, chance is sampled anew in every simulation, trees are kept between
moves: all as in `uct`. Positions that end the game need no evaluation.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PapamuError
from papamu.games.game import Game
from papamu.games.rules import Floats, Moves, Rules, chance, is_over, legal_moves, play, player, returns
from papamu.kernel.bits import State, copy
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, gamma
from papamu.search.mcts.tree import (
    NO_NODE,
    ROOT,
    RUN,
    USED,
    Tree,
    add_node,
    backward,
    capacity_for,
    clear_tree,
    find_child,
    keep_subtree,
    new_tree,
    root_statistics,
)
from papamu.search.playout import playout

NetworkOutputs = NDArray[np.float32]

_WAITING = -2  # in place of a number of legal moves: this node waits for its evaluation
_REUSE = 2  # moves' worth of simulations that a tree has room for
_CONCENTRATION = 10.0  # of the noise: shared by all moves of a root (AlphaZero's 0.3 for chess, 0.03 for go)


class Forest(NamedTuple):
    """A tree for each of G games, and up to B positions that wait for the evaluator."""

    c: float  # how much the evaluator's priors count beside the results
    fpu_reduction: float  # first-play urgency: by how much an untried move is worse than its position
    leaves: int  # positions that one game collects at a time
    chance: int  # 1 if the game has chance events
    trees: Tree  # as in `tree`, each array with a row for every game
    roots: NDArray[np.uint64]  # [G, state_size]: the positions of the roots
    left: Moves  # [G]: simulations still to be run
    noise: Floats  # [G]: the share of noise that the root gets as soon as it has children
    slot: Moves  # [B]: whose position
    leaf: Moves  # [B]: its node
    states: NDArray[np.uint64]  # [B, state_size]: the positions
    state: State  # [state_size]: a position to play on in
    moves: Moves  # [max_moves]: the legal moves of a node
    visits: Moves  # [max_moves]: the simulations of each, written by `weigh_root`
    values: Floats  # [max_moves]: their mean return to the mover; elsewhere room for numbers
    out: Floats  # [num_players]
    mark: NDArray[np.int64]  # [actions]: equal to the last stamp for the moves that are meant now
    stamp: NDArray[np.int64]  # [1]: the last one given out


def new_forest(
    game: Game,
    games: int,
    sims: int,
    c: float = 1.75,
    fpu_reduction: float = 0.2,
    leaves: int = 1,
    megabytes: float = 512.0,
) -> Forest:
    """Trees for so many games, with room for so many simulations a move; all together take so much memory."""
    rules = game.rules
    players, size = rules.num_players, rules.state_size
    room = capacity_for(megabytes / games, players, priors=True)
    capacity = min(room, _REUSE * (sims + 1) * rules.max_moves + 1)
    if capacity <= rules.max_moves:
        raise PapamuError(f"puct: {megabytes:g} megabytes are too few for {games} games of {game}")
    one = new_tree(capacity, players, priors=True)  # memory is handed out as it is used: this takes none
    rows = [np.zeros((games, *array.shape), dtype=array.dtype) for array in one]
    made = Forest(
        c=float(c),
        fpu_reduction=float(fpu_reduction),
        leaves=int(leaves),
        chance=int(game.facts.chance),
        trees=Tree(*rows),
        roots=np.zeros((games, size), dtype=np.uint64),
        left=np.zeros(games, dtype=np.int64),
        noise=np.zeros(games),
        slot=np.zeros(games * leaves, dtype=np.int64),
        leaf=np.zeros(games * leaves, dtype=np.int64),
        states=np.zeros((games * leaves, size), dtype=np.uint64),
        state=np.zeros(size, dtype=np.uint64),
        moves=np.zeros(rules.max_moves, dtype=np.int64),
        visits=np.zeros(rules.max_moves, dtype=np.int64),
        values=np.zeros(rules.max_moves),
        out=np.zeros(players),
        mark=np.zeros(game.facts.actions, dtype=np.int64),
        stamp=np.zeros(1, dtype=np.int64),
    )
    for slot in range(games):
        set_root(made, slot, made.roots[slot])
    return made


@jit
def tree_of(forest: Forest, slot: int) -> Tree:
    """The tree of one game."""
    every = forest.trees
    return Tree(
        every.move[slot],
        every.parent[slot],
        every.child[slot],
        every.sibling[slot],
        every.children[slot],
        every.legal[slot],
        every.visits[slot],
        every.total[slot],
        every.spread[slot],
        every.new_index[slot],
        every.counts[slot],
        every.prior[slot],
    )


# -- between searches -----------------------------------------------------------------------------


@jit
def set_root(forest: Forest, slot: int, state: State) -> None:
    """An empty tree for this position."""
    tree = tree_of(forest, slot)
    tree.counts[:] = 0
    clear_tree(tree)
    copy(state, forest.roots[slot])
    forest.left[slot] = 0
    forest.noise[slot] = 0.0


@jit
def advance_root(forest: Forest, slot: int, move: int, state: State) -> None:
    """Somebody played this move, and it led to this position: what is known of it becomes the tree."""
    tree = tree_of(forest, slot)
    kid = find_child(tree, ROOT, move)
    if kid == NO_NODE:
        clear_tree(tree)
    else:
        keep_subtree(tree, kid)
    copy(state, forest.roots[slot])


@jit
def request_simulations(forest: Forest, slot: int, sims: int, noise: float, rng: Stream) -> None:
    """From now on `collect_leaves` runs so many simulations in this game, its root with this share of noise."""
    forest.left[slot] = sims
    forest.noise[slot] = noise
    _add_root_noise(forest, tree_of(forest, slot), slot, rng)


@jit
def _add_root_noise(forest: Forest, tree: Tree, slot: int, rng: Stream) -> None:
    """Give the root its noise if it has children: priors of a Dirichlet distribution, mixed in."""
    n = tree.children[ROOT]
    share = forest.noise[slot]
    if n == 0 or share == 0.0:
        return
    forest.noise[slot] = 0.0
    whole = 0.0
    for index in range(n):
        forest.values[index] = gamma(rng, _CONCENTRATION / n)
        whole += forest.values[index]
    kid = np.int64(tree.child[ROOT])
    for index in range(n):
        mixed = (1.0 - share) * tree.prior[kid] + share * forest.values[index] / max(whole, 1e-300)
        tree.prior[kid] = mixed
        kid = np.int64(tree.sibling[kid])


# -- down the tree --------------------------------------------------------------------------------


@jit
def _mark_legal(forest: Forest, rules: Rules, tree: Tree, node: int) -> None:
    """In games with chance: mark the moves that are legal this time, and make children of new ones.

    The evaluator never saw those here: they look as promising as the mean of all.
    """
    n = legal_moves(rules, forest.state, forest.moves)
    forest.stamp[0] += 2
    stamp = forest.stamp[0]
    for index in range(n):
        forest.mark[forest.moves[index]] = stamp - 1
    kid = np.int64(tree.child[node])
    while kid != NO_NODE:
        if forest.mark[tree.move[kid]] == stamp - 1:
            forest.mark[tree.move[kid]] = stamp
        kid = np.int64(tree.sibling[kid])
    for index in range(n):
        move = forest.moves[index]
        if forest.mark[move] != stamp and tree.counts[USED] < len(tree.move):
            tree.prior[add_node(tree, node, move)] = 1.0 / n
            forest.mark[move] = stamp


@jit
def _select(forest: Forest, tree: Tree, node: int, mover: int) -> int:
    """The child with the highest Q + c · prior · √N / (1 + n); in games with chance only of marked moves."""
    visits = max(1, tree.visits[node])
    urge = forest.c * math.sqrt(visits)
    untried = tree.total[node, mover] / visits - forest.fpu_reduction
    best = NO_NODE
    highest = -math.inf
    kid = np.int64(tree.child[node])
    while kid != NO_NODE:
        if not forest.chance or forest.mark[tree.move[kid]] == forest.stamp[0]:
            n = tree.visits[kid]
            quality = tree.total[kid, mover] / n if n > 0 else untried
            score = quality + urge * np.float64(tree.prior[kid]) / (1 + n)
            if score > highest:
                highest = score
                best = int(kid)
        kid = np.int64(tree.sibling[kid])
    return best


@jit
def _descend(forest: Forest, rules: Rules, tree: Tree, slot: int, rng: Stream) -> int:
    """Play on `forest.state` from the root down to a node without children; returns it."""
    state = forest.state
    copy(forest.roots[slot], state)
    node = ROOT
    while tree.child[node] != NO_NODE:
        if forest.chance:
            _mark_legal(forest, rules, tree, node)
        kid = _select(forest, tree, node, player(rules, state))
        if kid == NO_NODE:
            break
        play(rules, state, tree.move[kid])
        chance(rules, state, rng)
        node = kid
    return node


@jit
def _add_virtual_loss(tree: Tree, leaf: int, sign: int) -> None:
    """A virtual loss (or its removal, sign -1): until the leaf is evaluated, the simulation counts as lost for all."""
    node = np.int64(leaf)
    while node != NO_NODE:
        tree.visits[node] += sign
        for who in range(tree.total.shape[1]):
            tree.total[node, who] -= sign
        node = np.int64(tree.parent[node])


@jit(inline=False)
def collect_leaves(forest: Forest, rules: Rules, rngs: NDArray[np.uint64]) -> int:
    """Go down in every game that has simulations left; returns how many `states` wait for the evaluator.

    None: all simulations have been run.
    """
    n = 0
    for slot in range(len(forest.left)):
        tree = tree_of(forest, slot)
        here = 0
        while forest.left[slot] > 0 and here < forest.leaves:
            node = _descend(forest, rules, tree, slot, rngs[slot])
            if is_over(rules, forest.state):
                returns(rules, forest.state, forest.out)
                backward(tree, node, forest.out)
                tree.counts[RUN] += 1
                forest.left[slot] -= 1
                continue
            if tree.legal[node] == _WAITING:
                break  # two ways lead to the same position: better wait than ask twice
            tree.legal[node] = _WAITING
            if forest.leaves > 1:
                _add_virtual_loss(tree, node, 1)
            forest.slot[n] = slot
            forest.leaf[n] = node
            copy(forest.state, forest.states[n])
            forest.left[slot] -= 1
            here += 1
            n += 1
    return n


# -- and up again ---------------------------------------------------------------------------------


@jit
def _expand(forest: Forest, tree: Tree, node: int, n: int, logits: NetworkOutputs, places: Moves) -> None:
    """Make a child of each of the n `forest.moves`, as promising as the softmax of their logits."""
    highest = -math.inf
    for index in range(n):
        forest.values[index] = logits[places[forest.moves[index]]]
        highest = max(highest, forest.values[index])
    whole = 0.0
    for index in range(n):
        forest.values[index] = math.exp(forest.values[index] - highest)
        whole += forest.values[index]
    for index in range(n - 1, -1, -1):  # the child made last is the first in its parent's list
        tree.prior[add_node(tree, node, forest.moves[index])] = forest.values[index] / whole


@jit
def returns_from_values(values: NetworkOutputs, viewer: int, out: Floats) -> None:
    """The values of the evaluator, which are for the player to move, as returns to all players.

    One number for two players: one has what the other loses.
    """
    players = len(out)
    if players == 2 and len(values) == 1:
        out[viewer] = values[0]
        out[1 - viewer] = -values[0]
    else:
        for turn in range(players):
            out[(viewer + turn) % players] = values[turn]


@jit(inline=False)
def expand_and_backup(
    forest: Forest,
    rules: Rules,
    n: int,
    logits: NetworkOutputs,
    values: NetworkOutputs,
    places: Moves,
    rngs: NDArray[np.uint64],
) -> None:
    """Expand the n positions that `collect_leaves` collected.

    `logits` [position, number] speak of moves, `places` [player, move] says which of them; `values`
    [position, 1 or players] are what it is worth to the player to move, then to those after it.
    """
    for row in range(n):
        slot = forest.slot[row]
        node = forest.leaf[row]
        state = forest.states[row]
        tree = tree_of(forest, slot)
        if forest.leaves > 1:
            _add_virtual_loss(tree, node, -1)
        mover = player(rules, state)
        count = legal_moves(rules, state, forest.moves)
        tree.legal[node] = count
        if tree.child[node] == NO_NODE and tree.counts[USED] + count <= len(tree.move):
            _expand(forest, tree, node, count, logits[row], places[mover])
            if node == ROOT:
                _add_root_noise(forest, tree, slot, rngs[slot])
        returns_from_values(values[row], mover, forest.out)
        backward(tree, node, forest.out)
        tree.counts[RUN] += 1


@jit(inline=False)
def blend_playouts(
    forest: Forest, rules: Rules, n: int, share: float, values: NetworkOutputs, rngs: NDArray[np.uint64]
) -> None:
    """Blend the values of the n positions with the result of a random game from each of them."""
    players = len(forest.out)
    for row in range(n):
        copy(forest.states[row], forest.state)
        viewer = player(rules, forest.state)
        playout(rules, forest.state, rngs[forest.slot[row]])
        returns(rules, forest.state, forest.out)
        for turn in range(values.shape[1]):
            played = forest.out[(viewer + turn) % players]
            values[row, turn] = (1.0 - share) * np.float64(values[row, turn]) + share * played


# -- what came of it ------------------------------------------------------------------------------


@jit(inline=False)
def weigh_root(forest: Forest, rules: Rules, slot: int) -> int:
    """Write the legal moves of the root, their simulations and their mean return; returns how many."""
    tree = tree_of(forest, slot)
    root = forest.roots[slot]
    mover = player(rules, root)
    n = legal_moves(rules, root, forest.moves)
    root_statistics(tree, forest.moves, n, mover, forest.mark, forest.visits, forest.values)
    return n


def most_visited(forest: Forest, n: int) -> int:
    """The place of the most visited of the n moves that `weigh_root` wrote; of equals the better one."""
    order = np.lexsort((-forest.values[:n], -forest.visits[:n]))
    return int(order[0])


def root_value(forest: Forest, slot: int) -> Floats:
    """What the position is worth to each player after the search."""
    trees = forest.trees
    value: Floats = trees.total[slot, ROOT] / max(1, int(trees.visits[slot, ROOT]))
    return value
