"""Boards retrieved from maps (§7.2.1, §7.3.1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from papamu.games.registry import load as load_game
from papamu.lab.run.cell import CellContext
from papamu.learn.som.best_matching_unit import new_winner_lookup, recall_boards
from papamu.learn.som.stages import random_boards
from papamu.papers.reversi.parameters import MOVE_SPANS, BoardRetrieval
from papamu.papers.reversi.work.maps import maps_of

_FRESH = 977  # added to the seed of the boards: other games


def retrieve_boards(params: BoardRetrieval, context: CellContext) -> dict[str, Any]:
    """Show boards to the maps: the shares of squares and of discs that are retrieved correctly."""
    model = maps_of(params.maps, params.thresholds, context, 0.9)
    course = model.course
    game = load_game(course.game)
    seed = course.seed + (_FRESH if params.fresh else 0)
    shown = np.concatenate(
        [random_boards(game, span, 10**6, seed, games=params.games) for span in course.spans]
    )
    lookup = new_winner_lookup(
        game, course.spans, model.weights, model.thresholds, course.inner, model.nearest
    )
    recall = recall_boards(lookup, shown)
    moved = recall.numbers > 0  # the start is nobody's move
    standing = np.count_nonzero(shown, axis=1)

    def discs(which: Any) -> float:
        return 1.0 - float(recall.discs[which].sum() / standing[which].sum())

    result = {
        "squares": 1.0 - float(recall.wrong[moved].mean() / game.rules.cells),
        "discs": discs(moved),
        "different": float(recall.wrong[moved].mean()),
        "different_discs": float(recall.discs[moved].mean()),
        "boards": int(moved.sum()),
    }
    for low, high in MOVE_SPANS:
        within = (recall.numbers >= low) & (recall.numbers <= high)
        if within.any():
            result[f"discs_{low}"] = discs(within)
    for name in ("different", "different_discs"):
        result[f"{name}_share"] = result[name] / game.rules.cells
    return result
