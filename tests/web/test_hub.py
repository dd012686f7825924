"""The hub: watchers get the newest message of each table, in order, however slowly they read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest

pytest.importorskip("fastapi")

from papamu.web.tables import hub as hubs
from papamu.web.tables.hub import Hub, Watcher

T = TypeVar("T")


def message(seq: int, kind: str = "state", table: str = "t1") -> dict[str, Any]:
    return {"table": table, "seq": seq, "kind": kind}


async def waiting(watcher: Watcher) -> list[dict[str, Any]]:
    """All messages that wait for a watcher."""
    watcher.push({"pong": "end"})
    found = []
    while (one := await watcher.next()) != {"pong": "end"}:
        found.append(one)
    return found


def in_a_thread(work: Coroutine[Any, Any, T]) -> T:
    """Run it in a loop of its own: in this thread one may be running, that of a browser test before."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def watched(play: Callable[[Hub, Watcher], None]) -> list[dict[str, Any]]:
    """What a watcher of t1 gets of something that happens."""

    async def run() -> list[dict[str, Any]]:
        hub, watcher = Hub(asyncio.get_running_loop()), Watcher()
        hub.watch(watcher, "t1")
        await asyncio.to_thread(play, hub, watcher)
        await asyncio.sleep(0)  # what came from the other thread
        return await waiting(watcher)

    return in_a_thread(run())


def test_only_the_newest_of_a_kind_waits() -> None:
    def play(hub: Hub, watcher: Watcher) -> None:
        for seq in range(5):
            hub.notify("t1", message(seq))
        hub.notify("t1", message(4, "thinking"))
        hub.notify("t2", message(9, table="t2"))

    assert watched(play) == [message(4), message(4, "thinking")]


def test_a_state_replaces_older_news_of_thinking() -> None:
    def play(hub: Hub, watcher: Watcher) -> None:
        hub.notify("t1", message(1, "thinking"))
        hub.sender(watcher)(message(2))

    assert watched(play) == [message(2)]


def test_who_has_left_gets_nothing() -> None:
    def play(hub: Hub, watcher: Watcher) -> None:
        hub.leave(watcher)
        hub.notify("t1", message(1))

    assert watched(play) == []


def test_replies_that_nobody_reads_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "_MOST", 3)

    async def run() -> int:
        watcher = Watcher()
        for number in range(100):
            watcher.push({"pong": number})
        watcher.push(message(1), ("t1", "state"))  # a table's news are never dropped
        count = len(watcher._waiting)
        assert message(1) in watcher._waiting.values()
        return count

    assert in_a_thread(run()) == 5
