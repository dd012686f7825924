"""Progressive widening: UCT for games with hundreds of moves, which another policy orders.

Only a few moves are searched until many simulations ask for more.

All moves of a node become its children at its second visit, the best first as the orderer (any policy) weighs
them. A node of N visits selects among the first 1 + w · √N of them, by the formula of `uct`; one of these
that was never tried comes first. What a simulation returns is the result of a rollout, random or of large
moves first, or what the orderer says of the position, if it can `value_position` one.

All else is as in `uct`: each player maximises its own returns, chance is sampled anew, the tree is kept.
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
from papamu.kernel.generic import generic
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, draw
from papamu.search.mcts.tree import (
    NO_NODE,
    ROOT,
    RUN,
    UNKNOWN,
    USED,
    Tree,
    add_node,
    backward,
    capacity_for,
    new_tree,
)
from papamu.search.mcts.uct import (
    SELECTS,
    STAMP,
    advance_root,
    best_move,
    check_parameters,
    clear,
    is_marked,
    most_visited,
    selection_weights,
    set_root,
    weigh_root,
)
from papamu.search.playout import large_playout, playout
from papamu.search.policy import Policy, Workspace, advance, begin, choose, chosen_index, new_workspace, weigh

RANDOM, LARGE, VALUED = range(3)  # what a simulation returns
ROLLOUTS = {"random": RANDOM, "large": LARGE, "none": VALUED}
_REUSE = 2  # moves' worth of simulations that a tree has room for


@generic(default=True)
def value_position(policy: Policy, rules: Rules, state: State, out: Floats) -> None:
    """What a position is worth to each player, in the numbers of `weigh`. Optional: few policies know."""
    for who in range(len(out)):
        out[who] = 0.0


class Widening(NamedTuple):
    """So many simulations a move; played is the root's child with most of them."""

    sims: int
    c: float  # how much it explores; returns are from -1 to 1
    widen: float  # w: how fast a node widens; 0: it has all its children at once
    select: int  # UCT, EXPLOIT or EXPLORE
    rollout: int  # RANDOM, LARGE or JUDGED
    low: float  # what a lost game is worth to the judge
    high: float  # and a won one
    chance: int  # 1 if the game has chance events
    order: Policy  # who orders the moves, and judges
    tree: Tree
    mark: NDArray[np.int64]  # [actions]: equal to the last stamp for the moves that are legal now
    memo: NDArray[np.int64]  # [2]: as in `uct`
    root: State  # [state_size]: the position of the root
    returned: Floats  # [num_players]: what a simulation returned
    visits: Moves  # [max_moves]: the simulations of each of `workspace.moves`, written by `weigh_root`
    workspace: Workspace


def new_widening(
    game: Game,
    sims: int | None,
    order: Policy,
    c: float = 0.5,
    widen: float = 1.0,
    select: str = "uct",
    rollout: str = "random",
    scale: tuple[float, float] = (-1.0, 1.0),
    megabytes: float = 256.0,
) -> Widening:
    """A search with `sims` simulations a move (`None`: run by hand, `simulate_many`).

    `scale` is what a lost and a won game are worth to the judge, if `rollout` is none.
    """
    check_parameters(sims, c, select, megabytes)
    if not (math.isfinite(widen) and widen >= 0):
        raise PapamuError(f"uct: widen={widen} cannot be: widen takes a number, 0 or more")
    if rollout == "none" and type(order) not in value_position.implementations:
        raise PapamuError("uct: rollout=none needs an agent that values positions")
    rules = game.rules
    capacity = capacity_for(megabytes, rules.num_players)
    if sims is not None:
        capacity = min(capacity, (_REUSE * sims + 1) * rules.max_moves + 1)
    return Widening(
        sims=int(sims or 0),
        c=float(c),
        widen=float(widen),
        select=SELECTS[select],
        rollout=ROLLOUTS[rollout],
        low=float(scale[0]),
        high=float(scale[1]),
        chance=int(game.facts.chance),
        order=order,
        tree=new_tree(capacity, rules.num_players),
        mark=np.zeros(game.facts.actions, dtype=np.int64),
        memo=np.zeros(2, dtype=np.int64),
        root=np.zeros(rules.state_size, dtype=np.uint64),
        returned=np.zeros(rules.num_players),
        visits=np.zeros(rules.max_moves, dtype=np.int64),
        workspace=new_workspace(game),
    )


# -- one simulation -------------------------------------------------------------------------------


@jit
def _sort(workspace: Workspace, n: int, rng: Stream) -> None:
    """The n moves on a workspace in order, the one worth most first; equal ones as chance has it."""
    moves, values = workspace.moves, workspace.values
    for index in range(n - 1, 0, -1):
        other = draw(rng, index + 1)
        moves[index], moves[other] = moves[other], moves[index]
        values[index], values[other] = values[other], values[index]
    gap = n // 2
    while gap > 0:
        for index in range(gap, n):
            move, value, at = moves[index], values[index], index
            while at >= gap and values[at - gap] < value:
                moves[at], values[at] = moves[at - gap], values[at - gap]
                at -= gap
            moves[at], values[at] = move, value
        gap //= 2


