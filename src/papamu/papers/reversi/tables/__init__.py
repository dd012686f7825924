"""The tables of the Reversi paper in its order, the quality of its maps, and our own player.

At the scale `laptop` the seven large maps have a fiftieth of the steps, and values a fiftieth of the games; `smoke`
has tiny maps and next to no games.

What is here:

    beyond      Beyond the paper: our own network, and means of results on its maps
    cells       The work of the paper as cells; the unit of cost is a second
    guesses     What the paper does not say and we had to guess; see docs/papers/reversi.md
    map_values  Tables 4 and 7: values learned on maps in games against Random
    maps        Tables 1, 2, 5 and 6: the maps, and the boards that are retrieved from them
    scale       The sizes of the paper's experiments at each scale: maps, and games
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from papamu.lab.study import PaperTable
from papamu.papers.reversi.tables.beyond import beyond
from papamu.papers.reversi.tables.map_values import learning_on_seven_maps, learning_on_three_maps
from papamu.papers.reversi.tables.maps import (
    differing_squares,
    map_quality,
    retrieval_by_move,
    retrieval_by_thresholds,
)
from papamu.papers.reversi.tables.scale import Size


@cache
def tables(scale: str) -> tuple[PaperTable, ...]:
    """All tables at a scale."""
    size = Size(scale)
    return (
        map_quality("1", "three maps", (replace(size.three_maps, winner="euclid"), size.three_maps)),
        retrieval_by_thresholds(size),
        differing_squares(size),
        learning_on_three_maps(size),
        map_quality("5", "seven maps", (size.seven_maps,)),
        retrieval_by_move(size),
        learning_on_seven_maps(size),
        beyond(size),
    )
