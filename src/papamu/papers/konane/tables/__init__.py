"""The tables and figures of the Konane thesis in its order, then its future work and our own network.

At the scale `laptop` networks learn from a tenth of the games and deep searches play fewer; `smoke` has two entries
of each table.

What is here:

    beyond       Beyond the thesis: what it would have tried next (section 8), and our own network
    cells        The work of the thesis as cells; the unit of cost is a second
    evaluations  Section 4: the eighteen evaluation functions against Random and against each other
    guesses      What the thesis does not say and we had to guess; the numbers are those of docs/papers/konane.md
    networks     Sections 5 to 7 and 9: networks that are taught, on 4x4, 6x6 and 8x8
    scale        The sizes of the thesis's experiments at each scale
"""

from __future__ import annotations

from functools import cache

from papamu.lab.study import PaperTable
from papamu.papers.konane.tables.beyond import beyond, future_work
from papamu.papers.konane.tables.evaluations import against_random, averages, round_robin
from papamu.papers.konane.tables.networks import larger_boards, small_boards
from papamu.papers.konane.tables.scale import Size


@cache
def tables(scale: str) -> tuple[PaperTable, ...]:
    """All tables and figures at a scale."""
    size = Size(scale)
    return (
        against_random(size),
        averages(size),
        *(round_robin(size, depth) for depth in (1, 2, 3, 4)),
        *small_boards(size),
        *larger_boards(size),
        future_work(size),
        beyond(size),
    )
