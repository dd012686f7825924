"""Our figures compared with the published ones: differences, rank correlations, dead networks on both sides.

Nothing is left out that speaks against us: an entry that is not done counts as missing. The result of one entry
is in `entry_result.py`, the thresholds of the verdicts in `verdicts.py`, the sentences in `sentences.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

from papamu.core.intervals import z_of
from papamu.lab.compare.entry_result import ROUNDING, EntryResult, entry_result, is_dead
from papamu.lab.compare.seed_statistics import rank_correlation
from papamu.lab.run.runner import Outcome
from papamu.lab.study import PaperTable

NEAR = 0.05  # a small difference: another seed changes more


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
class Comparison:
    """A table with the result of each entry, compared with the published figures."""

    table: PaperTable
    results: tuple[EntryResult, ...]
    trial: bool = False  # a handful of games per entry: nothing follows from the figures

    @cached_property
    def compared(self) -> tuple[EntryResult, ...]:
        """Entries with a figure on both sides; averages of others only if there is nothing else."""
        both = [result for result in self.results if result.difference is not None]
        return tuple([result for result in both if not result.entry.summary] or both)

    @cached_property
    def averages(self) -> tuple[EntryResult, ...]:
        """Averages of other entries, with a figure on both sides."""
        return tuple(
            result for result in self.results if result.entry.summary and result.difference is not None
        )

    @property
    def unpublished(self) -> int:
        """Entries without a published figure: often all of a picture."""
        return sum(result.entry.published is None for result in self.results)

    @property
    def picture(self) -> bool:
        """Is there no published figure at all?"""
        return self.unpublished == len(self.results)

    @property
    def done(self) -> tuple[EntryResult, ...]:
        """Entries with a figure of ours."""
        return tuple(result for result in self.results if result.done)

    @property
    def missing(self) -> int:
        """Entries that are not done with any seed."""
        return sum(not result.done for result in self.results)

    @property
    def seeds(self) -> tuple[int, int]:
        """The fewest and the most seeds of an entry."""
        counts = [len(result.shares) for result in self.results]
        return min(counts), max(counts)

    @property
    def plain(self) -> bool:
        """Are all entries games without learning, on both sides? Then differences are either noise or an error."""
        return bool(self.compared) and all(result.z is not None for result in self.compared)

    @property
    def only_games(self) -> bool:
        """The same, also where there is nothing to compare with."""
        if self.table.aim is not None:
            return True
        return self.plain or (self.picture and bool(self.done) and all(result.plain for result in self.done))

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
        theirs = [
            dead if is_dead(_published(result), dead) else _published(result) for result in self.compared
        ]
        ours = [dead if result.mostly_dead(dead) else result.mean for result in self.compared]
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
        groups = [
            [result for result in self.compared if getattr(result.entry, side) == name] for name in names
        ]
        groups = [group for group in groups if group]
        ours = [fmean(_means(group)) for group in groups]
        return rank_correlation([fmean(map(_published, group)) for group in groups], ours)

    @property
    def near(self) -> int:
        """How many entries lie within five points."""
        return sum(abs(result.difference or 0.0) <= NEAR + ROUNDING for result in self.compared)

    @property
    def apart(self) -> float | None:
        """The mean distance between ours and the published figure."""
        return fmean(abs(result.difference or 0.0) for result in self.compared) if self.compared else None

    @property
    def root_mean_square(self) -> float | None:
        """The same, with large differences counting more."""
        squares = [(result.difference or 0.0) ** 2 for result in self.compared]
        return math.sqrt(fmean(squares)) if squares else None

    @property
    def better(self) -> tuple[EntryResult, ...]:
        """Entries whose whole interval lies above the published figure."""
        return tuple(
            result for result in self.compared if result.interval[0] > (result.entry.published or 0.0)
        )

    @cached_property
    def in_reach(self) -> tuple[EntryResult, ...]:
        """Of a table with an aim: the entries where that is possible at all."""
        aim = self.table.aim
        most = {
            result.entry.row: result.mean for result in self.done if aim and result.entry.column == aim.reach
        }
        return tuple(
            result for result in self.compared if most.get(result.entry.row, 1.0) >= _published(result)
        )

    @property
    def missed(self) -> tuple[EntryResult, ...]:
        """Those that are further from the aim than they should be."""
        within = self.table.aim.within if self.table.aim else 0.0
        return tuple(f for f in self.in_reach if abs(f.difference or 0.0) > within + ROUNDING)

    @cached_property
    def deaths(self) -> Deaths | None:
        """Dead networks on both sides, where the study has them."""
        dead = self.table.dead
        if dead is None or not self.compared:
            return None
        pairs = [(is_dead(_published(result), dead), result.mostly_dead(dead)) for result in self.compared]
        kinds = ((True, True), (True, False), (False, True), (False, False))
        return Deaths(*(pairs.count(kind) for kind in kinds))

    @cached_property
    def survivors(self) -> tuple[EntryResult, ...]:
        """Entries whose networks are alive on both sides: the agreement apart from dying."""
        dead = self.table.dead
        if dead is None:
            return self.compared
        return tuple(
            result
            for result in self.compared
            if not is_dead(_published(result), dead) and not result.mostly_dead(dead)
        )

    @property
    def survivors_apart(self) -> float | None:
        """The mean distance among those."""
        return fmean(abs(result.difference or 0.0) for result in self.survivors) if self.survivors else None

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
        ours = max(self.compared, key=lambda result: result.mean)
        return _best(theirs, _published(theirs)), _best(ours, ours.mean)

    @property
    def furthest(self) -> EntryResult | None:
        """The entry with the largest difference."""
        return max(self.compared, key=lambda result: abs(result.difference or 0.0), default=None)

    @cached_property
    def bound(self) -> float:
        """From so many standard errors on, a difference in this many entries is no longer noise (95 %, Šidák).

        Two that show the same games, one player's wins and the other's, are one chance to be far apart.
        """
        games = {cell.key for result in self.compared for cell in result.entry.cells}
        return z_of(0.95 ** (1 / max(1, min(len(games), len(self.compared)))))

    @cached_property
    def strays(self) -> tuple[EntryResult, ...]:
        """Entries of games without learning that are further apart than noise allows."""
        return tuple(
            result for result in self.compared if result.z is not None and abs(result.z) > self.bound
        )


def compare(
    table: PaperTable, outcomes: Mapping[str, Outcome], seeds: int = 1, trial: bool = False
) -> Comparison:
    """Compare the entries of a table that are done with the published figures."""
    seeds = table.seeds(seeds)
    results = tuple(entry_result(table, entry, outcomes, seeds) for entry in table.entries)
    return Comparison(table, results, trial)


def _published(result: EntryResult) -> float:
    assert result.entry.published is not None
    return result.entry.published


def _means(results: Iterable[EntryResult]) -> list[float]:
    return [result.mean for result in results]


def _order(results: Sequence[EntryResult]) -> float | None:
    return rank_correlation([_published(result) for result in results], _means(results))


def _best(result: EntryResult, share: float) -> Best:
    return Best(result.entry.row, result.entry.column, share)
