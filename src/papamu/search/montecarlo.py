"""Flat Monte Carlo: the same number of random playouts for every legal move (Clobber thesis, §4.3)."""

from __future__ import annotations

from typing import NamedTuple

from papamu.games.rules import Rules, chance, legal_moves, play, player, returns
from papamu.kernel.bits import State, copy
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream
from papamu.search.playout import playout
from papamu.search.policy import Desk, best_at_random, choose, first_best, weigh


class FlatMonteCarlo(NamedTuple):
    """So many playouts a move; the one with most wins is played."""

    playouts: int
    lots: int  # 1: equal moves are drawn from; 0: the first of them plays
    desk: Desk


@jit(inline=False)
def _count_wins(policy: FlatMonteCarlo, rules: Rules, state: State, rng: Stream) -> int:
    """Every legal move's share of wins, a draw for half a win."""
    desk = policy.desk
    me = player(rules, state)
    n = legal_moves(rules, state, desk.moves)
    for index in range(n):
        won = 0.0
        for _ in range(policy.playouts):
            copy(state, desk.state)
            play(rules, desk.state, desk.moves[index])
            chance(rules, desk.state, rng)
            playout(rules, desk.state, rng)
            returns(rules, desk.state, desk.out)
            won += 0.5 + 0.5 * desk.out[me]
        desk.values[index] = won / policy.playouts
    return n


@weigh.register(FlatMonteCarlo)
def _(policy: FlatMonteCarlo, rules: Rules, state: State, rng: Stream) -> int:
    return _count_wins(policy, rules, state, rng)


@choose.register(FlatMonteCarlo)
def _(policy: FlatMonteCarlo, rules: Rules, state: State, rng: Stream) -> int:
    n = _count_wins(policy, rules, state, rng)
    return best_at_random(policy.desk, n, rng) if policy.lots else first_best(policy.desk, n)
