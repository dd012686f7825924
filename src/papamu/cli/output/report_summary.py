"""The lines of `papamu report`: which tables agree, what is missing, what was written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from papamu.lab.compare.report import Report
from papamu.lab.compare.sentences import tables_that

_MOST_NAMES = 12  # of tables in a line about what is missing


def show(report: Report, written: Iterable[Path | None]) -> None:
    """For people."""
    console = Console(highlight=False)
    for verdict, names in report.verdicts.items():
        line = f"{len(names)} {tables_that(verdict, len(names))}: {', '.join(names)}"
        console.print(Text(line), soft_wrap=True)
    if report.missing:
        console.print(Text(_missing(report)), soft_wrap=True)
    show_written(console, written)


def show_written(console: Console, written: Iterable[Path | None]) -> None:
    """A line for each file or folder that was written."""
    for path in written:
        if path is not None:
            console.print(Text(f"wrote {path}"), soft_wrap=True)


def _missing(report: Report) -> str:
    """How much is not done, in which tables, and the command that does it."""
    unfinished = [
        comparison.table.name
        + (f" ({comparison.missing} of {len(comparison.results)})" if comparison.missing else "")
        for comparison in report.comparisons
        if comparison.missing or comparison.seeds[0] < comparison.table.seeds(report.reproduction.seeds)
    ]
    names = ", ".join(unfinished[:_MOST_NAMES]) + (", …" if len(unfinished) > _MOST_NAMES else "")
    return (
        f"Missing: {report.missing:,} of {len(report.reproduction.cells):,} pieces of work, in tables {names}.\n"
        f"To compute them: {report.reproduction.command()}"
    )
