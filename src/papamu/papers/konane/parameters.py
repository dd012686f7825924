"""The parameters of the Konane thesis's experiments: one dataclass for each kind of work."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

BOTH, BLACK, WHITE = "both", "black", "white"


def minimax(letter: str, depth: int = 1) -> str:
    """The spec of the player that searches so many plies with an evaluation function."""
    return f"minimax:eval={letter},depth={depth}"


@dataclass(frozen=True)
class Match:
    """Two players that do not learn."""

    KIND: ClassVar[str] = "Match"

    board: str
    """rows x columns, e.g. "8x8" """
    first: str
    """the agent whose wins are counted, e.g. "minimax:eval=q,depth=1" """
    second: str
    """the other agent"""
    games: int = 1_000
    """section 3.3: “I play 1000 games, rotating who goes first”"""
    seat: str = BOTH
    """where the first one sits: "both" in turn, "black" (who begins) or "white" """


@dataclass(frozen=True)
class TaughtNetwork:
    """A network is taught while it plays Random, and its best weights are tested."""

    KIND: ClassVar[str] = "Taught"

    board: str
    """rows x columns"""
    representation: str
    """"A", "B" or "C" (section 5.1)"""
    hidden: int
    """nodes of the hidden layer"""
    games: int
    """200,000 on 4x4, a million on 6x6, 400,000 on 8x8"""
    compares: bool = False
    """two boards in (section 5.2), or one"""
    near: bool = False
    """section 8: first a layer where each node sees one cell and its neighbours"""
    teacher: str = "q"
    """which of the functions a … r"""
    depth: int = 1
    """how many plies the teacher looks ahead"""
    seat: str = BOTH
    """which side it plays"""
    lr: float = 0.01
    """section 3.2"""
    momentum: float = 0.01
    """section 3.2"""
    activation: str = "conx"
    """sigmoid, its slope as the thesis's library Conx has it: 0.1 more than the derivative"""
    every: int = 5_000
    """after so many games the weights are saved: each of those plays, too"""
    tests: int = 1_000
    """games of the best weights, and of each saved network, against each opponent"""


@dataclass(frozen=True)
class UnsmoothedCurve:
    """Figure 9: the learning curve of a `TaughtNetwork` with a point every hundred games."""

    KIND: ClassVar[str] = "Raw"

    taught: TaughtNetwork
    """how the network learned"""
    every: int = 100
    """games per point"""

    @property
    def seeded_by(self) -> TaughtNetwork:
        """It is the same network."""
        return self.taught

    @property
    def closer(self) -> TaughtNetwork:
        """The network's parameters with as many points and without tests."""
        return replace(self.taught, every=self.every, tests=0)


@dataclass(frozen=True)
class TdNetwork:
    """Section 8: a network of the same structure learns by TD, without a teacher."""

    KIND: ClassVar[str] = "Alone"

    board: str
    """rows x columns"""
    representation: str
    """"A", "B" or "C", or windows such as "3x3" """
    hidden: tuple[int, ...]
    """nodes of the hidden layers"""
    games: int
    """as many as the taught network has"""
    itself: bool = False
    """it plays itself, or Random on both sides in turn"""
    lr: float = 0.1
    """the learning rate of the first games"""
    lr_end: float = 0.0025
    """and of the last"""
    lam: float = 0.0
    """λ: how much the result of the game counts compared with the next position"""
    explore: float = 0.1
    """how often it plays a random move while learning"""
    wild: float = 0.0
    """fraction of self-play games in which White moves at random"""
    activation: str = "sigmoid"
    """of its hidden nodes"""
    tests: int = 1_000
    """games against each opponent, without learning"""
