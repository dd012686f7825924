"""The tree search of the checkers report (§4): each rollout descends by selection to the end of the game.

There are no random playouts: a rollout that leaves the tree goes on selecting, and all children of each node
that it comes to are made at once, in the order of the legal moves. What it brings to a player is the own
score minus the best other one (in checkers the difference of pieces). A node's child is selected by

    U = Q + c · sqrt(ln(N + 1) / (n + 1)),   Q = total / (n + 1),

N and n the visits of the node and of the child, Q for whoever moves at the node; the first of equal ones. The
move with the highest U at the root is played, however children are selected. The tree is made anew for each
move, and chance does nothing in it. So nothing is drawn, unless the memory is full: then the rest of a
rollout is played at random and not stored.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games.game import Game
from papamu.games.rules import (
    MOST_PLIES,
    NONE,
    Floats,
    Moves,
    Rules,
    legal_moves,
    play,
    player,
    random_move,
    scores,
)
from papamu.kernel.bits import State, copy
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream
from papamu.search.mcts.tree import (
    MADE,
    ROOT,
    RUN,
    UNKNOWN,
    USED,
    Tree,
    add_node,
    backward,
    capacity_for,
    clear_tree,
    new_tree,
)
from papamu.search.mcts.uct import EXPLORE, SELECTS, UCT, check_parameters
from papamu.search.policy import Workspace, begin, choose, first_best_index, new_workspace, weigh


class ReportUct(NamedTuple):
    """So many rollouts a move, each to the end of the game."""

    sims: int
    c: float  # how much it explores; the report has 1, with results in pieces
    select: int  # UCT, EXPLOIT or EXPLORE
    tree: Tree  # children of a node lie side by side, in the order of its moves
    listed: Moves  # [max_moves]: the legal moves of a node
    utility: Floats  # [num_players]: what a rollout returned
    outside: NDArray[np.int64]  # [1]: rollouts of this game that ended outside the tree, for want of memory
    visits: Moves  # [max_moves]: the rollouts through each of `workspace.moves`, written by `weigh_root`
    means: Floats  # [max_moves]: what they returned, on average
    workspace: Workspace


def new_report_uct(
    game: Game, sims: int | None, c: float = 1.0, select: str = "uct", megabytes: float = 256.0
) -> ReportUct:
    """A search for this game with `sims` rollouts a move (`None`: run by hand, `start_tree` and `run_rollouts`)."""
    check_parameters(sims, c, select, megabytes)
    rules = game.rules
    return ReportUct(
        sims=int(sims or 0),
        c=float(c),
        select=SELECTS[select],
        tree=new_tree(capacity_for(megabytes, rules.num_players), rules.num_players),
        listed=np.zeros(rules.max_moves, dtype=np.int64),
        utility=np.zeros(rules.num_players),
        outside=np.zeros(1, dtype=np.int64),
        visits=np.zeros(rules.max_moves, dtype=np.int64),
        means=np.zeros(rules.max_moves),
        workspace=new_workspace(game),
    )


# -- one rollout ----------------------------------------------------------------------------------


@jit
def first_child(tree: Tree, node: int) -> int:
    """The first of a node's children; the others follow it."""
    return np.int64(tree.child[node]) - np.int64(tree.children[node]) + 1


@jit
def upper_bound(policy: ReportUct, node: int, kid: int, mover: int) -> float:
    """U of a child, for whoever moves at the node."""
    tree = policy.tree
    n = np.float64(tree.visits[kid]) + 1.0
    log = math.log(np.float64(tree.visits[node]) + 1.0)
    return tree.total[kid, mover] / n + policy.c * math.sqrt(log / n)


@jit
def _select(policy: ReportUct, node: int, mover: int) -> int:
    """The child with the highest U (or Q, or fewest visits), the first of equal ones."""
    tree = policy.tree
    first = first_child(tree, node)
    if tree.visits[node] == 0:
        return first  # everything is zero
    log = math.log(np.float64(tree.visits[node]) + 1.0)
    best = first
    highest = -math.inf
    for kid in range(first, first + np.int64(tree.children[node])):
        n = np.float64(tree.visits[kid]) + 1.0
        score = -n
        if policy.select != EXPLORE:
            score = tree.total[kid, mover] / n
            if policy.select == UCT:
                score += policy.c * math.sqrt(log / n)
        if score > highest:
            highest = score
            best = kid
    return best


