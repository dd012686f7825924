"""Result targets of a network: what a finished game is worth to each seat, and the network's target for it."""

from __future__ import annotations

import numpy as np

from papamu.games.rules import Floats, Rules, scores
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.learn.online.update_rule import FIRST_PLACE, LEAD, RESULT, SCORE, UpdateRule


@jit
def result_target(rule: UpdateRule, outcome: float) -> np.float32:
    """The network's target for an outcome of −1 … 1: `lost` … `won`."""
    return rule.lost + (rule.won - rule.lost) * np.float32(0.5 * (outcome + 1.0))


@jit
def game_outcome(
    rule: UpdateRule, rules: Rules, state: State, returned: Floats, scored: Floats, outcome: Floats
) -> None:
    """What a finished game is worth to each seat, −1 … 1, into `outcome`; its scores go to `scored`.

    By `score`, no score is −1 and the highest one 1. By `lead` it is the difference to the highest score of
    the others (Blokus report: {45, 56, 42, 69} are {−24, −13, −27, 13}), as a share of the highest possible.
    By `first` the first place is 1 and every other −1; players who share it get equal parts of it.
    """
    scores(rules, state, scored)
    for seat in range(rules.num_players):
        if rule.worth == RESULT:
            outcome[seat] = returned[seat]
        elif rule.worth == SCORE:
            outcome[seat] = 2.0 * scored[seat] / rule.divisor - 1.0
        elif rule.worth == LEAD:
            outcome[seat] = lead_of(scored, rules.num_players, seat) / rule.divisor
        elif rule.worth == FIRST_PLACE:
            outcome[seat] = 2.0 * first_share(returned, rules.num_players, seat) - 1.0


@jit
def first_share(returned: Floats, players: int, seat: int) -> float:
    """A seat's share of the first place: all of it, none, or one part of as many as are there."""
    alike = 0
    for other in range(players):
        if returned[other] > returned[seat]:
            return 0.0
        alike += 1 if returned[other] == returned[seat] else 0
    return 1.0 / alike


@jit
def lead_of(scored: Floats, players: int, seat: int) -> float:
    """A seat's score less the highest of the others."""
    best = scored[0 if seat else players - 1]
    for other in range(players):
        if other != seat and scored[other] > best:
            best = scored[other]
    return float(scored[seat] - best)
