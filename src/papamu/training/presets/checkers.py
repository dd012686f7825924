"""Presets for Checkers: the published course, a fast one, a strong one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from papamu.games.game import Game
from papamu.training.presets.recipes import SELF_PLAY
from papamu.training.presets.registry import FAST, STRONG, THESIS, register_preset


@register_preset("checkers", THESIS)
def checkers_thesis(game: Game) -> Mapping[str, Any]:
    """The closest course of a network that learns online: the report trains convolutions on the means of rollouts in
    one tree (`papamu data checkers`, agent `cnn`). Here Monte Carlo with random rollouts values every move."""
    return {
        "teacher": "mc:playouts=10",
        "encoding": "cells",
        "hidden": "50",
        "activation": "sigmoid",
        "start": "small",
        "lr": 0.01,
        "target": 1.0,
        "lost": 0.0,
        "seat": 0,
        "best": True,
        "games": 10_000,
        "tests": 10_000,
    }


@register_preset("checkers", FAST)
def checkers_fast(game: Game) -> Mapping[str, Any]:
    """Planes of own and other pieces, TD(0.7) and self-play: the strong recipe with fewer games."""
    return {**checkers_strong(game), "games": 150_000, "tests": 10_000}


@register_preset("checkers", STRONG)
def checkers_strong(game: Game) -> Mapping[str, Any]:
    """Planes of own and other pieces, TD(0.7) and self-play. The study has no network of this kind (its strongest
    player is an AlphaZero network, learned in hours: docs/papers/checkers.md, “beyond”). With the same number of
    games, windows of 2x2 and 2x3 cells play worse and learn more slowly."""
    return {
        **SELF_PLAY,
        "encoding": "players",
        "lr": 0.01,
        "lr_end": 0.001,
        "lam": 0.7,
        "games": 1_000_000,
        "tests": 10_000,
    }
