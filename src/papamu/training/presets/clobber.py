"""Presets for Clobber: the published course, a fast one, a strong one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from papamu.games.game import Game
from papamu.training.presets.recipes import SELF_PLAY
from papamu.training.presets.registry import FAST, STRONG, THESIS, register_preset


@register_preset("clobber", THESIS, "clobber-thesis")
def clobber_thesis(game: Game) -> Mapping[str, Any]:
    """Clobber thesis, §5.3: the best row after a million games of Table 5.16 (Leaky ReLU, 100 hidden nodes, published
    81.8 % on 6x6), on boards of up to 20 cells of Table 5.4 (ReLU, 20 hidden nodes, 98.0 % on 4x4)."""
    if game.rows * game.cols <= 20:
        return {"hidden": "20", "activation": "relu", "lr": 2e-5, "target": 150.0}
    return {"hidden": "100", "activation": "leaky-relu", "lr": 2e-6, "target": 150.0}


@register_preset("clobber", FAST)
def clobber_fast(game: Game) -> Mapping[str, Any]:
    """Patterns of 3x3 cells, TD(0) and self-play: the strong recipe with a fifth of the games."""
    return {**clobber_strong(game), "games": 200_000, "tests": 10_000}


@register_preset("clobber", STRONG)
def clobber_strong(game: Game) -> Mapping[str, Any]:
    """Patterns of 3x3 cells, TD(0) and self-play (docs/papers/clobber.md, “beyond the thesis”: 99.2 % on 6x6)."""
    return {**SELF_PLAY, "encoding": "3x3", "lr": 0.1, "lr_end": 0.0025, "games": 1_000_000}
