"""The game loop: commits every change of a table, and lets agents move until a person is on turn.

A commit stores the new table, sends the agent on turn its request (or all agents the result), and then notifies the
watchers, in this order: nobody sees a move that a crash could lose. An agent's answer is the next commit.

Ordinary blocking code: it runs in the manager's threads and never in the event loop.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from papamu.web.limits import MOST_MOVES
from papamu.web.tables.agent_turns import AgentTurns
from papamu.web.tables.game_end import EndNotifier, seats_to_notify
from papamu.web.tables.hub import Hub
from papamu.web.tables.table import Table
from papamu.web.tables.table_cache import TableCache
from papamu.web.tables.table_view import state_message
from papamu.web.thinking.agent_pool import AgentPool
from papamu.web.validation import Models

Json = dict[str, Any]


class GameLoop:
    """Commits changes and asks the next agent. Called under the table's lock."""

    def __init__(
        self, cache: TableCache, pool: AgentPool, models: Models, hub: Hub, threads: ThreadPoolExecutor
    ) -> None:
        self._cache, self._hub, self._threads = cache, hub, threads
        self.turns = AgentTurns(cache, pool, models, hub, self._run_soon, self.commit)
        self._end = EndNotifier(cache, pool, models, self._run_soon, self.commit)
        self._timers: dict[str, threading.Timer] = {}

    def commit(self, table: Table, before: Table) -> Json:
        """Store a changed table, ask the next agent, notify the watchers; the table as the page sees it."""
        if table.over and not seats_to_notify(table):
            table = replace(table, counted=True)
        self._cache.put(table, before)
        self.advance(table)
        message = state_message(table, self.turns.state(table.id), self.turns.hurried(table))
        self._hub.notify(table.id, message)
        state: Json = message["state"]
        return state

    def advance(self, table: Table) -> None:
        """Ask the agent on turn for its move; after the end, notify the agents."""
        if table.over:
            if not table.counted:
                self._end.start(table)
            return
        if table.on_turn.is_person or table.paused or table.plies >= MOST_MOVES:
            return
        if table.pace_ms and table.plies:
            self._start_turn_later(table)
        else:
            self.turns.start(table)

    def stop_turn(self, name: str) -> None:
        """No agent moves at this table until it is asked again."""
        self.turns.stop(name)
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()

    def close(self) -> None:
        """Start no more turns."""
        for timer in list(self._timers.values()):
            timer.cancel()

    def _start_turn_later(self, table: Table) -> None:
        """Start the turn after the table's pace, so that people can follow agents."""

        def due() -> None:
            with self._cache.lock(table.id):
                now = self._cache.get(table.id)
                if now.seq == table.seq and self.turns.state(table.id) is None:
                    self.turns.start(now)
                    self.turns.notify(now)

        timer = threading.Timer(table.pace_ms / 1000, lambda: self._run_soon(due))
        timer.daemon = True
        self._timers[table.id] = timer
        timer.start()

    def _run_soon(self, work: Callable[[], None]) -> None:
        try:
            self._threads.submit(work)
        except RuntimeError:
            pass  # the server is closing