@jit
def _expand(policy: Widening, rules: Rules, node: int, rng: Stream) -> None:
    """Make all children of a node, as far as there is room: the best of them first in its list."""
    tree, order = policy.tree, policy.order
    state = policy.workspace.state
    if is_over(rules, state):
        tree.legal[node] = 0
        return
    n = weigh(order, rules, state, rng)
    _sort(order.workspace, n, rng)
    tree.legal[node] = n
    room = min(n, len(tree.move) - tree.counts[USED])
    for index in range(room - 1, -1, -1):  # the child made last is the first in its parent's list
        add_node(tree, node, order.workspace.moves[index])


@jit
def _mark_legal(policy: Widening, rules: Rules, node: int) -> None:
    """In games with chance: mark the moves that are legal this time; new ones become children, in front."""
    tree, moves = policy.tree, policy.workspace.moves
    n = legal_moves(rules, policy.workspace.state, moves)
    policy.memo[STAMP] += 2
    stamp = policy.memo[STAMP]
    for index in range(n):
        policy.mark[moves[index]] = stamp - 1
    kid = np.int64(tree.child[node])
    while kid != NO_NODE:
        if policy.mark[tree.move[kid]] == stamp - 1:
            policy.mark[tree.move[kid]] = stamp
        kid = np.int64(tree.sibling[kid])
    for index in range(n):
        if not is_marked(policy, moves[index]) and tree.counts[USED] < len(tree.move):
            add_node(tree, node, moves[index])
            policy.mark[moves[index]] = stamp


@jit
def _select(policy: Widening, node: int, mover: int) -> int:
    """Of as many children as the node's visits allow: one never tried, or that of the highest score."""
    tree = policy.tree
    quality, urge = selection_weights(policy, node)
    width = np.int64(tree.children[node])
    if policy.widen > 0.0:
        width = min(width, 1 + np.int64(policy.widen * math.sqrt(tree.visits[node])))
    best = NO_NODE
    highest = -math.inf
    kid = np.int64(tree.child[node])
    while kid != NO_NODE and width > 0:
        if not policy.chance or is_marked(policy, tree.move[kid]):
            if tree.visits[kid] == 0:
                return int(kid)
            score = quality * tree.total[kid, mover] / tree.visits[kid] + urge * tree.spread[kid]
            if score > highest:
                highest = score
                best = int(kid)
            width -= 1
        kid = np.int64(tree.sibling[kid])
    return best


@jit
def _descend(policy: Widening, rules: Rules, rng: Stream) -> int:
    """Play on `workspace.state` from the root to a node never visited, or one without children; returns it."""
    tree = policy.tree
    state = policy.workspace.state
    node = ROOT
    while True:
        if tree.legal[node] == UNKNOWN:
            _expand(policy, rules, node, rng)
        if policy.chance:
            _mark_legal(policy, rules, node)
        kid = _select(policy, node, player(rules, state))
        if kid == NO_NODE:
            return node
        play(rules, state, tree.move[kid])
        chance(rules, state, rng)
        node = kid
        if tree.visits[node] == 0:
            return node


@jit
def _evaluate_leaf(policy: Widening, rules: Rules, rng: Stream) -> None:
    """What the position on `workspace.state` returns to each player, into `returned`."""
    state, returned = policy.workspace.state, policy.returned
    if policy.rollout == VALUED and not is_over(rules, state):
        value_position(policy.order, rules, state, returned)
        for who in range(len(returned)):
            share = (returned[who] - policy.low) / (policy.high - policy.low)
            returned[who] = 2.0 * min(1.0, max(0.0, share)) - 1.0
        return
    if policy.rollout == LARGE:
        large_playout(rules, state, rng)
    else:
        playout(rules, state, rng)
    returns(rules, state, returned)


@jit(inline=False)
def simulate_many(policy: Widening, rules: Rules, state: State, sims: int, rng: Stream) -> None:
    """Run so many simulations from this position, on top of those in the tree if it belongs to it."""
    set_root(policy, state)
    for _ in range(sims):
        copy(state, policy.workspace.state)
        leaf = _descend(policy, rules, rng)
        _evaluate_leaf(policy, rules, rng)
        backward(policy.tree, leaf, policy.returned)
    policy.tree.counts[RUN] += sims


# -- as a policy ----------------------------------------------------------------------------------


@jit
def decide(policy: Widening, rules: Rules, state: State) -> int:
    """The move to play by the tree as it is, as in `uct`."""
    return best_move(policy, legal_moves(rules, state, policy.workspace.moves), player(rules, state))


@choose.register(Widening)
def choose_widening(policy: Widening, rules: Rules, state: State, rng: Stream) -> int:
    n = legal_moves(rules, state, policy.workspace.moves)
    if n == 1:
        return policy.workspace.moves[0]
    simulate_many(policy, rules, state, policy.sims, rng)
    return decide(policy, rules, state)


@weigh.register(Widening)
def weigh_widening(policy: Widening, rules: Rules, state: State, rng: Stream) -> int:
    """Each move's mean return; `policy.visits` says of how many simulations."""
    simulate_many(policy, rules, state, policy.sims, rng)
    n = legal_moves(rules, state, policy.workspace.moves)
    weigh_root(policy, n, player(rules, state))
    return n


@chosen_index.register(Widening)
def chosen_index_widening(policy: Widening, n: int) -> int:
    return most_visited(policy, n)


@begin.register(Widening)
def begin_widening(policy: Widening, rules: Rules) -> None:
    clear(policy)


@advance.register(Widening)
def advance_widening(policy: Widening, rules: Rules, move: int) -> None:
    advance_root(policy, rules, move)
