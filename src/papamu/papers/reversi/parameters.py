"""The parameters of the Reversi paper's experiments: one dataclass for each kind of work.

All experiments with the same maps have the seed of these maps, so they use the very same ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from papamu.learn.som.map_training import MapCourse
from papamu.learn.som.td_session import Learning

MOVE_SPANS = ((1, 10), (11, 20), (21, 30), (31, 40), (41, 50), (51, 60))  # of Table 6


@dataclass(frozen=True)
class StageMapTraining:
    """The map of one stage is trained."""

    KIND: ClassVar[str] = "Mapped"

    maps: MapCourse
    """all maps of the course that it belongs to"""
    stage: int
    """from 0"""

    @property
    def seeded_by(self) -> MapCourse:
        """The maps."""
        return self.maps


@dataclass(frozen=True)
class BoardRetrieval:
    """Boards are shown to maps and retrieved from the winning neurons (§7.2.1, §7.3.1)."""

    KIND: ClassVar[str] = "Retrieved"

    maps: MapCourse
    """which maps"""
    thresholds: str
    """“statistical”, “genetic”, “zero”, or a number"""
    fresh: bool = False
    """boards of new games, or of the first games that the maps were trained with"""
    games: int = 300
    """§7.2.1: “validated by 300 games”"""

    @property
    def seeded_by(self) -> MapCourse:
        """The maps."""
        return self.maps


@dataclass(frozen=True)
class ValueLearning:
    """Values of map states are learned in games against Random (§7.2.2, §7.3.2)."""

    KIND: ClassVar[str] = "Learned"

    maps: MapCourse
    """which maps"""
    thresholds: str
    """“statistical” for the conventional SOM, “zero” for the IP-SOM"""
    learning: Learning
    """how values are learned"""
    tests: int = 10_000
    """games without exploration and learning, after it"""

    @property
    def seeded_by(self) -> MapCourse:
        """The maps."""
        return self.maps


@dataclass(frozen=True)
class PatternNetwork:
    """Our own method: a network that sees patterns and learns by TD from self-play."""

    KIND: ClassVar[str] = "Own"

    games: int
    """to learn from"""
    encoding: str = "3x3,1x8"
    """windows whose contents are its inputs"""
    hidden: tuple[int, ...] = (64, 16)
    """nodes of its hidden layers"""
    lr: float = 0.05
    """the learning rate of the first games"""
    lr_end: float = 0.0025
    """and of the last"""
    lam: float = 0.7
    """λ"""
    explore: float = 0.1
    """how often it plays a random move while learning"""
    wild: float = 0.5
    """fraction of its games in which White moves at random"""
    tests: int = 10_000
    """games against Random, on each seat, with the closing search and without"""
