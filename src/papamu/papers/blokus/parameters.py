"""What the experiments of the Blokus report are told: its course, and what is changed of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from papamu.learn.course import EACH_OTHER, Course

GAME = "blokus"
SQUARES = 89
Changes = tuple[tuple[str, Any], ...]

# The text: 400 inputs (owners 0–4), five hidden layers of 50, all sigmoid, no bias, own score / 89.
# Start weights are not said: uniform −1 … 1. The rate is the program's. Boards are learned one by one.
REPORT: dict[str, Any] = {
    "hidden": (50,) * 5,
    "activation": "sigmoid",
    "bias": False,
    "encoding": "owners",
    "start": "unit",
    "lr": 0.8,
    "target": 1.0,
    "lost": 0.0,
    "worth": "score",
    "divisor": float(SQUARES),
    "seat": EACH_OTHER,
}


@dataclass(frozen=True)
class Learned:
    """Networks that learn, play one game among themselves, and are tested."""

    games: int
    """that are learned from"""
    tests: int
    """games against three random players, and as many against three greedy ones, seats in turn"""
    changes: Changes = ()
    """of the report's course"""
    every: int = 0
    """games from one point of the curves to the next; 0: fifty points"""


LEARNED = "learned"  # rivals: the network itself, without a tree


@dataclass(frozen=True)
class Searched:
    """A tree search against three of a kind."""

    learned: Learned
    """the network of the study, which may order its moves, and is its rival"""
    told: str
    """its spec"""
    ordered: bool
    """whether the network orders its moves"""
    rivals: str
    """an agent, or LEARNED"""
    games: int
    openings: ClassVar[int] = 0
    """plies at random before they play"""

    @property
    def seeded_by(self) -> Learned:
        """The network is the one of the ladder."""
        return self.learned


@dataclass(frozen=True)
class Opened(Searched):
    """The same after a first piece of each player at random.

    Where neither a search nor its rivals draw lots they would play the same game again and again.
    """

    openings: int = 4  # type: ignore[misc]


def course_of(params: Learned, seed: int) -> Course:
    """The report's course with the changes."""
    fields = {**REPORT, **dict(params.changes)}
    fields["hidden"] = tuple(fields["hidden"])
    return Course(GAME, games=params.games, every=params.every, seed=seed, **fields)
