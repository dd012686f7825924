"""PUCT: a tree search that somebody guides who says how promising each move looks and what a position is
worth, in many games at the same time.

A simulation goes from the root down the tree by the highest Q + c · prior · √N / (1 + n) to a position
that nobody has looked at. Looking is dear, and much cheaper for many positions at once. So the search stops
there: `gather` goes down in each of its games and collects positions, the guide says what it thinks of all of
them, and `absorb` takes it in: moves become nodes, and what the position is worth goes up the tree.

Each player maximises its own returns, chance is sampled anew in every simulation, trees are kept between
moves: all as in `uct`. Positions that end the game need no guide.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.errors import PapamuError
from papamu.games.game import Game
from papamu.games.rules import Floats, Moves, Rules, chance, is_over, legal_moves, play, player, returns
from papamu.kernel.bits import State, copy
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, gamma
from papamu.search import tree as trees
from papamu.search.playout import playout
from papamu.search.tree import NOWHERE, ROOT, RUN, USED, Tree, add, backward, empty, find_child, keep_below

Guesses = NDArray[np.float32]

UNTRIED = -2.0  # what a move is worth without a single simulation: less than any return
_WAITING = -2  # in place of a number of legal moves: the guide is to look at this node
_REUSE = 2  # moves' worth of simulations that a tree has room for
_CONCENTRATION = 10.0  # of the noise: shared by all moves of a root (AlphaZero's 0.3 for chess, 0.03 for go)


class Forest(NamedTuple):
    """A tree for each of G games, and up to B positions that the guide is to look at."""

    c: float  # how much the guide's opinion of moves counts beside what came of them
    doubt: float  # by how much a move that nobody has tried is worse than its position
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
    visits: Moves  # [max_moves]: the simulations of each, written by `root_moves`
    worth: Floats  # [max_moves]: their mean return to the mover; elsewhere room for numbers
    out: Floats  # [num_players]
    mark: NDArray[np.int64]  # [actions]: equal to the last stamp for the moves that are meant now
    stamp: NDArray[np.int64]  # [1]: the last one given out


def forest(
    game: Game,
    games: int,
    sims: int,
    c: float = 1.75,
    doubt: float = 0.2,
    leaves: int = 1,
    megabytes: float = 512.0,
) -> Forest:
    """Trees for so many games, with room for so many simulations a move; all together take so much memory."""
    rules = game.rules
    players, size = rules.num_players, rules.state_size
    room = trees.room_for(megabytes / games, players, priors=True)
    capacity = min(room, _REUSE * (sims + 1) * rules.max_moves + 1)
    if capacity <= rules.max_moves:
        raise PapamuError(f"puct: {megabytes:g} megabytes are too few for {games} games of {game}")
    one = trees.make(capacity, players, priors=True)  # memory is handed out as it is used: this takes none
    rows = [np.zeros((games, *array.shape), dtype=array.dtype) for array in one]
    made = Forest(
        c=float(c),
        doubt=float(doubt),
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
        worth=np.zeros(rules.max_moves),
        out=np.zeros(players),
        mark=np.zeros(game.facts.actions, dtype=np.int64),
        stamp=np.zeros(1, dtype=np.int64),
    )
    for slot in range(games):
        plant(made, slot, made.roots[slot])
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
def plant(forest: Forest, slot: int, state: State) -> None:
    """An empty tree for this position."""
    tree = tree_of(forest, slot)
    tree.counts[:] = 0
    empty(tree)
    copy(state, forest.roots[slot])
    forest.left[slot] = 0
    forest.noise[slot] = 0.0


@jit
def go_on(forest: Forest, slot: int, move: int, state: State) -> None:
    """Somebody played this move, and it led to this position: what is known of it becomes the tree."""
    tree = tree_of(forest, slot)
    kid = find_child(tree, ROOT, move)
    if kid == NOWHERE:
        empty(tree)
    else:
        keep_below(tree, kid)
    copy(state, forest.roots[slot])


@jit
def order(forest: Forest, slot: int, sims: int, noise: float, rng: Stream) -> None:
    """From now on `gather` runs so many simulations in this game, its root with this share of noise."""
    forest.left[slot] = sims
    forest.noise[slot] = noise
    _stir(forest, tree_of(forest, slot), slot, rng)


@jit
def _stir(forest: Forest, tree: Tree, slot: int, rng: Stream) -> None:
    """Give the root its noise if it has children: priors of a Dirichlet distribution, mixed in."""
    n = tree.children[ROOT]
    share = forest.noise[slot]
    if n == 0 or share == 0.0:
        return
    forest.noise[slot] = 0.0
    whole = 0.0
    for index in range(n):
        forest.worth[index] = gamma(rng, _CONCENTRATION / n)
        whole += forest.worth[index]
    kid = np.int64(tree.child[ROOT])
    for index in range(n):
        mixed = (1.0 - share) * tree.prior[kid] + share * forest.worth[index] / max(whole, 1e-300)
        tree.prior[kid] = mixed
        kid = np.int64(tree.sibling[kid])


# -- down the tree --------------------------------------------------------------------------------


@jit
def _mark_legal(forest: Forest, rules: Rules, tree: Tree, node: int) -> None:
    """In games with chance: mark the moves that are legal this time, and make children of new ones.

    The guide never saw those here: they look as promising as the mean of all.
    """
    n = legal_moves(rules, forest.state, forest.moves)
    forest.stamp[0] += 2
    stamp = forest.stamp[0]
    for index in range(n):
        forest.mark[forest.moves[index]] = stamp - 1
    kid = np.int64(tree.child[node])
    while kid != NOWHERE:
        if forest.mark[tree.move[kid]] == stamp - 1:
            forest.mark[tree.move[kid]] = stamp
        kid = np.int64(tree.sibling[kid])
    for index in range(n):
        move = forest.moves[index]
        if forest.mark[move] != stamp and tree.counts[USED] < len(tree.move):
            tree.prior[add(tree, node, move)] = 1.0 / n
            forest.mark[move] = stamp


@jit
def _select(forest: Forest, tree: Tree, node: int, mover: int) -> int:
    """The child with the highest Q + c · prior · √N / (1 + n); in games with chance only of marked moves."""
    visits = max(1, tree.visits[node])
    urge = forest.c * math.sqrt(visits)
    untried = tree.total[node, mover] / visits - forest.doubt
    best = NOWHERE
    highest = -math.inf
    kid = np.int64(tree.child[node])
    while kid != NOWHERE:
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
    while tree.child[node] != NOWHERE:
        if forest.chance:
            _mark_legal(forest, rules, tree, node)
        kid = _select(forest, tree, node, player(rules, state))
        if kid == NOWHERE:
            break
        play(rules, state, tree.move[kid])
        chance(rules, state, rng)
        node = kid
    return node


@jit
def _suppose_lost(tree: Tree, leaf: int, sign: int) -> None:
    """Until the guide has spoken, a simulation counts as lost for all: so the next goes elsewhere."""
    node = np.int64(leaf)
    while node != NOWHERE:
        tree.visits[node] += sign
        for who in range(tree.total.shape[1]):
            tree.total[node, who] -= sign
        node = np.int64(tree.parent[node])


@jit(inline=False)
def gather(forest: Forest, rules: Rules, rngs: NDArray[np.uint64]) -> int:
    """Go down in every game that has simulations left; returns how many `states` wait for the guide.

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
                _suppose_lost(tree, node, 1)
            forest.slot[n] = slot
            forest.leaf[n] = node
            copy(forest.state, forest.states[n])
            forest.left[slot] -= 1
            here += 1
            n += 1
    return n


