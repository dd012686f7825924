"""What a study is: a paper with its tables, and of each entry the published figure and the cell of ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from papamu.lab.render.picture import Picture
from papamu.lab.run.cell import Cell, distinct

if TYPE_CHECKING:
    from papamu.lab.run.reproduction import Reproduction

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
    parts: tuple[tuple[Cell, str], ...] = ()  # cells and values that our figure is the mean of; see `mean`
    summary: bool = False  # a mean of other entries of its table, judged apart from them
    curve: str = "curve"  # which curve of the result of `cell` is drawn for it; "": none

    @classmethod
    def mean(
        cls,
        row: str,
        column: str,
        parts: tuple[tuple[Cell, str], ...],
        published: float | None = None,
        games: int | None = None,
        published_games: int | None = None,
        summary: bool = False,
    ) -> Entry:
        """The mean of values of several cells; numbers of games are those of one part, on both sides."""
        (cell, value), *_ = parts
        return cls(row, column, cell, value, published, games, published_games, parts, summary, curve="")

    @property
    def terms(self) -> tuple[tuple[Cell, str], ...]:
        """What our figure is the mean of: its parts, or the one value of its cell."""
        return self.parts or ((self.cell, self.value),)

    @property
    def cells(self) -> list[Cell]:
        """The cells behind it, each once."""
        return distinct(cell for cell, _ in self.terms)


@dataclass(frozen=True)
class Aim:
    """A target for our figures where none are published, as far as it can be reached at all."""

    within: float  # a distance that still counts as reached
    reach: (
        str  # the column with the most that is possible in a row; if that is less, the target is out of reach
    )


@dataclass(frozen=True)
class PaperTable:
    """A table of a study, or an experiment that it describes only in words."""

    name: str  # "5.4"
    title: str
    entries: tuple[Entry, ...]
    games: int  # the number of games that our figure is a share of
    published_games: int  # the same for the published one; 0: unknown, or rounded
    corner: str = ""  # the text above the names of the rows
    dead: float | None = None  # the share of wins of a dead network
    note: str = ""  # what a reader must know: guesses, roundings, misprints
    curve: str = "Games won while learning, since the point before"  # what learning curves show
    beyond: bool = (
        False  # another method of ours, which should be better than the published figure, not equal
    )
    chart: Literal["curves", "columns", "rows"] = "curves"  # all curves; a chart a column; figures over rows
    order: tuple[str, ...] = ()  # of the columns, where the first row does not have them all
    repeats: int = 1  # the least number of seeds, even if fewer are asked for
    aim: Aim | None = None  # the figures next to ours are not published ones but targets
    along: str = "games learned from"  # the x axis of the curves
    unit: str = ""  # of the figures, such as nodes, where they are not shares of games

    @property
    def rows(self) -> list[str]:
        """Names of the rows, in order."""
        return list(dict.fromkeys(entry.row for entry in self.entries))

    @property
    def columns(self) -> list[str]:
        """Names of the columns, in order."""
        names = list(dict.fromkeys(entry.column for entry in self.entries))
        return sorted(names, key=self.order.index) if self.order else names

    def seeds(self, asked: int) -> int:
        """The number of seeds, if so many are asked for."""
        return max(asked, self.repeats)


@dataclass(frozen=True)
class Paper:
    """A study with all its tables."""

    name: str
    title: str
    author: str
    year: int
    where: str  # who published it
    tables: Callable[[str], tuple[PaperTable, ...]]  # for one of the SCALES
    minutes: dict[str, str]  # for each scale: how long it takes on two cores, in words
    pictures: Callable[[Reproduction], list[Picture]] | None = None  # of what its run made besides figures
    abstract: str = ""  # what the study is about, in a few sentences of ours
    found: tuple[str, ...] = ()  # what our reproduction confirms or adds; figures stand in the tables
    differs: tuple[str, ...] = ()  # where it does not agree, and why as far as we know
