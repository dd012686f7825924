"""Learning from a game that was played elsewhere, for example against a person.

The model learns as it did in training: the same way, at the rate of its last games, from the boards after its
own moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from papamu.core.errors import ModelError
from papamu.games.registry import load as load_game
from papamu.kernel.bits import State
from papamu.learn.mlp.model_file import Model, build_network, network_policy
from papamu.learn.mlp.network import copy_weights
from papamu.learn.online.best_weights import new_best_weights
from papamu.learn.online.learn_trajectory import learn_recorded_game
from papamu.learn.online.trajectory import new_trajectory
from papamu.learn.online.update_rule import update_rule_of
from papamu.learn.som.model_file import MapModel
from papamu.learn.som.td_session import Learning
from papamu.learn.som.td_values import learn_from_states, new_state_trajectory

STUDIED = "studied"  # among the facts of a model: games that it has learned from afterwards


def learning_refusal(model: Model | MapModel) -> str | None:
    """Why a model cannot learn from games afterwards, or nothing."""
    if isinstance(model, MapModel):
        return None if model.values is not None else "its maps have no values yet: `papamu maps` learns some"
    if model.course.compares:
        return "it compares boards, and learns from a teacher alone"
    if model.course.worth != "result":
        return f"it learns from worth={model.course.worth}, and only the result of a game is known afterwards"
    return "it learns from a teacher alone" if model.course.way == "teacher" else None


def learn_from_game(
    model: Model | MapModel, own_states: Sequence[State], seat: int, result: Sequence[float]
) -> Model | MapModel:
    """The model after a game.

    `own_states` are the boards after its own moves, `result` what came of it for each seat.
    """
    reason = learning_refusal(model)
    if reason:
        raise ModelError(f"this model cannot learn from games: {reason}")
    facts = {**model.facts, STUDIED: games_learned_from(model) + 1}
    if isinstance(model, MapModel):
        return _on_maps(model, own_states, seat, float(result[seat]), facts)
    return _by_network(model, own_states, seat, result, facts)


def games_learned_from(model: Model | MapModel) -> int:
    """How many games it has learned from afterwards."""
    return int(model.facts.get(STUDIED, 0))


def _on_maps(
    model: MapModel, own_states: Sequence[State], seat: int, result: float, facts: Mapping[str, Any]
) -> MapModel:
    game = load_game(model.course.game)
    policy = model.player()
    rule = Learning(**model.facts.get("learning", {})).rewards
    learn_from_states(policy, game.rules, rule, new_state_trajectory(game), own_states, seat, result)
    return replace(model, values=policy.values, visits=policy.visits, facts=facts)


def _by_network(
    model: Model, own_states: Sequence[State], seat: int, result: Sequence[float], facts: Mapping[str, Any]
) -> Model:
    course = model.course
    game = load_game(course.game)
    encoding, net = build_network(course, game)
    copy_weights(net, model.net)
    policy = network_policy(course, game, encoding, net)
    trajectory = new_trajectory(game, encoding.most, new_best_weights(net, False))
    rule = update_rule_of(course, course.lr if course.lr_end is None else course.lr_end)
    learn_recorded_game(
        policy, game.rules, rule, trajectory, own_states, seat, np.array(result, dtype=np.float64)
    )
    return Model(course, net, facts)
