"""What the charts of a table show, before anything is drawn.

`line_chart.js` draws them in the reader's browser (from `chart_facts`), `svg_chart.py` as pictures without a script.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import Any

from papamu.lab.compare.comparison import Comparison
from papamu.lab.compare.entry_result import Curve, EntryResult
from papamu.lab.study import PaperTable

# Okabe and Ito's colours for all eyes, without the yellow that a white page swallows.
COLOURS = (
    "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7",
    "#56B4E9", "#8c8c8c", "#b58900", "#7b4fa3", "#6b8e23",
)  # fmt: skip

_POINTS = 120  # of a line: more than the screen shows
_BANDS = 6  # of more lines than this, bands would hide one another

Spread = tuple[tuple[float, ...], tuple[float, ...]]  # lowest and highest seed, point by point


@dataclass(frozen=True)
class Line:
    """One line: shares over games learned from, or over rows of the table."""

    group: str  # what it has its colour from, and its name in the legend
    name: str  # in full
    x: tuple[float, ...]
    y: tuple[float, ...]
    band: Spread | None = None  # where there are several seeds
    dead: tuple[float, ...] = ()  # shares of hidden units; empty where none has died


@dataclass(frozen=True)
class Chart:
    """Lines in one frame."""

    name: str  # of a file or of a place on a page
    title: str  # of this chart among several of its table
    note: str  # what the lines are
    lines: tuple[Line, ...]
    groups: tuple[str, ...]  # in the order of their colours
    legend: str = ""  # what the groups are
    along: str = "games learned from"
    ticks: tuple[str, ...] = ()  # what stands along x at 0, 1, 2, … if that is not games
    dead: float | None = None  # the share of a dead network
    top: float = 0.0  # of lines that are no shares of games but numbers: where the frame ends

    def colour(self, group: str) -> str:
        """In which the lines of this group are drawn."""
        return COLOURS[self.groups.index(group) % len(COLOURS)]


def chart_facts(chart: Chart, table: str = "") -> dict[str, Any]:
    """A chart for `line_chart.js`, as JSON."""
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
        "lines": [{**_line_facts(line), "colour": chart.colour(line.group)} for line in chart.lines],
    }


def _line_facts(line: Line) -> dict[str, Any]:
    """A line without what it has not."""
    facts = asdict(line)
    return {name: value for name, value in facts.items() if value or name not in ("band", "dead")}


def file_stem(table: str) -> str:
    """How the files of a table's charts begin."""
    return re.sub(r"[^\w.-]+", "-", table)


def charts_of(comparison: Comparison) -> list[Chart]:
    """The charts of a table; none where there is nothing to draw."""
    table = comparison.table
    place = file_stem(table.name)
    if table.chart == "rows":
        charts = [_over_rows(comparison, place)]
    elif table.chart == "columns":
        charts = [
            _learning(
                comparison, [result for result in comparison.results if result.entry.column == column], column
            )
            for column in table.columns
        ]
        charts = [replace(chart, name=f"{place}-{at}") for at, chart in enumerate(charts, start=1)]
    else:
        charts = [replace(_learning(comparison, comparison.results), name=place)]
    return [chart for chart in charts if chart.lines]


# -- curves over games ------------------------------------------------------------------------------


def _learning(comparison: Comparison, results: Iterable[EntryResult], column: str = "") -> Chart:
    """Curves over games: one line per entry, coloured by row (by column where there is only one row)."""
    table = comparison.table
    by_column = len(table.rows) == 1 and len(table.columns) > 1 and not column
    drawn = [result for result in results if max(map(len, result.curves), default=0) > 1]
    figures = Counter((result.entry.row, result.entry.cell.key, result.entry.curve) for result in drawn)
    lines: dict[tuple[str, str], Line] = {}
    for result in drawn:
        entry = result.entry
        key = entry.cell.key, entry.curve
        # Several figures of one network, or a figure of a later test: it learned once.
        later = entry.value != "won" and entry.curve == "curve"
        alone = column or later or figures[entry.row, *key] > 1
        name = entry.row if alone else f"{entry.row} / {entry.column}"
        lines[key] = _line(entry.column if by_column else entry.row, name, result.curves)
    shown = _legible(lines.values())
    note = f"{table.curve}; one line per entry{_seeds(drawn, shown)}" + (
        "; dotted: a dead network" if table.dead is not None else ""
    )
    groups = table.columns if by_column else table.rows
    legend = _side(table.corner, 1 if by_column else 0)
    top = _top(table, shown)
    return Chart("", column, note, shown, tuple(groups), legend, table.along, dead=table.dead, top=top)