@jit
def _expand(policy: ReportUct, rules: Rules, node: int) -> bool:
    """Make all children of a node; not one if there is no room for all."""
    tree = policy.tree
    n = legal_moves(rules, policy.workspace.state, policy.listed)
    if tree.counts[USED] + n > len(tree.move):
        return False
    tree.legal[node] = n
    for index in range(n):
        add_node(tree, node, policy.listed[index])
    return True


@jit
def _descend(policy: ReportUct, rules: Rules, rng: Stream) -> int:
    """Play on `workspace.state` from the root to the end of the game. Returns the last node that is stored."""
    tree = policy.tree
    state = policy.workspace.state
    node = np.int64(ROOT)
    inside = True
    for _ in range(MOST_PLIES):
        if inside and tree.legal[node] == UNKNOWN:
            inside = _expand(policy, rules, node)
            if not inside:
                policy.outside[0] += 1
        move = np.int64(NONE)
        if not inside:
            move = np.int64(random_move(rules, state, rng))
        elif tree.legal[node] > 0:
            node = np.int64(_select(policy, node, player(rules, state)))
            move = np.int64(tree.move[node])
        if move == NONE:
            break
        play(rules, state, move)
    return node


@jit
def _write_utilities(policy: ReportUct, rules: Rules) -> None:
    """What the finished game brings to each player: the own score minus the best other one's."""
    out = policy.workspace.out
    scores(rules, policy.workspace.state, out)
    for who in range(len(out)):
        best = -math.inf if len(out) > 1 else 0.0
        for other in range(len(out)):
            if other != who and out[other] > best:
                best = out[other]
        policy.utility[who] = out[who] - best


# -- many of them ---------------------------------------------------------------------------------


@jit
def start_tree(policy: ReportUct) -> None:
    """A new tree: nothing but a root, which does not count as a node that was made."""
    clear_tree(policy.tree)
    policy.tree.counts[MADE] -= 1


@jit(inline=False)
def run_rollouts(policy: ReportUct, rules: Rules, state: State, count: int, rng: Stream) -> None:
    """So many rollouts from the position that the tree belongs to, on top of those that are in it."""
    for _ in range(count):
        copy(state, policy.workspace.state)
        leaf = _descend(policy, rules, rng)
        _write_utilities(policy, rules)
        backward(policy.tree, leaf, policy.utility)
    policy.tree.counts[RUN] += count


@jit
def weigh_root(policy: ReportUct, rules: Rules, state: State) -> int:
    """Write the legal moves to `workspace.moves` and U of each to `workspace.values`; how many there are."""
    tree, workspace = policy.tree, policy.workspace
    mover = player(rules, state)
    n = legal_moves(rules, state, workspace.moves)
    known = tree.legal[ROOT] == n
    first = first_child(tree, ROOT)
    for index in range(n):
        workspace.values[index] = 0.0
        policy.visits[index] = 0
        policy.means[index] = 0.0
        if known:
            kid = first + index
            workspace.values[index] = upper_bound(policy, ROOT, kid, mover)
            policy.visits[index] = tree.visits[kid]
            if tree.visits[kid] > 0:
                policy.means[index] = tree.total[kid, mover] / tree.visits[kid]
    return n


@jit
def decide(policy: ReportUct, rules: Rules, state: State) -> int:
    """The move to play by the tree as it is: the highest U, of equals the first."""
    n = weigh_root(policy, rules, state)
    return policy.workspace.moves[first_best_index(policy.workspace, n)]


@choose.register(ReportUct)
def choose_report_uct(policy: ReportUct, rules: Rules, state: State, rng: Stream) -> int:
    """As the report's program does: also for a forced move, so that nodes are counted alike."""
    start_tree(policy)
    run_rollouts(policy, rules, state, policy.sims, rng)
    return decide(policy, rules, state)


@weigh.register(ReportUct)
def weigh_report_uct(policy: ReportUct, rules: Rules, state: State, rng: Stream) -> int:
    """U of each move; with `sims` 0 by the tree as it is."""
    if policy.sims > 0:
        start_tree(policy)
        run_rollouts(policy, rules, state, policy.sims, rng)
    return weigh_root(policy, rules, state)


@begin.register(ReportUct)
def begin_report_uct(policy: ReportUct, rules: Rules) -> None:
    policy.tree.counts[MADE] = 0
    policy.tree.counts[RUN] = 0
    policy.outside[0] = 0
    start_tree(policy)
    policy.tree.counts[MADE] = 0
