"""Flat Monte Carlo: the same number of random playouts for every legal move (Clobber thesis, §4.3)."""

from __future__ import annotations

from typing import NamedTuple

from papamu.games.rules import Rules, chance, legal_moves, play, player, returns
from papamu.kernel.bits import State, copy
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream
from papamu.search.playout import playout
from papamu.search.policy import Workspace, choose, first_best_move, random_best_move, weigh


class FlatMonteCarlo(NamedTuple):
    """So many playouts a move; the one with most wins is played."""

    playouts: int
    lots: int  # 1: equal moves are drawn from; 0: the first of them plays
    workspace: Workspace


@jit(inline=False)
def _count_wins(policy: FlatMonteCarlo, rules: Rules, state: State, rng: Stream) -> int:
    """Every legal move's share of wins, a draw for half a win."""
    workspace = policy.workspace
    me = player(rules, state)
    n = legal_moves(rules, state, workspace.moves)
    for index in range(n):
        won = 0.0
        for _ in range(policy.playouts):
            copy(state, workspace.state)
            play(rules, workspace.state, workspace.moves[index])
            chance(rules, workspace.state, rng)
            playout(rules, workspace.state, rng)
            returns(rules, workspace.state, workspace.out)
            won += 0.5 + 0.5 * workspace.out[me]
        workspace.values[index] = won / policy.playouts
    return n


@weigh.register(FlatMonteCarlo)
def weigh_flat_monte_carlo(policy: FlatMonteCarlo, rules: Rules, state: State, rng: Stream) -> int:
    return _count_wins(policy, rules, state, rng)


@choose.register(FlatMonteCarlo)
def choose_flat_monte_carlo(policy: FlatMonteCarlo, rules: Rules, state: State, rng: Stream) -> int:
    n = _count_wins(policy, rules, state, rng)
    return random_best_move(policy.workspace, n, rng) if policy.lots else first_best_move(policy.workspace, n)
