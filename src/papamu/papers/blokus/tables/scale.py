"""The sizes of the report's experiments at each scale."""

from __future__ import annotations

from papamu.papers.blokus.tables.variants import VARIANTS
from papamu.papers.common.scale import Quantity, Scale

_ALL = tuple(VARIANTS)


class Size(Scale):
    """The report says “thousands of games”: 5,000 here."""

    # fmt: off
    #                          paper laptop     smoke
    games        = Quantity(   5_000,   600,        4)  # that the report's networks learn from
    step_games   = Quantity(   4_000, 1_000,        4)  # of each step of the ladder
    tests        = Quantity(   1_000,   200,        4)  # games without learning
    seeds        = Quantity(       3,     1,        1)  # of the report's networks
    search_games = Quantity(     200,    40,        1)  # of each search player
    variants     = Quantity(    _ALL,  _ALL, _ALL[:2])  # of the report's networks
    # fmt: on
