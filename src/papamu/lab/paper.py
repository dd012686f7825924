"""A published study: its tables, each entry with the published figure and the cell that makes ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from papamu.lab.experiment import Cell

SCALES = ("smoke", "laptop", "paper")


@dataclass(frozen=True)
class Entry:
    """One figure of a table: a share of games, 0 … 1."""

    row: str
    column: str
    cell: Cell
    value: str = "won"  # which figure of the cell's result
    published: float | None = None
    games: int | None = None  # that our figure is a share of, where the table has several numbers of games
    published_games: int | None = None  # the same for the published one


@dataclass(frozen=True)
class Table:
    """A table of a study, or an experiment that it describes only in words."""

    name: str  # "5.4"
    title: str
    entries: tuple[Entry, ...]
    games: int  # how many games our figure is a share of
    published_games: int  # the same for the published one; 0: not said, or rounded
    corner: str = ""  # what stands above the names of the rows
    dead: float | None = None  # the share of wins of a network that has died
    note: str = ""  # what a reader must know: guesses, roundings, misprints
    curve: str = "Games won while learning, since the point before"  # what learning curves show
    beyond: bool = False  # ours is another method: it shall be better than the published figure, not equal

    @property
    def rows(self) -> list[str]:
        """Names of the rows, in order."""
        return list(dict.fromkeys(entry.row for entry in self.entries))

    @property
    def columns(self) -> list[str]:
        """Names of the columns, in order."""
        return list(dict.fromkeys(entry.column for entry in self.entries))


@dataclass(frozen=True)
class Paper:
    """A study with all its tables."""

    name: str
    title: str
    author: str
    year: int
    where: str  # who published it
    tables: Callable[[str], tuple[Table, ...]]  # for one of the SCALES
    minutes: dict[str, str]  # for each scale: about how long on two cores, in words
