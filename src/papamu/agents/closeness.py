"""How close a game was, from one player's values at its turns: lead changes, swings, mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

_EVEN = 0.05  # so near the middle nobody leads
_MISTAKE = 0.05  # what is less is no mistake worth a word
_NAMED = 3


@dataclass(frozen=True)
class Thought:
    """What a player thought when it moved."""

    number: int  # of the move in the game, from 1
    move: str  # that it played
    loss: float  # what that gave away, of all that could be given away: 0 … 1
    standing: float | None = None  # its chances before the move, 0 … 1, where it can say


@dataclass(frozen=True)
class Swing:
    """The largest change of standing between two turns."""

    number: int  # of the move after it
    before: float
    after: float


@dataclass(frozen=True)
class Closeness:
    """How close a game was."""

    lead_changes: int | None  # None: the player cannot say how it stands
    swing: Swing | None
    mistakes: tuple[Thought, ...]  # the largest losses, largest first

    @classmethod
    def of(cls, thoughts: Sequence[Thought]) -> Closeness:
        """Of a game in which this was thought, in order."""
        stood = [(thought.number, thought.standing) for thought in thoughts if thought.standing is not None]
        leads = [share > 0.5 for _, share in stood if abs(share - 0.5) > _EVEN]
        changes = sum(one != other for one, other in pairwise(leads))
        swings = [Swing(at, before, now) for (_, before), (at, now) in pairwise(stood)]
        mistakes = sorted((one for one in thoughts if one.loss >= _MISTAKE), key=lambda one: -one.loss)
        return cls(
            changes if stood else None,
            max(swings, key=lambda swing: abs(swing.after - swing.before), default=None),
            tuple(mistakes[:_NAMED]),
        )

    def lines(self) -> list[str]:
        """In words, the player speaking of itself in the third person."""
        said = []
        if self.lead_changes is not None:
            times = {0: "never changed hands", 1: "changed hands once"}
            lead = times.get(self.lead_changes, f"changed hands {self.lead_changes} times")
            said.append(f"As it saw the game, the lead {lead}{self._swing_text()}.")
        if self.mistakes:
            named = ", ".join(f"{one.move} (move {one.number}, {one.loss:.0%})" for one in self.mistakes)
            said.append(f"Given away on purpose, as a share of the most it could lose: {named}.")
        else:
            said.append("It made no mistake on purpose.")
        return said

    def _swing_text(self) -> str:
        swing = self.swing
        if swing is None or abs(swing.after - swing.before) < _EVEN:
            return ""
        return (
            f"; the largest swing, before move {swing.number}, took its chances "
            f"from {swing.before:.0%} to {swing.after:.0%}"
        )
