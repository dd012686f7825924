"""Presets for any game that has none of its own, such as a plug-in's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from papamu.games.game import Game
from papamu.training.presets.recipes import SELF_PLAY


def general_thesis(game: Game) -> Mapping[str, Any]:
    """No study of this game: the Clobber thesis's general course, as with `--preset none`."""
    return {}


def general_fast(game: Game) -> Mapping[str, Any]:
    """One plane per player, TD(0.7) and self-play: the strong recipe with a tenth of the games."""
    return {**general_strong(game), "games": 20_000, "tests": 1_000}


def general_strong(game: Game) -> Mapping[str, Any]:
    """One plane per player, TD(0.7), self-play where there is an opponent."""
    course = {**SELF_PLAY, "encoding": "players", "lr": 0.01, "lr_end": 0.001, "lam": 0.7}
    if game.num_players > 2:
        course.pop("wild")
    return {**course, "games": 200_000, "tests": 10_000}
