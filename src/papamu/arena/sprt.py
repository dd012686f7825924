"""The sequential probability ratio test (SPRT): play until the result is clear, and no longer.

Wald's test in the form engine testers use (fastchess, fishtest): each hypothesis is the most likely
distribution of results that has the hypothesis's mean, so draws and swapped seats need no model of their
own (Van den Bergh, "The Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution").
The shorter formula with the normal distribution is not used: one won pair carries it over the bound.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.arena.statistics import Floats, expected
from papamu.core.errors import SpecError
from papamu.core.spec import Option, parse, read_options

_UNSEEN = 1e-3  # what a result that never came counts, as in fastchess: no distribution excludes it
_HALVINGS = 28  # leaves 1e-8 of the interval; the likelihood is flat there: its error is the square
_AT_ONCE = 1000  # groups judged in one go: most tests end early

OPTIONS = (
    Option("elo0", 0.0, "not better than that is H0", low=-2000, high=2000),
    Option("elo1", 20.0, "at least that much better is H1", low=-2000, high=2000),
    Option("alpha", 0.05, "how often H1 may be accepted when H0 is true", low=0.0001, high=0.4),
    Option("beta", 0.05, "how often H0 may be accepted when H1 is true", low=0.0001, high=0.4),
)


class Decision(NamedTuple):
    """What the test says: which hypothesis (None: play on), after how many groups, and the ratio there."""

    accepted: Literal["H0", "H1"] | None
    after: int
    llr: float


@dataclass(frozen=True)
class Sprt:
    """H0: the difference is `elo0`. H1: it is `elo1`. Wrong with probability `alpha` and `beta`."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo1 > self.elo0:
            raise SpecError(f"sprt: elo1={self.elo1:g} must be above elo0={self.elo0:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise SpecError(f"sprt: alpha={self.alpha:g} and beta={self.beta:g} must lie between 0 and 0.5")

    @classmethod
    def read(cls, text: str) -> Sprt:
        """The test of a text like `elo0=0,elo1=20,alpha=0.05,beta=0.05`."""
        spec = parse(f"sprt:{text}")
        if spec.words:
            raise SpecError(f"sprt: {spec.words[0]!r} is not an option: write it like 'elo0=0,elo1=20'")
        return cls(**read_options("sprt", OPTIONS, spec.options))

    def __str__(self) -> str:
        return f"elo0={self.elo0:g},elo1={self.elo1:g},alpha={self.alpha:g},beta={self.beta:g}"

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: NDArray[np.float64] | NDArray[np.int64]) -> Floats:
        """The log-likelihood ratio of H1 to H0 for these counts of results, worst first.

        The last axis has one place for each result: [losses, draws, wins], or for pairs
        [LL, LD, LW or DD, DW, WW]. Further axes are as many tests.
        """
        seen = np.where(np.asarray(counts) > 0, counts, _UNSEEN).astype(np.float64)
        results = np.linspace(0, 1, seen.shape[-1])
        likelihoods = [_log_likelihood(seen, results, expected(d)) for d in (self.elo0, self.elo1)]
        return likelihoods[1] - likelihoods[0]

    def decide(self, scores: Floats, together: int = 2, known: int = 0) -> Decision:
        """The decision at the first group, in this order, at which a bound is crossed.

        So it does not matter how many groups are played before someone looks. `scores` has the mean score
        of each group of `together` games (as in `Tally`); the first `known` groups are known to have decided
        nothing and are only counted, which saves time in long matches.
        """
        steps = np.rint(np.asarray(scores, np.float64) * 2 * together).astype(np.int64)
        counts = np.cumsum(steps[:, None] == np.arange(2 * together + 1), axis=0)
        low, high = self.bounds
        ratio = 0.0
        for begin in range(min(known, max(0, len(steps) - 1)), len(steps), _AT_ONCE):
            ratios = self.llr(counts[begin : begin + _AT_ONCE])
            crossed = np.flatnonzero((ratios <= low) | (ratios >= high))
            if len(crossed):
                ratio = float(ratios[crossed[0]])
                return Decision("H1" if ratio >= high else "H0", begin + int(crossed[0]) + 1, ratio)
            ratio = float(ratios[-1])
        return Decision(None, len(steps), ratio)


def _log_likelihood(counts: Floats, results: Floats, mean: float) -> Floats:
    """Of the most likely distribution with this mean, less that of the most likely one of all.

    That distribution gives result a the share of its count, divided by 1 + t (a - mean). The t is where
    the mean comes out right, a falling function: its zero is found by halving.
    """
    off = results - mean
    shares = counts / counts.sum(axis=-1, keepdims=True)
    low = np.full(counts.shape[:-1], -1 / (1 - mean))
    high = np.full(counts.shape[:-1], 1 / mean)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        right = (shares * off / (1 + middle[..., None] * off)).sum(axis=-1) > 0
        low, high = np.where(right, middle, low), np.where(right, high, middle)
    middle = (low + high) / 2
    found: Floats = -(counts * np.log1p(middle[..., None] * off)).sum(axis=-1)
    return found
