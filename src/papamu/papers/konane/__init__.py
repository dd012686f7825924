"""The Konane thesis: eighteen evaluation functions, and networks taught by the best of them.

What is here:

    parameters  The parameters of the Konane thesis's experiments: one dataclass for each kind of work
    tables/     The tables and figures of the Konane thesis in its order, then its future work and our own network
    work/       Work functions of the Konane thesis: matches, networks
"""

from __future__ import annotations

from papamu.lab.study import Paper
from papamu.papers.konane import tables

PAPER = Paper(
    name="konane",
    title="Teaching a Neural Network to Play Konane",
    author="Darby Thompson",
    year=2005,
    where="thesis, Bryn Mawr College",
    tables=tables.tables,
    minutes={"smoke": "seconds", "laptop": "eight minutes", "paper": "about an hour"},
)
