"""The parameters of the Blokus report's experiments: one dataclass for each kind of work, and the report's course."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from papamu.learn.online.course import EACH_OTHER, Course

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
class TrainedNetworks:
    """Networks that learn, play one game among themselves, and are tested."""

    KIND: ClassVar[str] = "Learned"

    games: int
    """to learn from"""
    tests: int
    """games against three random players, and as many against three greedy ones, seats in turn"""
    changes: Changes = ()
    """changes of the report's course"""
    every: int = 0
    """games from one point of the curves to the next; 0: fifty points"""


LEARNED = "learned"  # as rivals: the network itself, without a tree


@dataclass(frozen=True)
class SearchPlayer:
    """A tree search against three opponents of one kind."""

    KIND: ClassVar[str] = "Searched"

    learned: TrainedNetworks
    """the network of the study, which may order its moves, and may be its rival"""
    told: str
    """the spec of the search"""
    ordered: bool
    """whether the network orders its moves"""
    rivals: str
    """an agent, or LEARNED"""
    games: int
    """seats in turn"""
    openings: ClassVar[int] = 0
    """random plies at the beginning of each game"""

    @property
    def seeded_by(self) -> TrainedNetworks:
        """The network: it is the one of the ladder."""
        return self.learned


@dataclass(frozen=True)
class RandomOpeningSearchPlayer(SearchPlayer):
    """The same after a random first piece of each player.

    Where neither the search nor its rivals are random, they would play the same game again and again.
    """

    KIND: ClassVar[str] = "Opened"

    openings: int = 4  # type: ignore[misc]


def course_of(params: TrainedNetworks, seed: int) -> Course:
    """The report's course with changes."""
    fields = {**REPORT, **dict(params.changes)}
    fields["hidden"] = tuple(fields["hidden"])
    return Course(GAME, games=params.games, every=params.every, seed=seed, **fields)
