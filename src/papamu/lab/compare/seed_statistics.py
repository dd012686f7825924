"""The arithmetic of comparing two tables: ranks, intervals over seeds, standard errors. Plain Python."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

from papamu.core.intervals import wilson

# Student's t, two-sided 95 %, for 1, 2, … 30 degrees of freedom.
_T = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
_RARE = 100  # wins or losses on both sides together, up to which odds are counted exactly
_FEWEST = 3  # values that have an order worth speaking of


def student(freedom: int) -> float:
    """How many standard errors either way hold 95 %, when the error itself is known from few values."""
    if freedom <= len(_T):
        return _T[freedom - 1]
    return 1.96 + 2.4 / freedom  # the first term of the expansion: right to 0.01 from here on


def interval(shares: Sequence[float], games: int, plain: bool) -> tuple[float, float]:
    """Where the true share lies, 95 %: for one seed by its games, for several by the spread between them.

    Plain games are all alike, whichever seed they had: more seeds are more games. Networks are not: each
    seed is one observation. Three that fall together by chance do not make it surer than the games allow,
    so the interval is never shorter than Wilson's for all games together.
    """
    mean = fmean(shares)
    pooled = games * len(shares)
    low, high = wilson(mean * pooled, pooled)
    if plain or len(shares) == 1:
        return low, high
    below, above = spread(shares)
    return max(0.0, min(low, below)), min(1.0, max(high, above))


def spread(values: Sequence[float]) -> tuple[float, float]:
    """Where the mean of numbers lies, 95 %, by the spread between them; of one number nothing is known."""
    mean = fmean(values)
    if len(values) == 1:
        return mean, mean
    half = student(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return mean - half, mean + half


def errors_apart(ours: float, games: int, theirs: float, their_games: int) -> float:
    """How many standard errors lie between two shares, if both come from the same odds.

    Where nearly all games are won, or nearly none, the bell curve is no guide: there the odds of so uneven a
    deal are counted exactly (Fisher, with half of the case itself) and given as standard errors.
    """
    if ours == theirs:
        return 0.0
    won, their_won = round(ours * games), round(theirs * their_games)
    sign = 1 if ours > theirs else -1
    rare = min(won + their_won, games + their_games - won - their_won)
    if rare <= _RARE:
        if won + their_won == rare:
            odds = _uneven(won, rare, games, their_games, sign)
        else:  # the losses are the rare ones
            odds = _uneven(games - won, rare, games, their_games, -sign)
        return sign * max(0.0, -NormalDist().inv_cdf(max(odds, 1e-300)))
    both = (won + their_won) / (games + their_games)
    return (ours - theirs) / math.sqrt(both * (1 - both) * (1 / games + 1 / their_games))


def _uneven(got: int, rare: int, games: int, their_games: int, sign: int) -> float:
    """How often chance deals us so many of the rare games or more (sign 1), or fewer (sign -1)."""

    def odds(count: int) -> float:
        if count > games or rare - count > their_games:
            return 0.0
        ways = _choose(games, count) + _choose(their_games, rare - count)
        return math.exp(ways - _choose(games + their_games, rare))

    further = range(got + 1, rare + 1) if sign > 0 else range(got)
    return sum(map(odds, further)) + odds(got) / 2


def _choose(many: int, few: int) -> float:
    """The logarithm of how many ways there are to choose."""
    return math.lgamma(many + 1) - math.lgamma(few + 1) - math.lgamma(many - few + 1)


def rank_correlation(ones: Sequence[float], others: Sequence[float]) -> float | None:
    """Spearman's: 1 if both put everything in the same order, -1 in the opposite one, equals in the middle.

    None where there is no order to speak of: too few values, or all of them equal.
    """
    if len(ones) < _FEWEST or len(set(ones)) == 1 or len(set(others)) == 1:
        return None
    first, second = _ranks(ones), _ranks(others)
    middle = (len(ones) + 1) / 2
    above = [(a - middle, b - middle) for a, b in zip(first, second, strict=True)]
    together = sum(a * b for a, b in above)
    return together / math.sqrt(sum(a * a for a, _ in above) * sum(b * b for _, b in above))


def _ranks(values: Sequence[float]) -> list[float]:
    """Each value's place, from 1; equal ones share the mean of their places."""
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values), start=1):
        places.setdefault(value, []).append(place)
    return [fmean(places[value]) for value in values]
