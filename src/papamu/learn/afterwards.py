"""Learning from a game that was played elsewhere, such as one with a person.

The model learns as it did in training: the same way, at the rate of its last games, from the boards after its
own moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from papamu.errors import ModelError
from papamu.games.registry import load as load_game
from papamu.kernel.bits import State
from papamu.learn import online, td
from papamu.learn.best import room_for_best
from papamu.learn.lesson import lesson_of
from papamu.learn.map_learning import Learning
from papamu.learn.map_model import MapModel
from papamu.learn.mlp import take_weights
from papamu.learn.model import Model, network, player

STUDIED = "studied"  # among the facts of a model: games that it has learned from afterwards


def why_not(model: Model | MapModel) -> str | None:
    """Why a model cannot learn from games afterwards, or nothing."""
    if isinstance(model, MapModel):
        return None if model.values is not None else "its maps have no values yet: `papamu maps` learns some"
    if model.course.compares:
        return "it compares boards, and learns from a teacher alone"
    if model.course.worth != "result":
        return f"it learns from worth={model.course.worth}, and only the result of a game is told afterwards"
    return "it learns from a teacher alone" if model.course.way == "teacher" else None


def studied(
    model: Model | MapModel, mine: Sequence[State], seat: int, result: Sequence[float]
) -> Model | MapModel:
    """The model after a game.

    `mine` are the boards after its own moves, `result` what came of it for each seat.
    """
    reason = why_not(model)
    if reason:
        raise ModelError(f"this model cannot learn from games: {reason}")
    facts = {**model.facts, STUDIED: games_studied(model) + 1}
    if isinstance(model, MapModel):
        return _on_maps(model, mine, seat, float(result[seat]), facts)
    return _by_network(model, mine, seat, result, facts)


def games_studied(model: Model | MapModel) -> int:
    """How many games it has learned from afterwards."""
    return int(model.facts.get(STUDIED, 0))


def _on_maps(
    model: MapModel, mine: Sequence[State], seat: int, result: float, facts: Mapping[str, Any]
) -> MapModel:
    game = load_game(model.course.game)
    policy = model.player()
    rewards = Learning(**model.facts.get("learning", {})).rewards
    td.study(policy, game.rules, rewards, td.diary(game), mine, seat, result)
    return replace(model, values=policy.values, visits=policy.visits, facts=facts)


def _by_network(
    model: Model, mine: Sequence[State], seat: int, result: Sequence[float], facts: Mapping[str, Any]
) -> Model:
    course = model.course
    game = load_game(course.game)
    encoding, net = network(course, game)
    take_weights(net, model.net)
    policy = player(course, game, encoding, net)
    notes = online.notes(game, encoding.most, room_for_best(net, False))
    lesson = lesson_of(course, course.lr if course.lr_end is None else course.lr_end)
    online.study(policy, game.rules, lesson, notes, mine, seat, np.array(result, dtype=np.float64))
    return Model(course, net, facts)
