"""The sizes of the thesis's experiments at each scale."""

from __future__ import annotations

from papamu.papers.common.scale import Quantity, Scale, always, divided_by, published


class Size(Scale):
    """Published are 1,000 games in Tables 5.2 and 5.3: with 4,000 the noise is mostly the thesis's."""

    # fmt: off
    #                               paper            laptop       smoke
    trained     = Quantity(     published,   divided_by(20), always(200))  # games to learn from
    tests       = Quantity(       100_000,           10_000,         100)  # games without learning
    quick       = Quantity(       100_000,          100_000,         100)  # of Random and Pick First (Table 5.1)
    monte_carlo = Quantity(         4_000,            1_000,          10)  # games (Tables 5.2 and 5.3)
    met         = Quantity(         1_000,            1_000,          10)  # games against Monte Carlo (Table 5.17)
    every_entry = Quantity(          True,             True,       False)  # or the first and the last of each table
    note        = Quantity(                                                # about networks that learn
        "",
        "Here networks learn from a twentieth of the published games.",
        "Here networks learn from 200 games, which is next to nothing.",
    )
    # fmt: on
