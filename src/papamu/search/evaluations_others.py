"""Evaluations that belong to one game: checkers material, Reversi's squares, Blokus's corners."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games.blokus_rules import Blokus, open_corners
from papamu.games.checkers_rules import Checkers
from papamu.games.reversi_rules import Reversi
from papamu.games.rules import Floats
from papamu.kernel.bits import State, has, popcount
from papamu.search.evaluation import evaluate, lead

KING = 1.5  # men; the usual rule of thumb


class CheckersMaterial(NamedTuple):
    """Own men and kings less the opponent's; a king counts one and a half."""


@evaluate.register(CheckersMaterial)
def _(evaluation: CheckersMaterial, rules: Checkers, state: State, viewer: int) -> float:
    lead = 0.0
    words = rules.words
    for word in range(words):
        own = state[viewer * words + word]
        theirs = state[(1 - viewer) * words + word]
        kings = state[2 * words + word]
        lead += popcount(own) - popcount(theirs)
        lead += (KING - 1.0) * (popcount(own & kings) - popcount(theirs & kings))
    return lead


# Norvig, Paradigms of Artificial Intelligence Programming (1992), ch. 18: by distance from the two edges.
_CLASSIC = ((120, -20, 20, 5), (-20, -40, -5, -5), (20, -5, 15, 3), (5, -5, 3, 3))


class SquareWeights(NamedTuple):
    """Each disc counts what its square is worth: corners much, the squares beside them less than nothing."""

    weights: NDArray[np.float64]  # [cells]


def square_weights(side: int) -> SquareWeights:
    """The classic table; other sizes than 8×8 continue it by distance from the edges."""
    near = np.minimum(np.minimum(np.arange(side), np.arange(side)[::-1]), 3)
    return SquareWeights(np.array(_CLASSIC, dtype=np.float64)[np.ix_(near, near)].ravel())


@evaluate.register(SquareWeights)
def _(evaluation: SquareWeights, rules: Reversi, state: State, viewer: int) -> float:
    lead = 0.0
    own = viewer * rules.words
    for cell in range(rules.cells):
        if has(state, own, cell):
            lead += evaluation.weights[cell]
        elif has(state, rules.words - own, cell):
            lead -= evaluation.weights[cell]
    return lead


class BlokusCorners(NamedTuple):
    """Squares placed, less the mean of the others'; among equals, the more open corners."""

    out: Floats  # [num_players]


@evaluate.register(BlokusCorners)
def _(evaluation: BlokusCorners, rules: Blokus, state: State, viewer: int) -> float:
    ahead = lead(rules, state, viewer, evaluation.out)
    return ahead + 0.001 * open_corners(rules, state, viewer)
