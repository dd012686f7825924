"""Beyond the paper: our own network, and means of results on its maps."""

from __future__ import annotations

from papamu.lab.study import Entry, PaperTable
from papamu.papers.common.published_figures import figures
from papamu.papers.reversi.tables.cells import learning_cell, pattern_cell
from papamu.papers.reversi.tables.guesses import DRAWS
from papamu.papers.reversi.tables.scale import Size


def beyond(size: Size) -> PaperTable:
    """Our own player next to the paper's best."""
    own = pattern_cell(size)
    means = learning_cell(size, size.seven_maps, "mean", 4, size.mean_games)
    black, both = figures("reversi", "beyond")
    entries = (
        Entry("patterns and TD", black.column, own, "won_black", black.share),
        Entry("patterns and TD", both.column, own, "won"),
        Entry(
            "patterns and TD, last 4 moves searched",
            black.column,
            own,
            "won_closing_black",
            black.share,
            curve="",
        ),
        Entry("patterns and TD, last 4 moves searched", both.column, own, "won_closing", curve=""),
        Entry("7 SOMs with search, means", black.column, means, "tested", black.share),
    )
    return PaperTable(
        "beyond",
        "Papamu's player (patterns, TD, self-play), and means on maps, next to the paper's best",
        entries,
        size.tests,
        0,
        "player \\ against",
        beyond=True,
        note=DRAWS,
    )
