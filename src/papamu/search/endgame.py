"""Exact play at the end of a game, another policy before (the closing search of the Reversi paper).

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
from papamu.search.evaluation import evaluate
from papamu.search.minimax import Minimax, search
from papamu.search.policy import Desk, Policy, advance, begin, best_at_random, choose, weigh


class Unfinished(NamedTuple):
    """The evaluation that must not be asked for: it stops the search."""

    stop: Moves  # [1]: the search's own


@evaluate.register(Unfinished)
def _(evaluation: Unfinished, rules: Rules, state: State, viewer: int) -> float:
    evaluation.stop[0] = 1
    return 0.0


class Endgame(NamedTuple):
    """Exact search when at most so many plies (empty squares) are left."""

    inner: Policy
    plies: int
    by_squares: int  # 1: count the empty squares
    search: Minimax  # its evaluation is `Unfinished`
    desk: Desk


@jit(inline=False)
def _close(policy: Endgame, rules: Rules, state: State, exact: bool) -> int:
    """Value every legal move exactly, on the desk of the search; 0 if the end is too far away."""
    if policy.by_squares:
        scores(rules, state, policy.desk.out)
        empty = float(rules.cells)
        for who in range(rules.num_players):
            empty -= policy.desk.out[who]
        if empty > policy.plies:
            return 0
    n = search(policy.search, rules, state, exact)
    return 0 if policy.search.stack.stop[0] else n


@choose.register(Endgame)
def _(policy: Endgame, rules: Rules, state: State, rng: Stream) -> int:
    n = _close(policy, rules, state, False)
    if n:
        return best_at_random(policy.search.desk, n, rng)
    return choose(policy.inner, rules, state, rng)


@weigh.register(Endgame)
def _(policy: Endgame, rules: Rules, state: State, rng: Stream) -> int:
    desk = policy.desk
    n = _close(policy, rules, state, True)
    if n:
        for index in range(n):
            desk.moves[index] = policy.search.desk.moves[index]
            desk.values[index] = policy.search.desk.values[index]
        return n
    n = weigh(policy.inner, rules, state, rng)
    for index in range(n):
        desk.moves[index] = policy.inner.desk.moves[index]
        desk.values[index] = policy.inner.desk.values[index]
    return n


@begin.register(Endgame)
def _(policy: Endgame, rules: Rules) -> None:
    begin(policy.inner, rules)


@advance.register(Endgame)
def _(policy: Endgame, rules: Rules, move: int) -> None:
    advance(policy.inner, rules, move)
