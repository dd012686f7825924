"""The Clobber thesis: networks with ReLU and Leaky ReLU that learn online, all of its experiments."""

from __future__ import annotations

from papamu.lab.paper import Paper
from papamu.papers.clobber.tables import tables

PAPER = Paper(
    name="clobber",
    title="Using the Rectified Linear Unit activation function in Neural Networks for Clobber",
    author="Laurens Damhuis",
    year=2018,
    where="bachelor thesis, Leiden University (LIACS)",
    tables=tables,
    minutes={"smoke": "seconds", "laptop": "nine minutes", "paper": "2.7 hours"},
)
