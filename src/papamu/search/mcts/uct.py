"""UCT: Monte Carlo tree search with random playouts, for one to four players and with chance events.

A simulation has the three phases of mctx: `simulate` plays from the root down to where the tree ends,
`expand` adds one node there, and `backward` (in `tree`) adds what the random playout from it returned to
every node on the way. Each player maximises its own returns (max^n), which among two is minimax.

Chance is sampled anew in every simulation (an open loop), so that in games with chance a node's legal
moves differ from one descent to the next: there they are listed at every node, and only what is legal now
is chosen. The tree is kept between moves; `choose` adds `sims` simulations to what is left of it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PapamuError, nearest
from papamu.games.game import Game
from papamu.games.rules import NONE, Moves, Rules, chance, legal_moves, play, player, random_move, returns
from papamu.kernel.bits import State, copy
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, draw
from papamu.search.mcts.tree import (
    MADE,
    NO_NODE,
    ROOT,
    RUN,
    Tree,
    add_node,
    backward,
    capacity_for,
    clear_tree,
    find_child,
    is_full,
    keep_subtree,
    new_tree,
    root_statistics,
)
from papamu.search.playout import playout
from papamu.search.policy import Policy, Workspace, advance, begin, choose, chosen_index, new_workspace, weigh

# How a child is selected: the three ways of the checkers report (§4).
UCT, EXPLOIT, EXPLORE = 0, 1, 2
SELECTS = {"uct": UCT, "exploit": EXPLOIT, "explore": EXPLORE}

_REUSE = 8  # moves' worth of simulations that a tree has room for: reuse rarely keeps half a tree

# What `Uct.memo` remembers.
STAMP = 0  # the last mark given out
_KNOWN = 1  # 1 if `root` is the position that the tree belongs to


class Uct(NamedTuple):
    """So many simulations a move; played is the root's child with most of them."""

    sims: int
    c: float  # how much UCT explores; returns are from -1 to 1
    select: int  # UCT, EXPLOIT or EXPLORE
    chance: int  # 1 if the game has chance events
    tree: Tree
    mark: NDArray[np.int64]  # [actions]: equal to the last stamp for the moves that are meant now
    memo: NDArray[np.int64]  # [2]: STAMP, _KNOWN
    root: State  # [state_size]: the position of the root
    listed: Moves  # [max_moves]: the legal moves of a node
    visits: Moves  # [max_moves]: the simulations of each of `workspace.moves`, written by `weigh_root`
    workspace: Workspace


def new_uct(
    game: Game, sims: int | None, c: float = math.sqrt(2), select: str = "uct", megabytes: float = 256.0
) -> Uct:
    """A search for this game with `sims` simulations a move (`None`: run by hand, `simulate_many`).

    The tree takes at most so many megabytes and never more: when they are full, simulations go on
    without adding nodes.
    """
    check_parameters(sims, c, select, megabytes)
    rules = game.rules
    capacity = capacity_for(megabytes, rules.num_players)
    if sims is not None:
        capacity = min(capacity, _REUSE * sims + 1)
    return Uct(
        sims=int(sims or 0),
        c=float(c),
        select=SELECTS[select],
        chance=int(game.facts.chance),
        tree=new_tree(capacity, rules.num_players),
        mark=np.zeros(game.facts.actions, dtype=np.int64),
        memo=np.zeros(2, dtype=np.int64),
        root=np.zeros(rules.state_size, dtype=np.uint64),
        listed=np.zeros(rules.max_moves, dtype=np.int64),
        visits=np.zeros(rules.max_moves, dtype=np.int64),
        workspace=new_workspace(game),
    )


def check_parameters(sims: int | None, c: float, select: str, megabytes: float) -> None:
    """Refuse what no tree search can do."""
    if sims is not None and sims < 1:
        raise PapamuError(f"uct: {sims} simulations are too few: sims takes a whole number, 1 or more")
    if not (math.isfinite(c) and c >= 0):
        raise PapamuError(f"uct: c={c} cannot be: c takes a number, 0 or more")
    if select not in SELECTS:
        raise PapamuError(
            f"uct: there is no select={select}{nearest(select, SELECTS)}: valid values are {', '.join(SELECTS)}"
        )
    if not (math.isfinite(megabytes) and megabytes > 0):
        raise PapamuError(f"uct: {megabytes} megabytes cannot be: megabytes takes a number above 0")


