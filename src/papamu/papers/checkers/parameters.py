"""What the experiments of the checkers report are told: one dataclass for each kind of work."""

from __future__ import annotations

from dataclasses import dataclass

from papamu.learn.convnet.report_course import NetCourse
from papamu.learn.harvest import Harvest

PROGRAM, TEXT = "program", "text"  # the rules that the program plays, and those that the text describes


def spec(board: str, rules: str, teleport: float) -> str:
    """The game of an experiment; who begins is drawn, as in the report."""
    return f"checkers:{board},rules={rules},teleport={teleport:g},first=random"


@dataclass(frozen=True)
class Series:
    """Games of the tree, as player 2, against the baseline, as player 1 (§6)."""

    board: str
    """“6x6” to “14x14”"""
    sims: int
    """rollouts a move: 500, on large boards 100 to 200"""
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
    """of each board"""


@dataclass(frozen=True)
class Version:
    """What networks that differ in one thing have in common: they share the seed of this."""

    version: int


@dataclass(frozen=True)
class Guided:
    """A network learns from boards of a tree and plays, as player 2, against the baseline (§7: Tree+NN)."""

    course: NetCourse
    """its layers, inputs and training"""
    data: Harvest
    """where its boards come from"""
    game: str
    """that it plays"""
    games: int = 100
    """against the baseline"""
    counted: bool = False
    """are the nodes counted that the program's tree would make?"""
    plies: int = 1
    """how far it looks: at the boards after its moves, or (2) at those after the answers to them"""

    @property
    def seeded_by(self) -> Version:
        """The version: so that changes of one thing at a time are seen with the same seeds."""
        return Version(self.course.version)
