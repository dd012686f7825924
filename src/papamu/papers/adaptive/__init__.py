"""The opponent one enjoys: what the Reversi paper promises and does not build, proven by simulation."""

from __future__ import annotations

from papamu.lab.paper import Paper
from papamu.papers.adaptive.tables import tables

PAPER = Paper(
    name="adaptive",
    title="An opponent as strong as its person (promised by the Reversi paper)",
    author="Papamu",
    year=2026,
    where="this laboratory",
    tables=tables,
    minutes={"smoke": "seconds", "laptop": "five minutes", "paper": "1.8 hours"},
)
