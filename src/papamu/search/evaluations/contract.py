"""Evaluations: what a position is worth to a player, without looking ahead.

An evaluation is a record, and `evaluate` dispatches on its class. It is always seen with the eyes of one
player: more is better for `viewer`, whoever is to move. Values stay within ±`MOST`, so that a search can
take averages; a result counts more than any evaluation.

The evaluations that any game can have are in `general`, those of one game in the file of its name. `registry`
knows them all by name, and takes further ones from outside.
"""

from __future__ import annotations

import math
from typing import Any

from papamu.games.rules import Floats, Rules, returns
from papamu.kernel.bits import State
from papamu.kernel.generic import generic
from papamu.kernel.jit import jit

Evaluation = Any

MOST = 1e9  # stands for infinity: what a ratio with nothing below counts
WON = 1e12  # a won game
PROVEN = 0.999 * WON  # beyond it a value is a won game, perhaps less the plies to get there
WIDTH = 4.0  # of differences, when they become shares: four ahead is 73 %
_FAR = 500.0  # beyond it e^x leaves a double


@generic
def evaluate(evaluation: Evaluation, rules: Rules, state: State, viewer: int) -> float:
    """What the position is worth to this player."""


@jit
def result(rules: Rules, state: State, viewer: int, out: Floats) -> float:
    """What a finished game is worth to this player."""
    returns(rules, state, out)
    return out[viewer] * WON


@jit
def logistic(value: float) -> float:
    """A difference as a share of 0 … 1."""
    return 1.0 / (1.0 + math.exp(min(max(-value / WIDTH, -_FAR), _FAR)))


@generic(default=True)
def evaluation_share(evaluation: Evaluation, rules: Rules, value: float) -> float:
    """What an evaluation says, as a share of 0 … 1: what a teacher tells a network (`learn.online.teacher`).

    By default it is taken for a difference.
    """
    return logistic(value)
