"""What the experiments about the adaptive agent are told."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Company:
    """A person who plays against the adaptive agent, game after game."""

    game: str
    """e.g. "clobber:6x6" """
    base: str
    """the agent behind `adaptive+` """
    person: str
    """the agent that plays for the person; with more than two players, on all other seats"""
    share: float = 0.5
    """the score that the adaptive agent is to come to"""
    games: int = 120
    """in all; seats go round"""
    settling: int = 20
    """of these, games at the beginning that the score does not count"""
    every: int = 5
    """games of a point of the curve"""


@dataclass(frozen=True)
class Strength:
    """The adaptive agent at full strength: as much as it can reach at all."""

    game: str
    """the game"""
    base: str
    """the agent behind `adaptive+` """
    person: str
    """its opponent"""
    games: int
    """seats go round"""
