"""A published study: its tables, each entry with the published figure and the cell that makes ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from papamu.lab.experiment import Cell, distinct
from papamu.lab.picture import Picture

if TYPE_CHECKING:
    from papamu.lab.reproduction import Reproduction

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
        """The work behind it, each piece once."""
        return distinct(cell for cell, _ in self.terms)


@dataclass(frozen=True)
class Aim:
    """Figures that ours are to come to, in place of published ones, as far as it is possible at all."""

    within: float  # so near is near enough
    reach: str  # the column of the most that is possible in a row; below the aim it is out of reach


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
    chart: Literal["curves", "columns", "rows"] = "curves"  # all curves; a chart a column; figures over rows
    order: tuple[str, ...] = ()  # of the columns, where the first row does not have them all
    repeats: int = 1  # with so many seeds it is made, even if fewer are asked for
    aim: Aim | None = None  # the figures beside ours are not published but wanted
    along: str = "games learned from"  # what curves go along
    unit: str = ""  # what its figures are, such as nodes, where they are numbers and no shares

    @property
    def rows(self) -> list[str]:
        """Names of the rows, in order."""
        return list(dict.fromkeys(entry.row for entry in self.entries))

    @property
    def columns(self) -> list[str]:
        """Names of the columns, in order."""
        there = list(dict.fromkeys(entry.column for entry in self.entries))
        return sorted(there, key=self.order.index) if self.order else there

    def seeds(self, asked: int) -> int:
        """With how many seeds it is made, if so many are asked for."""
        return max(asked, self.repeats)


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
    pictures: Callable[[Reproduction], list[Picture]] | None = None  # of what its run has beside figures
