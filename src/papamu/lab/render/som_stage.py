"""One stage's map, and the numbers that its pictures show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import ModelError
from papamu.games.game import Game
from papamu.games.registry import load as load_game
from papamu.games.rules import Codes
from papamu.learn.som.best_matching_unit import new_winner_lookup, recall_boards
from papamu.learn.som.map_training import MapCourse
from papamu.learn.som.model_file import MapModel
from papamu.learn.som.retrieval import retrieve_boards
from papamu.learn.som.stages import last_number, random_boards, symmetry_tables

Grid = NDArray[np.float64]

GAMES = 300  # random ones, whose boards are shown to a map
_NEW = 1_000_003  # added to the seed: other games than those that it was trained with


@dataclass(frozen=True)
class StageMap:
    """A map, and what it takes to show boards to it."""

    course: MapCourse
    stage: int  # from 0
    weights: NDArray[np.float32]  # [neuron, cell]
    thresholds: NDArray[np.float32]  # [cell]
    nearest: bool = True

    def __post_init__(self) -> None:
        """Refuse what cannot be drawn."""
        course, cells = self.course, self.game.rules.cells
        if self.weights.shape != (course.rows * course.cols, cells) or self.thresholds.shape != (cells,):
            raise ModelError(f"the map of stage {self.stage + 1} is not as large as its course says")
        if not np.isfinite(self.weights).all():
            raise ModelError(f"the map of stage {self.stage + 1} has weights that are not numbers")

    @property
    def game(self) -> Game:
        """Whose boards it knows."""
        return load_game(self.course.game)

    @property
    def span(self) -> tuple[int, int]:
        """The first and the last number of its boards."""
        return self.course.spans[self.stage]

    @property
    def boards(self) -> Codes:
        """The board that each neuron stands for."""
        return retrieve_boards(self.weights, self.thresholds)

    def grid(self, numbers: NDArray[np.generic]) -> Grid:
        """A number for each neuron, as the neurons lie."""
        return numbers.astype(np.float64).reshape(self.course.rows, self.course.cols)


def stages_of(model: MapModel) -> Iterator[StageMap]:
    """All maps of a model."""
    for stage, (weights, thresholds) in enumerate(zip(model.weights, model.thresholds, strict=True)):
        yield StageMap(model.course, stage, weights, thresholds, model.nearest)


def u_matrix(stage_map: StageMap) -> Grid:
    """How far the weights of each neuron are from those of its neighbours (a king's steps), on average."""
    rows, cols = stage_map.course.rows, stage_map.course.cols
    weights = stage_map.weights.astype(np.float64).reshape(rows, cols, -1)
    total, many = np.zeros((rows, cols)), np.zeros((rows, cols))
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        here = slice(0, rows - down), slice(max(0, -right), cols - max(0, right))
        there = slice(down, rows), slice(max(0, right), cols - max(0, -right))
        apart = np.sqrt(np.square(weights[here] - weights[there]).sum(axis=2))
        for side in (here, there):
            total[side] += apart
            many[side] += 1
    return total / np.maximum(many, 1)


@dataclass(frozen=True)
class ShownBoards:
    """What happened when boards of random games were shown to a map."""

    games: int
    boards: int
    hits: NDArray[np.int64]  # [neuron]: how many of them it won
    wrong: Grid  # [cell]: in which share of them it did not come back; no number where none counts
    discs_only: bool  # whether boards count only where a disc stands, as for maps by the inner product

    @property
    def winning(self) -> int:
        """How many neurons won any."""
        return int(np.count_nonzero(self.hits))


def show_boards(stage_map: StageMap, games: int = GAMES) -> ShownBoards:
    """Show it the boards of its stage of so many new random games."""
    game, (low, high), inner = stage_map.game, stage_map.span, stage_map.course.inner
    shown = random_boards(
        game, stage_map.span, games * (high - low + 1), stage_map.course.seed + _NEW, games=games
    )
    whole = ((0, last_number(game)),)  # to these eyes there is no other map
    eyes = new_winner_lookup(
        game, whole, stage_map.weights[None], stage_map.thresholds[None], inner, stage_map.nearest
    )
    seen = recall_boards(eyes, shown)
    turned = np.empty_like(shown)
    np.put_along_axis(turned, symmetry_tables(game)[seen.ways], shown, axis=1)
    counts = turned != 0 if inner else np.ones_like(turned, dtype=np.bool_)
    astray = ((turned != stage_map.boards[seen.neurons]) & counts).sum(axis=0)
    many = counts.sum(axis=0)
    wrong = np.where(many > 0, astray / np.maximum(many, 1), np.nan)
    hits = np.bincount(seen.neurons, minlength=len(stage_map.weights))
    return ShownBoards(games, len(shown), hits.astype(np.int64), wrong, inner)


@dataclass(frozen=True)
class StateValues:
    """The values of all states, as the states lie."""

    values: Grid  # [span of the states' numbers, neuron]
    visits: Grid  # the same: how much each counts; zero: it was never learned
    counted: bool  # whether these are real visits, or one for every state that has a value

    @property
    def visited(self) -> int:
        """How many states were learned."""
        return int(np.count_nonzero(self.visits))


def state_values(model: MapModel) -> StateValues | None:
    """What was learned on the maps, if anything was."""
    if model.values is None or model.visits is None:
        return None
    course = model.course
    # By the inner product a neuron is a state anew with every number of a board (§7.1 of the paper).
    many = course.spans[-1][1] + 1 if course.inner else len(course.spans)
    shape = many, course.rows * course.cols
    if not model.values.size == model.visits.size == shape[0] * shape[1]:
        raise ModelError("the values do not belong to these maps: there are more or fewer states")
    values, visits = model.values.reshape(shape), model.visits.reshape(shape)
    counted = bool(visits.any())
    weights = visits if counted else (values != 0).astype(np.float64)
    return StateValues(values, np.where(np.isfinite(values), weights, 0.0), counted)


def stage_values(stage_map: StageMap, learned: StateValues) -> Grid:
    """What each neuron of a stage's map is worth: the mean of its states by visits, no number without any."""
    low, high = stage_map.span
    mine = slice(low, high + 1) if stage_map.course.inner else slice(stage_map.stage, stage_map.stage + 1)
    values, visits = learned.values[mine], learned.visits[mine]
    weight = visits.sum(axis=0)
    total = (np.where(visits > 0, values, 0.0) * visits).sum(axis=0)
    return stage_map.grid(np.where(weight > 0, total / np.where(weight > 0, weight, 1.0), np.nan))
