"""The parameters of the checkers report's experiments: one dataclass for each kind of work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from papamu.learn.convnet.alphazero.course import AlphaZeroCourse
from papamu.learn.convnet.checkers_report.course import ReportCourse
from papamu.learn.tree_data import TreeData

PROGRAM, TEXT = "program", "text"  # the rules that the program plays, and those that the text describes
SIMS = 200  # per move, of the tree that a network guides


def spec(board: str, rules: str, teleport: float) -> str:
    """The game of an experiment; who begins is drawn, as in the report."""
    return f"checkers:{board},rules={rules},teleport={teleport:g},first=random"


@dataclass(frozen=True)
class TreeSeries:
    """Games of the tree, as player 2, against the baseline, as player 1 (§6)."""

    KIND: ClassVar[str] = "Series"

    board: str
    """“6x6” to “14x14”"""
    sims: int
    """rollouts per move: 500, on large boards 100 to 200"""
    rules: str = PROGRAM
    """“program”, with which the published figures were made, or “text”"""
    teleport: float = 0.1
    """the chance of a teleport after each turn"""
    select: str = "uct"
    """“uct”, “exploit” or “explore”"""
    rollout: str = "tree"
    """“tree”, the report's; “random”, ordinary UCT"""
    c: float = 1.0
    """C of the formula: the program has 1"""
    games: int = 100
    """per board"""


@dataclass(frozen=True)
class NetworkVersion:
    """What networks that differ in one thing have in common: they share its seed."""

    KIND: ClassVar[str] = "Version"

    version: int


@dataclass(frozen=True)
class NetworkSeries:
    """A network learns from boards of a tree and plays, as player 2, against the baseline (§7: Tree+NN)."""

    KIND: ClassVar[str] = "Guided"

    course: ReportCourse
    """its layers, inputs and training"""
    data: TreeData
    """where its boards come from"""
    game: str
    """the game that it plays"""
    games: int = 100
    """against the baseline"""
    counted: bool = False
    """whether the nodes are counted that the program's tree would make"""
    plies: int = 1
    """search depth: the boards after its own moves (1), or those after the replies to them (2)"""

    @property
    def seeded_by(self) -> NetworkVersion:
        """The version: so that the effect of each change is seen with the same seeds."""
        return NetworkVersion(self.course.version)


@dataclass(frozen=True)
class OpponentMatch:
    """A match of the tree that a network guides."""

    game: str
    """the game"""
    opponent: str
    """the agent it plays against"""
    games: int
    """seats swapped in pairs"""


@dataclass(frozen=True)
class AlphaZeroNetwork:
    """Beyond the report: a network that learns from its own games, then guides a tree in these matches."""

    KIND: ClassVar[str] = "Taught"

    course: AlphaZeroCourse
    """how it learns"""
    meetings: tuple[OpponentMatch, ...]
    """whom it plays then"""
    sims: int = SIMS
    """simulations a move in these matches"""
