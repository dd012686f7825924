"""Presets for Konane: the published course, a fast one, a strong one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from papamu.games.game import Game
from papamu.training.presets.recipes import SELF_PLAY
from papamu.training.presets.registry import FAST, STRONG, THESIS, register_preset


@register_preset("konane", THESIS, "konane-thesis")
def konane_thesis(game: Game) -> Mapping[str, Any]:
    """Konane thesis, §3.2 and §5: taught by minimax with evaluation q, representation C, against Random on both sides;
    the best weights are kept. Hidden nodes are the thesis's on 4x4, a guess on larger boards."""
    return {
        "teacher": "minimax:eval=q,depth=1",
        "encoding": "C",
        "hidden": {16: "20", 36: "40"}.get(game.rows * game.cols, "80"),
        "activation": "conx",
        "start": "small",
        "lr": 0.01,
        "momentum": 0.01,
        "target": 1.0,
        "lost": 0.0,
        "seat": 0,
        "best": True,
        "games": {16: 200_000, 36: 1_000_000}.get(game.rows * game.cols, 400_000),
        "tests": 10_000,
    }


@register_preset("konane", FAST)
def konane_fast(game: Game) -> Mapping[str, Any]:
    """Patterns in which jumps are seen, TD(0.7) and self-play: the strong recipe with a tenth of the games."""
    return {**konane_strong(game), "games": 40_000, "tests": 10_000}


@register_preset("konane", STRONG)
def konane_strong(game: Game) -> Mapping[str, Any]:
    """Patterns of 3x3 cells and rows of six, in which jumps are seen, TD(0.7) and self-play without a teacher
    (docs/papers/konane.md, “beyond”: 99.9 % on 8x8)."""
    return {
        **SELF_PLAY,
        "encoding": "3x3,1x6",
        "lr": 0.05,
        "lr_end": 0.0025,
        "lam": 0.7,
        "games": 400_000,
    }
