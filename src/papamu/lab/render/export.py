"""A comparison for other programs and for the documentation: CSV, JSON, Markdown, pictures."""

from __future__ import annotations

import csv
import io
import textwrap
from dataclasses import asdict
from itertools import groupby
from typing import Any
from urllib.parse import quote

from papamu.core.durations import duration
from papamu.lab.compare.comparison import Comparison
from papamu.lab.compare.decimals import STORED_DIGITS, half_up, stored
from papamu.lab.compare.entry_result import EntryResult
from papamu.lab.compare.report import Report
from papamu.lab.compare.sentences import number, sentence
from papamu.lab.compare.verdicts import verdict
from papamu.lab.render.chart_data import charts_of
from papamu.lab.render.svg_chart import svg

_COLUMNS = (
    "table", "row", "column", "published", "published_games", "ours", "low", "high", "difference", "z",
    "seeds", "games", "shares", "states", "seconds",
)  # fmt: skip


def as_csv(comparison: Comparison) -> str:
    """One line an entry; what is not known is empty."""
    out = io.StringIO()
    writer = csv.DictWriter(out, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for result in comparison.results:
        line = entry_row(comparison, result)
        line["shares"] = " ".join(_plain(share) for share in result.shares)
        line["states"] = " ".join(result.states)
        writer.writerow({name: _plain(value) for name, value in line.items()})
    return out.getvalue()


def as_dict(report: Report) -> dict[str, Any]:
    """Everything but the learning curves."""
    reproduction = report.reproduction
    return {
        "paper": reproduction.paper.name,
        "scale": reproduction.scale,
        "seed": reproduction.seed,
        "seeds": reproduction.seeds,
        "sources": list(report.sources),
        "machines": list(report.machines),
        "seconds": report.seconds[""],
        "missing_cells": report.missing,
        "command": reproduction.command(),
        "tables": [_table(report, comparison) for comparison in report.comparisons],
    }


def _table(report: Report, comparison: Comparison) -> dict[str, Any]:
    name = comparison.table.name
    best = comparison.best
    return {
        "name": name,
        "title": comparison.table.title,
        "unit": comparison.table.unit or None,
        "verdict": verdict(comparison),
        "sentence": sentence(comparison),
        "entries": len(comparison.results),
        "missing": comparison.missing,
        "within_5_points": comparison.near,
        "compared": len(comparison.compared),
        "mean_distance": comparison.apart,
        "root_mean_square": comparison.root_mean_square,
        "rank_correlation": comparison.correlation,
        "average_correlation": comparison.average_correlation,
        "rank_correlation_dead_equal": comparison.living_correlation,
        "survivors": len(comparison.survivors),
        "survivors_distance": comparison.survivors_apart,
        "survivors_correlation": comparison.survivors_correlation,
        "row_correlation": comparison.row_correlation,
        "column_correlation": comparison.column_correlation,
        "dead": None if comparison.deaths is None else asdict(comparison.deaths),
        "best_published": None if best is None else asdict(best[0]),
        "best_ours": None if best is None else asdict(best[1]),
        "seconds": report.seconds[name],
        "command": report.reproduction.command(name),
        "figures": [entry_row(comparison, result) for result in comparison.results],
    }


def entry_row(comparison: Comparison, result: EntryResult) -> dict[str, Any]:
    """Everything about one entry of a table."""
    low, high = result.interval if result.done else (None, None)
    return {
        "table": comparison.table.name,
        "row": result.entry.row,
        "column": result.entry.column,
        "published": result.entry.published,
        "published_games": result.published_games or None,
        "ours": result.mean if result.done else None,
        "low": low,
        "high": high,
        "difference": result.difference,
        "z": result.z,
        "seeds": len(result.shares),
        "games": result.games,
        "shares": list(result.shares),
        "states": list(result.states),
        "seconds": result.seconds,
    }


def _plain(value: Any) -> Any:
    if value is None:
        return ""
    return f"{value:.{STORED_DIGITS}g}" if isinstance(value, float) else value


# -- Markdown ---------------------------------------------------------------------------------------


def as_pictures(comparison: Comparison) -> dict[str, str]:
    """The charts of a table as SVG, by the names of their files."""
    title = f"{comparison.table.name}: {comparison.table.title}"
    return {
        f"{chart.name}.svg": svg(chart, f"{title} ({chart.title})" if chart.title else title)
        for chart in charts_of(comparison)
    }


def all_pictures(report: Report) -> dict[str, str]:
    """The charts of all tables and the study's own pictures as SVG, by the names of their files."""
    result = {
        name: text for comparison in report.comparisons for name, text in as_pictures(comparison).items()
    }
    return result | {f"{picture.name}.svg": picture.svg for picture in report.pictures}


def as_markdown(report: Report, charts: str | None = None) -> str:
    """All tables for a documentation page: published / **ours** in per cent.

    `charts` is the address of the folder that `all_pictures` were written to: then the page shows them.
    """
    reproduction = report.reproduction
    seeds = f"{reproduction.seeds} seeds" if reproduction.seeds > 1 else "one seed"
    parts = [
        _paragraph(
            f"Scale `{reproduction.scale}`, {seeds}{report.repeated} (experiment's seed {reproduction.seed}), "
            f"{_text('; '.join(report.sources))}; "
            f"{duration(report.seconds[''])} of one worker in all, on {_text(', '.join(report.machines))}. "
            "Each entry is published / **ours**, in per cent unless the title says otherwise; "
            "† dead, ‡ diverged (of several seeds: in how many)."
        )
    ]
    parts += [_paragraph(report.warning)] if report.warning else []
    parts += [_markdown_table(report, comparison, charts) for comparison in report.comparisons]
    parts += [] if charts is None else _markdown_pictures(report, charts)
    return "\n\n".join(parts) + "\n"


def _markdown_pictures(report: Report, charts: str) -> list[str]:
    parts = ["### Pictures"] if report.pictures else []
    for group, pictures in groupby(report.pictures, key=lambda picture: picture.group):
        parts += [f"#### {_text(group)}"] if group else []
        shown = [f"![{_text(one.title)}]({charts}/{quote(one.name)}.svg)" for one in pictures]
        parts.append("\n".join(shown))
    return parts


def _markdown_table(report: Report, comparison: Comparison, charts: str | None) -> str:
    table = comparison.table
    by_place = {(result.entry.row, result.entry.column): result for result in comparison.results}
    heads = [_cell(table.corner), *map(_cell, table.columns)]
    lines = ["| " + " | ".join(heads) + " |", "| --- |" + " ---: |" * len(table.columns)]
    for row in table.rows:
        cells = [_pair(by_place.get((row, column)), table.dead) for column in table.columns]
        lines.append("| " + " | ".join([_cell(row), *cells]) + " |")
    note = [_paragraph(_text(table.note))] if table.note else []
    drawn = [] if charts is None else charts_of(comparison)
    return "\n\n".join(
        [
            f"### {table.name}: {_text(table.title)}",
            *note,
            "\n".join(lines),
            _paragraph(_text(sentence(comparison))),
            *(f"![{_text(chart.title or table.title)}]({charts}/{quote(chart.name)}.svg)" for chart in drawn),
            f"```sh\n{report.reproduction.command(table.name)}  # {duration(report.seconds[table.name])}\n```",
        ]
    )


def _pair(result: EntryResult | None, dead: float | None) -> str:
    if result is None:
        return ""
    ours = f"**{figure(result, result.mean)}**{mark(result, dead)}" if result.done else "–"
    return ours if result.entry.published is None else f"{published(result)} / {ours}"


def published(result: EntryResult) -> str:
    """The published figure in per cent (about, where it is only said in words), or the number that it is."""
    share = result.entry.published
    if share is None or result.unit:
        return "–" if share is None else number(share)
    return percentage(share) if result.published_games else f"~{half_up(100 * stored(share))}"


def figure(result: EntryResult, value: float) -> str:
    """A figure of ours in per cent, or the number that it is."""
    return number(value) if result.unit else percentage(value)


def percentage(share: float) -> str:
    """Per cent without the sign."""
    return str(half_up(100 * stored(share), 1))


def mark(result: EntryResult, dead: float | None) -> str:
    """† for a dead network, ‡ for numbers that ran away; with several seeds, in how many."""
    gone, ran = result.dead_seeds(dead), result.states.count("diverged")
    many = len(result.shares) > 1
    marks = [(sign, count) for sign, count in (("†", gone - ran), ("‡", ran)) if count]
    return "".join(f"{sign}{count}" if many else sign for sign, count in marks)


def _paragraph(text: str) -> str:
    """Prose in lines of at most 120 characters, as on the other pages."""
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False)


def _cell(text: str) -> str:
    return _text(text).replace("|", "\\|")


def _text(text: str) -> str:
    """What Markdown would take for a sign of its own, as itself."""
    for sign in "\\`*_<>[]":
        text = text.replace(sign, f"\\{sign}")
    return text
