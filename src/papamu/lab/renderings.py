"""A judged table for other programs and for the documentation: CSV, JSON, Markdown, pictures."""

from __future__ import annotations

import csv
import io
from dataclasses import asdict
from itertools import groupby
from typing import Any
from urllib.parse import quote

from papamu.lab.durations import duration
from papamu.lab.figures import charts_of
from papamu.lab.finding import Finding
from papamu.lab.judging import Judged
from papamu.lab.report import Report
from papamu.lab.svg_chart import svg
from papamu.lab.wording import number, sentence, verdict

_COLUMNS = (
    "table", "row", "column", "published", "published_games", "ours", "low", "high", "difference", "z",
    "seeds", "games", "shares", "states", "seconds",
)  # fmt: skip


def as_csv(judged: Judged) -> str:
    """One line an entry; what is not known is empty."""
    out = io.StringIO()
    writer = csv.DictWriter(out, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for found in judged.findings:
        line = _line(judged, found)
        line["shares"] = " ".join(f"{share:.6g}" for share in found.shares)
        line["states"] = " ".join(found.states)
        writer.writerow({name: _plain(value) for name, value in line.items()})
    return out.getvalue()


def as_dict(report: Report) -> dict[str, Any]:
    """Everything but the learning curves."""
    of = report.of
    return {
        "paper": of.paper.name,
        "scale": of.scale,
        "seed": of.seed,
        "seeds": of.seeds,
        "sources": list(report.sources),
        "machines": list(report.machines),
        "seconds": report.seconds[""],
        "missing_cells": report.missing,
        "command": of.command(),
        "tables": [_table(report, judged) for judged in report.judged],
    }


def _table(report: Report, judged: Judged) -> dict[str, Any]:
    name = judged.table.name
    best = judged.best
    return {
        "name": name,
        "title": judged.table.title,
        "unit": judged.table.unit or None,
        "verdict": verdict(judged),
        "sentence": sentence(judged),
        "entries": len(judged.findings),
        "missing": judged.missing,
        "within_5_points": judged.near,
        "compared": len(judged.compared),
        "mean_distance": judged.apart,
        "root_mean_square": judged.root_mean_square,
        "rank_correlation": judged.correlation,
        "average_correlation": judged.average_correlation,
        "rank_correlation_dead_equal": judged.living_correlation,
        "survivors": len(judged.survivors),
        "survivors_distance": judged.survivors_apart,
        "survivors_correlation": judged.survivors_correlation,
        "row_correlation": judged.row_correlation,
        "column_correlation": judged.column_correlation,
        "dead": None if judged.deaths is None else asdict(judged.deaths),
        "best_published": None if best is None else asdict(best[0]),
        "best_ours": None if best is None else asdict(best[1]),
        "seconds": report.seconds[name],
        "command": report.of.command(name),
        "figures": [_line(judged, found) for found in judged.findings],
    }


def _line(judged: Judged, found: Finding) -> dict[str, Any]:
    low, high = found.interval if found.done else (None, None)
    return {
        "table": judged.table.name,
        "row": found.entry.row,
        "column": found.entry.column,
        "published": found.entry.published,
        "published_games": found.published_games or None,
        "ours": found.mean if found.done else None,
        "low": low,
        "high": high,
        "difference": found.difference,
        "z": found.z,
        "seeds": len(found.shares),
        "games": found.games,
        "shares": list(found.shares),
        "states": list(found.states),
        "seconds": found.seconds,
    }


def _plain(value: Any) -> Any:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else value


# -- Markdown ---------------------------------------------------------------------------------------


def as_pictures(judged: Judged) -> dict[str, str]:
    """The charts of a table as SVG, by the names of their files."""
    title = f"{judged.table.name}: {judged.table.title}"
    return {
        f"{chart.name}.svg": svg(chart, f"{title} ({chart.title})" if chart.title else title)
        for chart in charts_of(judged)
    }


def all_pictures(report: Report) -> dict[str, str]:
    """The charts of all tables and the study's own pictures as SVG, by the names of their files."""
    found = {name: text for judged in report.judged for name, text in as_pictures(judged).items()}
    return found | {f"{picture.name}.svg": picture.svg for picture in report.pictures}


def as_markdown(report: Report, charts: str | None = None) -> str:
    """All tables for a documentation page: published / **ours** in per cent.

    `charts` is the address of the folder that `all_pictures` were written to: then the page shows them.
    """
    of = report.of
    seeds = f"{of.seeds} seeds" if of.seeds > 1 else "one seed"
    parts = [
        f"Scale `{of.scale}`, {seeds}{report.repeated} (experiment's seed {of.seed}), "
        f"{_text('; '.join(report.sources))}; "
        f"{duration(report.seconds[''])} of one worker in all, on {_text(', '.join(report.machines))}. "
        "Each entry is published / **ours**, in per cent unless the title says otherwise; "
        "† dead, ‡ diverged (of several seeds: in how many)."
    ]
    parts += [report.warning] if report.warning else []
    parts += [_markdown_table(report, judged, charts) for judged in report.judged]
    parts += [] if charts is None else _markdown_pictures(report, charts)
    return "\n\n".join(parts) + "\n"


def _markdown_pictures(report: Report, charts: str) -> list[str]:
    parts = ["### Pictures"] if report.pictures else []
    for group, pictures in groupby(report.pictures, key=lambda picture: picture.group):
        parts += [f"#### {_text(group)}"] if group else []
        shown = [f"![{_text(one.title)}]({charts}/{quote(one.name)}.svg)" for one in pictures]
        parts.append("\n".join(shown))
    return parts


def _markdown_table(report: Report, judged: Judged, charts: str | None) -> str:
    table = judged.table
    by_place = {(found.entry.row, found.entry.column): found for found in judged.findings}
    heads = [_cell(table.corner), *map(_cell, table.columns)]
    lines = ["| " + " | ".join(heads) + " |", "| --- |" + " ---: |" * len(table.columns)]
    for row in table.rows:
        cells = [_pair(by_place.get((row, column)), table.dead) for column in table.columns]
        lines.append("| " + " | ".join([_cell(row), *cells]) + " |")
    note = [_text(table.note)] if table.note else []
    drawn = [] if charts is None else charts_of(judged)
    return "\n\n".join(
        [
            f"### {table.name}: {_text(table.title)}",
            *note,
            "\n".join(lines),
            _text(sentence(judged)),
            *(f"![{_text(chart.title or table.title)}]({charts}/{quote(chart.name)}.svg)" for chart in drawn),
            f"```sh\n{report.of.command(table.name)}  # {duration(report.seconds[table.name])}\n```",
        ]
    )


def _pair(found: Finding | None, dead: float | None) -> str:
    if found is None:
        return ""
    ours = f"**{figure(found, found.mean)}**{mark(found, dead)}" if found.done else "–"
    return ours if found.entry.published is None else f"{published(found)} / {ours}"


def published(found: Finding) -> str:
    """The published figure in per cent (about, where it is only said in words), or the number that it is."""
    share = found.entry.published
    if share is None or found.unit:
        return "–" if share is None else number(share)
    return percentage(share) if found.published_games else f"~{100 * share:.0f}"


def figure(found: Finding, value: float) -> str:
    """A figure of ours in per cent, or the number that it is."""
    return number(value) if found.unit else percentage(value)


def percentage(share: float) -> str:
    """Per cent without the sign."""
    return f"{100 * share:.1f}"


def mark(found: Finding, dead: float | None) -> str:
    """† for a dead network, ‡ for numbers that ran away; with several seeds, in how many."""
    gone, ran = found.gone(dead), found.states.count("diverged")
    many = len(found.shares) > 1
    marks = [(sign, count) for sign, count in (("†", gone - ran), ("‡", ran)) if count]
    return "".join(f"{sign}{count}" if many else sign for sign, count in marks)


def _cell(text: str) -> str:
    return _text(text).replace("|", "\\|")


def _text(text: str) -> str:
    """What Markdown would take for a sign of its own, as itself."""
    for sign in "\\`*_<>[]":
        text = text.replace(sign, f"\\{sign}")
    return text
