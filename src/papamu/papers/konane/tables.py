"""All tables and figures of the thesis in its order, then its future work and our own network.

Three scales: `paper` is the published size, `laptop` learns from a tenth of the games and plays fewer games
at great depth, `smoke` is the first and the last entry of each table with next to no games.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from papamu.lab.experiment import Cell
from papamu.lab.paper import Entry, Table
from papamu.papers.konane.costs import alone, teach
from papamu.papers.konane.making import SCALES, Scale, fitted, table, told
from papamu.papers.konane.networks import larger_boards, small_boards
from papamu.papers.konane.parameters import Alone
from papamu.papers.konane.players import against_random, averages, round_robin
from papamu.papers.published import Figure

OWN_GAMES = {"6x6": 1_000_000, "8x8": 400_000}  # as many as the thesis's networks learn from


@cache
def tables(scale: str) -> tuple[Table, ...]:
    """All tables and figures at a scale, in the thesis's order."""
    size = SCALES[scale]
    return (
        against_random(size),
        averages(size),
        *(round_robin(size, depth) for depth in (1, 2, 3, 4)),
        *small_boards(size),
        *larger_boards(size),
        _future(size),
        _beyond(size),
    )


def _future(size: Scale) -> Table:
    """What the thesis would have tried next, beside its own way, with as many games."""
    made: dict[str, Cell] = {}
    for board, games in (("6x6", 1_000_000), ("8x8", 400_000)):
        taught = told(size, board, "C", games)
        free = Alone(board, "C", (taught.hidden,), taught.games, tests=size.tests)
        made[f"{board}: as in the thesis"] = teach(taught)
        made[f"{board}: first layer sees neighbours"] = teach(replace(taught, near=True))
        made[f"{board}: TD, against Random"] = alone(free)
        made[f"{board}: TD, against itself"] = alone(replace(free, itself=True))
    entries = tuple(
        Entry(row, column, cell, "won" if column == "Random" else "won_teacher")
        for row, cell in made.items()
        for column in ("Random", "teacher")
    )
    title = "Future work (section 8): a partially connected first layer, and TD learning; representation C"
    note = "Curves of networks that play themselves: games against Random, without learning."
    return fitted(size, Table("8", title, entries, size.tests, 0, "network \\ against", note=note))


def _beyond(size: Scale) -> Table:
    """Our own network beside the best of the thesis's."""

    def entry(figure: Figure) -> Entry:
        own = Alone(
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
        return Entry(figure.row, figure.column, alone(own), value, figure.share)

    title = "Our own network (patterns, TD, self-play, no teacher) beside the thesis's best"
    made = table(size, "beyond", title, entry, corner="board \\ against")
    curve = "Games won against Random on both seats, without learning"
    return replace(made, beyond=True, curve=curve, games=10 * size.tests)
