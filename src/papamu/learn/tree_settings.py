"""Which search trees are grown for data, and which of their nodes are taken (checkers report, §5).

Importing this file loads no kernels, because the options of `papamu data` are made from it.
"""

from __future__ import annotations

from dataclasses import dataclass

from papamu.core.settings import check_settings, setting

TREE, RANDOM = "tree", "random"  # rollouts of the report, or ordinary ones
PROGRAM, VISITS = "program", "visits"  # orders; the third is RANDOM
ORDERS = (PROGRAM, VISITS, RANDOM)
_MOST = 10**9


@dataclass(frozen=True)
class TreeData:
    """What is to be grown and taken. Defaults are the report's."""

    game: str
    """The game, like `checkers:8x8`."""
    rollouts: int = setting(10_000, low=1, high=_MOST, paper="10,000")
    """Rollouts (simulations) of each tree."""
    nodes: int = setting(1_000, low=1, high=_MOST, paper="1,000")
    """Number of boards to take from all trees together."""
    min_visits: int = setting(6, low=1, high=_MOST, label="min-visits", paper="6")
    """Nodes with fewer visits are skipped, and all below them."""
    rollout: str = setting(TREE, choices=(TREE, RANDOM), paper="`tree`")
    """`tree`: the checkers report's rollouts, to the end of the game by selection; `random`: ordinary UCT."""
    order: str = setting(PROGRAM, choices=ORDERS, paper="`program`")
    """Which nodes come first: `program` (branch by branch, as in the report), `visits` or `random`."""
    c: float = setting(1.0, low=0, paper="1")
    """Exploration constant of the search; for random rollouts `papamu data` uses 1.41 by default."""
    trees: int = setting(1, low=1, high=_MOST, paper="1")
    """Number of trees: one grows from the start, several from positions of random games."""
    megabytes: float = setting(1000.0, above=0)
    """Memory limit of a tree."""
    seed: int = setting(1, low=0)
    """The random seed."""

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        check_settings(self)
