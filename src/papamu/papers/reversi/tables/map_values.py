"""Tables 4 and 7: values learned on maps in games against Random."""

from __future__ import annotations

from dataclasses import replace

from papamu.lab.study import Entry, PaperTable
from papamu.papers.common.published_figures import figures
from papamu.papers.reversi.tables.cells import learning_cell
from papamu.papers.reversi.tables.guesses import DRAWS, GUESSES
from papamu.papers.reversi.tables.scale import Size

_WAYS = {"TD(0)": "td0", "MC": "mc", "TD(λ)": "td"}


def learning_on_three_maps(size: Size) -> PaperTable:
    """Table 4."""
    entries = []
    for figure in figures("reversi", "4"):
        maps = replace(size.three_maps, winner="inner" if figure.row == "IP-SOM" else "euclid")
        cell = learning_cell(size, maps, _WAYS[figure.column])
        entries.append(Entry(figure.row, figure.column, cell, "won", figure.share))
        entries.append(Entry(f"{figure.row}, draws not counted", figure.column, cell, "wins", curve=""))
        entries.append(
            Entry(
                f"{figure.row}, without exploration",
                figure.column,
                cell,
                "tested",
                games=size.tests,
                curve="",
            )
        )
    return PaperTable(
        "4",
        "Winning rate over all learning games against Random, three maps",
        tuple(entries),
        size.games,
        0,
        "maps \\ learning",
        note=f"{DRAWS} {GUESSES['learning']}",
    )


def learning_on_seven_maps(size: Size) -> PaperTable:
    """Table 7: seven maps and an exact search of the last moves, next to three maps."""
    entries = []
    for figure in figures("reversi", "7"):
        seven = figure.row.startswith("7")
        cell = learning_cell(
            size, size.seven_maps if seven else size.three_maps, _WAYS[figure.column], 4 if seven else 0
        )
        entries.append(Entry(figure.row, figure.column, cell, "won", figure.share))
        entries.append(
            Entry(
                f"{figure.row}, without exploration",
                figure.column,
                cell,
                "tested",
                games=size.tests,
                curve="",
            )
        )
    cell = learning_cell(size, size.seven_maps, "td")  # what made the difference: the maps, or the search?
    entries.append(Entry("7 SOMs without search", "TD(λ)", cell, "won"))
    return PaperTable(
        "7",
        "Winning rate over all learning games against Random: three maps; seven, the last 4 moves searched",
        tuple(entries),
        size.games,
        0,
        "maps \\ learning",
        note=f"{DRAWS} {GUESSES['learning']}",
    )
