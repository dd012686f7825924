"""What an evaluation counts on a board, in words: the numbers behind the one it comes to."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

import numpy as np

from papamu.games.rules import Floats, Rules, mobility, scores
from papamu.kernel.bits import State
from papamu.search.evaluation import Evaluation, Material, Mobility
from papamu.search.evaluations_konane import KonaneFunction, counted
from papamu.search.evaluations_others import BlokusCorners, CheckersMaterial, SquareWeights

_CONSIDERED = ("pieces", "moves", "movable pieces")  # by `KonaneFunction.counted`


@singledispatch
def terms(evaluation: Evaluation, rules: Any, state: State, viewer: int) -> str:
    """Its counts for the viewer and for the others; nothing, if it says no more than its value."""
    return ""


def _against(what: str, own: float, others: float) -> str:
    return f"{what} {own:g} against {others:.3g}"


def _lead(what: str, counts: Floats, viewer: int) -> str:
    """The own count beside the mean of the others'."""
    others = np.delete(counts, viewer)
    return _against(what, float(counts[viewer]), float(others.mean()) if len(others) else 0.0)


@terms.register
def _(evaluation: KonaneFunction, rules: Any, state: State, viewer: int) -> str:
    own, theirs = (counted(evaluation, rules, state, who) for who in (viewer, 1 - viewer))
    return _against(_CONSIDERED[evaluation.counted], own, theirs)


@terms.register
def _(evaluation: Material, rules: Any, state: State, viewer: int) -> str:
    return _lead("points", _scores(rules, state), viewer)


@terms.register
def _(evaluation: Mobility, rules: Any, state: State, viewer: int) -> str:
    counts = np.array([mobility(rules, state, who) for who in range(rules.num_players)], dtype=np.float64)
    return _lead("moves", counts, viewer)


@terms.register
def _(evaluation: CheckersMaterial, rules: Any, state: State, viewer: int) -> str:
    words = rules.words
    sides = state[: 2 * words].reshape(2, words)
    kings = [int(np.bitwise_count(side & state[2 * words : 3 * words]).sum()) for side in sides]
    men = [int(np.bitwise_count(side).sum()) - crowned for side, crowned in zip(sides, kings, strict=True)]
    said = _against("men", men[viewer], men[1 - viewer])
    return f"{said}, {_against('kings', kings[viewer], kings[1 - viewer])}" if any(kings) else said


@terms.register
def _(evaluation: SquareWeights, rules: Any, state: State, viewer: int) -> str:
    words = rules.words
    worth = [
        sum(
            float(evaluation.weights[cell])
            for cell in range(rules.cells)
            if int(state[who * words + cell // 64]) >> (cell % 64) & 1
        )
        for who in range(2)
    ]
    return _against("squares worth", worth[viewer], worth[1 - viewer])


@terms.register
def _(evaluation: BlokusCorners, rules: Any, state: State, viewer: int) -> str:
    from papamu.games.blokus_rules import open_corners

    corners = int(open_corners(rules, state, viewer))
    return f"{_lead('squares', _scores(rules, state), viewer)}, {corners} open corners"


def _scores(rules: Rules, state: State) -> Floats:
    out = np.zeros(rules.num_players)
    scores(rules, state, out)
    return out
