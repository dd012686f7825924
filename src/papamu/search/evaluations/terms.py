"""What an evaluation counts on a board, in words: the numbers behind the one it comes to."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

import numpy as np

from papamu.games.rules import Floats, Rules, scores
from papamu.kernel.bits import State
from papamu.search.evaluations.contract import Evaluation


@singledispatch
def terms(evaluation: Evaluation, rules: Any, state: State, viewer: int) -> str:
    """Its counts for the viewer and for the others; nothing, if it says no more than its value."""
    return ""


def against(what: str, own: float, others: float) -> str:
    """`men 3 against 2`"""
    return f"{what} {own:g} against {others:.3g}"


def against_mean(what: str, counts: Floats, viewer: int) -> str:
    """The own count beside the mean of the others'."""
    others = np.delete(counts, viewer)
    return against(what, float(counts[viewer]), float(others.mean()) if len(others) else 0.0)


def all_scores(rules: Rules, state: State) -> Floats:
    """What the game counts for each player."""
    out = np.zeros(rules.num_players)
    scores(rules, state, out)
    return out
