"""Thresholds of maps, by the name of their method: `zero`, `statistical`, `genetic`, or one number for all cells.

Weights are real numbers and boards are not: the thresholds decide which board a neuron stands for (`retrieval`;
Reversi paper, §3.2). They come from the standard deviation of the weights, or from a genetic algorithm that
searches each cell on its own; maps by the inner product take zero.
"""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PapamuError, listing, nearest
from papamu.games.registry import load as load_game
from papamu.games.rules import Codes
from papamu.kernel.random import Stream, stream
from papamu.learn.som.best_matching_unit import new_winner_lookup, recall_boards
from papamu.learn.som.genetic import GeneticSettings, evolve
from papamu.learn.som.map_training import MapCourse
from papamu.learn.som.model_file import MapModel
from papamu.learn.som.retrieval import Thresholds, Weights
from papamu.learn.som.stages import symmetry_tables

STATISTICAL, GENETIC, ZERO = METHODS = ("statistical", "genetic", "zero")
_GENES = 12  # a stream
_SAMPLE = 5_000  # boards of each stage that the genetic algorithm looks at
_BITS = 32  # a threshold in a chromosome, as in the paper


def check_thresholds(name: str) -> None:
    """Refuse what is neither the name of a method nor a number."""
    if name not in METHODS:
        fixed_thresholds(1, _number(name))


def model_with_thresholds(course: MapCourse, weights: NDArray[np.float32], name: str) -> MapModel:
    """The maps with thresholds by the name of their method; a number is the same for all squares."""
    stages, cells = range(len(weights)), weights.shape[2]
    if name == ZERO:
        made = [fixed_thresholds(cells, 0.0) for _ in stages]
    elif name in (STATISTICAL, GENETIC):
        made = [statistical_thresholds(weights[stage], course.boards(stage)) for stage in stages]
    else:
        made = [fixed_thresholds(cells, _number(name)) for _ in stages]
    model = MapModel(course, weights, np.array(made), name)
    return _by_genes(model) if name == GENETIC else model


def _by_genes(model: MapModel) -> MapModel:
    """The same maps with thresholds by the genetic algorithm, which begins with those that are there."""
    course = model.course
    game = load_game(course.game)
    lookup = new_winner_lookup(game, course.spans, model.weights, model.thresholds, course.inner)
    table = symmetry_tables(game)
    better = []
    for stage, first in enumerate(model.thresholds):
        shown = course.boards(stage)[:_SAMPLE]
        seen = recall_boards(lookup, shown)
        turned = np.empty_like(shown)
        np.put_along_axis(turned, table[seen.ways], shown, axis=1)
        rng = stream(course.seed, _GENES, stage)
        found, _ = genetic_thresholds(model.weights[stage], turned, seen.neurons, first, rng)
        better.append(found)
    return model.with_thresholds(np.array(better), GENETIC)


def _number(name: str) -> float:
    try:
        return float(name)
    except ValueError:
        close = nearest(name, METHODS)
        raise PapamuError(
            f"there are no thresholds {name!r}{close}: there are {listing(METHODS)}, "
            "or a number for all squares"
        ) from None


# -- the methods ----------------------------------------------------------------------------------


def fixed_thresholds(cells: int, threshold: float) -> Thresholds:
    """The same threshold for every cell."""
    if not 0 <= threshold < 1:
        raise PapamuError(f"a threshold cannot be {threshold:g}: valid values are 0 to below 1")
    return np.full(cells, threshold, dtype=np.float32)


def statistical_thresholds(weights: Weights, boards: Codes) -> Thresholds:
    """As if the weights of a cell were normally distributed around 0 (their mean, which is near it).

    Then as many of them lie between the thresholds as boards have the cell empty: one standard deviation
    if 68 % do, more for cells that are empty more often.
    """
    spread = weights.std(axis=0)
    empty = (boards == 0).mean(axis=0)
    normal = NormalDist()
    away = [normal.inv_cdf(min(0.5 + 0.5 * float(share), 1 - 1e-9)) for share in empty]
    return np.asarray(spread * np.array(away), dtype=np.float32)


def genetic_thresholds(
    weights: Weights,
    boards: Codes,
    winners: NDArray[np.int64],
    first: Thresholds,
    rng: Stream,
    settings: GeneticSettings | None = None,
    discs_only: bool = True,
) -> tuple[Thresholds, list[float]]:
    """By a genetic algorithm, one cell after the other; the first generation has the thresholds `first`.

    Fitness is the share of boards (each with its winner) whose cell comes back: with `discs_only` of
    those that have a disc there, which is what the published rates say the paper searched for. Returns
    the fitness of the whole after each generation too.
    """
    settings = settings or GeneticSettings()
    found = first.astype(np.float64).copy()
    curve = np.zeros(settings.generations + 1)
    for cell in range(weights.shape[1]):
        w, x = weights[winners, cell], boards[:, cell]
        if discs_only:
            w, x = w[x != 0], x[x != 0]
        if not len(x):
            continue
        best, history = evolve(_Recall(w, x), _BITS, settings, rng, _coded(found[cell]))
        found[cell] = _scaled(np.array([best]))[0]
        curve += np.array(history) * len(x)
    total = (boards != 0).sum() if discs_only else boards.size
    return found.astype(np.float32), [float(share) for share in curve / total]


def _scaled(numbers: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Chromosomes as thresholds 0 … 1, by a linear scale."""
    return np.asarray(numbers.astype(np.float64) / (2**_BITS - 1))


def _coded(threshold: float) -> int:
    return int(min(max(float(threshold), 0.0), 1.0) * (2**_BITS - 1))


class _Recall:
    """The share of boards whose cell comes back: sorted once, so that asking costs next to nothing."""

    def __init__(self, w: Weights, x: Codes) -> None:
        self.own = np.sort(w[x == 1])  # come back above the threshold
        self.foe = np.sort(-w[x == -1])  # come back above it, too
        self.empty = np.sort(np.abs(w[x == 0]))  # come back at it or below
        self.many = len(x)

    def __call__(self, numbers: NDArray[np.uint64]) -> NDArray[np.float64]:
        at = _scaled(numbers).astype(np.float32)
        right = len(self.own) - np.searchsorted(self.own, at, side="right")
        right += len(self.foe) - np.searchsorted(self.foe, at, side="right")
        right += np.searchsorted(self.empty, at, side="right")
        return np.asarray(right / self.many, dtype=np.float64)
