"""The hub: who watches which table, and the messages that still have to be sent to each watcher.

A slow watcher delays no other, and its messages do not pile up: of each table only the newest of a kind waits.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Any

Message = dict[str, Any]
Slot = tuple[str, str]  # a table and a kind of message: a newer message replaces the one that waits there

_MOST = 500  # messages that wait for one watcher


class Watcher:
    """One WebSocket connection. Lives in the event loop."""

    def __init__(self) -> None:
        self.tables: set[str] = set()
        self._waiting: dict[Slot, Message] = {}
        self._wake = asyncio.Event()
        self._replies = 0

    def push(self, message: Message, slot: Slot | None = None) -> None:
        """Let a message wait in its slot; without a slot it is a reply to this connection alone."""
        if slot is not None and slot[1] == "state":  # a state includes what an older "thinking" would report
            self._waiting.pop((slot[0], "thinking"), None)
        if slot is None:
            if len(self._waiting) > _MOST:  # a connection that does not read its replies gets no more
                return
            self._replies += 1
            slot = ("", str(self._replies))
        self._waiting[slot] = message
        self._wake.set()

    async def next(self) -> Message:
        """The message to send next."""
        while not self._waiting:
            self._wake.clear()
            await self._wake.wait()
        return self._waiting.pop(next(iter(self._waiting)))


class Hub:
    """All watchers, by table."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._by_table: defaultdict[str, set[Watcher]] = defaultdict(set)

    def watch(self, watcher: Watcher, table: str) -> None:
        """From now on it gets this table's messages."""
        watcher.tables.add(table)
        self._by_table[table].add(watcher)

    def leave(self, watcher: Watcher, table: str | None = None) -> None:
        """It gets no more messages, of one table or (if none is named) of any."""
        for name in [table] if table is not None else list(watcher.tables):
            watcher.tables.discard(name)
            self._by_table[name].discard(watcher)
            if not self._by_table[name]:
                del self._by_table[name]

    def notify(self, table: str, message: Message) -> None:
        """Send a message to all who watch a table; from any thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._notify, table, message)

    def _notify(self, table: str, message: Message) -> None:
        for watcher in self._by_table.get(table, ()):
            watcher.push(message, _slot(message))

    def sender(self, watcher: Watcher) -> Callable[[Message], None]:
        """A function that sends one watcher a table's message from any thread, in order with `notify`."""

        def send(message: Message) -> None:
            self._loop.call_soon_threadsafe(watcher.push, message, _slot(message))

        return send


def _slot(message: Message) -> Slot:
    return str(message["table"]), str(message["kind"])
