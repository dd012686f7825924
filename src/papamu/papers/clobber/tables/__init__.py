"""The tables of the Clobber thesis in its order, and what it says only in words.

At the scale `laptop` networks learn from a twentieth of the games; `smoke` has two entries of each table.

What is here:

    beyond    Beyond the thesis: a network that sees patterns and learns from self-play
    cells     The work of the thesis as cells; the unit of cost is a game of a small network that learns
    guesses   What the thesis does not say and we had to guess; the numbers are those of docs/papers/clobber.md
    matches   Tables 5.1 to 5.3: players that do not learn
    networks  Tables 5.4 to 5.17: networks that learn, on 4x4, 4x5 and 6x6
    scale     The sizes of the thesis's experiments at each scale
"""

from __future__ import annotations

from functools import cache

from papamu.lab.study import PaperTable
from papamu.papers.clobber.tables.beyond import beyond
from papamu.papers.clobber.tables.guesses import GUESSES
from papamu.papers.clobber.tables.matches import monte_carlo, quick_players
from papamu.papers.clobber.tables.networks import (
    against_monte_carlo,
    longer_training,
    more_nodes,
    rates_by_targets,
    temporal_rates,
)
from papamu.papers.clobber.tables.scale import Size


@cache
def tables(scale: str) -> tuple[PaperTable, ...]:
    """All tables at a scale."""
    size = Size(scale)
    return (
        quick_players(size),
        monte_carlo(size, "5.2", "random", "Monte Carlo and Random"),
        monte_carlo(size, "5.3", "first", "Monte Carlo and Pick First"),
        rates_by_targets(
            size, "5.4", "4x4", (20,),
            note="The text gives 97,584 as the highest figure; the table has 97,955.",
        ),
        longer_training(size, "10m", "4x4", (20,), 2e-5, 150.0),
        rates_by_targets(size, "5.5", "4x5", (20,)),
        rates_by_targets(size, "5.6", "6x6", (20,)),
        rates_by_targets(size, "5.7", "4x5", (20, 20), note=GUESSES["layers"]),
        rates_by_targets(size, "5.8", "6x6", (20, 20), note=GUESSES["layers"]),
        longer_training(size, "20m", "6x6", (20, 20), 2e-9, 1000.0, note=GUESSES["layers"]),
        *(rates_by_targets(size, f"5.{9 + at}", "4x5", (nodes,)) for at, nodes in enumerate((30, 40, 50, 60))),
        rates_by_targets(
            size, "5.13", "4x5", (100,),
            note="The last column has 87,000 twice, at 2e-8 and 2e-7: rounded, or a slip.",
        ),
        more_nodes(size, "hidden-4x5", "4x5", 2e-5, 50.0),
        rates_by_targets(size, "5.14", "6x6", (100,)),
        more_nodes(size, "hidden-6x6", "6x6", 2e-7, 1000.0),
        temporal_rates(size),
        rates_by_targets(
            size, "5.16", "6x6", (100,), "leaky-relu",
            note="The text says 4x5 and 6x6; only 6x6 is printed.",
        ),
        against_monte_carlo(size),
        beyond(size),
    )  # fmt: skip
