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
    IllegalMoveError,
    MoveError,
    PapamuError,
    PositionError,
    RecordError,
    SizeError,
    SpecError,
    StoreError,
)

if TYPE_CHECKING:
    from papamu.games.game import Game
    from papamu.games.position import Move, Position
    from papamu.games.record import Record
    from papamu.games.registry import load, register

__version__ = "0.1.0"

__all__ = [
    "Game",
    "IllegalMoveError",
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
    "load",
    "register",
]

_HOMES = {
    "Game": "papamu.games.game",
    "Move": "papamu.games.position",
    "Position": "papamu.games.position",
    "Record": "papamu.games.record",
    "load": "papamu.games.registry",
    "register": "papamu.games.registry",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "testing":
        return import_module("papamu.testing")
    if name not in _HOMES:
        raise AttributeError(f"module 'papamu' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
