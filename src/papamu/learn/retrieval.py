"""Retrieval: which board a neuron stands for, and how well boards come back from their winners (Reversi
paper, §3.2).

Weights are real numbers, so a threshold for each cell decides: above it the viewer's disc, below its negative
the opponent's, empty between. There are four ways to thresholds: one for all cells; from the standard
deviation of the weights; by a genetic algorithm, each cell searched on its own; and zero, for maps by the
inner product.
"""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from papamu.errors import PapamuError
from papamu.games.rules import Codes
from papamu.kernel.random import Stream
from papamu.learn.genetic import Habits, evolve

Weights = NDArray[np.float32]
Thresholds = NDArray[np.float32]

_BITS = 32  # a threshold in a chromosome, as in the paper


def retrieved(weights: Weights, thresholds: Thresholds) -> Codes:
    """The boards that neurons stand for, from their weights [neuron, cell]."""
    return ((weights > thresholds).astype(np.int8) - (weights < -thresholds).astype(np.int8)).astype(np.int8)


def fixed(cells: int, threshold: float) -> Thresholds:
    """The same threshold for every cell."""
    if not 0 <= threshold < 1:
        raise PapamuError(f"a threshold cannot be {threshold:g}: possible are 0 to below 1")
    return np.full(cells, threshold, dtype=np.float32)


def statistical(weights: Weights, boards: Codes) -> Thresholds:
    """As if the weights of a cell were normally distributed around 0 (their mean, which is near it).

    Then as many of them lie between the thresholds as boards have the cell empty: one standard deviation
    if 68 % do, more for cells that are empty more often.
    """
    spread = weights.std(axis=0)
    empty = (boards == 0).mean(axis=0)
    normal = NormalDist()
    away = [normal.inv_cdf(min(0.5 + 0.5 * float(share), 1 - 1e-9)) for share in empty]
    return np.asarray(spread * np.array(away), dtype=np.float32)


def genetic(
    weights: Weights,
    boards: Codes,
    winners: NDArray[np.int64],
    first: Thresholds,
    rng: Stream,
    habits: Habits | None = None,
    discs_only: bool = True,
) -> tuple[Thresholds, list[float]]:
    """By a genetic algorithm, one cell after the other; the first generation has the thresholds `first`.

    Fitness is the share of boards (each with its winner) whose cell comes back: with `discs_only` of
    those that have a disc there, which is what the published rates say the paper searched for. Returns
    the fitness of the whole after each generation too.
    """
    habits = habits or Habits()
    found = first.astype(np.float64).copy()
    curve = np.zeros(habits.generations + 1)
    for cell in range(weights.shape[1]):
        w, x = weights[winners, cell], boards[:, cell]
        if discs_only:
            w, x = w[x != 0], x[x != 0]
        if not len(x):
            continue
        best, history = evolve(_Recall(w, x), _BITS, habits, rng, _coded(found[cell]))
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