def nodes_made(policy: Policy) -> int:
    """How many nodes a search has produced since the game began."""
    return int(policy.tree.counts[MADE])


def simulations(policy: Uct) -> int:
    """How many simulations this search has run since the game began."""
    return int(policy.tree.counts[RUN])


# -- one simulation -------------------------------------------------------------------------------


@jit
def _mark_children(policy: Uct, node: int) -> None:
    """Mark the moves that have a child."""
    tree = policy.tree
    policy.memo[STAMP] += 1
    stamp = policy.memo[STAMP]
    kid = np.int64(tree.child[node])
    while kid != NO_NODE:
        policy.mark[tree.move[kid]] = stamp
        kid = np.int64(tree.sibling[kid])


@jit
def is_marked(policy: Uct, move: int) -> bool:
    return policy.mark[move] == policy.memo[STAMP]


@jit
def _pick_untried(policy: Uct, n: int, rng: Stream) -> int:
    """One of the n legal moves that is not marked, or NONE; from now on those that were are marked alone."""
    moves = policy.listed
    stamp = policy.memo[STAMP]
    policy.memo[STAMP] += 1
    untried = 0
    for index in range(n):
        move = moves[index]
        if policy.mark[move] == stamp:
            policy.mark[move] = stamp + 1
        else:
            moves[untried] = move
            untried += 1
    return moves[draw(rng, untried)] if untried > 0 else NONE


@jit
def selection_weights(policy: Uct, node: int) -> tuple[float, float]:
    """How much the mean of a child counts in its score, and how much its few visits do."""
    if policy.select == EXPLORE:
        return 0.0, 1.0
    if policy.select == UCT:
        return 1.0, policy.c * math.sqrt(math.log(max(1, policy.tree.visits[node])))
    return 1.0, 0.0


@jit
def _select(policy: Uct, node: int, mover: int) -> int:
    """The child with the highest Q + c * sqrt(ln N / n) (or Q, or lowest n), NOWHERE if there is none."""
    tree = policy.tree
    quality, urge = selection_weights(policy, node)
    best = NO_NODE
    highest = -math.inf
    kid = np.int64(tree.child[node])
    while kid != NO_NODE:
        if not policy.chance or policy.mark[tree.move[kid]] == policy.memo[STAMP]:
            score = quality * tree.total[kid, mover] / tree.visits[kid] + urge * tree.spread[kid]
            if score > highest:
                highest = score
                best = int(kid)
        kid = np.int64(tree.sibling[kid])
    return best


@jit
def simulate(policy: Uct, rules: Rules, rng: Stream) -> tuple[int, int]:
    """Play on `workspace.state` from the root down the tree, and one move out of it.

    Returns the node where the tree ended and the move that left it: one without a child, each with the same
    chance. The move is NONE, and not played, where the game is over or the tree is full.
    """
    # Each rule is called in one place, which saves seconds of compilation.
    tree = policy.tree
    state = policy.workspace.state
    node = ROOT
    while True:
        full = is_full(tree)
        move = NONE
        if policy.chance or not (full or tree.children[node] == tree.legal[node]):
            _mark_children(policy, node)
            if not full:
                # Most nodes have tried few of their moves: a random one will do, and listing all is saved.
                move = random_move(rules, state, rng)
            if move == NONE or is_marked(policy, move):
                n = legal_moves(rules, state, policy.listed)
                tree.legal[node] = n
                move = _pick_untried(policy, n, rng)
        leaving = move != NONE and not full
        kid = NO_NODE
        if not leaving:
            kid = _select(policy, node, player(rules, state))
            if kid == NO_NODE:
                return node, NONE
            move = int(tree.move[kid])
        play(rules, state, move)
        chance(rules, state, rng)
        if leaving:
            return node, move
        node = kid


@jit
def expand(policy: Uct, node: int, move: int) -> int:
    """Add the child of the move that left the tree. Returns the leaf: where none did, the node itself."""
    return node if move == NONE else add_node(policy.tree, node, move)


