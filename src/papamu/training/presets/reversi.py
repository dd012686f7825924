"""Presets for Reversi: the published course, a fast one, a strong one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from papamu.games.game import Game
from papamu.training.presets.recipes import SELF_PLAY, TD
from papamu.training.presets.registry import FAST, STRONG, THESIS, register_preset


@register_preset("reversi", THESIS)
def reversi_thesis(game: Game) -> Mapping[str, Any]:
    """The closest course of a network: the paper learns with self-organizing maps (`papamu maps reversi`). Its other
    conditions are kept: TD(λ) with λ = 0.8, ε = 0.1, as Black against Random, a million games."""
    return {
        **TD,
        "start": "small",
        "encoding": "cells",
        "hidden": "100",
        "activation": "sigmoid",
        "lr": 0.01,
        "lam": 0.8,
        "explore": 0.1,
        "games": 1_000_000,
        "tests": 10_000,
    }


@register_preset("reversi", FAST)
def reversi_fast(game: Game) -> Mapping[str, Any]:
    """Patterns of squares and lines, TD(0.7) and self-play: the strong recipe with a twentieth of the games."""
    return {**reversi_strong(game), "games": 50_000, "tests": 10_000}


@register_preset("reversi", STRONG)
def reversi_strong(game: Game) -> Mapping[str, Any]:
    """Patterns of 3x3 squares and whole lines, TD(0.7) and self-play (docs/papers/reversi.md, “beyond”)."""
    return {
        **SELF_PLAY,
        "encoding": "3x3,1x8",
        "lr": 0.05,
        "lr_end": 0.0025,
        "lam": 0.7,
        "games": 1_000_000,
        "tests": 10_000,
    }
