"""The hall: all tables, what persons do at them, and the agents that answer.

Everything here is ordinary blocking code that runs in a few threads of its own, never in the event loop. A
table is changed under its lock: the new one is in the book before anybody sees it.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol

from papamu.errors import PapamuError
from papamu.games import registry
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.record import Record
from papamu.web.asking import Models, read_agent
from papamu.web.book import Book
from papamu.web.limits import DEFAULT_BUDGET, MOST_MOVES
from papamu.web.table import Saying, Seat, Table, TurnError
from papamu.web.thinkers import Thinkers, Ticket
from papamu.web.thought import Answer, Job, Line
from papamu.web.views import sentence, view

Json = dict[str, Any]

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is read as something else
_IN_MEMORY = 400  # tables; the others are played through again when somebody comes


class Teller(Protocol):
    """Whoever lets watchers know."""

    def tell(self, table: str, message: Json) -> None:
        """A table has news."""


class MissingError(PapamuError):
    """Something that is not there."""


class StaleError(PapamuError):
    """A table has changed since the page looked at it."""

    def __init__(self, table: Json) -> None:
        super().__init__("the table has changed meanwhile: look again")
        self.table = table


@dataclass
class Thinking:
    """Who is thinking at a table, or why nobody does."""

    seat: int
    since: float
    ticket: Ticket | None = None
    warming: bool = True  # does it wait, or compile?
    why: str | None = None  # it has no move

    def facts(self) -> Json:
        """For the page."""
        return {"seat": self.seat, "since": self.since, "warming": self.warming}


class Hall:
    """All tables."""

    def __init__(self, book: Book, thinkers: Thinkers, models: Models, teller: Teller) -> None:
        self.book, self.thinkers, self.models, self.teller = book, thinkers, models, teller
        self.threads = ThreadPoolExecutor(16, "hall")
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._thinking: dict[str, Thinking] = {}
        self._locks: dict[str, threading.RLock] = {}
        self._lock = threading.Lock()  # of the three above
        self._timers: dict[str, threading.Timer] = {}
        self.closing = False

    def reopen(self, warm: bool = False) -> None:
        """After a restart: whoever was to move thinks again. Then all games are loaded, if that is wanted."""
        for name in self.book.unfinished():
            if self.closing:
                return
            try:
                with self._held(name):
                    table = self._get(name)
                    if table.over or not table.on_turn.is_person:
                        self._go_on(table)
            except PapamuError:
                continue  # a game of another version: it stays in the book, and says so when it is asked for
        for name in registry.names() if warm else ():
            if self.closing:
                return
            start = registry.load(name).start()
            view(start.play(start.legal_moves[0]))

    def close(self) -> None:
        """No more thoughts."""
        for timer in list(self._timers.values()):
            timer.cancel()
        self.threads.shutdown(wait=True, cancel_futures=True)

    # -- finding tables -----------------------------------------------------------------------

    def _held(self, name: str) -> threading.RLock:
        with self._lock:
            return self._locks.setdefault(name, threading.RLock())

    def _get(self, name: str) -> Table:
        with self._lock:
            found = self._tables.get(name)
            if found is not None:
                self._tables.move_to_end(name)
                return found
        found = self.book.get(name)
        if found is None:
            with self._lock:
                self._locks.pop(name, None)
            raise MissingError(f"there is no table {name!r}")
        self._remember(found)
        return found

    def _remember(self, table: Table) -> None:
        with self._lock:
            self._tables[table.id] = table
            self._tables.move_to_end(table.id)
            while len(self._tables) > _IN_MEMORY:
                self._tables.popitem(last=False)

    def table(self, name: str) -> Json:
        """A table as the page sees it."""
        with self._held(name):
            return self._seen(self._get(name))

    def show(self, name: str, to: Callable[[Json], None]) -> None:
        """A table to one who has just come, in order with what the others are told."""
        with self._held(name):
            to(self._news(self._get(name)))

    def _news(self, table: Table) -> Json:
        return {"table": table.id, "seq": table.seq, "kind": "state", "state": self._seen(table)}

    def position(self, name: str, ply: int | None = None) -> Position:
        """A position of a table's game, the last one if none is said."""
        with self._held(name):
            table = self._get(name)
            return table.position if ply is None else table.at(ply)

    def record(self, name: str) -> Record:
        """The record of a table's game."""
        with self._held(name):
            return self._get(name).record()

    def _seen(self, table: Table) -> Json:
        thinking = self._thinking.get(table.id)
        line = table.position.line
        result = table.result()
        seen = view(table.position)
        if result is not None and "text" not in result:
            result["text"] = seen["status"]
        elif result is not None:
            result["text"] = sentence(table.game, result["text"])
        persons = any(seat.is_person for seat in table.seats)
        return {
            "id": table.id,
            "game": str(table.game),
            "seq": table.seq,
            "seats": [asdict(seat) for seat in table.seats],
            "position": seen,
            "line": [
                {"text": str(after.move), "player": before.player, "ms": ms, "event": after.event}
                for before, after, ms in zip(line, line[1:], table.times, strict=False)
            ],
            **_mind(thinking),
            "over": table.over,
            "result": result,
            "paused": table.paused,
            "pace_ms": table.pace_ms,
            "says": [asdict(said) for said in table.says],
            "can": {
                "move": not table.over and (table.on_turn.is_person or table.paused or _stalls(thinking)),
                "undo": not table.ended and (_has_moved(table) if persons else table.plies > 0),
                "resign": not table.over and persons,
                "swap": not table.over and len(table.seats) > 1,
            },
            "created": table.created,
            "changed": table.changed,
        }

    # -- new tables ---------------------------------------------------------------------------

    def open(
        self,
        position: Position,
        times: Sequence[int | None],
        seats: Sequence[Seat],
        seed: int | None = None,
        key: str = "",
        paused: bool = False,
        pace_ms: int = 0,
    ) -> Json:
        """A new table."""
        game = position.game
        if len(seats) != game.num_players:
            raise PapamuError(f"{game} has {game.num_players} seats, not {len(seats)}")
        if len(times) > MOST_MOVES:
            raise PapamuError(f"a game of {len(times):,} moves is too long: {MOST_MOVES:,} are the most")
        for seat in seats:
            self._agent_of(seat, game)
        name = "".join(secrets.choice(_LETTERS) for _ in range(12))
        now = time.time()
        table = Table(
            id=name,
            seats=tuple(seats),
            position=position,
            seed=secrets.randbelow(2**31) if seed is None else seed,
            times=tuple(times),
            paused=paused,
            pace_ms=pace_ms,
            key=key,
            counted=position.is_over,  # a game that was played elsewhere is not this person's
            created=now,
            changed=now,
        )
        with self._held(name):
            self.book.put(table, None)
            self._remember(table)
            self._go_on(table)
            self._prepare(table)
            return self._seen(table)

    def _prepare(self, table: Table) -> None:
        """While a person thinks about the first move, the agents compile what they need."""
        if not table.over and table.on_turn.is_person:
            agents = {k: self._agent_of(seat, table.game) for k, seat in enumerate(table.seats)}
            for agent in dict.fromkeys(text for text in agents.values() if text is not None):
                self.thinkers.submit(self._job("warm", table, 0, agent), lambda _: None)

    def _agent_of(self, seat: Seat, game: Game) -> str | None:
        """The agent on a seat as a thinker reads it, or nothing for a person."""
        if seat.is_person:
            return None
        budget = seat.budget_ms or DEFAULT_BUDGET
        return str(read_agent(str(seat.spec), game, self.models, budget, from_start=False))

    # -- what persons do ----------------------------------------------------------------------

    def act(self, name: str, seq: int | None, action: Callable[[Table], Table]) -> Json:
        """Change a table, if nobody else has meanwhile."""
        with self._held(name):
            table = self._get(name)
            if seq is not None and seq != table.seq:
                raise StaleError(self._seen(table))
            after = action(table)
            self._stop(name)
            return self._changed(after, table)

    def move(self, name: str, move: int | str, seq: int | None, ms: int | None) -> Json:
        """A person moves; for an agent only if it has no move, or waits."""

        def play(table: Table) -> Table:
            waits = table.on_turn.is_person or table.paused or _stalls(self._thinking.get(name))
            if not table.over and not waits:
                who = table.on_turn.name
                raise TurnError(f"it is {who}'s turn: stop its thinking, or pause, to move in its place")
            return table.play(move, ms)

        return self.act(name, seq, play)

    def stop_thinking(self, name: str, seq: int | None) -> Json:
        """Whoever thinks here shall stop: somebody else may move for it."""
        with self._held(name):
            table = self._get(name)
            if seq is not None and seq != table.seq:
                raise StaleError(self._seen(table))
            thinking = self._thinking.get(name)
            if thinking is not None and thinking.why is None:
                self._stop(name)
                why = "stopped: move in its place, or let it think again"
                self._thinking[name] = Thinking(thinking.seat, time.time(), why=why, warming=False)
                self._tell_thinking(table)
            return self._seen(table)

    def think(self, name: str, seq: int | None) -> Json:
        """The agent on turn shall think now, also when the table is paused."""
        with self._held(name):
            table = self._get(name)
            if seq is not None and seq != table.seq:
                raise StaleError(self._seen(table))
            if table.over or table.on_turn.is_person:
                raise TurnError("the game is over" if table.over else "it is a person's turn")
            thinking = self._thinking.get(name)
            if thinking is None or thinking.why is not None:
                self._stop(name)
                self._think(table)
            return self._seen(table)

    # -- agents -------------------------------------------------------------------------------

    def _changed(self, table: Table, before: Table) -> Json:
        """Keep a new table, tell everybody, and let the next one think."""
        if table.over and not self._to_hear(table):
            table = replace(table, counted=True)
        self.book.put(table, before)
        self._remember(table)
        self._go_on(table)
        news = self._news(table)
        self.teller.tell(table.id, news)
        seen: Json = news["state"]
        return seen

    def _go_on(self, table: Table) -> None:
        """If an agent is to move, or has something to say, ask it."""
        if table.over:
            if not table.counted:
                self._end(table)
            return
        if table.on_turn.is_person or table.paused or table.plies >= MOST_MOVES:
            return
        if table.pace_ms and table.plies:
            self._later(table)
        else:
            self._think(table)

    def _later(self, table: Table) -> None:
        """Let an agent think after the pace of this table."""

        def due() -> None:
            with self._held(table.id):
                now = self._get(table.id)
                if now.seq == table.seq and table.id not in self._thinking:
                    self._think(now)
                    self._tell_thinking(now)

        timer = threading.Timer(table.pace_ms / 1000, lambda: self._soon(due))
        timer.daemon = True
        self._timers[table.id] = timer
        timer.start()

    def _soon(self, work: Callable[[], None]) -> None:
        try:
            self.threads.submit(work)
        except RuntimeError:
            pass  # the hall is closed

    def _think(self, table: Table) -> None:
        at = table.position.player
        seat = table.seats[at]
        thinking = Thinking(at, time.time())
        self._thinking[table.id] = thinking
        try:
            agent = self._agent_of(seat, table.game)
        except PapamuError as error:  # its model is gone, say
            thinking.why, thinking.warming = str(error), False
            return
        job = self._job("move", table, at, str(agent))

        def begun() -> None:
            self._soon(lambda: self._begun(table, thinking))

        def then(answer: Answer) -> None:
            self._soon(lambda: self._answered(table, thinking, answer))

        thinking.ticket = self.thinkers.submit(job, then, begun)

    def _job(self, kind: str, table: Table, at: int, agent: str, **more: Any) -> Job:
        persons = [seat.name for seat in table.seats if seat.is_person or seat.resigned]
        return Job(
            kind,
            table.id,
            Line.of(table.position),
            agent,
            (table.seats[at].budget_ms or DEFAULT_BUDGET) / 1000,
            at,
            table.seed,
            persons[0] if persons else "",
            more,
        )

    def _begun(self, table: Table, thinking: Thinking) -> None:
        with self._held(table.id):
            if self._thinking.get(table.id) is thinking and thinking.why is None:
                thinking.warming = False
                self._tell_thinking(table)

    def _answered(self, asked: Table, thinking: Thinking, answer: Answer) -> None:
        with self._held(asked.id):
            if self._thinking.get(asked.id) is not thinking:
                return  # somebody has changed the table meanwhile
            table = self._get(asked.id)
            try:
                if answer.error is not None:
                    raise PapamuError(answer.error)
                after = table.play(str(answer.value), round(1000 * answer.seconds))
            except PapamuError as error:
                thinking.why, thinking.warming, thinking.ticket = str(error), False, None
                self._tell_thinking(table)
                return
            self._thinking.pop(table.id)
            self._changed(after, table)

    def _stop(self, name: str) -> None:
        thinking = self._thinking.pop(name, None)
        if thinking is not None and thinking.ticket is not None:
            self.thinkers.cancel(thinking.ticket)
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()

    def _tell_thinking(self, table: Table) -> None:
        mind = _mind(self._thinking.get(table.id))
        self.teller.tell(table.id, {"table": table.id, "seq": table.seq, "kind": "thinking", **mind})

    # -- the end of a game --------------------------------------------------------------------

    def _to_hear(self, table: Table) -> list[int]:
        """Who is to hear of the end: all agents, if a person has played."""
        agents = [k for k, seat in enumerate(table.seats) if not seat.is_person and not seat.resigned]
        return agents if table.persons else []

    def _end(self, table: Table) -> None:
        """All agents hear how it ended, one after the other."""
        self._ask_end(table.id, self._to_hear(table), [])

    def _ask_end(self, name: str, left: list[int], said: list[Saying]) -> None:
        table = self._get(name)
        if not left:
            if not table.counted:
                self._changed(table.heard(said), table)
            return
        at, *others = left

        def then(answer: Answer) -> None:
            lines = answer.value or []
            heard = [*said, *(Saying(at, line) for line in lines)]
            self._soon(lambda: self._next_end(name, others, heard))

        try:
            agent = str(self._agent_of(table.seats[at], table.game))
        except PapamuError:
            self._ask_end(name, others, said)
            return
        job = self._job("end", table, at, agent, persons=table.persons, gave_up=table.gave_up)
        self.thinkers.submit(job, then)

    def _next_end(self, name: str, left: list[int], said: list[Saying]) -> None:
        with self._held(name):
            self._ask_end(name, left, said)


def _mind(thinking: Thinking | None) -> Json:
    stalls = _stalls(thinking)
    return {
        "thinking": None if thinking is None or stalls else thinking.facts(),
        "stalled": {"seat": thinking.seat, "why": thinking.why} if thinking is not None and stalls else None,
    }


def _stalls(thinking: Thinking | None) -> bool:
    return thinking is not None and thinking.why is not None


def _has_moved(table: Table) -> bool:
    at = table.position.parent
    while at is not None:
        if table.seats[at.player].is_person:
            return True
        at = at.parent
    return False
