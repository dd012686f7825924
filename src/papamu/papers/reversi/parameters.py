"""What the experiments of the Reversi paper are told: one dataclass for each kind of work.

Everything that is made with the same maps has the seed of these maps: so all of it finds the very same ones.
"""

from __future__ import annotations

from dataclasses import dataclass

from papamu.learn.map_learning import Learning
from papamu.learn.mapping import MapCourse


@dataclass(frozen=True)
class Mapped:
    """The map of one stage is trained."""

    maps: MapCourse
    """all maps that it is one of"""
    stage: int
    """from 0"""

    @property
    def seeded_by(self) -> MapCourse:
        """The maps."""
        return self.maps


@dataclass(frozen=True)
class Retrieved:
    """Boards are shown to maps and come back from their winners (§7.2.1, §7.3.1)."""

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
class Learned:
    """Values are learned on maps in games against Random (§7.2.2, §7.3.2)."""

    maps: MapCourse
    """which maps"""
    thresholds: str
    """“statistical” for the conventional SOM, “zero” for the IP-SOM"""
    learning: Learning
    """how"""
    tests: int = 10_000
    """games without exploration and learning, after it"""

    @property
    def seeded_by(self) -> MapCourse:
        """The maps."""
        return self.maps


@dataclass(frozen=True)
class Own:
    """Our own player: patterns and TD, playing itself."""

    games: int
    """that it learns from"""
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
    """how often it plays a random move"""
    wild: float = 0.5
    """in which share of its games White plays at random"""
    tests: int = 10_000
    """games against Random, on each seat, with the closing search and without"""
