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
    minutes={"smoke": "seconds", "laptop": "ten minutes", "paper": "six hours"},
    pictures=pictures.draw_pictures,
)
