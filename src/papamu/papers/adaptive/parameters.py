"""The parameters of the experiments on the adaptive agent: one dataclass for each kind of work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class AdaptiveGames:
    """A simulated person plays against the adaptive agent, game after game."""

    KIND: ClassVar[str] = "Company"

    game: str
    """e.g. "clobber:6x6" """
    base: str
    """the agent behind `adaptive+` """
    person: str
    """the agent that plays for the simulated player; with more than two players, on all other seats"""
    share: float = 0.5
    """the score that the adaptive agent aims at"""
    games: int = 120
    """in all; seats rotate"""
    settling: int = 20
    """games at the beginning that do not count for the score"""
    every: int = 5
    """games per point of the curve"""


@dataclass(frozen=True)
class FullStrengthGames:
    """The adaptive agent at full strength: the highest score it can reach."""

    KIND: ClassVar[str] = "Strength"

    game: str
    """the game"""
    base: str
    """the agent behind `adaptive+` """
    person: str
    """its opponent"""
    games: int
    """seats rotate"""
