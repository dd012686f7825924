"""The adaptive opponent, which the Reversi paper promises and does not build, tested by simulation.

What is here:

    parameters  The parameters of the experiments on the adaptive agent: one dataclass for each kind of work
    tables/     The tables of the study: people of eight strengths, from Random to UCT with 5,000 simulations, on five
                games
    work/       Work functions of the adaptive agent's study: games of simulated people
"""

from __future__ import annotations

from papamu.lab.study import Paper
from papamu.papers.adaptive import tables

PAPER = Paper(
    name="adaptive",
    title="An opponent as strong as its person (promised by the Reversi paper)",
    author="Papamu",
    year=2026,
    where="this laboratory",
    tables=tables.tables,
    minutes={"smoke": "seconds", "laptop": "five minutes", "paper": "1.8 hours"},
)
