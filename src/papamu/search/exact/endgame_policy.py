"""The endgame policy: exact search near the end of the game, another policy before it (Reversi paper).

Once the search to the end of the game meets nothing but finished games within so many plies, its values are
exact and it plays. Before that it gives up at the first line that is not finished, which costs a handful
of nodes. Where players may have to pass (Reversi), the number is that of empty squares, as in the paper.
"""

from __future__ import annotations

from typing import NamedTuple

from papamu.games.rules import Moves, Rules, scores
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream
from papamu.search.alphabeta.minimax import Minimax, search
from papamu.search.evaluations.contract import evaluate
from papamu.search.policy import Policy, Workspace, advance, begin, choose, random_best_move, weigh


class Unfinished(NamedTuple):
    """The evaluation that must not be asked for: it stops the search."""

    stop: Moves  # [1]: the search's own


@evaluate.register(Unfinished)
def evaluate_unfinished(evaluation: Unfinished, rules: Rules, state: State, viewer: int) -> float:
    evaluation.stop[0] = 1
    return 0.0


class Endgame(NamedTuple):
    """Exact search when at most so many plies (empty squares) are left."""

    inner: Policy
    plies: int
    by_squares: int  # 1: count the empty squares
    search: Minimax  # its evaluation is `Unfinished`
    workspace: Workspace


@jit(inline=False)
def _close(policy: Endgame, rules: Rules, state: State, exact: bool) -> int:
    """Value every legal move exactly, on the workspace of the search; 0 if the end is too far away."""
    if policy.by_squares:
        scores(rules, state, policy.workspace.out)
        empty = float(rules.cells)
        for who in range(rules.num_players):
            empty -= policy.workspace.out[who]
        if empty > policy.plies:
            return 0
    n = search(policy.search, rules, state, exact)
    return 0 if policy.search.stack.stop[0] else n


@choose.register(Endgame)
def choose_endgame(policy: Endgame, rules: Rules, state: State, rng: Stream) -> int:
    n = _close(policy, rules, state, False)
    if n:
        return random_best_move(policy.search.workspace, n, rng)
    return choose(policy.inner, rules, state, rng)


@weigh.register(Endgame)
def weigh_endgame(policy: Endgame, rules: Rules, state: State, rng: Stream) -> int:
    workspace = policy.workspace
    n = _close(policy, rules, state, True)
    if n:
        for index in range(n):
            workspace.moves[index] = policy.search.workspace.moves[index]
            workspace.values[index] = policy.search.workspace.values[index]
        return n
    n = weigh(policy.inner, rules, state, rng)
    for index in range(n):
        workspace.moves[index] = policy.inner.workspace.moves[index]
        workspace.values[index] = policy.inner.workspace.values[index]
    return n


@begin.register(Endgame)
def begin_endgame(policy: Endgame, rules: Rules) -> None:
    begin(policy.inner, rules)


@advance.register(Endgame)
def advance_endgame(policy: Endgame, rules: Rules, move: int) -> None:
    advance(policy.inner, rules, move)
