"""Evaluations of Blokus: squares placed, and the corners that are open."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from papamu.games.blokus.placements import Blokus, open_corners
from papamu.games.game import Game
from papamu.games.rules import Floats
from papamu.kernel.bits import State
from papamu.search.evaluations.contract import evaluate
from papamu.search.evaluations.general import Material, Mobility, lead
from papamu.search.evaluations.registry import register_own
from papamu.search.evaluations.terms import against_mean, all_scores, terms


class BlokusCorners(NamedTuple):
    """Squares placed, less the mean of the others'; among equals, the more open corners."""

    out: Floats  # [num_players]

    @classmethod
    def of(cls, game: Game) -> BlokusCorners:
        """With room for the scores of this game's players."""
        return cls(np.zeros(game.num_players))


register_own("blokus", "corners", BlokusCorners)
register_own("blokus", "squares", Material)
register_own("blokus", "mobility", Mobility)


@evaluate.register(BlokusCorners)
def evaluate_blokus_corners(evaluation: BlokusCorners, rules: Blokus, state: State, viewer: int) -> float:
    ahead = lead(rules, state, viewer, evaluation.out)
    return ahead + 0.001 * open_corners(rules, state, viewer)


@terms.register
def terms_blokus_corners(evaluation: BlokusCorners, rules: Any, state: State, viewer: int) -> str:
    corners = int(open_corners(rules, state, viewer))
    return f"{against_mean('squares', all_scores(rules, state), viewer)}, {corners} open corners"
