"""The figures that a study prints, one CSV file a table in its folder `published`, misprints and all.

A line has the wins among so many games, or, where the study only says “~99 %” in words, a share; neither
where it has only a picture.
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
    share: float | None  # of games won; none: only a picture
    games: int  # that it is a share of; 0: rounded, or not said
    note: str  # what is odd about it


def figures(study: str, table: str) -> tuple[Figure, ...]:
    """All figures of a table of a study, in the study's order."""
    text = (files(f"{__package__}.{study}") / _FOLDER / f"{table}.csv").read_text(encoding="utf-8")
    return tuple(_figure(line) for line in csv.DictReader(text.splitlines()))


def _figure(line: dict[str, str]) -> Figure:
    games = int(line["games"] or 0)
    said = float(line["share"]) if line["share"] else None
    share = int(line["wins"]) / games if line["wins"] else said
    return Figure(line["row"], line["column"], share, games, line["note"])
