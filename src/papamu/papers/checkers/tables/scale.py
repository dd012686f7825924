"""The sizes of the report's experiments at each scale."""

from __future__ import annotations

from dataclasses import replace

from papamu.learn.tree_data import TreeData
from papamu.papers.checkers.parameters import PROGRAM
from papamu.papers.common.scale import Quantity, Scale, always, published

SIMS = {"6x6": 500, "8x8": 500, "10x10": 200, "12x12": 100, "14x14": 100}  # published rollouts per move
NETWORK_BOARD = "10x10"

_PAPER_GAMES = dict.fromkeys(SIMS, 100)  # by board
_LAPTOP_GAMES = {"6x6": 100, "8x8": 100, "10x10": 50, "12x12": 20, "14x14": 10}
_SMOKE_GAMES = {"6x6": 4, "8x8": 2}
_DATA = TreeData(f"checkers:{NETWORK_BOARD},rules={PROGRAM},first=random")
_SMALL_DATA = replace(_DATA, rollouts=200, nodes=40, min_visits=2)


class Size(Scale):
    """How large the experiments are; networks have ten seeds, where the report has one."""

    # fmt: off
    #                                 paper         laptop        smoke
    tree_games     = Quantity(_PAPER_GAMES, _LAPTOP_GAMES, _SMOKE_GAMES)  # of the tree, by board
    sims           = Quantity(   published,     published,   always(10))  # rollouts per move
    data           = Quantity(       _DATA,         _DATA,  _SMALL_DATA)  # the boards that networks learn from
    epochs         = Quantity(         500,           500,            2)
    train          = Quantity(         500,           500,           20)  # boards to learn from
    network_games  = Quantity(         100,            50,            2)  # of each network
    network_seeds  = Quantity(          10,             2,            1)
    change_seeds   = Quantity(           3,             1,            1)  # of the networks with changes
    more_boards    = Quantity(      30_000,        10_000,           60)  # that the changes lead to
    more_epochs    = Quantity(           8,             5,            1)  # with these boards
    own_networks   = Quantity(           3,             3,            1)  # in the table `beyond`
    own_share      = Quantity(         1.0,          0.05,         1e-5)  # of the games that they learn from
    own_matches    = Quantity(         400,           100,            2)  # games of a match, at most
    # fmt: on

    @property
    def boards(self) -> tuple[str, ...]:
        """The boards of the tree's games, in the report's order."""
        return tuple(self.tree_games)
