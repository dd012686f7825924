"""The hub: who watches which table, and the newest of each that they have not been sent yet.

A slow watcher never holds anybody up and never piles anything up: of every table only the last message of a
kind waits for it.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Any

_MOST = 500  # messages that wait for one watcher


class Watcher:
    """One connection. Lives in the event loop."""

    def __init__(self) -> None:
        self.tables: set[str] = set()
        self._waiting: dict[tuple[str, str], dict[str, Any]] = {}
        self._bell = asyncio.Event()
        self._answers = 0

    def tell(self, message: dict[str, Any], place: tuple[str, str] | None = None) -> None:
        """Put a message into the place of the one before it."""
        if place is not None and place[1] == "state":  # a state says all that an older word of thinking said
            self._waiting.pop((place[0], "thinking"), None)
        if place is None:  # an answer to this one alone; who does not read them gets no more
            if len(self._waiting) > _MOST:
                return
            self._answers += 1
            place = ("", str(self._answers))
        self._waiting[place] = message
        self._bell.set()

    async def next(self) -> dict[str, Any]:
        """What is to be sent next."""
        while not self._waiting:
            self._bell.clear()
            await self._bell.wait()
        return self._waiting.pop(next(iter(self._waiting)))


class Hub:
    """All watchers, by table."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._by_table: defaultdict[str, set[Watcher]] = defaultdict(set)

    def watch(self, watcher: Watcher, table: str) -> None:
        """From now on it hears of this table."""
        watcher.tables.add(table)
        self._by_table[table].add(watcher)

    def leave(self, watcher: Watcher, table: str | None = None) -> None:
        """No longer, of one table or of any."""
        for name in [table] if table is not None else list(watcher.tables):
            watcher.tables.discard(name)
            self._by_table[name].discard(watcher)
            if not self._by_table[name]:
                del self._by_table[name]

    def tell(self, table: str, message: dict[str, Any]) -> None:
        """Tell everybody who watches a table; from any thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell, table, message)

    def _tell(self, table: str, message: dict[str, Any]) -> None:
        for watcher in self._by_table.get(table, ()):
            watcher.tell(message, (table, str(message["kind"])))

    def to(self, watcher: Watcher) -> Callable[[dict[str, Any]], None]:
        """How one watcher is told something of a table from another thread, in order with the others."""

        def tell(message: dict[str, Any]) -> None:
            place = (str(message["table"]), str(message["kind"]))
            self._loop.call_soon_threadsafe(watcher.tell, message, place)

        return tell
