"""The checkers report: a tree search that selects to the end of the game, three convolutional networks."""

from __future__ import annotations

from papamu.lab.paper import Paper
from papamu.papers.checkers.tables import tables

PAPER = Paper(
    name="checkers",
    title="CIS667 Project Final Report: Checkers",
    author="Jiayu Ding, Kefu Wu, Shuangding Zhu",
    year=2021,
    where="course report, CIS667",
    tables=tables,
    minutes={"smoke": "half a minute", "laptop": "ten minutes", "paper": "two hours"},
)
