"""What a thinker is asked and what it answers: plain data that goes through a pipe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from papamu.games.position import Position


@dataclass(frozen=True)
class Line:
    """A position with the moves that led to it, as texts."""

    game: str
    start: str
    moves: tuple[tuple[str, str | None], ...]  # the move, and what chance did after it

    @classmethod
    def of(cls, position: Position) -> Line:
        """The line of a position."""
        first, *later = position.line
        moves = tuple((str(after.move), after.event) for after in later)
        return cls(str(first.game), first.to_text(), moves)


@dataclass(frozen=True)
class Job:
    """Something to think about."""

    kind: str  # what is asked: see `worker`
    customer: str  # who asks: a table, a review, a match
    line: Line
    agent: str  # who is to think, as `agents.registry` reads it
    budget: float  # seconds
    seat: int = 0
    seed: int = 0
    person: str = ""  # whom it plays with, if anybody
    more: Mapping[str, Any] = field(default_factory=dict)
    study: bool = False  # it can wait: nobody sits there for this one answer


@dataclass(frozen=True)
class Answer:
    """What came of a job."""

    value: Any = None
    error: str | None = None  # one line, if there is no value
    seconds: float = 0.0  # of thinking
    expired: bool = False  # was the error that its time was up?
