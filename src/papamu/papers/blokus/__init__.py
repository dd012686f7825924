"""The Blokus report: four networks that learn against each other, and what makes them beat greedy.

What is here:

    parameters  The parameters of the Blokus report's experiments: one dataclass for each kind of work, and the
                report's course
    pictures    Boards of the game that the networks play when they have learned: at three points, as in the report
    tables/     The tables of the Blokus report, which has only words and one game: networks, observations, a ladder,
                our search
    work/       Work functions of the Blokus report: networks, observations, the search player
"""

from __future__ import annotations

from papamu.lab.study import Paper
from papamu.papers.blokus import pictures, tables

PAPER = Paper(
    name="blokus",
    title="Machine Learning in Blokus",
    author="Alexander Thannhauser, Hao Li",
    year=2017,
    where="course report",
    tables=tables.tables,
    minutes={
        "smoke": "two minutes at first, then half a minute",
        "laptop": "fifteen minutes",
        "paper": "an hour",
    },
    pictures=pictures.draw_pictures,
    abstract=(
        "Four neural networks, one for each player, learn Blokus by playing thousands of games against each "
        "other. After every game each learns how many squares it placed. The report shows one game at the end "
        "and comments on how the players behave. Four share each game, so a quarter of the games is par."
    ),
    found=(
        "The networks place large pieces first, as the report says.",
        "They are only a little better than random players and win almost no game against greedy ones.",
        "Three changes make a learned player that beats greedy: small windows of the board, learning who wins "
        "instead of how many squares, and knowing which pieces are left.",
    ),
    differs=(
        "Nobody improves much after the first games, whatever the report says.",
        "The first moves that the report describes do not come out with any settings, and bias does not "
        "explain them.",
        "What player 1 and player 4 do changes from seed to seed: with three seeds it may be chance.",
    ),
)
