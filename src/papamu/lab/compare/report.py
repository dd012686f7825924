"""A report: everything that is finished of a reproduction, compared, with the machine and the time it took.

`lab/render/report_page.py` makes it one HTML file, `lab/render/export.py` CSV, JSON and Markdown,
`lab/render/table_view.py` what Python and a notebook show.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from papamu.core.row_table import RowTable
from papamu.lab.compare.comparison import Comparison, compare
from papamu.lab.compare.verdicts import verdict
from papamu.lab.render.picture import Picture
from papamu.lab.run.reproduction import Reproduction, cells_of
from papamu.lab.run.runner import Outcome
from papamu.lab.study import PaperTable

if TYPE_CHECKING:
    from papamu.lab.render.table_view import TableView


@dataclass(frozen=True, repr=False)
class Report:
    """All comparisons of a reproduction, and where its results come from."""

    reproduction: Reproduction
    comparisons: tuple[Comparison, ...]
    seconds: Mapping[str, float]  # of one worker, by the name of the table; "" is all of it, each cell once
    machines: tuple[str, ...]
    sources: tuple[str, ...]  # which code made it: commits, or versions
    missing: int  # cells that are not done

    @cached_property
    def tables(self) -> dict[str, TableView]:
        """The tables by name: each prints, draws itself in a notebook, and becomes a DataFrame."""
        from papamu.lab.render.table_view import TableView

        return {comparison.table.name: TableView(comparison) for comparison in self.comparisons}

    @property
    def agreement(self) -> RowTable:
        """A row per table: its verdict, how many entries were compared, how many of them are within five points."""
        return RowTable(
            {
                "table": comparison.table.name,
                "verdict": str(verdict(comparison)),
                "entries": len(comparison.results),
                "compared": len(comparison.compared),
                "within_5_points": None if comparison.table.unit else comparison.near,
                "mean_distance": comparison.apart,
                "rank_correlation": comparison.correlation,
            }
            for comparison in self.comparisons
        )

    def to_frame(self) -> Any:
        """All entries of all tables as a pandas DataFrame, a row per entry.

        >>> import papamu
        >>> report = papamu.reproduce("clobber", tables=["5.1"], scale="smoke")
        >>> len(report.to_frame()) == len(report.tables["5.1"].rows)
        True
        """
        return RowTable(row for table in self.tables.values() for row in table.rows).to_frame()

    def __repr__(self) -> str:
        made = self.reproduction
        many = f"{len(self.comparisons)} table{'s' if len(self.comparisons) != 1 else ''}"
        said = "; ".join(f"{', '.join(names)} {words}" for words, names in self.verdicts.items())
        return f"<Report {made.paper.name}: {many} at scale {made.scale}, seed {made.seed}: {said}>"

    def __str__(self) -> str:
        parts = [str(table) for table in self.tables.values()]
        return "\n\n".join([*([self.warning] if self.warning else []), *parts])

    def _repr_html_(self) -> str:
        from papamu.lab.render.table_view import report_html

        return report_html(self)

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
        if self.reproduction.trial:
            return (
                "This is the scale smoke: a few games per entry, to see that everything works. These figures can "
                "neither agree nor disagree with the published ones. Only --scale paper can be compared."
            )
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
        comparisons=tuple(
            compare(table, mine, reproduction.seeds, reproduction.trial) for table in reproduction.tables
        ),
        seconds={**seconds, "": sum(outcome.seconds for outcome in mine.values())},
        machines=tuple(sorted({outcome.machine for outcome in mine.values()})),
        sources=tuple(sorted({outcome.source or "unknown version of the code" for outcome in mine.values()})),
        missing=len(reproduction.missing(mine)),
    )


def _seconds(table: PaperTable, seeds: int, outcomes: Mapping[str, Outcome]) -> float:
    cells = [cell for seed in range(table.seeds(seeds)) for cell in cells_of([table], seed)]
    return sum(outcomes[cell.key].seconds for cell in cells if cell.key in outcomes)
