"""The rating of a person, Elo-like, against one wrapped agent: `adaptive` takes its strength from it.

The scale belongs to one game and one wrapped agent: `FULL` is that agent at full strength, and `REACH` points
below it is the same agent that always plays its worst move. Each game moves the rating towards where
the result was to be expected: far at first, less later, and never nothing, so that who learns is followed and
the score comes to the wanted share in the long run.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

FULL = 2000.0  # the wrapped agent as it is
REACH = 1600.0  # from its best play to its worst: about as far as measured (`docs/adaptive.md`)
START = 1200.0  # of somebody unknown
_FIRST, _LAST = 320.0, 60.0  # how far a result moves the rating: in the first game, and at least
_FADES = 10.0  # after so many games half as far
_ELO = 400.0  # points for ten times the odds


@dataclass(frozen=True)
class PersonRating:
    """What is known of a person at one game, against one wrapped agent."""

    rating: float = START
    games: int = 0
    points: float = 0.0  # the person's: 1 a win, ½ a draw
    last: str = ""  # when they last played

    def strength(self, share: float) -> float:
        """The strength at which the agent is expected to come to this share, as far as it has it."""
        wanted = self.rating + _ELO * math.log10(share / (1.0 - share))
        return min(FULL, max(FULL - REACH, wanted))

    def dial(self, share: float) -> float:
        """How far from full strength the agent is to play: 0 is all of it, 1 the other end."""
        return (FULL - self.strength(share)) / REACH

    def expected(self, share: float) -> float:
        """The agent's expected score at that strength: the share itself, except out of its reach."""
        return 1.0 / (1.0 + math.pow(10.0, (self.rating - self.strength(share)) / _ELO))

    def after(self, score: float, share: float, when: str = "") -> PersonRating:
        """What is known after a game in which the agent, playing for `share`, scored so much (0 … 1)."""
        step = max(_LAST, _FIRST / (1.0 + self.games / _FADES))
        rating = self.rating + step * (self.expected(share) - score)
        points = self.points + 1.0 - score
        return replace(self, rating=rating, games=self.games + 1, points=points, last=when)
