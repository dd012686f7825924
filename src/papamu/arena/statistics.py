"""Statistics of match scores: Wilson intervals, Elo differences, p-values, and a sentence that sums them up.

Games that share an opening and swap the seats are one observation, not several: their results depend on
each other. So every error here is taken from the spread between such groups (the *pentanomial* of engine
testers when two games make a pair), and games that stand alone are groups of one (the *trinomial*).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from papamu.core.intervals import wilson, z_of

Floats = NDArray[np.float64]
_NORMAL = NormalDist()
_EXACT = 200  # groups; above that the normal distribution is as good


def elo(score: float) -> float:
    """The difference in Elo that gives this score on average; infinite at 0 and 1."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else -400 * math.log10(1 / score - 1)


def expected(difference: float) -> float:
    """The score that this difference in Elo gives on average."""
    return 1 / (1 + 10 ** (-difference / 400))


@dataclass(frozen=True, eq=False)
class Tally:
    """What one agent did against another, or against the rest of the table."""

    wins: int
    draws: int  # also a shared first place of several
    losses: int
    scores: Floats  # the mean score of each group of games that belong together
    players: int = 2

    @classmethod
    def of(cls, scores: Sequence[float] | Floats, together: int = 2, players: int = 2) -> Tally:
        """From the score of each game: 1, 0, or the share of a shared first place (a draw: 0.5).

        So many games in a row belong together: one opening, the seats swapped or rotated.
        """
        games = np.asarray(scores, np.float64).reshape(-1)
        if len(games) % together:
            raise ValueError(f"{len(games)} games are not groups of {together}")
        if not ((games >= 0) & (games <= 1)).all():
            raise ValueError("the score of a game lies between 0 and 1")
        wins, losses = int((games == 1).sum()), int((games == 0).sum())
        means = games.reshape(-1, together).mean(axis=1)
        return cls(wins, len(games) - wins - losses, losses, means, players)

    @classmethod
    def of_counts(cls, wins: int, draws: int, losses: int) -> Tally:
        """Two players, and games that stand alone."""
        return cls.of(np.repeat([1.0, 0.5, 0.0], [wins, draws, losses]), together=1)

    def __add__(self, other: Tally) -> Tally:
        if other.players != self.players:
            raise ValueError("tallies of different numbers of players")
        return Tally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            np.concatenate([self.scores, other.scores]),
            self.players,
        )

    @property
    def mirrored(self) -> Tally:
        """The same games as the other of two players sees them."""
        if self.players != 2:
            raise ValueError("only two players mirror each other")
        return Tally(self.losses, self.draws, self.wins, 1 - self.scores)

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.wins + self.draws + self.losses

    @property
    def groups(self) -> int:
        """How many groups of games that belong together."""
        return len(self.scores)

    @property
    def even(self) -> float:
        """The score of an agent that is as strong as the others."""
        return 1 / self.players

    @property
    def score(self) -> float:
        """Points a game; without games nothing is known, and that is the even score."""
        return float(self.scores.mean()) if self.groups else self.even

    @property
    def elo(self) -> float:
        """The score as a difference in Elo; at larger tables, to others who are equally strong."""
        return elo(self.score) - elo(self.even)

    @property
    def worth(self) -> float:
        """How many single games without draws would say as much (survey people: effective sample size).

        The spread between groups against that of a coin with the same mean. Two imagined groups, spread like
        a coin, are added: a hundred groups that are all alike do not prove that the next one will be.
        """
        spread = self.score * (1 - self.score)
        if (
            spread <= 0
        ):  # all won or all lost: nothing tells how far the games of a group depend on each other
            return float(self.groups)
        seen = float(((self.scores - self.score) ** 2).sum()) / spread
        return self.groups * (self.groups + 2) / (seen + 2)

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Where the true score lies: Wilson's interval for as many games as these are worth."""
        return wilson(self.score * self.worth, self.worth, confidence)

    def elo_interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Where the true difference in Elo lies; one end is infinite when all was won or lost."""
        low, high = self.interval(confidence)
        return elo(low) - elo(self.even), elo(high) - elo(self.even)


def los(tally: Tally) -> float:
    """The likelihood of superiority: how sure it is, by these games alone, that the agent is the stronger."""
    return _NORMAL.cdf(_deviation(tally))


def p_value(tally: Tally) -> float:
    """How often equally strong agents would come out at least this far apart, in either direction.

    Two players: swapping their names must change nothing then, so each group's deviation from 1/2 could as
    well have had the other sign. That is exact, however the games of a group depend on each other.
    More players: the number of wins among so many games, or the spread between groups, whichever says less.
    """
    if not tally.groups:
        return 1.0
    if tally.players == 2:
        return _signs(tally.scores - 0.5, tally.games // tally.groups)
    return max(_binomial(tally.score * tally.games, tally.games, tally.even), _two_sided(_deviation(tally)))


def distinguishable(tally: Tally, confidence: float = 0.95) -> bool:
    """Is the agent stronger or weaker than the others, and not only lucky?"""
    return p_value(tally) <= 1 - confidence


def verdict(tally: Tally, name: str, other: str = "the rest", confidence: float = 0.95) -> str:
    """The same as a sentence for people."""
    p = p_value(tally)
    if p <= 1 - confidence:
        sure = "more than 99.99" if p < 1e-4 else f"{math.floor(1000 * (1 - p)) / 10:.1f}"
        return (
            f"{name} is {'stronger' if tally.score > tally.even else 'weaker'} than {other} ({sure} % sure)"
        )
    if not tally.games:
        return f"not distinguishable: {name} and {other} have not played"
    each = tally.games // tally.groups
    units = {1: "games", 2: "pairs of games"}.get(each, f"rounds of {each} games")
    least = math.ceil(1 - math.log2(1 - confidence))  # even that many in one direction are no chance
    if tally.players == 2 and tally.groups < least:
        return f"not distinguishable: {tally.groups} {units} are too few to tell, at least {least} are needed"
    low, high = tally.interval(confidence)
    said = (
        f"not distinguishable: {name} has {100 * tally.score:.1f} % of {tally.games:,} games "
        f"({100 * low:.1f} to {100 * high:.1f} %), {100 * tally.even:.4g} % would be even"
    )
    z = abs(_deviation(tally))
    more = tally.games * (z_of(confidence) / z) ** 2 if z > 0.01 else math.inf
    return said + (f"; at this rate about {_rounded(more):,} games would decide" if more < 1e7 else "")


def duplicates(hashes: NDArray[np.uint64]) -> int:
    """Games that were played before, move by move: games minus distinct games."""
    return len(hashes) - len(np.unique(hashes))


def _rounded(number: float) -> int:
    unit: int = 10 ** max(0, math.floor(math.log10(number)) - 1)
    return math.ceil(number / unit) * unit


def _deviation(tally: Tally) -> float:
    """Standard deviations from the even score."""
    return (tally.score - tally.even) / math.sqrt(tally.even * (1 - tally.even) / max(tally.worth, 1e-9))


def _two_sided(z: float) -> float:
    return math.erfc(abs(z) / math.sqrt(2))


def _signs(deviations: Floats, together: int) -> float:
    """How often random signs bring the sum of these deviations as far from 0 as theirs."""
    steps = np.rint(deviations * 2 * together).astype(np.int64)  # a half point in one game is one step
    steps = steps[steps != 0]
    if len(steps) > _EXACT:
        grid = int(np.gcd.reduce(steps))  # sums lie twice that apart: the tail begins half-way
        return _two_sided(max(0.0, abs(float(steps.sum())) - grid) / math.sqrt(float((steps**2).sum())))
    chances = np.ones(1)  # of the sums, from the lowest possible to the highest
    for size, count in zip(*np.unique(np.abs(steps), return_counts=True), strict=True):
        flips = np.zeros(2 * int(size) * int(count) + 1)
        flips[:: 2 * int(size)] = [math.comb(int(count), n) / 2 ** int(count) for n in range(int(count) + 1)]
        chances = np.convolve(chances, flips)
    reach = len(chances) // 2
    far = np.abs(np.arange(-reach, reach + 1)) >= abs(int(steps.sum()))
    return min(1.0, float(chances[far].sum()))


def _binomial(points: float, games: int, share: float) -> float:
    """How often so many games give as many or as few points; broken points are rounded to the safe side."""
    mean, width = games * share, math.sqrt(games * share * (1 - share))
    if games > _EXACT:
        return _two_sided(max(0.0, abs(points - mean) - 0.5) / width)
    chances = [math.comb(games, n) * share**n * (1 - share) ** (games - n) for n in range(games + 1)]
    eps = 1e-9
    above = sum(chances[math.floor(points + eps) :])
    below = sum(chances[: math.ceil(points - eps) + 1])
    return min(1.0, 2 * min(above, below))
