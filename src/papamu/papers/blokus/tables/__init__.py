"""The tables of the Blokus report, which has only words and one game: networks, observations, a ladder, our search.

At the scale `paper` networks learn from 5,000 games with three seeds, at `laptop` from 600, at `smoke` from next to
none.

What is here:

    beyond        Beyond the report: what makes a tree search strong, and how long it thinks
    cells         The work of the report as cells; the unit of cost is a second
    guesses       What the report does not say and we assumed, and how games are counted; see docs/papers/blokus.md
    ladder        The ladder: which changes make the report's networks beat greedy players, one on top of the other
    networks      The report's networks: squares, ranks, first pieces and errors of each seat, the last game, their
                  strength
    observations  What the report observes of its networks: whether it is seen, and the figures behind it
    scale         The sizes of the report's experiments at each scale
    variants      The variants of the report's networks: as its text says, as its program does, and changes of the
                  text's
"""

from __future__ import annotations

from functools import cache

from papamu.lab.study import PaperTable
from papamu.papers.blokus.tables.beyond import beyond, thinking_time
from papamu.papers.blokus.tables.guesses import ASSUMED
from papamu.papers.blokus.tables.ladder import ladder
from papamu.papers.blokus.tables.networks import last_game, seat_curves, strength
from papamu.papers.blokus.tables.observations import figures_behind, observations
from papamu.papers.blokus.tables.scale import Size


@cache
def tables(scale: str) -> tuple[PaperTable, ...]:
    """All tables at a scale."""
    size = Size(scale)
    return (
        seat_curves(size, "scores", "score", "Squares of each player while learning", "squares", ASSUMED),
        seat_curves(size, "ranks", "rank", "Mean rank of each player while learning (1: the best)", "ranks"),
        seat_curves(size, "first", "first", "Squares of each player's first piece while learning", "squares"),
        seat_curves(size, "left", "left", "Squares that each player has left at the end", "squares"),
        seat_curves(
            size, "errors", "error", "What each network gets wrong of its target (root mean square)", "errors"
        ),
        last_game(size),
        observations(size),
        figures_behind(size),
        strength(size),
        ladder(size),
        beyond(size),
        thinking_time(size),
    )
