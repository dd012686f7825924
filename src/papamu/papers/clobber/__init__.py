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
    minutes={
        "smoke": "half a minute the first time, then seconds",
        "laptop": "nine minutes",
        "paper": "2.7 hours",
    },
    abstract=(
        "A small neural network looks at the board after each of its moves and plays the move it values most. "
        "It plays Black against a random player and learns from every game it wins or loses. The thesis "
        "varies the learning rate, the target, the hidden layers and the board. Again and again its ReLU "
        "units die; Leaky ReLU turns out best on 6×6."
    ),
    found=(
        "The players that do not learn win as often as published, within sampling error.",
        "Where the networks live on both sides, they are a few points apart and in the same order.",
        "A network that sees small patterns and plays itself wins far more often, without any search.",
    ),
    differs=(
        "When networks die: the published ones die at a learning rate ten times lower than ours.",
        "Leaky ReLU (5.16): the order of the rows is the same, but ours win less at every rate.",
        "Against Monte Carlo (5.17) the published figures hardly change with the playouts. Ours fall as Monte "
        "Carlo grows stronger.",
    ),
)
