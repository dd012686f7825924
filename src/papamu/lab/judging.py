"""Our figures beside the published ones: what was found, how far apart, and where they agree.

Nothing is left out that speaks against us: a cell that is not done is missing, and said to be. What was
found of one entry is in `finding.py`, the sentences about it all are in `wording.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

from papamu.arena.statistics import z_of
from papamu.lab.agreement import rank_correlation
from papamu.lab.finding import ROUNDING, Finding, finding_of, is_dead
from papamu.lab.paper import Table
from papamu.lab.running import Outcome

NEAR = 0.05  # a difference that is small beside what another seed changes


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
        """Entries with a figure on both sides; averages of others only if there is nothing else."""
        both = [found for found in self.findings if found.difference is not None]
        return tuple([found for found in both if not found.entry.summary] or both)

    @cached_property
    def averages(self) -> tuple[Finding, ...]:
        """Averages of other entries, with a figure on both sides."""
        return tuple(found for found in self.findings if found.entry.summary and found.difference is not None)

    @property
    def unpublished(self) -> int:
        """Entries without a published figure: often all of a picture."""
        return sum(found.entry.published is None for found in self.findings)

    @property
    def picture(self) -> bool:
        """Is there no published figure at all?"""
        return self.unpublished == len(self.findings)

    @property
    def done(self) -> tuple[Finding, ...]:
        """Entries with a figure of ours."""
        return tuple(found for found in self.findings if found.done)

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

    @property
    def only_games(self) -> bool:
        """Plain games, also where there is nothing to compare them with."""
        if self.table.aim is not None:
            return True
        return self.plain or (self.picture and bool(self.done) and all(found.plain for found in self.done))

    @cached_property
    def correlation(self) -> float | None:
        """Rank correlation over all entries."""
        return _order(self.compared)

    @cached_property
    def average_correlation(self) -> float | None:
        """The same for the averages alone."""
        return _order(self.averages)

    @cached_property
    def living_correlation(self) -> float | None:
        """The same with all dead networks equal: which of them wins a few games more is noise, no order."""
        dead = self.table.dead
        if dead is None:
            return None
        theirs = [dead if is_dead(_published(found), dead) else _published(found) for found in self.compared]
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
        return sum(abs(found.difference or 0.0) <= NEAR + ROUNDING for found in self.compared)

    @property
    def apart(self) -> float | None:
        """The mean distance between ours and the published figure."""
        return fmean(abs(found.difference or 0.0) for found in self.compared) if self.compared else None

    @property
    def root_mean_square(self) -> float | None:
        """The same, with large differences counting more."""
        squares = [(found.difference or 0.0) ** 2 for found in self.compared]
        return math.sqrt(fmean(squares)) if squares else None

    @property
    def better(self) -> tuple[Finding, ...]:
        """Entries whose whole interval lies above the published figure."""
        return tuple(found for found in self.compared if found.interval[0] > (found.entry.published or 0.0))

    @cached_property
    def in_reach(self) -> tuple[Finding, ...]:
        """Of a table with an aim: the entries where that is possible at all."""
        aim = self.table.aim
        most = {found.entry.row: found.mean for found in self.done if aim and found.entry.column == aim.reach}
        return tuple(found for found in self.compared if most.get(found.entry.row, 1.0) >= _published(found))

    @property
    def missed(self) -> tuple[Finding, ...]:
        """Those that are further from the aim than they should be."""
        within = self.table.aim.within if self.table.aim else 0.0
        return tuple(f for f in self.in_reach if abs(f.difference or 0.0) > within + ROUNDING)

    @cached_property
    def deaths(self) -> Deaths | None:
        """Dead networks on both sides, where the study has them."""
        dead = self.table.dead
        if dead is None or not self.compared:
            return None
        pairs = [(is_dead(_published(found), dead), found.most_gone(dead)) for found in self.compared]
        kinds = ((True, True), (True, False), (False, True), (False, False))
        return Deaths(*(pairs.count(kind) for kind in kinds))

    @cached_property
    def survivors(self) -> tuple[Finding, ...]:
        """Entries whose networks live on both sides: where dying is left out, this is what they agree on."""
        dead = self.table.dead
        if dead is None:
            return self.compared
        return tuple(
            found
            for found in self.compared
            if not is_dead(_published(found), dead) and not found.most_gone(dead)
        )

    @property
    def survivors_apart(self) -> float | None:
        """The mean distance among those."""
        return fmean(abs(found.difference or 0.0) for found in self.survivors) if self.survivors else None

    @property
    def survivors_correlation(self) -> float | None:
        """The rank correlation among those."""
        return _order(self.survivors)

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
        """So many standard errors apart, one of that many entries is no longer noise (95 %, Šidák).

        Two that show the same games, one player's wins and the other's, are one chance to be far apart.
        """
        games = {cell.key for found in self.compared for cell in found.entry.cells}
        return z_of(0.95 ** (1 / max(1, min(len(games), len(self.compared)))))

    @property
    def strays(self) -> tuple[Finding, ...]:
        """Plain entries that are further apart than noise allows."""
        return tuple(found for found in self.compared if found.z is not None and abs(found.z) > self.bound)


def judge(table: Table, outcomes: Mapping[str, Outcome], seeds: int = 1) -> Judged:
    """Put together what is done of a table."""
    seeds = table.seeds(seeds)
    return Judged(table, tuple(finding_of(table, entry, outcomes, seeds) for entry in table.entries))


def _published(found: Finding) -> float:
    assert found.entry.published is not None
    return found.entry.published


def _means(findings: Iterable[Finding]) -> list[float]:
    return [found.mean for found in findings]


def _order(findings: Sequence[Finding]) -> float | None:
    return rank_correlation([_published(found) for found in findings], _means(findings))


def _best(found: Finding, share: float) -> Best:
    return Best(found.entry.row, found.entry.column, share)
