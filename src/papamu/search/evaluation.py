"""Evaluations: what a position is worth to a player, without looking ahead.

An evaluation is a record, and `evaluate` dispatches on its class. It is always seen with the eyes of one
player: more is better for `viewer`, whoever is to move. Values stay within ±`MOST`, so that a search can
take averages; a result counts more than any evaluation.

Here are the evaluations that any game can have; those of one game are in `evaluations_konane` and
`evaluations_others`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from papamu.games.rules import Floats, Rules, mobility, returns, scores
from papamu.kernel.bits import State
from papamu.kernel.generic import generic
from papamu.kernel.jit import jit

Evaluation = Any

MOST = 1e9  # stands for infinity: what a ratio with nothing below counts
WON = 1e12  # a won game
PROVEN = 0.999 * WON  # beyond it a value is a won game, perhaps less the plies to get there


@generic
def evaluate(evaluation: Evaluation, rules: Rules, state: State, viewer: int) -> float:
    """What the position is worth to this player."""


@jit
def result(rules: Rules, state: State, viewer: int, out: Floats) -> float:
    """What a finished game is worth to this player."""
    returns(rules, state, out)
    return out[viewer] * WON


class Material(NamedTuple):
    """The own score (stones, pieces, discs, squares) less the mean of the others'."""

    out: Floats  # [num_players]


@jit
def lead(rules: Rules, state: State, viewer: int, out: Floats) -> float:
    """The own score less the mean of the others'; `out` is room for all of them."""
    scores(rules, state, out)
    others = 0.0
    for player in range(rules.num_players):
        if player != viewer:
            others += out[player]
    return out[viewer] - others / max(1, rules.num_players - 1)


@evaluate.register(Material)
def _(evaluation: Material, rules: Rules, state: State, viewer: int) -> float:
    return lead(rules, state, viewer, evaluation.out)


class Mobility(NamedTuple):
    """The own number of moves less the mean of the others', as if it were each one's turn."""


@evaluate.register(Mobility)
def _(evaluation: Mobility, rules: Rules, state: State, viewer: int) -> float:
    own = 0.0
    others = 0.0
    for player in range(rules.num_players):
        if player == viewer:
            own += mobility(rules, state, player)
        else:
            others += mobility(rules, state, player)
    return own - others / max(1, rules.num_players - 1)
