"""The search player of the study: a tree whose moves the learned network orders, against three of a kind."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from papamu.agents.agent import Agent
from papamu.agents.baselines import RandomAgent
from papamu.agents.comparison import network_agent
from papamu.agents.registry import agent
from papamu.arena import api
from papamu.core.identity import key_fields
from papamu.games.registry import load as load_game
from papamu.lab.run.cell import CellContext
from papamu.learn.mlp.model_file import Model, load
from papamu.learn.online.session import Session
from papamu.papers.blokus.parameters import GAME, LEARNED, SearchPlayer, TrainedNetworks, course_of
from papamu.papers.common.cell_training import once, run

_LEARNING = 0.3  # of the whole work, where the network is not there yet


def net_file(params: TrainedNetworks, seed: int) -> str:
    """The name of a network's file in the folder that the cells of a run share."""
    text = json.dumps([key_fields(course_of(params, seed))], sort_keys=True)
    return f"net-{hashlib.sha256(text.encode()).hexdigest()[:16]}.safetensors"


def network(params: TrainedNetworks, context: CellContext) -> Model:
    """The network of a course: the one that the ladder has left in the shared folder, or a new one."""

    def train(path: Path) -> None:
        session = Session(course_of(params, context.seed), RandomAgent().policy)
        run(session, context, _LEARNING)
        session.model().save(path)

    path = (context.shared or context.scratch) / net_file(params, context.seed)
    once(path, train, context.report)
    return load(path)


def play_search_player(params: SearchPlayer, context: CellContext) -> dict[str, Any]:
    """The share of games won outright, on each seat in turn, and the milliseconds of a move."""
    learned = network(params.learned, context)
    searcher = agent(params.told)
    if params.ordered:
        searcher = type(searcher)(searcher.options, network_agent(learned))
    game = load_game(GAME)
    rivals: list[Agent] = [
        network_agent(learned) if params.rivals == LEARNED else agent(params.rivals)
        for _ in range(game.num_players - 1)
    ]
    results = api.match(
        game,
        searcher,
        *rivals,
        games=params.games,
        seed=context.seed,
        opening_plies=params.openings,
        report=lambda done, games: context.report(_LEARNING + (1 - _LEARNING) * done / games),
    )
    won = float((results.scores[:, 0] == 1).mean())
    return {"won": won, "ms": results.ms_per_move[0], "games": params.games}
