"""The self-organizing map as the Reversi paper writes it (§3): lists and loops, in double precision."""

from __future__ import annotations

import math
from collections.abc import Sequence

Rows = list[list[float]]  # [neuron][cell]


def winner(weights: Rows, board: Sequence[int], inner: bool) -> int:
    """Equation 6 or 5: the first of equal ones."""
    if inner:
        scores = [sum(w * x for w, x in zip(row, board, strict=True)) for row in weights]
    else:
        scores = [-math.dist(row, board) for row in weights]
    return scores.index(max(scores))


def neighbourhood(
    size: tuple[int, int], c: int, hood: str, alpha: float, r: float, final: float, t: int, steps: int
) -> list[float]:
    """h_ci of every neuron i for the winner c: equation 2, or 3 with 4."""
    _, cols = size
    rate, radius = alpha * (1 - t / steps), r + (final - r) * t / steps
    sigma = r * (1 - t / steps) + 1
    found = []
    for i in range(size[0] * cols):
        away = math.dist(divmod(c, cols), divmod(i, cols))
        bell = 1.0 if hood == "step" else math.exp(-(away**2) / (2 * sigma**2))
        found.append(rate * bell if hood == "wide" or away <= radius else 0.0)
    return found


def step(weights: Rows, board: Sequence[int], h: Sequence[float]) -> Rows:
    """Equation 1."""
    return [
        [w + share * (x - w) for w, x in zip(row, board, strict=True)]
        for row, share in zip(weights, h, strict=True)
    ]


def errors(size: tuple[int, int], weights: Rows, boards: Sequence[Sequence[int]]) -> tuple[float, float]:
    """Quantisation and topographic error of a map by equation 5."""
    _, cols = size
    total, torn = 0.0, 0
    for board in boards:
        away = [math.dist(row, board) for row in weights]
        first, second = sorted(range(len(away)), key=away.__getitem__)[:2]
        total += away[first]
        (row, col), (other_row, other_col) = divmod(first, cols), divmod(second, cols)
        torn += max(abs(row - other_row), abs(col - other_col)) > 1
    return total / len(boards), torn / len(boards)
