"""The report's observations of its networks, each as a figure and as seen (1) or not (0).

Their words are in `tables/observations.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean
from typing import Any

from papamu.games.game import Game
from papamu.games.position import Position

SMALL, LARGE = 2, 4  # squares of a small piece (at most) and of a large one (at least)
_BETTER = 2.0  # squares on average: so many more are an improvement


def observe(
    game: Game, line: Sequence[Position], curve: Sequence[dict[str, Any]], still: int
) -> dict[str, Any]:
    """All observations, from the last game, the curve, and how many networks stand still."""
    sizes = _sizes(line)
    last = line[-1]
    quarter = last.board[: game.rows // 2, : game.cols // 2]
    figures = {
        "first": sizes[0][0] - fmean(of[0] for of in sizes[1:]),
        "early": min(_sooner(of) for of in sizes),
        "kept": _small_turn(sizes[0]) - max(_small_turn(of) for of in sizes[1:]),
        "ahead": float(last.scores[0] - max(last.scores[1:])),
        "reach": float((quarter == 4).sum()),
        "better": _gain(curve),
        "locked": float(still),
    }
    seen = {
        "first": sizes[0][0] >= LARGE and all(of[0] <= SMALL for of in sizes[1:]),
        "early": figures["early"] > 0,
        "kept": figures["kept"] > 0,
        "ahead": figures["ahead"] > 0,
        "reach": figures["reach"] > 0,
        "better": figures["better"] > _BETTER,
        "locked": still > 0,
    }
    return {
        **{f"figure_{key}": value for key, value in figures.items()},
        **{f"seen_{k}": float(v) for k, v in seen.items()},
    }


def _sizes(line: Sequence[Position]) -> list[list[int]]:
    """The squares of each player's pieces, in the order in which they were placed."""
    sizes: list[list[int]] = [[] for _ in line[0].scores]
    for before, after in pairwise(line):
        who = before.player
        sizes[who].append(int((after.board == who + 1).sum() - (before.board == who + 1).sum()))
    return sizes


def _sooner(sizes: Sequence[int]) -> float:
    """How much larger the pieces of the first half of the turns are."""
    half = len(sizes) // 2
    return fmean(sizes[:half]) - fmean(sizes[half:]) if half else 0.0


def _small_turn(sizes: Sequence[int]) -> float:
    """The mean turn at which small pieces are placed; those never placed count as after the last."""
    placed = [turn for turn, size in enumerate(sizes, start=1) if size <= SMALL]
    return fmean([*placed, *[len(sizes) + 1] * (SMALL - len(placed))])


def _gain(curve: Sequence[dict[str, Any]]) -> float:
    tenth = max(1, len(curve) // 10)
    first, last = curve[:tenth], curve[-tenth:]
    return _mean_score(last) - _mean_score(first)


def _mean_score(points: Sequence[dict[str, Any]]) -> float:
    return fmean(value for point in points for name, value in point.items() if name.startswith("score"))
