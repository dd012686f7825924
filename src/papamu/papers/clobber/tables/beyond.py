"""Beyond the thesis: a network that sees patterns and learns from self-play."""

from __future__ import annotations

from dataclasses import replace

from papamu.lab.study import Entry, PaperTable
from papamu.papers.clobber.parameters import PatternNetwork
from papamu.papers.clobber.tables.cells import pattern_cell
from papamu.papers.clobber.tables.scale import Size
from papamu.papers.common.published_figures import Figure, published_table


def beyond(size: Size) -> PaperTable:
    """Our own network next to the best of the thesis's."""

    def entry(figure: Figure) -> Entry:
        games = size.trained(1_000_000)
        params = PatternNetwork(figure.row, games=games, tests=size.tests, meetings=size.met)
        random = figure.column == "Random"
        value, played = ("won", params.tests) if random else ("won_50", params.meetings)
        return Entry(
            figure.row, figure.column, pattern_cell(params), value, figure.share, played, figure.games
        )

    title = "Papamu's network (patterns, TD, self-play) after as many games, next to the thesis's best"
    corner = "board \\ opponent"
    table = published_table(
        "clobber", "beyond", title, entry, size.tests, corner, None, size.note, size.every_entry
    )
    return replace(table, beyond=True, curve="Games won against Random on both seats, without learning")