def _seeds(drawn: Iterable[EntryResult], shown: Sequence[Line]) -> str:
    if all(len(result.curves) < 2 for result in drawn):
        return ", its first seed"
    band = ", the band from the lowest to the highest" if any(line.band for line in shown) else ""
    return f": the mean of its seeds{band}"


def _line(group: str, name: str, curves: Sequence[Curve]) -> Line:
    """The mean of curves that differ by their seeds; whose numbers ran away ends sooner than the others."""
    step = -(-max(map(len, curves)) // _POINTS)
    thin = sorted((thinned(curve, step) for curve in curves), key=len, reverse=True)
    blocks = [[curve[at] for curve in thin if at < len(curve)] for at in range(len(thin[0]))]
    dead = tuple(round(fmean(point[2] for point in block), 4) for block in blocks)
    return Line(
        group,
        name,
        tuple(block[0][0] for block in blocks),
        tuple(round(fmean(point[1] for point in block), 4) for block in blocks),
        _spread([[point[1] for point in block] for block in blocks]) if len(curves) > 1 else None,
        dead if any(dead) else (),
    )


def thinned(curve: Sequence[tuple[float, float, float]], step: int = 0) -> list[tuple[int, float, float]]:
    """Few enough points: neighbours become one, with the mean by games; dead units as they are at its end."""
    step = step or -(-len(curve) // _POINTS)
    points, before = [], 0.0
    for at in range(0, len(curve), step):
        block = curve[at : at + step]
        won, begun = 0.0, before
        for games, share, _ in block:
            won += share * (games - before)
            before = games
        share = won / (before - begun) if before > begun else block[-1][1]  # before the first game
        points.append((round(before), round(share, 4), round(block[-1][2], 4)))
    return points


# -- figures over rows ------------------------------------------------------------------------------


def _over_rows(comparison: Comparison, name: str) -> Chart:
    """Our figures: rows from left to right, one line a column."""
    table = comparison.table
    places = {row: at for at, row in enumerate(table.rows)}
    lines = []
    for column in table.columns:
        result = sorted(
            (result for result in comparison.done if result.entry.column == column),
            key=lambda result: places[result.entry.row],
        )
        several = any(len(one.shares) > 1 for one in result)
        line = Line(
            column,
            column,
            tuple(float(places[one.entry.row]) for one in result),
            tuple(round(one.mean, 4) for one in result),
            _spread([one.shares for one in result]) if several else None,
        )
        lines += [line] if result else []
    shown = _legible(lines)
    band = "; the band goes from the lowest seed to the highest" if any(line.band for line in shown) else ""
    return Chart(
        name,
        "",
        f"{table.unit.capitalize() or 'Games won'}, our figures{band}",
        shown,
        tuple(table.columns),
        _side(table.corner, 1),
        _side(table.corner, 0),
        tuple(table.rows),
        top=_top(table, shown),
    )


def _top(table: PaperTable, lines: Sequence[Line]) -> float:
    """Where a frame of numbers ends; shares have their own."""
    if not table.unit:
        return 0.0
    highest = max((max(line.band[1] if line.band else line.y) for line in lines), default=0.0)
    return 1.05 * highest or 1.0


# -- both -------------------------------------------------------------------------------------------


def _legible(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Bands only where they can be told apart."""
    shown = tuple(lines)
    return shown if len(shown) <= _BANDS else tuple(replace(line, band=None) for line in shown)


def _spread(values: Sequence[Sequence[float]]) -> Spread:
    return tuple(round(min(point), 4) for point in values), tuple(round(max(point), 4) for point in values)


def _side(corner: str, side: int) -> str:
    """What the rows are (0), or the columns (1), as the corner of a table says it."""
    sides = corner.split(" \\ ")
    return sides[side] if side < len(sides) else ""
