"""Section 4: the eighteen evaluation functions against Random and against each other."""

from __future__ import annotations

from dataclasses import replace

from papamu.lab.experiment import Cell
from papamu.lab.paper import Entry, Table
from papamu.papers.konane.costs import match
from papamu.papers.konane.making import Scale, table
from papamu.papers.konane.parameters import Match, minimax
from papamu.papers.published import Figure

PLAYERS = "ghijklmnopqr"  # of the round robins


def against_random(size: Scale) -> Table:
    def entry(figure: Figure) -> Entry:
        depth = int(figure.column.removeprefix("depth "))
        cell = match(Match("8x8", minimax(figure.row, depth), "random", size.pairs(depth)))
        return Entry(figure.row, figure.column, cell, games=size.pairs(depth))

    title = "Testing evaluation functions against a random player on 8x8, games won by the function"
    return replace(table(size, "figure-4", title, entry, corner="function \\ depth"), chart="rows")


def round_robin(size: Scale, depth: int) -> Table:
    def entry(figure: Figure) -> Entry:
        if figure.column == "average":
            return _average(size, figure, (depth,), summary=True)
        cell, value = _pair(size, figure.row, figure.column, depth)
        return Entry(figure.row, figure.column, cell, value, figure.share)

    title = f"Testing evaluation functions g-r against each other at depth level {depth} on 8x8"
    made = table(size, str(1 + depth), title, entry, corner="won by \\ against")
    order = (*PLAYERS, "average")
    return replace(made, games=size.pairs(depth), published_games=1_000, order=order)


def averages(size: Scale) -> Table:
    def entry(figure: Figure) -> Entry:
        depths = (1, 2, 3, 4) if figure.column == "average" else (int(figure.column.removeprefix("level ")),)
        return _average(size, figure, depths, summary=figure.column == "average")

    title = "% games won against other players at depth levels 1-4, on 8x8"
    return table(size, "1", title, entry, corner="function \\ depth")


def _average(size: Scale, figure: Figure, depths: tuple[int, ...], summary: bool) -> Entry:
    """The mean over all opponents, at one depth or at all.

    Where depths have different numbers of games the smallest counts for its interval.
    """
    others = [other for other in PLAYERS if other != figure.row]
    parts = tuple(_pair(size, figure.row, other, depth) for depth in depths for other in others)
    return Entry.mean(figure.row, figure.column, parts, figure.share, size.pairs(depths[-1]), 1_000, summary)


def _pair(size: Scale, row: str, column: str, depth: int) -> tuple[Cell, str]:
    """The match of two functions is one cell, whoever is named first."""
    first, second = sorted((row, column))
    cell = match(Match("8x8", minimax(first, depth), minimax(second, depth), size.pairs(depth)))
    return cell, "won" if first == row else "lost"
