"""What an agent process is asked and what it answers: plain data that goes through a pipe."""

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
class AgentRequest:
    """A question to an agent."""

    kind: str  # one of `request_handlers.HANDLERS`, or "games"
    client: str  # who asks: a table, a review, a match
    line: Line
    agent: str  # the agent's spec, as `agents.registry` reads it
    budget: float  # seconds
    seat: int = 0
    seed: int = 0
    person: str = ""  # the name of the person it plays with, if any
    details: Mapping[str, Any] = field(default_factory=dict)
    background: bool = False  # it can wait: no person is waiting for this one answer
    among_agents: bool = False  # no person plays: a game by seed, so a lesser agent must not stand in
    rng: tuple[int, ...] = ()  # where the agent's random numbers go on; empty: where they begin


@dataclass(frozen=True)
class AgentAnswer:
    """The answer to a request."""

    value: Any = None
    error: str | None = None  # one line, if there is no value
    seconds: float = 0.0  # of thinking
    expired: bool = False  # was the error that its time was up?
    hurried: bool = False  # was it given with less thought than the agent is to take?
    rng: tuple[int, ...] = ()  # the agent's random stream after a move: the next process continues there
