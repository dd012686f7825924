"""Our result for one entry of a table: shares over seeds, intervals, states of networks, learning curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Any

from papamu.lab.compare.seed_statistics import errors_apart, interval, spread
from papamu.lab.run.cell import distinct
from papamu.lab.run.runner import Outcome
from papamu.lab.study import Entry, PaperTable

ROUNDING = 1e-9  # a difference of exactly five points counts as within five points
_NEAR_DEAD = 0.015  # a figure this near the share of a dead network belongs to a dead network
_DEAD_STATES = ("dead", "diverged")

Curve = tuple[tuple[float, float, float], ...]  # games, share since then, dead units


@dataclass(frozen=True)
class EntryResult:
    """One entry of a table with our figures, if there are any yet."""

    entry: Entry
    shares: tuple[float, ...]  # one per seed
    states: tuple[str, ...]  # one per seed: "alive", "dead", "diverged"; "" for players that do not learn
    games: int  # behind each share; of all parts together if it is a mean
    published_games: int
    seconds: float
    curves: tuple[Curve, ...]  # one per seed, where there are any
    unit: str = ""  # of the figures, where they are not shares

    @property
    def done(self) -> bool:
        """Is there a figure of ours?"""
        return bool(self.shares)

    @property
    def plain(self) -> bool:
        """Is it about games without learning, so that another seed only adds games?"""
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

    def dead_seeds(self, dead: float | None) -> int:
        """The number of seeds whose network was dead or had diverged at the end."""
        return sum(
            state in _DEAD_STATES or (bool(state) and dead is not None and is_dead(share, dead))
            for share, state in zip(self.shares, self.states, strict=True)
        )

    def mostly_dead(self, dead: float | None) -> bool:
        """Was it so in more than half of the seeds?"""
        return 2 * self.dead_seeds(dead) > len(self.shares)


def entry_result(table: PaperTable, entry: Entry, outcomes: Mapping[str, Outcome], seeds: int) -> EntryResult:
    """Our result for an entry from the cells that are done; a seed counts when all its parts are done."""
    complete = [
        seed
        for seed in range(seeds)
        if all(cell.with_replicate(seed).key in outcomes for cell in entry.cells)
    ]
    results = [
        [outcomes[cell.with_replicate(seed).key].result for cell, _ in entry.terms] for seed in complete
    ]
    cells = distinct(cell.with_replicate(seed) for seed in complete for cell in entry.cells)
    curves = [_curve(outcomes[entry.cell.with_replicate(seed).key].result, entry.curve) for seed in complete]
    # The mean of shares of as many games each is the share of all these games.
    count = len(entry.terms)
    return EntryResult(
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
    return (
        states.pop() if len(states) == 1 else next(one for one in ("alive", *_DEAD_STATES) if one in states)
    )


def _curve(result: Mapping[str, Any], name: str) -> Curve:
    return tuple((float(a), float(b), float(c)) for a, b, c in result.get(name, ())) if name else ()


def is_dead(share: float, dead: float) -> bool:
    """Is this the share of a dead network?"""
    return abs(share - dead) <= _NEAR_DEAD + ROUNDING
