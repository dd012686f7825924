"""Papamu: a laboratory for learning board games.

    >>> import papamu
    >>> game = papamu.load("clobber:6x6")
    >>> position = game.start()
    >>> len(position.legal_moves)
    60

Nothing heavy is imported before it is used: `import papamu` alone loads neither Numba nor NumPy.

What is here:

    testing    The contract test, shipped: `check_game("mygame:5x5")` plays at random and checks every promise
    agents/    Agents: everything that picks a move, by name, such as `mc:playouts=50` or `noisy:p=0.1+uct:sims=500`
    arena/     The arena: matches, tournaments, ratings, and the statistics that tell skill from luck
    bench/     How fast everything is: beside OpenSpiel, against fixed bounds, and from a standing start
    cli/       The command line: `papamu --help`
    core/      What every layer uses and no game knows: errors, names, specs, files, locks, processes, the store
    games/     The five games: rules as kernels, and `Game` and `Position` for people
    kernel/    What every game and algorithm stands on: compilation, dispatch, randomness, bits and grids
    lab/       The laboratory: a study (`study.py`) is run (`run/`), compared with its paper (`compare/`) and shown
               (`render/`)
    learn/     Everything that learns: networks, self-organizing maps, encodings of boards, training sessions, model
               files
    papers/    The published studies, one folder each: their tables with the published figures beside ours
    search/    Search: algorithms that look ahead, written once against the rules contract
    training/  Training as a library: what `papamu train`, `papamu maps`, the browser, a study and a notebook share
    warm/      Pre-compilation: what a first use would compile, as a list of jobs, and processes that compile it ahead
               of time
    web/       The browser app: games, agents, studies and runs over HTTP, and the page that shows them
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from papamu.core.errors import (
    AgentError,
    IllegalMoveError,
    ModelError,
    MoveError,
    PapamuError,
    PositionError,
    RecordError,
    SizeError,
    SpecError,
    StoreError,
)

if TYPE_CHECKING:
    from papamu.agents.agent import Agent
    from papamu.agents.catalogue import available_agents
    from papamu.agents.explanation import explain
    from papamu.agents.function_agent import player, value_player
    from papamu.agents.position_sample import positions
    from papamu.agents.registry import agent
    from papamu.agents.registry import register as register_agent
    from papamu.agents.review import review
    from papamu.arena.api import match, tournament
    from papamu.games.catalogue import available_games
    from papamu.games.game import Game
    from papamu.games.position import Move, Position
    from papamu.games.record import Record
    from papamu.games.registry import load, register
    from papamu.learn.online.course import Course
    from papamu.learn.saved_models import load_model, save_model
    from papamu.papers.api import reproduce
    from papamu.search.evaluations.registry import register_evaluation
    from papamu.search.exact.api import solve
    from papamu.training.api import train
    from papamu.training.manual_session import Session
    from papamu.training.result import TrainingRun, TrainingRuns
    from papamu.web.server import serve

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "AgentError",
    "Course",
    "Game",
    "IllegalMoveError",
    "ModelError",
    "Move",
    "MoveError",
    "PapamuError",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Session",
    "SizeError",
    "SpecError",
    "StoreError",
    "TrainingRun",
    "TrainingRuns",
    "__version__",
    "agent",
    "available_agents",
    "available_games",
    "explain",
    "load",
    "load_model",
    "match",
    "player",
    "positions",
    "register",
    "register_agent",
    "register_evaluation",
    "reproduce",
    "review",
    "save_model",
    "serve",
    "solve",
    "tournament",
    "train",
    "value_player",
]

_HOMES = {
    "Agent": "papamu.agents.agent",
    "Course": "papamu.learn.online.course",
    "Game": "papamu.games.game",
    "Move": "papamu.games.position",
    "Position": "papamu.games.position",
    "Record": "papamu.games.record",
    "Session": "papamu.training.manual_session",
    "TrainingRun": "papamu.training.result",
    "TrainingRuns": "papamu.training.result",
    "agent": "papamu.agents.registry",
    "available_agents": "papamu.agents.catalogue",
    "available_games": "papamu.games.catalogue",
    "explain": "papamu.agents.explanation",
    "load": "papamu.games.registry",
    "load_model": "papamu.learn.saved_models",
    "match": "papamu.arena.api",
    "player": "papamu.agents.function_agent",
    "positions": "papamu.agents.position_sample",
    "register": "papamu.games.registry",
    "register_agent": "papamu.agents.registry",
    "register_evaluation": "papamu.search.evaluations.registry",
    "reproduce": "papamu.papers.api",
    "review": "papamu.agents.review",
    "save_model": "papamu.learn.saved_models",
    "serve": "papamu.web.server",
    "solve": "papamu.search.exact.api",
    "tournament": "papamu.arena.api",
    "train": "papamu.training.api",
    "value_player": "papamu.agents.function_agent",
}


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "testing":
        return import_module("papamu.testing")
    if name not in _HOMES:
        raise AttributeError(f"module 'papamu' has no attribute {name!r}")
    own_name = {"register_agent": "register"}.get(name, name)
    return getattr(import_module(_HOMES[name]), own_name)
