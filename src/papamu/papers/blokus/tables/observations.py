"""What the report observes of its networks: whether it is seen, and the figures behind it."""

from __future__ import annotations

from papamu.lab.study import Entry, PaperTable
from papamu.papers.blokus.tables.cells import variant_cell
from papamu.papers.blokus.tables.scale import Size
from papamu.papers.blokus.tables.variants import TEXT

# key: the observation in the report's words, then what the figure behind it is
OBSERVATIONS = {
    "first": (
        "only player 1 opens with a large piece, the others with 1 or 2 squares",
        "player 1's first piece less the mean of the others', squares",
    ),
    "early": (
        "all players place large pieces first",
        "mean size of the pieces of the first half of a player's turns less the second half, least of all",
    ),
    "kept": (
        "player 1 saves its small pieces for the end, more than the others",
        "mean turn at which player 1 places pieces of 1 and 2 squares, less the latest of the others",
    ),
    "ahead": ("player 1 wins", "player 1's squares less the best of the others"),
    "reach": (
        "player 4 reaches over to surround player 1",
        "player 4's squares in player 1's quarter of the board",
    ),
    "better": (
        "significant improvement: more squares than at the beginning",
        "squares of all players on average, the last tenth of the games less the first",
    ),
    "locked": (
        "the networks may lock up: predict their rank, perform it, learn nothing (feared): some stand still",
        "networks that stand still at the end, locked up or stuck",
    ),
}


def observations(size: Size) -> PaperTable:
    """With how many seeds each observation is seen."""
    entries = tuple(
        Entry(
            words, name, variant_cell(size, name), f"seen_{key}",
            1.0 if name == TEXT and key != "locked" else None, curve="",
        )
        for key, (words, _) in OBSERVATIONS.items()
        for name in size.variants
    )  # fmt: skip
    return PaperTable(
        "observations", "What the report observes: with how many seeds it is seen", entries, 1, 0,
        "observation \\ networks", repeats=size.seeds,
        note="Seen in the game that the networks play when they have learned; the last two in their curves. "
        "100 %: with every seed. The figures behind it are in the next table.",
    )  # fmt: skip


def figures_behind(size: Size) -> PaperTable:
    """The figure behind each observation."""
    entries = tuple(
        Entry(figure, name, variant_cell(size, name), f"figure_{key}", curve="")
        for key, (_, figure) in OBSERVATIONS.items()
        for name in size.variants
    )
    title = "The figures behind the observations"
    return PaperTable(
        "behind", title, entries, 0, 0, "figure \\ networks", unit="(see the row)", repeats=size.seeds
    )
