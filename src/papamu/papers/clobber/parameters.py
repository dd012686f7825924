"""The parameters of the Clobber thesis's experiments: one dataclass for each kind of work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

PLAYOUTS = (5, 10, 20, 50)  # of the Monte Carlo players, in Tables 5.2, 5.3 and 5.17


@dataclass(frozen=True)
class Training:
    """A network learns as Black against Random, then plays on without learning."""

    KIND: ClassVar[str] = "Training"

    board: str
    """rows x columns, e.g. "4x4" """
    hidden: tuple[int, ...]
    """nodes of each hidden layer, bias not counted"""
    lr: float
    """the learning rate α"""
    target: float
    """what the output should be after a won game; minus that after a lost one"""
    activation: str = "relu"
    """"relu" or "leaky-relu" (0.01 below zero); ReLU in all tables but 5.16 and 5.17"""
    tau: float = 0.0
    """the temporal rate τ: α grows by this share with every position of a game; 0 but in Table 5.15"""
    games: int = 1_000_000
    """games to learn from; section 5.3, “unless we note otherwise”"""
    tests: int = 100_000
    """games without learning, of which the table gives the wins; section 5.3"""


@dataclass(frozen=True)
class MonteCarloTest:
    """Table 5.17: a network that has learned against Random plays against Monte Carlo."""

    KIND: ClassVar[str] = "Meeting"

    training: Training
    """how the network learned"""
    games: int = 1_000
    """games against each Monte Carlo player (5, 10, 20 and 50 playouts); caption of Table 5.17"""

    @property
    def seeded_by(self) -> Training:
        """The training: with the parameters of another table it is that table's network."""
        return self.training


@dataclass(frozen=True)
class PatternNetwork:
    """Our own method: a network that sees patterns and learns from self-play, tested as in the thesis."""

    KIND: ClassVar[str] = "Own"

    board: str
    """rows x columns"""
    encoding: str = "3x3"
    """what it sees: windows on every place, patterns equal by symmetry being one"""
    hidden: tuple[int, ...] = (64, 16)
    """nodes of each hidden layer"""
    lr: float = 0.1
    """the learning rate of the first games; twice as much destroyed the network"""
    lr_end: float = 0.0025
    """and of the last"""
    explore: float = 0.1
    """how often it plays a random move while learning"""
    wild: float = 0.5
    """fraction of self-play games in which White moves at random"""
    games: int = 1_000_000
    """games to learn from, as many as the thesis's networks"""
    tests: int = 100_000
    """games as Black against Random, without learning"""
    meetings: int = 1_000
    """games as Black against Monte Carlo with 50 playouts"""


@dataclass(frozen=True)
class Match:
    """Tables 5.1 to 5.3: two players that learn nothing; Black begins, and nobody changes seats."""

    KIND: ClassVar[str] = "Match"

    board: str
    """rows x columns"""
    black: str
    """the agent whose wins are counted, e.g. "mc:playouts=5" """
    white: str
    """the other agent"""
    games: int
    """100,000 in Table 5.1, 1,000 in Tables 5.2 and 5.3"""
