"""The Blokus report: four networks that learn against each other, and what makes them beat greedy."""

from __future__ import annotations

from papamu.lab.paper import Paper
from papamu.papers.blokus.pictures import pictures
from papamu.papers.blokus.tables import tables

PAPER = Paper(
    name="blokus",
    title="Machine Learning in Blokus",
    author="Alexander Thannhauser, Hao Li",
    year=2017,
    where="course report",
    tables=tables,
    minutes={"smoke": "a minute", "laptop": "fifteen minutes", "paper": "an hour"},
    pictures=pictures,
)
