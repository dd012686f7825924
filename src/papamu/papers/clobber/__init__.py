"""The Clobber thesis: networks with ReLU and Leaky ReLU that learn online, all of its experiments.

What is here:

    parameters  The parameters of the Clobber thesis's experiments: one dataclass for each kind of work
    tables/     The tables of the Clobber thesis in its order, and what it says only in words
    work/       Work functions of the Clobber thesis: matches, networks
"""

from __future__ import annotations

from papamu.lab.study import Paper
from papamu.papers.clobber import tables

PAPER = Paper(
    name="clobber",
    title="Using the Rectified Linear Unit activation function in Neural Networks for Clobber",
    author="Laurens Damhuis",
    year=2018,
    where="bachelor thesis, Leiden University (LIACS)",
    tables=tables.tables,
    minutes={"smoke": "seconds", "laptop": "nine minutes", "paper": "2.7 hours"},
)