# -- and up again ---------------------------------------------------------------------------------


@jit
def _expand(forest: Forest, tree: Tree, node: int, n: int, logits: Guesses, places: Moves) -> None:
    """Make a child of each of the n `forest.moves`, as promising as the guide's numbers say (softmax)."""
    highest = -math.inf
    for index in range(n):
        forest.worth[index] = logits[places[forest.moves[index]]]
        highest = max(highest, forest.worth[index])
    whole = 0.0
    for index in range(n):
        forest.worth[index] = math.exp(forest.worth[index] - highest)
        whole += forest.worth[index]
    for index in range(n - 1, -1, -1):  # the child made last is the first in its parent's list
        tree.prior[add(tree, node, forest.moves[index])] = forest.worth[index] / whole


@jit
def share_out(values: Guesses, viewer: int, out: Floats) -> None:
    """What the guide says to the player to move, as returns to all.

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
def absorb(
    forest: Forest,
    rules: Rules,
    n: int,
    logits: Guesses,
    values: Guesses,
    places: Moves,
    rngs: NDArray[np.uint64],
) -> None:
    """Take in what the guide says of the n positions that `gather` collected.

    `logits` [position, number] speak of moves, `places` [player, move] says which of them; `values`
    [position, 1 or players] are what it is worth to the player to move, then to those after it.
    """
    for row in range(n):
        slot = forest.slot[row]
        node = forest.leaf[row]
        state = forest.states[row]
        tree = tree_of(forest, slot)
        if forest.leaves > 1:
            _suppose_lost(tree, node, -1)
        mover = player(rules, state)
        count = legal_moves(rules, state, forest.moves)
        tree.legal[node] = count
        if tree.child[node] == NOWHERE and tree.counts[USED] + count <= len(tree.move):
            _expand(forest, tree, node, count, logits[row], places[mover])
            if node == ROOT:
                _stir(forest, tree, slot, rngs[slot])
        share_out(values[row], mover, forest.out)
        backward(tree, node, forest.out)
        tree.counts[RUN] += 1


@jit(inline=False)
def playouts(
    forest: Forest, rules: Rules, n: int, share: float, values: Guesses, rngs: NDArray[np.uint64]
) -> None:
    """Blend what the guide says of the n positions with what a random game from each of them returns."""
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
def root_moves(forest: Forest, rules: Rules, slot: int) -> int:
    """Write the legal moves of the root, their simulations and their mean return; returns how many."""
    tree = tree_of(forest, slot)
    root = forest.roots[slot]
    mover = player(rules, root)
    n = legal_moves(rules, root, forest.moves)
    for index in range(n):
        forest.visits[index] = 0
        forest.worth[index] = UNTRIED
        forest.mark[forest.moves[index]] = -1 - index  # stamps are positive
    kid = np.int64(tree.child[ROOT])
    while kid != NOWHERE:
        index = -1 - forest.mark[tree.move[kid]]
        if 0 <= index < n and forest.moves[index] == tree.move[kid] and tree.visits[kid] > 0:
            forest.visits[index] = tree.visits[kid]
            forest.worth[index] = tree.total[kid, mover] / tree.visits[kid]
        kid = np.int64(tree.sibling[kid])
    return n


def favourite(forest: Forest, n: int) -> int:
    """The place of the most visited of the n moves that `root_moves` wrote; of equals the better one."""
    order = np.lexsort((-forest.worth[:n], -forest.visits[:n]))
    return int(order[0])


def root_value(forest: Forest, slot: int) -> Floats:
    """What the position is worth to each player after the search."""
    trees = forest.trees
    value: Floats = trees.total[slot, ROOT] / max(1, int(trees.visits[slot, ROOT]))
    return value
