"""The search player of the study: a tree whose moves the learned network orders, against three of a kind."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from papamu.agents.agent import Agent
from papamu.agents.learned import player_of
from papamu.agents.looking import RandomAgent
from papamu.agents.registry import agent
from papamu.arena import api
from papamu.games.registry import load as load_game
from papamu.lab.experiment import Task
from papamu.learn.model import Model, load
from papamu.learn.training import Session
from papamu.papers.blokus.parameters import GAME, LEARNED, Learned, Searched, course_of
from papamu.papers.learning import once, run

_LEARNING = 0.3  # of the whole work, where the network is not there yet


def net_file(params: Learned, seed: int) -> str:
    """What a network's file is called in the folder that the cells of a run share."""
    text = json.dumps([asdict(course_of(params, seed))], sort_keys=True)
    return f"net-{hashlib.sha256(text.encode()).hexdigest()[:16]}.safetensors"


def network(params: Learned, task: Task) -> Model:
    """The network of a course: the one that the ladder has left in the shared folder, or a new one."""

    def train(path: Path) -> None:
        session = Session(course_of(params, task.seed), RandomAgent().policy)
        run(session, task, _LEARNING)
        session.model().save(path)

    path = (task.shared or task.scratch) / net_file(params, task.seed)
    once(path, train, task.report)
    return load(path)


def search(params: Searched, task: Task) -> dict[str, Any]:
    """The share of games won outright, on each seat in turn, and the milliseconds of a move."""
    learned = network(params.learned, task)
    searcher = agent(params.told)
    if params.ordered:
        searcher = type(searcher)(searcher.options, player_of(learned))
    game = load_game(GAME)
    rivals: list[Agent] = [
        player_of(learned) if params.rivals == LEARNED else agent(params.rivals)
        for _ in range(game.num_players - 1)
    ]
    results = api.match(
        game,
        searcher,
        *rivals,
        games=params.games,
        seed=task.seed,
        opening_plies=params.openings,
        report=lambda done, games: task.report(_LEARNING + (1 - _LEARNING) * done / games),
    )
    won = float((results.scores[:, 0] == 1).mean())
    return {"won": won, "ms": results.ms_per_move[0], "games": params.games}
