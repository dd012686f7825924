"""Pictures of one stage's map: U-matrix, hits, values, and which squares come back."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from papamu.kernel.grid import cell_name, column_name
from papamu.lab.render.heat_map import Captions, ColourScale, Grid, Ticks, heat_map
from papamu.lab.render.som_stage import ShownBoards, StageMap, StateValues, stage_values, u_matrix

_MOST = 100  # fields of a heat map, down and across; of larger maps blocks of neurons are one
_FULL = 98.0  # per cent of numbers whose colours are told apart: a few large ones would make all others alike


def u_picture(stage_map: StageMap, name: str) -> str:
    """Where neighbours are alike, and where the map has ridges."""
    captions = Captions(
        f"{name}: U-matrix",
        "How far a neuron's weights are from its neighbours': blue valleys of like boards, yellow ridges",
    )
    return _of_neurons(
        u_matrix(stage_map), lambda grid: ColourScale(float(grid.min()), float(grid.max())), captions
    )


def hits_picture(stage_map: StageMap, name: str, shown: ShownBoards) -> str:
    """Which neurons win boards, and how many."""
    hits = np.where(shown.hits > 0, shown.hits, np.nan)
    most, beyond = _full(hits)
    captions = Captions(
        f"{name}: hits",
        f"{shown.boards:,} boards of {shown.games:,} random games: how many each neuron wins; "
        f"{shown.winning:,} of {len(hits):,} win any",
        nothing="none",
        beyond=beyond,
    )
    return _of_neurons(stage_map.grid(hits), lambda grid: ColourScale(0.0, most, root=True), captions)


def values_picture(stage_map: StageMap, name: str, learned: StateValues) -> str:
    """What was learned: purple wins, orange loses."""
    values = stage_values(stage_map, learned)
    most, beyond = _full(np.abs(values))
    mean = "" if not stage_map.course.inner else "; a mean over the moves of the stage"
    captions = Captions(
        f"{name}: values",
        "Value of the boards that a neuron wins: purple good, orange bad"
        + mean
        + (", by visits" if mean and learned.counted else ""),
        nothing="not visited",
        beyond=beyond,
    )
    return _of_neurons(values, lambda grid: ColourScale(-most, most, middle=True), captions)


def errors_picture(stage_map: StageMap, name: str, shown: ShownBoards) -> str:
    """Which squares do not come back from the winners."""
    game = stage_map.game
    counted = "discs" if shown.discs_only else "squares"
    captions = Captions(
        f"{name}: retrieval errors",
        f"Share of {counted} that are not so on the winner's board, "
        "when boards are turned as the map knows them",
        say=lambda share: f"{100 * share:.0f} %" if share == 0 or share >= 0.095 else f"{100 * share:.1f} %",
        nothing="never a disc",
        in_cells=max(game.rows, game.cols) <= 12,
    )
    grid = shown.wrong.reshape(game.rows, game.cols)
    across = [(col, column_name(col)) for col in range(game.cols)]
    down = [
        (row, cell_name(game.rows, game.cols, row * game.cols, game.rows_from_top)[1:])
        for row in range(game.rows)
    ]
    return heat_map(grid, ColourScale(0.0, _most(grid)), captions, _thinned(down), _thinned(across))


def _of_neurons(grid: Grid, scale: Callable[[Grid], ColourScale], captions: Captions) -> str:
    """A heat map whose fields are neurons, or of a large map blocks of them."""
    rows, cols = grid.shape
    drawn, block = _coarse(grid)
    if block > 1:
        captions = replace(captions, note=f"{captions.note}; means of blocks of {block} neurons by {block}")
    return heat_map(drawn, scale(drawn), captions, numbered(rows, block), numbered(cols, block))


def _coarse(grid: Grid) -> tuple[Grid, int]:
    """Means of square blocks, so many that a picture stays small; and how many neurons a block is wide."""
    block = -(-max(grid.shape) // _MOST)
    if block == 1:
        return grid, 1
    known = np.isfinite(grid)

    def sums(numbers: Grid) -> Grid:
        for axis in (0, 1):
            numbers = np.add.reduceat(numbers, np.arange(0, numbers.shape[axis], block), axis=axis)
        return numbers

    many = sums(known.astype(np.float64))
    total = sums(np.where(known, grid, 0.0))
    return np.where(many > 0, total / np.maximum(many, 1), np.nan), block


def numbered(many: int, block: int = 1) -> Ticks:
    """Round numbers beside rows or columns that count from 1."""
    size = 10 ** math.floor(math.log10(max(1.0, many / 5)))
    step = 1 if many <= 10 else next(times * size for times in (1, 2, 5, 10) if times * size >= many / 5)
    return [((label - 1) // block, str(label)) for label in (1, *range(max(2, step), many + 1, step))]


def _thinned(ticks: list[tuple[int, str]]) -> Ticks:
    return ticks[:: -(-len(ticks) // 26)]


def _full(numbers: Grid) -> tuple[float, bool]:
    """The number that gets the last colour, and whether there are larger ones."""
    known = numbers[np.isfinite(numbers)]
    most = float(np.percentile(known, _FULL, method="higher")) if len(known) else 0.0
    return most, bool((known > most).any())


def _most(grid: Grid) -> float:
    return float(np.nanmax(grid)) if np.isfinite(grid).any() else 0.0
