"""The sizes of the thesis's experiments at each scale."""

from __future__ import annotations

from papamu.papers.common.scale import Quantity, Scale, always, divided_by, published


class Size(Scale):
    """How large the experiments are."""

    # fmt: off
    #                               paper            laptop       smoke
    trained     = Quantity(     published,   divided_by(10), always(100))  # games to learn from
    save_every  = Quantity(         5_000,            2_500,          50)  # games: weights are saved, and tested
    curve_every = Quantity(           100,              100,          50)  # games per point of Figure 9
    tests       = Quantity(         1_000,              500,          10)  # games without learning
    pair_games  = Quantity(         1_000,            1_000,           4)  # of two functions at depths 1 and 2
    deep_games  = Quantity(         1_000,              100,           4)  # the same at depths 3 and 4
    repeats     = Quantity(            10,               10,           2)  # networks of each kind in Figure 7
    every_entry = Quantity(          True,             True,       False)  # or the first and the last of each table
    note        = Quantity(                                                # about networks that learn
        "",
        "Here networks learn from a tenth of the published games.",
        "Here networks learn from 100 games, which is next to nothing.",
    )
    # fmt: on

    def pairs(self, depth: int) -> int:
        """Games of two evaluation functions at a depth."""
        return self.pair_games if depth < 3 else self.deep_games
