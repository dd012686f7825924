"""Tables 5.1 to 5.3: players that do not learn."""

from __future__ import annotations

from papamu.lab.study import Entry, PaperTable
from papamu.papers.clobber.parameters import Match
from papamu.papers.clobber.tables.cells import match_cell
from papamu.papers.clobber.tables.guesses import GUESSES
from papamu.papers.clobber.tables.scale import Size
from papamu.papers.common.published_figures import Figure, published_table


def quick_players(size: Size) -> PaperTable:
    """Table 5.1: Random and Pick First."""
    agents = {"Random": "random", "Pick First": "first"}

    def entry(figure: Figure) -> Entry:
        black, white = (agents[who.rsplit(" ", 1)[0]] for who in figure.row.split(" vs "))
        cell = match_cell(Match(figure.column, black, white, size.quick))
        return Entry(figure.row, figure.column, cell, published=figure.share)

    title = "Random and Pick First playing on different board sizes, games won by Black"
    return published_table(
        "clobber", "5.1", title, entry, size.quick, "players", every_entry=size.every_entry
    )


def monte_carlo(size: Size, name: str, white: str, players: str) -> PaperTable:
    """Tables 5.2 and 5.3: Monte Carlo as Black."""

    def entry(figure: Figure) -> Entry:
        cell = match_cell(Match(figure.row, f"mc:playouts={figure.column}", white, size.monte_carlo))
        return Entry(figure.row, figure.column, cell, published=figure.share)

    title = f"{players} on different board sizes and different number of playouts, games won by Monte Carlo"
    return published_table(
        "clobber",
        name,
        title,
        entry,
        size.monte_carlo,
        "board \\ playouts",
        None,
        GUESSES["first"],
        size.every_entry,
    )
