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
    title="An opponent as strong as its player (promised by the Reversi paper)",
    author="Papamu",
    year=2026,
    where="this laboratory",
    tables=tables.tables,
    minutes={"smoke": "seconds", "laptop": "five minutes", "paper": "1.8 hours"},
    abstract=(
        "The Reversi paper promises an opponent that becomes as strong as its player, and does not build one. "
        "This is ours, tested on simulated people of many strengths in all five games. It is made to win half "
        "of the points, or any other share."
    ),
    found=(
        "Against most simulated people it scores the wanted share within a few points.",
        "It also works with four players, and for other shares than one half.",
    ),
    differs=(
        "Against people who are stronger than the wrapped agent, the share is out of reach; the tables say "
        "where.",
    ),
)
