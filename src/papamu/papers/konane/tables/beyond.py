"""Beyond the thesis: what it would have tried next (section 8), and our own network."""

from __future__ import annotations

from dataclasses import replace

from papamu.lab.run.cell import Cell
from papamu.lab.study import Entry, PaperTable
from papamu.papers.common.published_figures import Figure, first_and_last, published_table
from papamu.papers.konane.parameters import TdNetwork
from papamu.papers.konane.tables.cells import taught_cell, td_cell
from papamu.papers.konane.tables.networks import taught
from papamu.papers.konane.tables.scale import Size

OWN_GAMES = {"6x6": 1_000_000, "8x8": 400_000}  # as many as the thesis's networks learn from


def future_work(size: Size) -> PaperTable:
    """What the thesis would have tried next, next to its own way, with as many games."""
    cells: dict[str, Cell] = {}
    for board, games in (("6x6", 1_000_000), ("8x8", 400_000)):
        network = taught(size, board, "C", games)
        free = TdNetwork(board, "C", (network.hidden,), network.games, tests=size.tests)
        cells[f"{board}: as in the thesis"] = taught_cell(network)
        cells[f"{board}: first layer sees neighbours"] = taught_cell(replace(network, near=True))
        cells[f"{board}: TD, against Random"] = td_cell(free)
        cells[f"{board}: TD, against itself"] = td_cell(replace(free, itself=True))
    entries = tuple(
        Entry(row, column, cell, "won" if column == "Random" else "won_teacher")
        for row, cell in cells.items()
        for column in ("Random", "teacher")
    )
    title = "Future work (section 8): a partially connected first layer, and TD learning; representation C"
    note = "Curves of networks that play themselves: games against Random, without learning."
    note = f"{note} {size.note}".strip()
    entries = entries if size.every_entry else first_and_last(entries)
    return PaperTable("8", title, entries, size.tests, 0, "network \\ against", note=note)


def beyond(size: Size) -> PaperTable:
    """Our own network next to the best of the thesis's."""

    def entry(figure: Figure) -> Entry:
        own = TdNetwork(
            figure.row,
            "3x3,1x6",
            (64, 16),
            size.trained(OWN_GAMES[figure.row]),
            itself=True,
            lr=0.05,
            lam=0.7,
            wild=0.5,
            activation="leakier-relu",
            tests=10 * size.tests,
        )
        value = "won" if figure.column == "Random" else "won_teacher"
        return Entry(figure.row, figure.column, td_cell(own), value, figure.share)

    title = "Papamu's network (patterns, TD, self-play, no teacher) next to the thesis's best"
    corner = "board \\ against"
    table = published_table(
        "konane", "beyond", title, entry, size.tests, corner, None, size.note, size.every_entry
    )
    curve = "Games won against Random on both seats, without learning"
    return replace(table, beyond=True, curve=curve, games=10 * size.tests)
