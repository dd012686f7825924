"""The Reversi paper: self-organizing maps that reduce the board, and learning on top of them.

What is here:

    parameters  The parameters of the Reversi paper's experiments: one dataclass for each kind of work
    pictures    Pictures of the maps that a run of the study has trained: their neurons, U-matrix and hits
    tables/     The tables of the Reversi paper in its order, the quality of its maps, and our own player
    work/       Work functions of the Reversi paper: maps, retrieval, values learned on maps, our own network
"""

from __future__ import annotations

from papamu.lab.study import Paper
from papamu.papers.reversi import pictures, tables

PAPER = Paper(
    name="reversi",
    title="An Approach to the Development of a Game Agent based on SOM and Reinforcement Learning",
    author="Keiji Kamei, Yuuki Kakizoe",
    year=2017,
    where="International Journal of Smart Computing and Artificial Intelligence",
    tables=tables.tables,
    minutes={
        "smoke": "half a minute the first time, then seconds",
        "laptop": "ten minutes",
        "paper": "six hours",
    },
    pictures=pictures.draw_pictures,
    abstract=(
        "Self-organizing maps learn to sort Reversi boards, one map for each stage of the game. A board is "
        "then known only by its place on the map, and the program learns a value for each place from a "
        "million games as Black against a random player. The paper compares two kinds of maps, three maps "
        "with seven, three ways to learn, and adds an exact search of the last four moves."
    ),
    found=(
        "How well the maps bring boards back: the order of all methods is the published one.",
        "Monte Carlo learns best, then TD(λ), then TD(0), on both kinds of maps.",
        "All of the gain of seven maps comes from the search of the last four moves, none from the maps.",
        "A network that sees patterns wins nearly every game against Random.",
    ),
    differs=(
        "Ours win five to seven points more in most entries of Table 4.",
        "With the closing search Monte Carlo gains as much as TD(λ). In the paper it gains nothing.",
        "With high fixed thresholds our maps bring back fewer discs.",
    ),
)
