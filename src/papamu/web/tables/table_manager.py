"""The table manager: opens tables, shows them, and applies what people do at them.

This is what the HTTP and WebSocket endpoints call. A change is made under the table's lock, checked against the
`seq` that the page saw, and handed to the game loop, which stores it, asks the next agent and notifies watchers.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from papamu.core.errors import PapamuError
from papamu.games.position import Position
from papamu.games.record import Record
from papamu.web.limits import MOST_MOVES
from papamu.web.tables.game_loop import GameLoop
from papamu.web.tables.hub import Hub
from papamu.web.tables.table import Seat, Table
from papamu.web.tables.table_cache import TableCache
from papamu.web.tables.table_errors import StaleError, TurnError
from papamu.web.tables.table_requests import agent_spec, table_request
from papamu.web.tables.table_store import TableStore
from papamu.web.tables.table_view import may_move, state_message, table_view
from papamu.web.thinking.agent_pool import AgentPool
from papamu.web.validation import Models

Json = dict[str, Any]

_THREADS = 16
_ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that can be mistaken for another


class TableManager:
    """All tables."""

    def __init__(self, store: TableStore, pool: AgentPool, models: Models, hub: Hub) -> None:
        self.store, self.pool, self.models = store, pool, models
        self.threads = ThreadPoolExecutor(_THREADS, "manager")
        self.cache = TableCache(store)
        self.loop = GameLoop(self.cache, pool, models, hub, self.threads)
        self.closing = False

    def close(self) -> None:
        """End all threads; nothing is lost, because every change is stored."""
        self.loop.close()
        self.threads.shutdown(wait=True, cancel_futures=True)

    # -- reading ------------------------------------------------------------------------------

    def table(self, name: str) -> Json:
        """A table as the page sees it."""
        with self.cache.lock(name):
            return self._view(self.cache.get(name))

    def send_state(self, name: str, send: Callable[[Json], None]) -> None:
        """Send a table to a new watcher, in order with the messages that all watchers get."""
        with self.cache.lock(name):
            table, turns = self.cache.get(name), self.loop.turns
            send(state_message(table, turns.state(name), turns.hurried(table)))

    def position(self, name: str, ply: int | None = None) -> Position:
        """A position of a table's game, by default the last one."""
        with self.cache.lock(name):
            table = self.cache.get(name)
            return table.position if ply is None else table.at(ply)

    def record(self, name: str) -> Record:
        """The record of a table's game."""
        with self.cache.lock(name):
            return self.cache.get(name).record()

    def _view(self, table: Table) -> Json:
        turns = self.loop.turns
        return table_view(table, turns.state(table.id), turns.hurried(table))

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
        """Open a table; if an agent is to move first, it starts to think."""
        self._check(position, times, seats)
        now = time.time()
        table = Table(
            id="".join(secrets.choice(_ID_LETTERS) for _ in range(12)),
            seats=tuple(seats),
            position=position,
            seed=secrets.randbelow(2**31) if seed is None else seed,
            times=tuple(times),
            paused=paused,
            pace_ms=pace_ms,
            key=key,
            counted=position.is_over,  # a game that was played elsewhere does not count for this person
            created=now,
            changed=now,
        )
        with self.cache.lock(table.id):
            self.cache.put(table, None)
            self.loop.advance(table)
            self._warm_up(table)
            return self._view(table)

    def _check(self, position: Position, times: Sequence[int | None], seats: Sequence[Seat]) -> None:
        game = position.game
        if len(seats) != game.num_players:
            raise PapamuError(f"{game} has {game.num_players} seats, not {len(seats)}")
        if len(times) > MOST_MOVES:
            raise PapamuError(f"a game of {len(times):,} moves is too long: the limit is {MOST_MOVES:,}")
        for seat in seats:
            if not seat.is_person:
                agent_spec(seat, game, self.models)

    def _warm_up(self, table: Table) -> None:
        """While a person thinks about the first move, the agents compile what they need."""
        if table.over or not table.on_turn.is_person:
            return
        agents = [at for at, seat in enumerate(table.seats) if not seat.is_person]
        requests = [table_request("warm", table, at, self.models) for at in agents]
        for request in {request.agent: request for request in requests}.values():
            self.pool.submit(request, lambda answer: None)

    # -- what people do -----------------------------------------------------------------------

    def change(self, name: str, seq: int | None, action: Callable[[Table], Table]) -> Json:
        """Change a table, unless it has changed since the page saw it."""
        with self._current(name, seq) as table:
            after = action(table)
            self.loop.stop_turn(name)
            return self.loop.commit(after, table)

    def move(self, name: str, move: int | str, seq: int | None, ms: int | None) -> Json:
        """A person moves; in an agent's place only if it has no move, or waits."""

        def play(table: Table) -> Table:
            if not table.over and not may_move(table, self.loop.turns.state(name)):
                who = table.on_turn.name
                raise TurnError(f"it is {who}'s turn: stop its thinking, or pause, to move in its place")
            return table.play(move, ms)

        return self.change(name, seq, play)

    def think(self, name: str, seq: int | None) -> Json:
        """Ask the agent on turn for its move now, even when the table is paused."""
        with self._current(name, seq) as table:
            if table.over or table.on_turn.is_person:
                raise TurnError("the game is over" if table.over else "it is a human's turn")
            agent = self.loop.turns.state(name)
            if agent is None or agent.stalled:
                self.loop.stop_turn(name)
                self.loop.turns.start(table)
            return self._view(table)

    def stop_thinking(self, name: str, seq: int | None) -> Json:
        """Stop the agent on turn, so that a person can move in its place."""
        with self._current(name, seq) as table:
            agent = self.loop.turns.state(name)
            if agent is not None and not agent.stalled:
                self.loop.stop_turn(name)
                why = "stopped: move in its place, or let it think again"
                self.loop.turns.stall(table, agent.seat, why)
            return self._view(table)

    @contextmanager
    def _current(self, name: str, seq: int | None) -> Iterator[Table]:
        """A table under its lock, if it is still the one that the page saw."""
        with self.cache.lock(name):
            table = self.cache.get(name)
            if seq is not None and seq != table.seq:
                raise StaleError(self._view(table))
            yield table
