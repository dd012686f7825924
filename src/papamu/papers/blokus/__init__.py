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
    minutes={"smoke": "a minute", "laptop": "fifteen minutes", "paper": "an hour"},
    pictures=pictures.draw_pictures,
)
