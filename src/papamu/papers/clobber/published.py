"""The figures that the thesis prints, one CSV file a table beside this file, misprints and all.

A line has the wins among so many games, or, where the thesis only says “~99 %” in words, a share.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib.resources import files

_FOLDER = "published"


@dataclass(frozen=True)
class Figure:
    """One printed figure."""

    row: str
    column: str
    share: float  # of games won
    games: int  # that it is a share of; 0: rounded, or not said
    note: str  # what is odd about it


def figures(table: str) -> tuple[Figure, ...]:
    """All figures of a table, in the thesis's order."""
    text = (files(__package__) / _FOLDER / f"{table}.csv").read_text(encoding="utf-8")
    return tuple(_figure(line) for line in csv.DictReader(text.splitlines()))


def _figure(line: dict[str, str]) -> Figure:
    games = int(line["games"] or 0)
    share = int(line["wins"]) / games if games else float(line["share"])
    return Figure(line["row"], line["column"], share, games, line["note"])
