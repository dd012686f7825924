"""Evaluations of Reversi: what each square is worth, discs, moves."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games.game import Game
from papamu.games.reversi.rules import Reversi
from papamu.kernel.bits import State, has
from papamu.search.evaluations.contract import evaluate
from papamu.search.evaluations.general import Material, Mobility
from papamu.search.evaluations.registry import register_own
from papamu.search.evaluations.terms import against, terms

# Norvig, Paradigms of Artificial Intelligence Programming (1992), ch. 18: by distance from the two edges.
_CLASSIC = ((120, -20, 20, 5), (-20, -40, -5, -5), (20, -5, 15, 3), (5, -5, 3, 3))


class SquareWeights(NamedTuple):
    """Each disc counts what its square is worth: corners much, the squares beside them less than nothing."""

    weights: NDArray[np.float64]  # [cells]

    @classmethod
    def of(cls, game: Game) -> SquareWeights:
        """The classic table; other sizes than 8×8 continue it by distance from the edges."""
        near = np.minimum(np.minimum(np.arange(game.rows), np.arange(game.rows)[::-1]), 3)
        return cls(np.array(_CLASSIC, dtype=np.float64)[np.ix_(near, near)].ravel())


register_own("reversi", "weights", SquareWeights)
register_own("reversi", "discs", Material)
register_own("reversi", "mobility", Mobility)


@evaluate.register(SquareWeights)
def evaluate_square_weights(evaluation: SquareWeights, rules: Reversi, state: State, viewer: int) -> float:
    lead = 0.0
    own = viewer * rules.words
    for cell in range(rules.cells):
        if has(state, own, cell):
            lead += evaluation.weights[cell]
        elif has(state, rules.words - own, cell):
            lead -= evaluation.weights[cell]
    return lead


@terms.register
def terms_square_weights(evaluation: SquareWeights, rules: Any, state: State, viewer: int) -> str:
    words = rules.words
    worth = [
        sum(
            float(evaluation.weights[cell])
            for cell in range(rules.cells)
            if int(state[who * words + cell // 64]) >> (cell % 64) & 1
        )
        for who in range(2)
    ]
    return against("squares worth", worth[viewer], worth[1 - viewer])