@jit(inline=False)
def simulate_many(policy: Uct, rules: Rules, state: State, sims: int, rng: Stream) -> None:
    """Run so many simulations from this position, on top of those in the tree if it belongs to it.

    Who watches a clock calls this in slices, then `decide`.
    """
    workspace = policy.workspace
    tree = policy.tree
    set_root(policy, state)
    for _ in range(sims):
        copy(state, workspace.state)
        node, move = simulate(policy, rules, rng)
        leaf = expand(policy, node, move)
        playout(rules, workspace.state, rng)
        returns(rules, workspace.state, workspace.out)
        backward(tree, leaf, workspace.out)
    tree.counts[RUN] += sims


# -- between simulations --------------------------------------------------------------------------


@jit
def set_root(policy: Uct, state: State) -> None:
    """Forget the tree if it belongs to another position than this."""
    if policy.memo[_KNOWN]:
        for word in range(len(state)):
            if policy.root[word] != state[word]:
                clear_tree(policy.tree)
                break
    copy(state, policy.root)
    policy.memo[_KNOWN] = 1


@jit
def weigh_root(policy: Uct, n: int, mover: int) -> None:
    """Write the simulations and the mean return of the first n of `workspace.moves`, the legal moves."""
    moves, values = policy.workspace.moves, policy.workspace.values
    root_statistics(policy.tree, moves, n, mover, policy.mark, policy.visits, values)


@jit
def most_visited(policy: Uct, n: int) -> int:
    """The most visited of the n moves on the workspace, of equals the better, the first."""
    workspace = policy.workspace
    best = 0
    for index in range(1, n):
        more = policy.visits[index] - policy.visits[best] if policy.select == UCT else 0
        if more > 0 or (more == 0 and workspace.values[index] > workspace.values[best]):
            best = index
    return best


@chosen_index.register(Uct)
def chosen_index_uct(policy: Uct, n: int) -> int:
    return most_visited(policy, n)


@jit
def best_move(policy: Uct, n: int, mover: int) -> int:
    """The move to play, of the n in `workspace.moves`."""
    weigh_root(policy, n, mover)
    return policy.workspace.moves[most_visited(policy, n)]


@jit
def decide(policy: Uct, rules: Rules, state: State) -> int:
    """The move to play by the tree as it is: the most visited, of equals the better, the first.

    Searches that do not select by UCT visit for other reasons: they play the move with the best mean.
    """
    return best_move(policy, legal_moves(rules, state, policy.workspace.moves), player(rules, state))


@choose.register(Uct)
def choose_uct(policy: Uct, rules: Rules, state: State, rng: Stream) -> int:
    """As `simulate_many` and `decide`, except that a forced move is played without a simulation."""
    n = legal_moves(rules, state, policy.workspace.moves)
    if n > 1:
        simulate_many(policy, rules, state, policy.sims, rng)
        return best_move(policy, n, player(rules, state))
    return policy.workspace.moves[0]


@weigh.register(Uct)
def weigh_uct(policy: Uct, rules: Rules, state: State, rng: Stream) -> int:
    """Each move's mean return; `policy.visits` says of how many simulations, `UNTRIED` is of none."""
    n = legal_moves(rules, state, policy.workspace.moves)
    simulate_many(policy, rules, state, policy.sims, rng)
    weigh_root(policy, n, player(rules, state))
    return n


@jit
def clear(policy: Uct) -> None:
    """A new game: nothing is known of it."""
    tree = policy.tree
    tree.counts[MADE] = 0
    tree.counts[RUN] = 0
    clear_tree(tree)
    policy.memo[_KNOWN] = 0


@jit
def advance_root(policy: Uct, rules: Rules, move: int) -> None:
    """The child of this move becomes the root; without one the tree is empty."""
    tree = policy.tree
    kid = find_child(tree, ROOT, move)
    if kid == NO_NODE:
        clear_tree(tree)
        policy.memo[_KNOWN] = 0
        return
    keep_subtree(tree, kid)
    if policy.chance:
        policy.memo[_KNOWN] = 0  # what chance did is seen at the next move
    else:
        play(rules, policy.root, move)


@begin.register(Uct)
def begin_uct(policy: Uct, rules: Rules) -> None:
    clear(policy)


@advance.register(Uct)
def advance_uct(policy: Uct, rules: Rules, move: int) -> None:
    advance_root(policy, rules, move)
