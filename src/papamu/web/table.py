"""One game at a table: who sits there, how it came to where it is, and what can be done. Nothing changes:
every action gives a new `Table`, which is kept (`book`) before anybody sees it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from papamu.errors import PapamuError
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.record import Record
from papamu.kernel.random import draw, stream
from papamu.web.limits import MOST_MOVES

_CHANCE = 3  # the key of the random streams of what chance does
RANDOM = "random"  # who goes on for somebody who has resigned, where others still play


class TurnError(PapamuError):
    """Something that cannot be done now, though it could be at another time."""


@dataclass(frozen=True)
class Seat:
    """A place at the table: a person, or an agent."""

    kind: str  # "person" or "agent"
    name: str  # a person's, or what the agent is called
    spec: str | None = None  # the agent, as people write it
    budget_ms: int | None = None  # the most it may think about a move
    resigned: bool = False

    @property
    def is_person(self) -> bool:
        """Does somebody have to be asked?"""
        return self.kind == "person"

    @property
    def in_record(self) -> str:
        """Who sat here, for a game record."""
        who = "human" if self.is_person else str(self.spec)
        return f"human, then {who}" if self.resigned else who


@dataclass(frozen=True)
class Saying:
    """What somebody at the table has said."""

    seat: int
    text: str


@dataclass(frozen=True)
class Table:
    """A game between the persons and agents on its seats."""

    id: str
    seats: tuple[Seat, ...]
    position: Position  # the last one; those before it are its line
    seed: int
    times: tuple[int | None, ...] = ()  # milliseconds that each move took
    seq: int = 0  # counts the changes: who knows an older number has missed something
    paused: bool = False  # agents wait to be asked
    pace_ms: int = 0  # agents take at least so long, so that one can watch
    gave_up: tuple[int, ...] = ()  # seats, in order
    ended: bool = False  # by giving up
    counted: bool = False  # have the agents heard of the end? What is taken back later is practice
    says: tuple[Saying, ...] = ()
    key: str = ""  # whose table it is, for the list of recent ones
    created: float = 0.0
    changed: float = 0.0

    # -- what it is ---------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """What is played."""
        return self.position.game

    @property
    def over(self) -> bool:
        """By the rules, or given up."""
        return self.ended or self.position.is_over

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of persons; who gave up and was replaced sat there too."""
        return tuple(k for k, seat in enumerate(self.seats) if seat.is_person or seat.resigned)

    @property
    def on_turn(self) -> Seat:
        """Who is to move."""
        return self.seats[self.position.player]

    @property
    def plies(self) -> int:
        """How many moves were played."""
        return len(self.times)

    def result(self) -> dict[str, Any] | None:
        """Who won and why, or nothing while it goes on."""
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
        """A move by whoever is on turn."""
        if self.over:
            raise TurnError("the game is over")
        if self.plies >= MOST_MOVES:
            raise TurnError(f"this game has {MOST_MOVES:,} moves, and no more are kept")
        chance = int(draw(stream(self.seed, _CHANCE, self.plies), 2**31))
        after = self.position.play(move, seed=chance)
        return self._changed(position=after, times=(*self.times, ms))

    def undo(self) -> Table:
        """Back to where a person last moved; where only agents play, by a move."""
        if self.ended:
            raise TurnError("the game was given up, so nothing can be taken back")
        earlier = self.position.parent
        alone = not any(seat.is_person for seat in self.seats)
        while earlier is not None and not alone and not self.seats[earlier.player].is_person:
            earlier = earlier.parent
        if earlier is None:
            raise TurnError("there is no move of yours to take back")
        return self._changed(position=earlier, times=self.times[: len(earlier.line) - 1])

    def resign(self, seat: int) -> Table:
        """A person gives up: with two players the other wins, with more a random player goes on."""
        if self.over:
            raise TurnError("the game is over")
        if not 0 <= seat < len(self.seats) or not self.seats[seat].is_person:
            raise TurnError(f"no person sits on seat {seat}, so nobody can resign there")
        gave_up = (*self.gave_up, seat)
        if len(self.seats) <= 2:
            return self._changed(gave_up=gave_up, ended=True)
        who = replace(self.seats[seat], kind="agent", name=RANDOM, spec=RANDOM, resigned=True)
        return self._changed(gave_up=gave_up, seats=self._with(seat, who))

    def swap(self) -> Table:
        """Everybody moves on by a seat, and the game goes on."""
        if self.over:
            raise TurnError("the game is over")
        if len(self.seats) < 2:
            raise TurnError("there is only one seat")
        moved = (self.seats[-1], *self.seats[:-1])
        gave_up = tuple((seat + 1) % len(self.seats) for seat in self.gave_up)
        return self._changed(seats=moved, gave_up=gave_up)

    def pause(self, paused: bool, pace_ms: int | None = None) -> Table:
        """Agents wait to be asked, or go on."""
        pace = self.pace_ms if pace_ms is None else pace_ms
        return self._changed(paused=paused, pace_ms=pace)

    def heard(self, sayings: Sequence[Saying]) -> Table:
        """The agents know how the game ended, and have said this about it."""
        return self._changed(counted=True, says=(*self.says, *sayings))

    def _with(self, at: int, seat: Seat) -> tuple[Seat, ...]:
        return (*self.seats[:at], seat, *self.seats[at + 1 :])

    def _changed(self, **what: Any) -> Table:
        return replace(self, seq=self.seq + 1, changed=time.time(), **what)

    # -- for others ---------------------------------------------------------------------------

    def record(self) -> Record:
        """The game so far."""
        return Record.of(self.position, [seat.in_record for seat in self.seats], self.seed)

    def at(self, ply: int) -> Position:
        """The position after so many moves."""
        line = self.position.line
        if not 0 <= ply < len(line):
            raise PapamuError(f"there is no position after {ply} moves: this game has {len(line) - 1}")
        return line[ply]
