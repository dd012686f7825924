"""The Reversi paper: self-organizing maps that reduce the board, and learning on top of them."""

from __future__ import annotations

from papamu.lab.paper import Paper
from papamu.papers.reversi.map_pictures import pictures
from papamu.papers.reversi.tables import tables

PAPER = Paper(
    name="reversi",
    title="An Approach to the Development of a Game Agent based on SOM and Reinforcement Learning",
    author="Keiji Kamei, Yuuki Kakizoe",
    year=2017,
    where="International Journal of Smart Computing and Artificial Intelligence",
    tables=tables,
    minutes={"smoke": "seconds", "laptop": "ten minutes", "paper": "six hours"},
    pictures=pictures,
)
