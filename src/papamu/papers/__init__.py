"""The published studies, one folder each: their tables with the published figures beside ours.

What is here:

    api        Reproductions as a call from Python: `papamu.reproduce("clobber", tables=["5.1"])`
    adaptive/  The adaptive opponent, which the Reversi paper promises and does not build, tested by simulation
    blokus/    The Blokus report: four networks that learn against each other, and what makes them beat greedy
    checkers/  The checkers report: a tree search that selects to the end of the game, three convolutional networks
    clobber/   The Clobber thesis: networks with ReLU and Leaky ReLU that learn online, all of its experiments
    common/    What all studies share: published figures and the tables made from them, sizes at three scales
    konane/    The Konane thesis: eighteen evaluation functions, and networks taught by the best of them
    reversi/   The Reversi paper: self-organizing maps that reduce the board, and learning on top of them
"""

from __future__ import annotations

from papamu.core.registry import Registry
from papamu.lab.study import Paper

_papers: Registry[Paper] = Registry(
    "paper",
    {
        name: f"papamu.papers.{name}:PAPER"
        for name in ("clobber", "konane", "reversi", "checkers", "blokus", "adaptive")
    },
    pluggable=False,
)


def names() -> list[str]:
    """Which studies there are."""
    return _papers.names()


def find(name: str) -> Paper:
    """The study of this name, or an error that says which there are."""
    return _papers.find(name)
