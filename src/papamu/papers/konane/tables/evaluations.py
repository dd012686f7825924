"""Section 4: the eighteen evaluation functions against Random and against each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from papamu.lab.run.cell import Cell
from papamu.lab.study import Entry, PaperTable
from papamu.papers.common.published_figures import Figure, published_table
from papamu.papers.konane.parameters import Match, minimax
from papamu.papers.konane.tables.cells import match_cell
from papamu.papers.konane.tables.scale import Size

PLAYERS = "ghijklmnopqr"  # of the round robins


def against_random(size: Size) -> PaperTable:
    """Figure 4: all eighteen functions against Random."""

    def entry(figure: Figure) -> Entry:
        depth = int(figure.column.removeprefix("depth "))
        cell = match_cell(Match("8x8", minimax(figure.row, depth), "random", size.pairs(depth)))
        return Entry(figure.row, figure.column, cell, games=size.pairs(depth))

    title = "Testing evaluation functions against a random player on 8x8, games won by the function"
    return replace(
        _table(size, "figure-4", title, entry, "function \\ depth"),
        chart="rows",
    )


def round_robin(size: Size, depth: int) -> PaperTable:
    """Tables 2 to 5: the best twelve against each other, one table per depth."""

    def entry(figure: Figure) -> Entry:
        if figure.column == "average":
            return _average(size, figure, (depth,), summary=True)
        cell, value = _pair(size, figure.row, figure.column, depth)
        return Entry(figure.row, figure.column, cell, value, figure.share)

    title = f"Testing evaluation functions g-r against each other at depth level {depth} on 8x8"
    table = _table(size, str(1 + depth), title, entry, "won by \\ against")
    order = (*PLAYERS, "average")
    return replace(table, games=size.pairs(depth), published_games=1_000, order=order)


def averages(size: Size) -> PaperTable:
    """Table 1: the averages of Tables 2 to 5."""

    def entry(figure: Figure) -> Entry:
        depths = (1, 2, 3, 4) if figure.column == "average" else (int(figure.column.removeprefix("level ")),)
        return _average(size, figure, depths, summary=figure.column == "average")

    title = "% games won against other players at depth levels 1-4, on 8x8"
    return _table(size, "1", title, entry, "function \\ depth")


def _average(size: Size, figure: Figure, depths: tuple[int, ...], summary: bool) -> Entry:
    """The mean over all opponents, at one depth or at all.

    Where depths have different numbers of games the smallest counts for its interval.
    """
    others = [other for other in PLAYERS if other != figure.row]
    parts = tuple(_pair(size, figure.row, other, depth) for depth in depths for other in others)
    return Entry.mean(figure.row, figure.column, parts, figure.share, size.pairs(depths[-1]), 1_000, summary)


def _pair(size: Size, row: str, column: str, depth: int) -> tuple[Cell, str]:
    """The match of two functions is one cell, whoever is named first."""
    first, second = sorted((row, column))
    cell = match_cell(Match("8x8", minimax(first, depth), minimax(second, depth), size.pairs(depth)))
    return cell, "won" if first == row else "lost"


def _table(size: Size, name: str, title: str, entry: Callable[[Figure], Entry], corner: str) -> PaperTable:
    """A table of matches at a scale."""
    return published_table("konane", name, title, entry, size.tests, corner, every_entry=size.every_entry)
