"""Values learned on maps in games against Random (§7.2.2, §7.3.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from papamu.agents.registry import compiled_agent
from papamu.agents.som import session_against
from papamu.lab.run.cell import CellContext
from papamu.learn.som.model_file import MapModel
from papamu.learn.som.td_session import Learning, MapSession
from papamu.learn.som.td_values import TD0, learn_games, new_state_trajectory
from papamu.papers.common.cell_training import learn_in_cell
from papamu.papers.reversi.parameters import ValueLearning
from papamu.papers.reversi.work.maps import maps_of

_MAPS, _LEARNING = (
    0.1,
    0.97,
)  # shares of the work that are done with the maps, and with learning; the rest is the test


def learn_values(params: ValueLearning, context: CellContext) -> dict[str, Any]:
    """Learn values in games against Random, then play without exploration."""
    model = maps_of(params.maps, params.thresholds, context, _MAPS)
    learning = replace(params.learning, seed=context.seed)
    session = session_of(model, learning)
    learn_in_cell(session, learning.games, context, _LEARNING, before=_MAPS)
    games, won, drawn, moves = (int(count) for count in session.trajectory.tally)
    tested = play_without_learning(session, params.tests)
    return {
        "won": (won + drawn / 2) / games,
        "wins": won / games,
        "drawn": drawn / games,
        "moves": moves,
        "games": games,
        **tested,
        "visited": int(np.count_nonzero(session.policy.visits)),
        "curve": [[games, won + drawn / 2, 0.0] for games, won, drawn in session.curve],
    }


def session_of(model: MapModel, learning: Learning) -> MapSession:
    """A session against Random."""
    return session_against(model, learning, compiled_agent("random"))


def play_without_learning(session: MapSession, games: int) -> dict[str, float]:
    """Games without exploration and learning."""
    fixed = session.learning.rewards._replace(way=TD0, alpha=0.0, epsilon=0.0)
    rules, notes, rng = session.game.rules, new_state_trajectory(session.game), session.rng
    visits = session.policy.visits.copy()
    learn_games(session.policy, rules, fixed, notes, session.against, session.closes, games, rng)
    session.policy.visits[:] = visits
    _, won, drawn, _ = (int(count) for count in notes.tally)
    return {"tested": (won + drawn / 2) / games, "tested_wins": won / games, "tests": games}
