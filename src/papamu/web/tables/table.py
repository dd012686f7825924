"""One game at a table: its seats, its line of moves, and the actions that are possible.

A `Table` never changes: every action returns a new one, which is stored before anybody sees it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from papamu.core.errors import PapamuError
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.record import Record
from papamu.kernel.random import draw, stream
from papamu.web.limits import MOST_MOVES
from papamu.web.tables.table_errors import TurnError

_CHANCE = 3  # the key of the random streams of what chance does
RANDOM = "random"  # the agent that plays on for a person who has resigned, where others still play


@dataclass(frozen=True)
class Seat:
    """A seat at the table: a person, or an agent."""

    kind: str  # "person" or "agent"
    name: str  # a person's, or what the agent is called
    spec: str | None = None  # the agent, as people write it
    budget_ms: int | None = None  # the most it may think about a move
    resigned: bool = False

    @property
    def is_person(self) -> bool:
        """Is it a person, not an agent?"""
        return self.kind == "person"

    @property
    def in_record(self) -> str:
        """Who sat here, for a game record."""
        who = "human" if self.is_person else str(self.spec)
        return f"human, then {who}" if self.resigned else who


@dataclass(frozen=True)
class Comment:
    """What an agent said about the game after its end."""

    seat: int
    text: str


@dataclass(frozen=True)
class Table:
    """A game between the people and agents on its seats."""

    id: str
    seats: tuple[Seat, ...]
    position: Position  # the last one; those before it are its line
    seed: int
    times: tuple[int | None, ...] = ()  # milliseconds that each move took
    seq: int = 0  # counts the changes: a page with an older number has missed something
    paused: bool = False  # agents wait to be asked
    pace_ms: int = 0  # agents wait this long before each move, so that people can follow
    gave_up: tuple[int, ...] = ()  # the seats of people who resigned, in order
    ended: bool = False  # by resignation
    counted: bool = False  # have the agents been notified of the end? Playing on after an undo is practice
    comments: tuple[Comment, ...] = ()
    key: str = ""  # the browser that opened it, for its list of recent tables
    created: float = 0.0
    changed: float = 0.0
    # Where the random numbers of each seat's agent go on, whichever process answers next. Not stored.
    streams: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    # -- properties ---------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """What is played."""
        return self.position.game

    @property
    def over(self) -> bool:
        """Has the game ended, by the rules or by resignation?"""
        return self.ended or self.position.is_over

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people, including those who resigned and were replaced."""
        return tuple(k for k, seat in enumerate(self.seats) if seat.is_person or seat.resigned)

    @property
    def on_turn(self) -> Seat:
        """The seat to move."""
        return self.seats[self.position.player]

    @property
    def plies(self) -> int:
        """How many moves were played."""
        return len(self.times)

    @property
    def person_has_moved(self) -> bool:
        """Is there a move of a person that can be taken back?"""
        earlier = self.position.parent
        while earlier is not None:
            if self.seats[earlier.player].is_person:
                return True
            earlier = earlier.parent
        return False

    def result(self) -> dict[str, Any] | None:
        """Who won and why; none before the end."""
        if self.position.is_over:
            returns = self.position.returns
            best = max(returns) - 1e-9
            winners = [k for k, value in enumerate(returns) if value >= best]
            if len(returns) == 1:
                winners = [0] if returns[0] > 0 else []
            return {"winners": winners, "why": "rules"}
        if self.ended:
            left = [k for k in range(len(self.seats)) if k not in self.gave_up]
            names = [self.game.player_name(k) for k in self.gave_up]
            return {"winners": left, "why": "resigned", "text": f"{' and '.join(names)} resigned"}
        return None

    # -- actions ------------------------------------------------------------------------------

    def play(self, move: int | str, ms: int | None) -> Table:
        """The seat on turn moves."""
        if self.over:
            raise TurnError("the game is over")
        if self.plies >= MOST_MOVES:
            raise TurnError(f"this game has {MOST_MOVES:,} moves, which is the limit")
        chance = int(draw(stream(self.seed, _CHANCE, self.plies), 2**31))
        after = self.position.play(move, seed=chance)
        return self._changed(position=after, times=(*self.times, ms))

    def continue_stream(self, seat: int, words: tuple[int, ...]) -> Table:
        """The agent on a seat has drawn random numbers: the next ones follow these."""
        return replace(self, streams={**self.streams, seat: words})

    def undo(self) -> Table:
        """Back to the last move of a person; where only agents play, back by one move."""
        if self.ended:
            raise TurnError("the game was resigned, so no move can be taken back")
        earlier = self.position.parent
        alone = not any(seat.is_person for seat in self.seats)
        while earlier is not None and not alone and not self.seats[earlier.player].is_person:
            earlier = earlier.parent
        if earlier is None:
            raise TurnError("there is no move of yours to take back")
        return self._changed(position=earlier, times=self.times[: len(earlier.line) - 1])

    def resign(self, seat: int) -> Table:
        """A person resigns: with two players the other wins, with more a random agent plays on."""
        if self.over:
            raise TurnError("the game is over")
        if not 0 <= seat < len(self.seats) or not self.seats[seat].is_person:
            raise TurnError(f"no human sits on seat {seat}, so no one can resign there")
        gave_up = (*self.gave_up, seat)
        if len(self.seats) <= 2:
            return self._changed(gave_up=gave_up, ended=True)
        who = replace(self.seats[seat], kind="agent", name=RANDOM, spec=RANDOM, resigned=True)
        return self._changed(gave_up=gave_up, seats=self._with(seat, who))

    def swap(self) -> Table:
        """Everybody moves to the next seat, and the game continues."""
        if self.over:
            raise TurnError("the game is over")
        if len(self.seats) < 2:
            raise TurnError("there is only one seat")
        moved = (self.seats[-1], *self.seats[:-1])
        gave_up = tuple((seat + 1) % len(self.seats) for seat in self.gave_up)
        return self._changed(seats=moved, gave_up=gave_up)

    def pause(self, paused: bool, pace_ms: int | None = None) -> Table:
        """Agents wait to be asked, or continue."""
        pace = self.pace_ms if pace_ms is None else pace_ms
        return self._changed(paused=paused, pace_ms=pace)

    def finish(self, comments: Sequence[Comment]) -> Table:
        """The agents know the result, and this is what they said about it."""
        return self._changed(counted=True, comments=(*self.comments, *comments))

    def _with(self, at: int, seat: Seat) -> tuple[Seat, ...]:
        return (*self.seats[:at], seat, *self.seats[at + 1 :])

    def _changed(self, **what: Any) -> Table:
        return replace(self, seq=self.seq + 1, changed=time.time(), **what)

    # -- the line -----------------------------------------------------------------------------

    def record(self) -> Record:
        """The game so far."""
        return Record.of(self.position, [seat.in_record for seat in self.seats], self.seed)

    def at(self, ply: int) -> Position:
        """The position after this many moves."""
        line = self.position.line
        if not 0 <= ply < len(line):
            raise PapamuError(f"there is no position after {ply} moves: this game has {len(line) - 1}")
        return line[ply]
