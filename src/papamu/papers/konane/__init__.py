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
    minutes={
        "smoke": "a minute the first time, then seconds",
        "laptop": "eight minutes",
        "paper": "about an hour",
    },
    abstract=(
        "Eighteen ways to judge a Konane board play against a random player, and the best twelve against each "
        "other, looking one to four moves ahead. The best of them then teaches small neural networks: at "
        "every turn a network learns how the teacher values each legal move. The thesis compares three ways "
        "to show the board to the network, hidden layers, learning rates and teachers that look further "
        "ahead."
    ),
    found=(
        "The order of the evaluation functions is the published one: counting movable pieces is best.",
        "The order of the three representations on 4×4 and the shapes of their curves are the same.",
        "On 4×4 the second player always wins, which explains the exact half of all games against the "
        "teacher.",
        "A network that learns from its own games, without a teacher, beats both Random and the teacher more "
        "often.",
    ),
    differs=(
        "Single pairs of functions differ by more than chance. Some published pairs contradict their own "
        "table.",
        "Networks that learn for one side only do not match their teacher here.",
        "Networks win less against the teacher. These games repeat themselves, so the figures are uncertain.",
    ),
)
