"""Evaluations of checkers: men and kings."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from papamu.games.checkers.rules import Checkers
from papamu.kernel.bits import State, popcount
from papamu.search.evaluations.contract import evaluate
from papamu.search.evaluations.general import Mobility
from papamu.search.evaluations.registry import register_own
from papamu.search.evaluations.terms import against, terms

KING = 1.5  # men; the usual rule of thumb


class CheckersMaterial(NamedTuple):
    """Own men and kings less the opponent's; a king counts one and a half."""


register_own("checkers", "material", CheckersMaterial)
register_own("checkers", "mobility", Mobility)


@evaluate.register(CheckersMaterial)
def evaluate_checkers_material(
    evaluation: CheckersMaterial, rules: Checkers, state: State, viewer: int
) -> float:
    lead = 0.0
    words = rules.words
    for word in range(words):
        own = state[viewer * words + word]
        theirs = state[(1 - viewer) * words + word]
        kings = state[2 * words + word]
        lead += popcount(own) - popcount(theirs)
        lead += (KING - 1.0) * (popcount(own & kings) - popcount(theirs & kings))
    return lead


@terms.register
def terms_checkers_material(evaluation: CheckersMaterial, rules: Any, state: State, viewer: int) -> str:
    words = rules.words
    sides = state[: 2 * words].reshape(2, words)
    kings = [int(np.bitwise_count(side & state[2 * words : 3 * words]).sum()) for side in sides]
    men = [int(np.bitwise_count(side).sum()) - crowned for side, crowned in zip(sides, kings, strict=True)]
    said = against("men", men[viewer], men[1 - viewer])
    return f"{said}, {against('kings', kings[viewer], kings[1 - viewer])}" if any(kings) else said
