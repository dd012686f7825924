"""The adaptive policy: plays the move that loses as much as the wanted strength allows.

The wrapped policy weighs all moves. The loss of a move is what it gives away beside the move that this policy
would play, as a share of what could be given away (0: nothing, 1: the worst move), so it is free of the scale
of the values. A dial says how much may be lost at a move. Where the values say how the game stands (they are
shares of wins), more is lost when ahead and less when behind, which makes closer games. What was lost
too little or too much at one move is carried over to the next, so that the dial acts evenly also where there
are only good and bad moves and nothing between.

Nothing is left to luck but equal moves, and a won game is not thrown away: where a short search proves that
moves win, one of them is played.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from papamu.games.game import Game
from papamu.games.rules import Floats, Rules, legal_moves
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, draw
from papamu.search.adaptive.win_proof import WinProof, new_win_proof, prove_wins
from papamu.search.evaluations.contract import PROVEN
from papamu.search.policy import Policy, Workspace, advance, begin, choose, chosen_index, new_workspace, weigh

# `Restraint.knobs`: what Python sets between games, and what is carried from move to move.
DIAL = 0  # 0: full strength, 1: always the worst move
CARRIED = 1  # what might have been lost and was not; below 0: what was lost too much

# `Restraint.note`: what it thought at its last turn.
BEST, CHOSEN, LOST, SURE = range(4)  # two values; the loss of the chosen move; 1: it was proven to win

# Carried over at most: half the distance between a best and a worst move, and no debts for forced wins.
_MOST = 0.5


class Restraint(NamedTuple):
    """How much is given away, whoever weighs the moves: it knows no other policy, so it is compiled once per game."""

    low: float  # the value of a lost game; below it are moves that were never tried
    high: float  # and of a won one; not above `low`: values do not say how the game stands
    knobs: Floats  # [2]
    note: Floats  # [4]
    losses: Floats  # [max_moves]; -1: nothing is known of the move
    winning: WinProof
    workspace: Workspace


class AdaptivePolicy(NamedTuple):
    """Another policy, held back."""

    inner: Policy
    restraint: Restraint
    workspace: Workspace  # the restraint's


def new_restraint(
    game: Game, scale: tuple[float, float] | None = None, plies: int = 3, nodes: int = 2000
) -> Restraint:
    """One that loses nothing yet; it sees wins so many plies and nodes ahead. `scale`: values of lost and won games."""
    low, high = scale or (-np.inf, -np.inf)
    losses = np.zeros(game.rules.max_moves)
    proof = new_win_proof(game, plies, nodes)
    return Restraint(float(low), float(high), np.zeros(2), np.zeros(4), losses, proof, new_workspace(game))


def new_adaptive_policy(game: Game, inner: Policy, restraint: Restraint) -> AdaptivePolicy:
    """A policy around `inner`."""
    return AdaptivePolicy(inner, restraint, restraint.workspace)


@jit
def _find_range(restraint: Restraint, n: int) -> tuple[float, float]:
    """The lowest and the highest of the values that are no proven results; 0, 0 if there are none."""
    least, most = np.inf, -np.inf
    for index in range(n):
        value = restraint.workspace.values[index]
        if restraint.low <= value < PROVEN and value > -PROVEN:
            least = min(least, value)
            most = max(most, value)
    return (least, most) if least <= most else (0.0, 0.0)


@jit(inline=False)
def find_losses(restraint: Restraint, n: int, first: int) -> None:
    """What each of the n moves on the workspace gives away beside the first choice, 0 … 1, into `losses`."""
    values, losses = restraint.workspace.values, restraint.losses
    least, most = _find_range(restraint, n)
    beyond = most - least if most > least else 1.0
    worst = np.inf
    for index in range(n):
        # A proven result is further away than anything else, but not 10¹² times as far.
        value = values[index]
        if value >= PROVEN:
            value = most + beyond
        elif value <= -PROVEN:
            value = least - beyond
        elif value < restraint.low:
            value = np.nan
        losses[index] = value
        if value < worst:
            worst = value
    best = losses[first]
    for index in range(n):
        value = losses[index]
        if np.isnan(value):
            losses[index] = -1.0
        elif best > worst:
            # What seems better than the first choice was looked at too little to be believed.
            losses[index] = min(1.0, abs(best - value) / (best - worst))
        else:
            losses[index] = 0.0


@jit
def allowed_loss(restraint: Restraint, value: float) -> float:
    """How much may be lost at a move, 0 … 1, where the first choice has this value."""
    dial = restraint.knobs[DIAL]
    if restraint.high <= restraint.low:
        return dial * dial  # a little given away costs more than the same added to much
    ahead = min(1.0, max(0.0, (value - restraint.low) / (restraint.high - restraint.low)))
    return min(1.0, max(0.0, 2.0 * dial - 1.0 + ahead))


@jit(inline=False)
def fitting_move(restraint: Restraint, rules: Rules, state: State, n: int, first: int, rng: Stream) -> int:
    """Of the n moves and values on the workspace, the move whose loss fits; `first` is the inner one's choice."""
    knobs, note, losses, workspace = restraint.knobs, restraint.note, restraint.losses, restraint.workspace
    find_losses(restraint, n, first)
    sure = prove_wins(restraint.winning, rules, state, workspace.moves, n) > 0
    wanted = allowed_loss(restraint, workspace.values[first]) + knobs[CARRIED]
    chosen, nearest, equal = first, np.inf, 0
    for index in range(n):
        if restraint.winning.wins[index] > 0 if sure else losses[index] >= 0.0:
            away = abs(losses[index] - wanted)
            if away < nearest:
                chosen, nearest, equal = index, away, 1
            elif away == nearest:
                equal += 1
                if draw(rng, equal) == 0:  # the one drawn so far gives way to the k-th with chance 1/k
                    chosen = index
    note[BEST], note[CHOSEN] = workspace.values[first], workspace.values[chosen]
    note[LOST], note[SURE] = max(0.0, losses[chosen]), 1.0 if sure else 0.0
    knobs[CARRIED] = min(_MOST, max(-_MOST, wanted - note[LOST]))
    return workspace.moves[chosen]


@choose.register(AdaptivePolicy)
def choose_adaptive(policy: AdaptivePolicy, rules: Rules, state: State, rng: Stream) -> int:
    if legal_moves(rules, state, policy.workspace.moves) == 1:  # a forced move needs no thought
        return policy.workspace.moves[0]
    n = weigh(policy, rules, state, rng)
    return fitting_move(policy.restraint, rules, state, n, chosen_index(policy.inner, n), rng)


@weigh.register(AdaptivePolicy)
def weigh_adaptive(policy: AdaptivePolicy, rules: Rules, state: State, rng: Stream) -> int:
    """What the inner policy thinks: held back is only the move."""
    n = weigh(policy.inner, rules, state, rng)
    for index in range(n):
        policy.workspace.moves[index] = policy.inner.workspace.moves[index]
        policy.workspace.values[index] = policy.inner.workspace.values[index]
    return n


@begin.register(AdaptivePolicy)
def begin_adaptive(policy: AdaptivePolicy, rules: Rules) -> None:
    policy.restraint.knobs[CARRIED] = 0.0
    begin(policy.inner, rules)


@advance.register(AdaptivePolicy)
def advance_adaptive(policy: AdaptivePolicy, rules: Rules, move: int) -> None:
    advance(policy.inner, rules, move)
