"""The Konane thesis: eighteen evaluation functions, and networks taught by the best of them."""

from __future__ import annotations

from papamu.lab.paper import Paper
from papamu.papers.konane.tables import tables

PAPER = Paper(
    name="konane",
    title="Teaching a Neural Network to Play Konane",
    author="Darby Thompson",
    year=2005,
    where="thesis, Bryn Mawr College",
    tables=tables,
    minutes={"smoke": "seconds", "laptop": "eight minutes", "paper": "about an hour"},
)
