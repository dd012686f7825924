"""Our figures beside the published ones: what was found, how far apart, and where they agree.

Nothing is left out that speaks against us: a cell that is not done is missing, and said to be. The
sentences about it are in `wording.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Any

from papamu.arena.statistics import z_of
from papamu.lab.agreement import errors_apart, interval, rank_correlation
from papamu.lab.paper import Entry, Table
from papamu.lab.running import Outcome

NEAR = 0.05  # a difference that is small beside what another seed changes
_NEAR_DEAD = 0.015  # so near the share of a dead network, a published figure is one
_GONE = ("dead", "diverged")
_ROUNDING = 1e-9  # a difference of exactly five points is within them


@dataclass(frozen=True)
class Finding:
    """One entry of a table: what we found, if anything yet."""

    entry: Entry
    shares: tuple[float, ...]  # one a seed
    states: tuple[str, ...]  # one a seed: "alive", "dead", "diverged"; "" for what does not learn
    games: int  # behind each share
    published_games: int
    seconds: float
    curve: tuple[tuple[float, float, float], ...]  # of the first seed: games, share since then, dead units

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
        return interval(self.shares, self.games, self.plain)

    @property
    def difference(self) -> float | None:
        """Ours minus the published one."""
        return None if self.entry.published is None or not self.done else self.mean - self.entry.published

    @property
    def z(self) -> float | None:
        """The difference in standard errors, where both sides are plain games."""
        if self.entry.published is None or not self.done or not self.plain or not self.published_games:
            return None
        pooled = self.games * len(self.shares)
        return errors_apart(self.mean, pooled, self.entry.published, self.published_games)

    def gone(self, dead: float | None) -> int:
        """In how many seeds the network was dead at the end, or its numbers had run away."""
        return sum(
            state in _GONE or (bool(state) and dead is not None and _dead(share, dead))
            for share, state in zip(self.shares, self.states, strict=True)
        )

    def most_gone(self, dead: float | None) -> bool:
        """Was it so in more than half of the seeds?"""
        return 2 * self.gone(dead) > len(self.shares)


@dataclass(frozen=True)
class Best:
    """The highest figure of a table."""

    row: str
    column: str
    share: float


@dataclass(frozen=True)
class Deaths:
    """Which networks died, published against ours (an entry is dead if most of its seeds are)."""

    both: int
    published_only: int
    ours_only: int
    neither: int

    @property
    def agreeing(self) -> float:
        """The share of entries in which both say the same."""
        alike = self.both + self.neither
        return alike / (alike + self.published_only + self.ours_only)


@dataclass(frozen=True)
class Judged:
    """A table, judged."""

    table: Table
    findings: tuple[Finding, ...]

    @cached_property
    def compared(self) -> tuple[Finding, ...]:
        """Entries with a figure on both sides."""
        return tuple(found for found in self.findings if found.difference is not None)

    @property
    def missing(self) -> int:
        """Entries that are not done with any seed."""
        return sum(not found.done for found in self.findings)

    @property
    def seeds(self) -> tuple[int, int]:
        """The fewest and the most seeds of an entry."""
        counts = [len(found.shares) for found in self.findings]
        return min(counts), max(counts)

    @property
    def plain(self) -> bool:
        """Only plain games on both sides: then differences are either noise or an error."""
        return bool(self.compared) and all(found.z is not None for found in self.compared)

    @cached_property
    def correlation(self) -> float | None:
        """Rank correlation over all entries."""
        return rank_correlation([_published(found) for found in self.compared], _means(self.compared))

    @cached_property
    def living_correlation(self) -> float | None:
        """The same with all dead networks equal: which of them wins a few games more is noise, no order."""
        dead = self.table.dead
        if dead is None:
            return None
        theirs = [dead if _dead(_published(found), dead) else _published(found) for found in self.compared]
        ours = [dead if found.most_gone(dead) else found.mean for found in self.compared]
        return rank_correlation(theirs, ours)

    @property
    def order(self) -> float | None:
        """The correlation that says most about the order."""
        return self.correlation if self.living_correlation is None else self.living_correlation

    @cached_property
    def row_correlation(self) -> float | None:
        """The same for the means of the rows."""
        return self._by(self.table.rows, "row") if len(self.table.columns) > 1 else None

    @cached_property
    def column_correlation(self) -> float | None:
        """The same for the means of the columns."""
        return self._by(self.table.columns, "column") if len(self.table.rows) > 1 else None

    def _by(self, names: Iterable[str], side: str) -> float | None:
        groups = [[found for found in self.compared if getattr(found.entry, side) == name] for name in names]
        groups = [group for group in groups if group]
        ours = [fmean(_means(group)) for group in groups]
        return rank_correlation([fmean(map(_published, group)) for group in groups], ours)

    @property
    def near(self) -> int:
        """How many entries lie within five points."""
        return sum(abs(found.difference or 0.0) <= NEAR + _ROUNDING for found in self.compared)

    @property
    def apart(self) -> float | None:
        """The mean distance between ours and the published figure."""
        return fmean(abs(found.difference or 0.0) for found in self.compared) if self.compared else None

    @property
    def better(self) -> tuple[Finding, ...]:
        """Entries whose whole interval lies above the published figure."""
        return tuple(found for found in self.compared if found.interval[0] > (found.entry.published or 0.0))

    @cached_property
    def deaths(self) -> Deaths | None:
        """Dead networks on both sides, where the study has them."""
        dead = self.table.dead
        if dead is None or not self.compared:
            return None
        pairs = [(_dead(_published(found), dead), found.most_gone(dead)) for found in self.compared]
        kinds = ((True, True), (True, False), (False, True), (False, False))
        return Deaths(*(pairs.count(kind) for kind in kinds))

    @property
    def best(self) -> tuple[Best, Best] | None:
        """The highest published figure and our highest, among the entries that both have."""
        if not self.compared:
            return None
        theirs = max(self.compared, key=_published)
        ours = max(self.compared, key=lambda found: found.mean)
        return _best(theirs, _published(theirs)), _best(ours, ours.mean)

    @property
    def furthest(self) -> Finding | None:
        """The entry with the largest difference."""
        return max(self.compared, key=lambda found: abs(found.difference or 0.0), default=None)

    @property
    def bound(self) -> float:
        """So many standard errors apart, one of that many entries is no longer noise (95 %, Šidák)."""
        return z_of(0.95 ** (1 / max(1, len(self.compared))))

    @property
    def strays(self) -> tuple[Finding, ...]:
        """Plain entries that are further apart than noise allows."""
        return tuple(found for found in self.compared if found.z is not None and abs(found.z) > self.bound)


def judge(table: Table, outcomes: Mapping[str, Outcome], seeds: int = 1) -> Judged:
    """Put together what is done of a table."""
    return Judged(table, tuple(_finding(table, entry, outcomes, seeds) for entry in table.entries))


def _finding(table: Table, entry: Entry, outcomes: Mapping[str, Outcome], seeds: int) -> Finding:
    keys = [entry.cell.again(replicate).key for replicate in range(seeds)]
    done = [outcomes[key] for key in keys if key in outcomes]
    results: list[dict[str, Any]] = [outcome.result for outcome in done]
    return Finding(
        entry=entry,
        shares=tuple(float(result[entry.value]) for result in results),
        states=tuple(str(result.get("state", "")) for result in results),
        games=table.games if entry.games is None else entry.games,
        published_games=table.published_games if entry.published_games is None else entry.published_games,
        seconds=sum(outcome.seconds for outcome in done),
        curve=tuple((float(a), float(b), float(c)) for a, b, c in results[0].get("curve", ()))
        if results
        else (),
    )


def _dead(share: float, dead: float) -> bool:
    return abs(share - dead) <= _NEAR_DEAD + _ROUNDING


def _published(found: Finding) -> float:
    assert found.entry.published is not None
    return found.entry.published


def _means(findings: Iterable[Finding]) -> list[float]:
    return [found.mean for found in findings]


def _best(found: Finding, share: float) -> Best:
    return Best(found.entry.row, found.entry.column, share)
