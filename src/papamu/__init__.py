"""Papamu: a laboratory for learning board games.

    >>> import papamu
    >>> game = papamu.load("clobber:6x6")
    >>> position = game.start()
    >>> len(position.legal_moves)
    60

Nothing heavy is imported before it is used: `import papamu` alone loads neither Numba nor NumPy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from papamu.errors import (
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
    from papamu.agents.registry import agent
    from papamu.agents.registry import register as register_agent
    from papamu.arena.api import match, tournament
    from papamu.games.game import Game
    from papamu.games.position import Move, Position
    from papamu.games.record import Record
    from papamu.games.registry import load, register

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "AgentError",
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
    "SizeError",
    "SpecError",
    "StoreError",
    "__version__",
    "agent",
    "load",
    "match",
    "register",
    "register_agent",
    "tournament",
]

_HOMES = {
    "Agent": "papamu.agents.agent",
    "Game": "papamu.games.game",
    "Move": "papamu.games.position",
    "Position": "papamu.games.position",
    "Record": "papamu.games.record",
    "agent": "papamu.agents.registry",
    "load": "papamu.games.registry",
    "match": "papamu.arena.api",
    "register": "papamu.games.registry",
    "register_agent": "papamu.agents.registry",
    "tournament": "papamu.arena.api",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "testing":
        return import_module("papamu.testing")
    if name not in _HOMES:
        raise AttributeError(f"module 'papamu' has no attribute {name!r}")
    own_name = {"register_agent": "register"}.get(name, name)
    return getattr(import_module(_HOMES[name]), own_name)
