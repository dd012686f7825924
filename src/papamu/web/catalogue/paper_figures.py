"""The studies for the page: their tables, published next to reproduced figures, each with its command.

Reproduced figures come from the run in the folder of runs; where a table has none there, from the CSV files in
`docs/papers/` (of a checkout), which are of the published size. By default the published size is shown where the
documentation has it, else the scale that is most complete.
"""

from __future__ import annotations

import csv
import threading
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import papamu
from papamu import papers
from papamu.core.errors import PapamuError
from papamu.lab.compare.comparison import Comparison
from papamu.lab.compare.entry_result import EntryResult
from papamu.lab.compare.report import Report, gather
from papamu.lab.compare.sentences import sentence
from papamu.lab.compare.verdicts import verdict
from papamu.lab.render.chart_data import Chart, charts_of
from papamu.lab.run.reproduction import Reproduction, most_complete, seeds_there
from papamu.lab.run.runner import Outcome, finished
from papamu.lab.study import SCALES, Paper

Json = dict[str, Any]

DOCS = Path(papamu.__file__).parents[2] / "docs" / "papers"


class Studies:
    """All studies, and their results in a folder of runs."""

    def __init__(self, runs: Path) -> None:
        self.runs = runs
        self._short: list[Json] | None = None
        self._outcomes: dict[str, tuple[float, dict[str, Outcome]]] = {}
        self._reports: dict[tuple[str, str | None], tuple[float, Report]] = {}
        self._lock = threading.Lock()

    def all(self) -> list[Json]:
        """Each in short."""
        with self._lock:
            if self._short is None:
                self._short = [_short(papers.find(name)) for name in papers.names()]
            return self._short

    def study(self, name: str, scale: str | None = None) -> Json:
        """All tables of a study."""
        report = self.report(name, scale)
        paper, of = report.reproduction.paper, report.reproduction
        return {
            **_short(paper),
            "scale": of.scale,
            "seeds": of.seeds,
            "missing": report.missing,
            "cells": len(of.cells),
            "warning": report.warning,
            "command": of.command(),
            "tables": [
                _table(report, judged, self._from_docs(paper, judged)) for judged in report.comparisons
            ],
        }

    def charts(self, name: str, scale: str | None, tables: Sequence[str]) -> list[Json]:
        """The charts of some tables (none named: of all that have any)."""
        report = self.report(name, scale)
        return [
            chart_facts(chart, judged.table.name)
            for judged in report.comparisons
            if not tables or judged.table.name in tables
            for chart in charts_of(judged)
        ]

    def report(self, name: str, scale: str | None) -> Report:
        """The finished cells of a study (perhaps none), compared with the published figures."""
        if name not in papers.names():
            papers.find(name)  # raises, with the names that exist
        paper = papers.find(name)
        if scale is not None and scale not in SCALES:
            raise PapamuError(f"there is no scale {scale!r}: there are {', '.join(SCALES)}")
        with self._lock:
            when, outcomes = self._finished(paper)
            known = self._reports.get((name, scale))
            if known is None or known[0] != when:
                chosen = scale or self._usual(paper, outcomes)
                seeds = seeds_there(paper, chosen, outcomes)
                of = Reproduction.of(paper, chosen, (), seeds, runs=self.runs)
                known = when, gather(of, outcomes)
                self._reports[name, scale] = known
            return known[1]

    def _usual(self, paper: Paper, outcomes: dict[str, Outcome]) -> str:
        """The scale that is shown by default.

        A table tried at a small scale must not hide the figures of the published size.
        """
        documented = (DOCS / paper.name).is_dir()
        return most_complete(paper, outcomes) if outcomes and not documented else "paper"

    def _finished(self, paper: Paper) -> tuple[float, dict[str, Outcome]]:
        """The outcomes of a study's run, read again only when there are new ones."""
        folder = Reproduction.of(paper, SCALES[0], runs=self.runs).folder
        store = folder / "cells.sqlite"
        if not store.is_file():
            return 0.0, {}
        log = store.with_name("cells.sqlite-wal")
        when = max(path.stat().st_mtime for path in (store, log) if path.is_file())
        known = self._outcomes.get(paper.name)
        if known is None or known[0] != when:
            known = when, finished(folder)
            self._outcomes[paper.name] = known
        return known

    def _from_docs(self, paper: Paper, judged: Comparison) -> dict[tuple[str, str], Json]:
        """The figures of the documentation, where no run has any."""
        path = DOCS / paper.name / f"{judged.table.name}.csv"
        if any(found.done for found in judged.results) or not path.is_file():
            return {}
        with path.open(encoding="utf-8", newline="") as file:
            return {(row["row"], row["column"]): row for row in csv.DictReader(file)}


def _short(paper: Paper) -> Json:
    fields = ("name", "title", "author", "year", "where")
    return {
        **{name: getattr(paper, name) for name in fields},
        "scales": [{"name": scale, "on_two_cores": paper.minutes[scale]} for scale in SCALES],
        "tables": [{"name": one.name, "caption": one.title} for one in paper.tables("paper")],
    }


def _table(report: Report, judged: Comparison, docs: dict[tuple[str, str], Json]) -> Json:
    table = judged.table
    found = {(one.entry.row, one.entry.column): one for one in judged.results}
    cells = [
        [_cell(found.get((row, column)), docs.get((row, column))) for column in table.columns]
        for row in table.rows
    ]
    done = len(judged.results) - judged.missing
    return {
        "name": table.name,
        "caption": table.title,
        "note": table.note,
        "unit": table.unit or None,
        "corner": table.corner,
        "columns": table.columns,
        "rows": table.rows,
        "cells": cells,
        "published_games": table.published_games or None,
        "games": table.games,
        "source": "run" if done else "docs" if docs else None,
        "missing": judged.missing,
        "entries": len(judged.results),
        "agreement": verdict(judged) if done else None,
        "sentence": sentence(judged) if done else "",
        "has_charts": bool(done) and bool(charts_of(judged)),
        "seconds": report.seconds[table.name],
        "command": report.reproduction.command(table.name),
    }


def _cell(found: EntryResult | None, docs: Json | None) -> Json | None:
    if found is None:
        return None
    cell: Json = {"published": found.entry.published, "ours": None, "low": None, "high": None}
    cell |= {"difference": found.difference, "states": list(found.states), "seeds": len(found.shares)}
    if found.done:
        low, high = found.interval
        cell |= {"ours": found.mean, "low": low, "high": high}
    elif docs is not None:
        for name in ("ours", "low", "high", "difference"):
            cell[name] = float(docs[name]) if docs.get(name) else None
        cell["states"] = (docs.get("states") or "").split()
        cell["seeds"] = int(docs.get("seeds") or 0)
    return cell


def chart_facts(chart: Chart, table: str = "") -> Json:
    """A chart for the page."""
    return {
        "table": table,
        "name": chart.name,
        "title": chart.title,
        "note": chart.note,
        "along": chart.along,
        "ticks": list(chart.ticks),
        "legend": chart.legend,
        "dead": chart.dead,
        "top": chart.top,
        "lines": [
            {**asdict(line), "colour": chart.colour(line.group) if line.group in chart.groups else None}
            for line in chart.lines
        ],
    }
