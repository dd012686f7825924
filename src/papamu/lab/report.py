"""A report: everything that is finished of a reproduction, judged, with the machine and the time it took.

`page.py` makes it one HTML file, `renderings.py` CSV, JSON and Markdown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from papamu.lab.judging import Judged, judge
from papamu.lab.paper import Table
from papamu.lab.picture import Picture
from papamu.lab.reproduction import Reproduction, cells_of
from papamu.lab.running import Outcome
from papamu.lab.wording import verdict


@dataclass(frozen=True)
class Report:
    """What there is to say."""

    of: Reproduction
    judged: tuple[Judged, ...]
    seconds: Mapping[str, float]  # of one worker, by the name of the table; "" is all of it, each cell once
    machines: tuple[str, ...]
    sources: tuple[str, ...]  # which code made it: commits, or versions
    missing: int  # cells that are not done

    @property
    def verdicts(self) -> dict[str, list[str]]:
        """For each verdict the names of its tables."""
        found: dict[str, list[str]] = {}
        for judged in self.judged:
            found.setdefault(verdict(judged), []).append(judged.table.name)
        return found

    @cached_property
    def pictures(self) -> list[Picture]:
        """What the study shows beside its tables, made when first asked for."""
        draw = self.of.paper.pictures
        return draw(self.of) if draw else []

    @property
    def repeated(self) -> str:
        """Which tables were made with more seeds than the others."""
        more = [table for table in self.of.tables if table.repeats > self.of.seeds]
        return "".join(f", {table.repeats} in {table.name}" for table in more)

    @property
    def warning(self) -> str:
        """What must be known before any figure is compared."""
        if self.of.scale == "paper" or all(judged.only_games for judged in self.judged):
            return ""
        return (
            f"This is the scale {self.of.scale}: networks learned from far fewer games than published, "
            "so their figures are not expected to agree. Only --scale paper can be compared."
        )


def gather(of: Reproduction, outcomes: Mapping[str, Outcome]) -> Report:
    """Judge what is done."""
    keys = {cell.key for cell in of.cells}
    mine = {key: outcome for key, outcome in outcomes.items() if key in keys}
    seconds = {table.name: _seconds(table, of.seeds, mine) for table in of.tables}
    return Report(
        of=of,
        judged=tuple(judge(table, mine, of.seeds) for table in of.tables),
        seconds={**seconds, "": sum(outcome.seconds for outcome in mine.values())},
        machines=tuple(sorted({outcome.machine for outcome in mine.values()})),
        sources=tuple(sorted({outcome.source or "not said by which code" for outcome in mine.values()})),
        missing=len(of.missing(mine)),
    )


def _seconds(table: Table, seeds: int, outcomes: Mapping[str, Outcome]) -> float:
    cells = [cell for seed in range(table.seeds(seeds)) for cell in cells_of([table], seed)]
    return sum(outcomes[cell.key].seconds for cell in cells if cell.key in outcomes)
