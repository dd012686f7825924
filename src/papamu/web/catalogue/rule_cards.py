"""A short, plain rule card for each game: what a newcomer reads beside the board, as JSON.

The words are the game's own (`Game.rule_card`); the whole rules, with notation and options, are its `card`.
"""

from __future__ import annotations

from typing import TypedDict

from papamu.games.game import Game


class Card(TypedDict):
    """What the page shows of a game."""

    title: str
    pitch: str  # one line for the shelf
    goal: str
    how: list[str]
    tip: str
    minutes: int  # how long a game takes; 0: not said


def card(game: type[Game]) -> Card:
    """The card of a game."""
    short = game.short_rules()
    return {
        "title": game.title,
        "pitch": short.pitch,
        "goal": short.goal,
        "how": list(short.how),
        "tip": short.tip,
        "minutes": short.minutes,
    }
