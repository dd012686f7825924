"""The adviser: who is asked for hints and for the first look of a review, a strong search that keeps to the clock.

It is the level Expert of a game with less time, so that the page needs no other compiled code for it.
"""

from __future__ import annotations

from papamu.agents import registry
from papamu.agents.agent import Agent
from papamu.agents.levels import levels
from papamu.games.game import Game

_LEVEL = "Expert"
HINT_MS = 500  # milliseconds: with the way to the page and back, a hint comes within a second


def adviser(game: Game, ms: int = HINT_MS) -> Agent:
    """A strong search for this game that thinks so many milliseconds."""
    found = registry.agent(next(level.spec for level in levels(game) if level.title == _LEVEL))
    if found.options.get("ms"):
        found.options["ms"] = ms
    return found
