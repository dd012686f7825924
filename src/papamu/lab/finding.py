"""What we found for one entry of a table: shares over seeds, intervals, states, learning curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Any

from papamu.lab.agreement import errors_apart, interval, spread
from papamu.lab.experiment import distinct
from papamu.lab.paper import Entry, Table
from papamu.lab.running import Outcome

ROUNDING = 1e-9  # a difference of exactly five points is within them
_NEAR_DEAD = 0.015  # so near the share of a dead network, a published figure is one
_GONE = ("dead", "diverged")

Curve = tuple[tuple[float, float, float], ...]  # games, share since then, dead units


@dataclass(frozen=True)
class Finding:
    """One entry of a table: what we found, if anything yet."""

    entry: Entry
    shares: tuple[float, ...]  # one a seed
    states: tuple[str, ...]  # one a seed: "alive", "dead", "diverged"; "" for what does not learn
    games: int  # behind each share; of all parts together if it is a mean
    published_games: int
    seconds: float
    curves: tuple[Curve, ...]  # one a seed, where there are any
    unit: str = ""  # what the figures are, where they are numbers and no shares

    @property
    def done(self) -> bool:
        """Is there any figure of ours?"""
        return bool(self.shares)

    @property
    def plain(self) -> bool:
        """Games that are all alike, so that seeds add nothing but games."""
        return not any(self.states)

    @cached_property
    def mean(self) -> float:
        """Our figure: the mean over seeds."""
        return fmean(self.shares)

    @cached_property
    def interval(self) -> tuple[float, float]:
        """Where the true figure lies, 95 %."""
        return spread(self.shares) if self.unit else interval(self.shares, self.games, self.plain)

    @property
    def difference(self) -> float | None:
        """Ours minus the published one."""
        return None if self.entry.published is None or not self.done else self.mean - self.entry.published

    @property
    def z(self) -> float | None:
        """The difference in standard errors, where both sides are plain games."""
        if self.unit or self.entry.published is None or not self.done or not self.plain:
            return None
        if not self.published_games:
            return None
        pooled = self.games * len(self.shares)
        return errors_apart(self.mean, pooled, self.entry.published, self.published_games)

    def gone(self, dead: float | None) -> int:
        """In how many seeds the network was dead at the end, or its numbers had run away."""
        return sum(
            state in _GONE or (bool(state) and dead is not None and is_dead(share, dead))
            for share, state in zip(self.shares, self.states, strict=True)
        )

    def most_gone(self, dead: float | None) -> bool:
        """Was it so in more than half of the seeds?"""
        return 2 * self.gone(dead) > len(self.shares)


def finding_of(table: Table, entry: Entry, outcomes: Mapping[str, Outcome], seeds: int) -> Finding:
    """Put together what is done of an entry; a seed counts when all parts are done with it."""
    whole = [seed for seed in range(seeds) if all(cell.again(seed).key in outcomes for cell in entry.cells)]
    results = [[outcomes[cell.again(seed).key].result for cell, _ in entry.terms] for seed in whole]
    cells = distinct(cell.again(seed) for seed in whole for cell in entry.cells)
    curves = [_curve(outcomes[entry.cell.again(seed).key].result, entry.curve) for seed in whole]
    # The mean of shares of as many games each is the share of all these games.
    count = len(entry.terms)
    return Finding(
        entry=entry,
        shares=tuple(_share(entry, parts) for parts in results),
        states=tuple(_state(parts) for parts in results),
        games=count * (table.games if entry.games is None else entry.games),
        published_games=count
        * (table.published_games if entry.published_games is None else entry.published_games),
        seconds=sum(outcomes[cell.key].seconds for cell in cells),
        curves=tuple(curve for curve in curves if curve),
        unit=table.unit,
    )


def _share(entry: Entry, results: Sequence[Mapping[str, Any]]) -> float:
    return fmean(float(result[value]) for (_, value), result in zip(entry.terms, results, strict=True))


def _state(results: Sequence[Mapping[str, Any]]) -> str:
    """Of several networks together: alive as long as one of them is."""
    states = {str(result.get("state", "")) for result in results}
    return states.pop() if len(states) == 1 else next(one for one in ("alive", *_GONE) if one in states)


def _curve(result: Mapping[str, Any], name: str) -> Curve:
    return tuple((float(a), float(b), float(c)) for a, b, c in result.get(name, ())) if name else ()


def is_dead(share: float, dead: float) -> bool:
    """Is this the share of a dead network?"""
    return abs(share - dead) <= _NEAR_DEAD + ROUNDING
