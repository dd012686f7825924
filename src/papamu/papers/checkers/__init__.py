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
    minutes={
        "smoke": "a minute the first time, then twenty seconds",
        "laptop": "ten minutes",
        "paper": "two hours",
    },
    abstract=(
        "Checkers on boards from 6×6 to 14×14, with a twist: now and then a piece is teleported. A tree "
        "search plays against a random player, and three small convolutional networks learn from the tree and "
        "then play in its place. The tree wins nearly every game; the networks win about half of theirs."
    ),
    found=(
        "The tree search wins as often as published, and its trees are of the same size.",
        "The second of the three networks scores as published.",
        "Why only half: the networks look one move ahead and cannot see which piece is about to be taken.",
        "Half of the networks play to lose, because the sign of their value is never turned round.",
    ),
    differs=(
        "On large boards the random player wins a game now and then; in the report it never does.",
        "Networks 2 and 3 win a little less than half of their games on average. One network alone says "
        "little: seeds differ by many points.",
    ),
)
