"""The report's networks: squares, ranks, first pieces and errors of each seat, the last game, their strength."""

from __future__ import annotations

from papamu.lab.study import Entry, PaperTable
from papamu.papers.blokus.tables.cells import variant_cell
from papamu.papers.blokus.tables.guesses import EVEN
from papamu.papers.blokus.tables.scale import Size
from papamu.papers.common.published_figures import figures

LAST_GAME = "last-game"
_PLAYERS = range(1, 5)


def seat_curves(size: Size, name: str, what: str, title: str, unit: str, note: str = "") -> PaperTable:
    """One quantity of each seat while the networks learn."""
    entries = tuple(
        Entry(
            f"player {seat}",
            variant,
            variant_cell(size, variant),
            f"{what}{seat}",
            curve=f"curve_{what}{seat}",
        )
        for seat in _PLAYERS
        for variant in size.variants
    )
    return PaperTable(
        name, title, entries, 0, 0, "seat \\ networks", unit=unit, curve=f"{title}, since the point before",
        chart="columns", repeats=size.seeds, note=f"Means of the last tenth of the games. {note}".strip(),
    )  # fmt: skip


def last_game(size: Size) -> PaperTable:
    """The one game that the report prints."""
    printed = {(one.row, one.column): one.share for one in figures("blokus", LAST_GAME)}
    entries = tuple(
        Entry(
            row := f"player {seat}",
            name,
            variant_cell(size, name),
            f"last{seat}",
            printed.get((row, name)),
            curve="",
        )
        for seat in _PLAYERS
        for name in size.variants
    )
    return PaperTable(
        LAST_GAME, "Squares at the end of the game that the networks play when they have learned", entries,
        0, 0, "seat \\ networks", unit="squares", repeats=size.seeds,
        note="The report prints one game. Networks that have learned always play the same one.",
    )  # fmt: skip


def strength(size: Size) -> PaperTable:
    """Games won against random and greedy players."""
    entries = tuple(
        Entry(
            name,
            rivals,
            variant_cell(size, name),
            value,
            games=size.tests,
            curve="curve" if value == "won" else "",
        )
        for name in size.variants
        for rivals, value in (("three random", "won"), ("three greedy", "won_greedy"))
    )
    return PaperTable(
        "strength", "The report's networks against others: games won", entries, size.tests, 0,
        "networks \\ against", repeats=size.seeds, note=EVEN,
        curve="Games won against three random players, without learning",
    )  # fmt: skip
