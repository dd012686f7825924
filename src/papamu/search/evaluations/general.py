"""Evaluations that any game can have: the score and the number of moves."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from papamu.games.game import Game
from papamu.games.rules import Floats, Rules, mobility, scores
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.search.evaluations.contract import evaluate
from papamu.search.evaluations.terms import against_mean, all_scores, terms


class Material(NamedTuple):
    """The own score (stones, pieces, discs, squares) less the mean of the others'."""

    out: Floats  # [num_players]

    @classmethod
    def of(cls, game: Game) -> Material:
        """With room for the scores of this game's players."""
        return cls(np.zeros(game.num_players))


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
def evaluate_material(evaluation: Material, rules: Rules, state: State, viewer: int) -> float:
    return lead(rules, state, viewer, evaluation.out)


@terms.register
def terms_material(evaluation: Material, rules: Any, state: State, viewer: int) -> str:
    return against_mean("points", all_scores(rules, state), viewer)


class Mobility(NamedTuple):
    """The own number of moves less the mean of the others', as if it were each one's turn."""

    @classmethod
    def fits(cls, game: Game) -> bool:
        """Only for rules that count the moves of a player who is not to move."""
        return type(game.rules) in mobility.implementations


@evaluate.register(Mobility)
def evaluate_mobility(evaluation: Mobility, rules: Rules, state: State, viewer: int) -> float:
    own = 0.0
    others = 0.0
    for player in range(rules.num_players):
        if player == viewer:
            own += mobility(rules, state, player)
        else:
            others += mobility(rules, state, player)
    return own - others / max(1, rules.num_players - 1)


@terms.register
def terms_mobility(evaluation: Mobility, rules: Any, state: State, viewer: int) -> str:
    counts = np.array([mobility(rules, state, who) for who in range(rules.num_players)], dtype=np.float64)
    return against_mean("moves", counts, viewer)
