"""A report: everything that is finished of a reproduction, compared, with the machine and the time it took.

`lab/render/report_page.py` makes it one HTML file, `lab/render/export.py` CSV, JSON and Markdown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from papamu.lab.compare.comparison import Comparison, compare
from papamu.lab.compare.verdicts import verdict
from papamu.lab.render.picture import Picture
from papamu.lab.run.reproduction import Reproduction, cells_of
from papamu.lab.run.runner import Outcome
from papamu.lab.study import PaperTable


@dataclass(frozen=True)
class Report:
    """All comparisons of a reproduction, and where its results come from."""

    reproduction: Reproduction
    comparisons: tuple[Comparison, ...]
    seconds: Mapping[str, float]  # of one worker, by the name of the table; "" is all of it, each cell once
    machines: tuple[str, ...]
    sources: tuple[str, ...]  # which code made it: commits, or versions
    missing: int  # cells that are not done

    @property
    def verdicts(self) -> dict[str, list[str]]:
        """For each verdict the names of its tables."""
        names: dict[str, list[str]] = {}
        for comparison in self.comparisons:
            names.setdefault(verdict(comparison), []).append(comparison.table.name)
        return names

    @cached_property
    def pictures(self) -> list[Picture]:
        """The study's pictures besides its tables, drawn when first asked for."""
        draw = self.reproduction.paper.pictures
        return draw(self.reproduction) if draw else []

    @property
    def repeated(self) -> str:
        """The tables that have more seeds than the others, in words."""
        more = [table for table in self.reproduction.tables if table.repeats > self.reproduction.seeds]
        return "".join(f", {table.repeats} in {table.name}" for table in more)

    @property
    def warning(self) -> str:
        """A warning to read before any figure is compared, or nothing."""
        if self.reproduction.scale == "paper" or all(
            comparison.only_games for comparison in self.comparisons
        ):
            return ""
        return (
            f"This is the scale {self.reproduction.scale}: networks learned from far fewer games than published, "
            "so their figures are not expected to agree. Only --scale paper can be compared."
        )


def gather(reproduction: Reproduction, outcomes: Mapping[str, Outcome]) -> Report:
    """Compare what is done."""
    keys = {cell.key for cell in reproduction.cells}
    mine = {key: outcome for key, outcome in outcomes.items() if key in keys}
    seconds = {table.name: _seconds(table, reproduction.seeds, mine) for table in reproduction.tables}
    return Report(
        reproduction=reproduction,
        comparisons=tuple(compare(table, mine, reproduction.seeds) for table in reproduction.tables),
        seconds={**seconds, "": sum(outcome.seconds for outcome in mine.values())},
        machines=tuple(sorted({outcome.machine for outcome in mine.values()})),
        sources=tuple(sorted({outcome.source or "not said by which code" for outcome in mine.values()})),
        missing=len(reproduction.missing(mine)),
    )


def _seconds(table: PaperTable, seeds: int, outcomes: Mapping[str, Outcome]) -> float:
    cells = [cell for seed in range(table.seeds(seeds)) for cell in cells_of([table], seed)]
    return sum(outcomes[cell.key].seconds for cell in cells if cell.key in outcomes)
