"""The studies for the page: their tables, published next to reproduced figures, each with its command.

Reproduced figures come from the user's own run, if there is one in the folder of runs; else from the results that come
with the package, which are of the published size. That size is shown by default: a table tried at a small scale must
not hide it.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from papamu import papers
from papamu.core.errors import PapamuError
from papamu.lab.compare.comparison import NEAR, Comparison
from papamu.lab.compare.entry_result import ROUNDING, EntryResult
from papamu.lab.compare.report import Report, gather
from papamu.lab.compare.sentences import sentence
from papamu.lab.compare.verdicts import verdict
from papamu.lab.render.chart_data import chart_facts, charts_of
from papamu.lab.render.picture import Picture
from papamu.lab.run.reproduction import Reproduction, cells_of, seeds_there
from papamu.lab.run.runner import Outcome, finished
from papamu.lab.study import SCALES, Paper, PaperTable
from papamu.papers.common.shipped_results import (
    SCALE,
    other_pictures,
    pictures_of,
    seconds_of,
    shipped_comparisons,
    shipped_pictures,
)

Json = dict[str, Any]

# Seconds until the first game of a table is played where nothing is compiled yet: 10 to 40 on one core.
COMPILING = 20.0


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
        shown = {found.table.name: found for found in _shown(report)}
        own, lasts = self._own(paper), durations(name)
        return {
            **_short(paper),
            "abstract": paper.abstract,
            "found": list(paper.found),
            "differs": list(paper.differs),
            "scale": of.scale,
            "seeds": of.seeds,
            "missing": report.missing,
            "cells": len(of.cells),
            "warning": report.warning if any(found.done for found in report.comparisons) else "",
            "command": of.command(),
            "pictures": [_picture_facts(one) for one in other_pictures(name)],
            "tables": [
                _table(report, judged, shown[judged.table.name])
                | {
                    "durations": lasts[judged.table.name],
                    "own": [scale for scale in SCALES if judged.table.name in own[scale]],
                }
                for judged in report.comparisons
            ],
        }

    def _own(self, paper: Paper) -> Mapping[str, set[str]]:
        """For each scale the tables of which the user's own run has finished something."""
        with self._lock:
            _, outcomes = self._finished(paper)
        return {
            scale: {
                table.name
                for table in (paper.tables(scale) if outcomes else ())
                if any(cell.key in outcomes for cell in cells_of([table]))
            }
            for scale in SCALES
        }

    def charts(self, name: str, scale: str | None, tables: Sequence[str]) -> list[Json]:
        """The charts of some tables (none named: of all that have any)."""
        return [
            chart_facts(chart, judged.table.name)
            for judged in _shown(self.report(name, scale))
            if not tables or judged.table.name in tables
            for chart in charts_of(judged)
        ]

    def picture(self, name: str, picture: str) -> str | None:
        """A picture that comes with the package, as SVG."""
        papers.find(name)
        return next((one.svg for one in shipped_pictures(name) if one.name == picture), None)

    def report(self, name: str, scale: str | None) -> Report:
        """The finished cells of a study (perhaps none), compared with the published figures."""
        paper = papers.find(name)
        if scale is not None and scale not in SCALES:
            raise PapamuError(f"there is no scale {scale!r}: there are {', '.join(SCALES)}")
        with self._lock:
            when, outcomes = self._finished(paper)
            known = self._reports.get((name, scale))
            if known is None or known[0] != when:
                chosen = scale or SCALE
                seeds = seeds_there(paper, chosen, outcomes)
                of = Reproduction.of(paper, chosen, (), seeds, runs=self.runs)
                known = when, gather(of, outcomes)
                self._reports[name, scale] = known
            return known[1]

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


def _shown(report: Report) -> list[Comparison]:
    """What the page shows of each table: the user's run, or where that has nothing, what comes with the package."""
    shipped = {found.table.name: found for found in shipped_comparisons(report.reproduction.paper.name)}
    return [found if found.done else shipped[found.table.name] for found in report.comparisons]


def _agreement(comparisons: Sequence[Comparison]) -> Json:
    """How much agrees: for each verdict its tables, and the published shares within five points of ours."""
    tables: dict[str, list[str]] = {}
    for found in comparisons:
        tables.setdefault(str(verdict(found)), []).append(found.table.name)
    compared = [
        abs(result.difference)
        for found in comparisons
        if not (found.table.unit or found.table.beyond or found.table.aim)
        for result in found.results
        if result.difference is not None
    ]
    return {
        "compared": len(compared),
        "within_5_points": sum(far <= NEAR + ROUNDING for far in compared),
        "verdicts": [{"verdict": said, "tables": names} for said, names in tables.items()],
    }


@cache
def durations(study: str) -> Mapping[str, Mapping[str, float]]:
    """About how many seconds one worker takes for each table at each scale, with the time to compile.

    The published size was measured; smaller ones follow from the costs of their cells.
    """
    paper = papers.find(study)
    costs = {scale: {table.name: _cost(table) for table in paper.tables(scale)} for scale in SCALES}
    measured = {found.table.name: seconds_of(found.results) for found in shipped_comparisons(study)}
    return {
        name: {
            scale: round(COMPILING + seconds * cost[name] / costs[SCALE][name], 1)
            for scale, cost in costs.items()
            if name in cost  # the smallest scale leaves some tables out
        }
        for name, seconds in measured.items()
    }


def _cost(table: PaperTable) -> float:
    return table.seeds(1) * sum(cell.cost for cell in cells_of([table]))


def _picture_facts(picture: Picture) -> Json:
    return {"name": picture.name, "title": picture.title}


def _short(paper: Paper) -> Json:
    fields = ("name", "title", "author", "year", "where")
    return {
        **{name: getattr(paper, name) for name in fields},
        "scales": [{"name": scale, "on_two_cores": paper.minutes[scale]} for scale in SCALES],
        "tables": [{"name": one.name, "caption": one.title} for one in paper.tables(SCALE)],
        "agreement": _agreement(shipped_comparisons(paper.name)),
    }


def _table(report: Report, judged: Comparison, shown: Comparison) -> Json:
    """A table with the figures of the run, or where it has none, with those of the package."""
    table, own = judged.table, judged is shown
    found = {(one.entry.row, one.entry.column): one for one in shown.results}
    drawn = charts_of(shown)
    curves = [] if own or drawn else pictures_of(report.reproduction.paper.name, table.name)
    return {
        "name": table.name,
        "caption": table.title,
        "note": table.note,
        "unit": table.unit or None,
        "corner": table.corner,
        "columns": table.columns,
        "rows": table.rows,
        "cells": [[_cell(found.get((row, column))) for column in table.columns] for row in table.rows],
        "published_games": table.published_games or None,
        "games": table.games,
        "source": "run" if own else "package" if shown.done else None,
        "missing": judged.missing,
        "entries": len(judged.results),
        "published": not shown.picture,
        "trial": shown.trial,
        "agreement": verdict(shown) if shown.done else None,
        "sentence": sentence(shown) if shown.done else "",
        "has_charts": bool(drawn),
        "pictures": [_picture_facts(one) for one in curves],
        "seconds": report.seconds[table.name],
        "command": report.reproduction.command(table.name),
    }


def _cell(found: EntryResult | None) -> Json | None:
    if found is None:
        return None
    cell: Json = {"published": found.entry.published, "ours": None, "low": None, "high": None}
    cell |= {"difference": found.difference, "states": list(found.states), "seeds": len(found.shares)}
    if found.done:
        low, high = found.interval
        cell |= {"ours": found.mean, "low": low, "high": high}
    return cell
