"""The experiments of the paper: boards retrieved from maps, values learned on them; and our own player."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from papamu.agents.learned import player_of
from papamu.agents.mapped import session_against
from papamu.agents.registry import compiled
from papamu.agents.wrappers import EndgameAgent
from papamu.arena import api
from papamu.games.registry import load as load_game
from papamu.lab.experiment import Task
from papamu.learn.map_learning import Learning, MapSession
from papamu.learn.map_model import MapModel
from papamu.learn.stages import boards
from papamu.learn.td import TD0, diary, learn_games
from papamu.learn.training import Session
from papamu.learn.winners import recalled, winners
from papamu.papers import learning as networks
from papamu.papers.reversi.maps import maps_of
from papamu.papers.reversi.parameters import Learned, Own, Retrieved

SPANS = ((1, 10), (11, 20), (21, 30), (31, 40), (41, 50), (51, 60))  # of Table 6
_SECONDS = 20.0  # between two checkpoints
_FRESH = 977  # added to the seed of the boards: other games
_LEARNING = 0.97  # of the work; the rest is the test


def retrieve(params: Retrieved, task: Task) -> dict[str, Any]:
    """Show boards to the maps: the shares of squares and of discs that come back."""
    model = maps_of(params.maps, params.thresholds, task, 0.9)
    course = model.course
    game = load_game(course.game)
    seed = course.seed + (_FRESH if params.fresh else 0)
    shown = np.concatenate([boards(game, span, 10**6, seed, games=params.games) for span in course.spans])
    eyes = winners(game, course.spans, model.weights, model.thresholds, course.inner, model.nearest)
    seen = recalled(eyes, shown)
    moved = seen.numbers > 0  # the start is nobody's move
    standing = np.count_nonzero(shown, axis=1)

    def discs(which: Any) -> float:
        return 1.0 - float(seen.discs[which].sum() / standing[which].sum())

    result = {
        "squares": 1.0 - float(seen.wrong[moved].mean() / game.rules.cells),
        "discs": discs(moved),
        "different": float(seen.wrong[moved].mean()),
        "different_discs": float(seen.discs[moved].mean()),
        "boards": int(moved.sum()),
    }
    for low, high in SPANS:
        within = (seen.numbers >= low) & (seen.numbers <= high)
        if within.any():
            result[f"discs_{low}"] = discs(within)
    for name in ("different", "different_discs"):
        result[f"{name}_share"] = result[name] / game.rules.cells
    return result


def learn(params: Learned, task: Task) -> dict[str, Any]:
    """Learn values in games against Random, then play without exploration."""
    model = maps_of(params.maps, params.thresholds, task, 0.1)
    told = replace(params.learning, seed=task.seed)
    session = session_of(model, told)
    session.run(
        lambda session: task.report(0.1 + (_LEARNING - 0.1) * session.done / told.games),
        task.scratch / "checkpoint.safetensors",
        _SECONDS,
    )
    games, won, drawn, moves = (int(count) for count in session.diary.tally)
    tested = without_learning(session, params.tests)
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


def session_of(model: MapModel, told: Learning) -> MapSession:
    """A session against Random, with the closing search that it is told."""
    return session_against(model, told, compiled("random"))


def without_learning(session: MapSession, games: int) -> dict[str, float]:
    """Games without exploration and learning."""
    still = session.learning.rewards._replace(way=TD0, alpha=0.0, epsilon=0.0)
    rules, notes, rng = session.game.rules, diary(session.game), session.rng
    visits = session.policy.visits.copy()
    learn_games(session.policy, rules, still, notes, session.against, session.closes, games, rng)
    session.policy.visits[:] = visits
    _, won, drawn, _ = (int(count) for count in notes.tally)
    return {"tested": (won + drawn / 2) / games, "tested_wins": won / games, "tests": games}


def own(params: Own, task: Task) -> dict[str, Any]:
    """Our own player learns, and plays Random with the closing search and without."""
    course = networks.td_course(
        "reversi:8x8",
        task.seed,
        hidden=params.hidden,
        activation="leakier-relu",
        encoding=params.encoding,
        lr=params.lr,
        lr_end=params.lr_end,
        lam=params.lam,
        explore=params.explore,
        wild=params.wild,
        seat=-2,
        games=params.games,
    )
    session = Session(course, lambda game: compiled("random").policy(game))
    networks.run(session, task, 0.95)
    plain = player_of(session.model())
    result = networks.told(session)
    for name, player in (("", plain), ("_closing", EndgameAgent({"plies": 4}, plain))):
        for where, fixed in (("_black", True), ("", False)):
            found = api.match(
                "reversi:8x8",
                player,
                compiled("random"),
                games=params.tests,
                seed=task.seed,
                fixed_seats=fixed,
                opening_plies=0,
            )
            result[f"won{name}{where}"] = float(found.scores[:, 0].mean())
    return {**result, "games": params.tests}
