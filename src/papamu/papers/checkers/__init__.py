"""The checkers report: a tree search that selects to the end of the game, three convolutional networks.

What is here:

    parameters  The parameters of the checkers report's experiments: one dataclass for each kind of work
    tables/     The figures of the checkers report as tables: its tree, its networks, what improves them, and our own
                networks
    work/       Work functions of the checkers report: the tree's games, networks, who won a game, our own networks
"""

from __future__ import annotations

from papamu.lab.study import Paper
from papamu.papers.checkers import tables

PAPER = Paper(
    name="checkers",
    title="CIS667 Project Final Report: Checkers",
    author="Jiayu Ding, Kefu Wu, Shuangding Zhu",
    year=2021,
    where="course report, CIS667",
    tables=tables.tables,
    minutes={"smoke": "half a minute", "laptop": "ten minutes", "paper": "two hours"},
)
