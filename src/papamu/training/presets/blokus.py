"""Presets for Blokus: the published course, a fast one, a strong one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from papamu.games.game import Game
from papamu.training.presets.recipes import TD
from papamu.training.presets.registry import FAST, STRONG, THESIS, register_preset


@register_preset("blokus", THESIS, "blokus-report")
def blokus_thesis(game: Game) -> Mapping[str, Any]:
    """Blokus report: one network per seat with five hidden layers of 50, owners as inputs, own score / 89, 5,000 games.
    It plays as weakly as the report's (docs/papers/blokus.md)."""
    return {
        "opponent": "each-other",
        "encoding": "owners",
        "hidden": "50,50,50,50,50",
        "activation": "sigmoid",
        "bias": False,
        "start": "unit",
        "lr": 0.8,
        "worth": "score",
        "divisor": 89.0,
        "target": 1.0,
        "lost": 0.0,
        "games": 5_000,
        "tests": 1_000,
    }


@register_preset("blokus", FAST)
def blokus_fast(game: Game) -> Mapping[str, Any]:
    """Windows, pieces and the turned board, TD(0.7) and self-play: the last but one step of the study's ladder, 4,000
    games."""
    return {**blokus_strong(game), "games": 4_000}


@register_preset("blokus", STRONG)
def blokus_strong(game: Game) -> Mapping[str, Any]:
    """The last step of the study's ladder: windows, pieces and the turned board, no hidden layer, TD(0.7), self-play
    (docs/papers/blokus.md: 99.9 % against three random players, 57 % against three greedy ones)."""
    return {
        **TD,
        "start": "small",
        "opponent": "self",
        "encoding": "others:3x3+pieces+turned",
        "hidden": "none",
        "activation": "linear",
        "lr": 0.01,
        "lr_end": 0.0001,
        "lam": 0.7,
        "explore": 0.05,
        "games": 20_000,
        "tests": 1_000,
    }
