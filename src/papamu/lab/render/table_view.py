"""A table of a study as Python and a notebook show it: published figures next to ours."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from papamu.core.frames import html_table, text_table
from papamu.core.row_table import RowTable
from papamu.lab.compare.comparison import Comparison
from papamu.lab.compare.entry_result import EntryResult
from papamu.lab.compare.report import Report
from papamu.lab.compare.sentences import sentence
from papamu.lab.compare.verdicts import Verdict, verdict
from papamu.lab.render.export import entry_row, figure, mark, published

_SAID = "published / ours, in per cent unless the title says otherwise; † dead, ‡ diverged"


@dataclass(frozen=True)
class TableView:
    """One table of a report. `print` shows it as published; `rows` and `to_frame()` have a row per entry."""

    comparison: Comparison

    @property
    def name(self) -> str:
        """Its name in the study, like 5.4."""
        return self.comparison.table.name

    @property
    def title(self) -> str:
        """What it shows."""
        return self.comparison.table.title

    @property
    def verdict(self) -> Verdict:
        """How well it agrees with the published one, as the predicate of a sentence."""
        return verdict(self.comparison)

    @property
    def sentence(self) -> str:
        """The same in a sentence with figures."""
        return sentence(self.comparison)

    @property
    def rows(self) -> RowTable:
        """A row per entry: the published figure, ours with its 95 % interval, seeds, games and more."""
        return RowTable(entry_row(self.comparison, result) for result in self.comparison.results)

    def to_frame(self) -> Any:
        """The same as a pandas DataFrame."""
        return self.rows.to_frame()

    def __repr__(self) -> str:
        return f"<TableView {self.name} {self.verdict}: {self.title}>"

    def __str__(self) -> str:
        table = text_table(self._as_published())
        return f"{self.name}  {self.title}\n\n{table}\n\nEach entry: {_SAID}.\n{self.sentence}"

    def _repr_html_(self) -> str:
        table = html_table(self._as_published(), f"{self.name}: {self.title}")
        return f"{table}<p>{escape(self.sentence)}</p>"

    def _as_published(self) -> list[dict[str, object]]:
        """A row per row of the published table."""
        table = self.comparison.table
        by_place = {(one.entry.row, one.entry.column): one for one in self.comparison.results}
        rows: list[dict[str, object]] = []
        for row in table.rows:
            cells = {name: _pair(by_place.get((row, name)), table.dead) for name in table.columns}
            rows.append({table.corner: row, **cells})
        return rows


def report_html(report: Report) -> str:
    """All tables of a report for a notebook."""
    made = report.reproduction
    head = f"<p><b>{escape(made.paper.title)}</b>, scale {made.scale}. In each entry: {escape(_SAID)}.</p>"
    warning = f"<p>{escape(report.warning)}</p>" if report.warning else ""
    return head + warning + "".join(table._repr_html_() for table in report.tables.values())


def _pair(result: EntryResult | None, dead: float | None) -> str:
    if result is None:
        return ""
    ours = f"{figure(result, result.mean)}{mark(result, dead)}" if result.done else "–"
    return ours if result.entry.published is None else f"{published(result)} / {ours}"
