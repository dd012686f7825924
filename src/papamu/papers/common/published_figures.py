"""The figures that a study prints, and tables with an entry for each of them.

There is one CSV file per table in the study's folder `published`, misprints and all. A line has the wins among a
number of games, or, where the study only says “~99 %” in words, a share; neither where it has only a picture.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files

from papamu.lab.study import Entry, PaperTable

_FOLDER = "published"


@dataclass(frozen=True)
class Figure:
    """One printed figure."""

    row: str
    column: str
    share: float | None  # of games won; none: only a picture
    games: int  # that it is a share of; 0: rounded, or not said
    note: str  # what is odd about it


def figures(study: str, table: str) -> tuple[Figure, ...]:
    """All figures of a table of a study, in the study's order."""
    text = (files(f"papamu.papers.{study}") / _FOLDER / f"{table}.csv").read_text(encoding="utf-8")
    return tuple(_figure(line) for line in csv.DictReader(text.splitlines()))


def published_table(
    study: str,
    name: str,
    title: str,
    entry: Callable[[Figure], Entry],
    games: int,
    corner: str,
    dead: float | None = None,
    note: str = "",
    every_entry: bool = True,
) -> PaperTable:
    """The table of a study with this name: `entry` makes an entry from each published figure."""
    printed = figures(study, name)
    entries = tuple(entry(figure) for figure in printed)
    entries = entries if every_entry else first_and_last(entries)
    return PaperTable(name, title, entries, games, printed[0].games, corner, dead, note)


def first_and_last(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """What the smallest scale has of a table."""
    return tuple(dict.fromkeys((entries[0], entries[-1])))


def _figure(line: dict[str, str]) -> Figure:
    games = int(line["games"] or 0)
    said = float(line["share"]) if line["share"] else None
    share = int(line["wins"]) / games if line["wins"] else said
    return Figure(line["row"], line["column"], share, games, line["note"])
