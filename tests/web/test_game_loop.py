"""The game loop and what it is made of: in which order a change is stored, asked about and shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")

import papamu
from papamu.core.errors import StoreError
from papamu.web.tables import table_cache
from papamu.web.tables.game_loop import GameLoop
from papamu.web.tables.table import Seat, Table
from papamu.web.tables.table_cache import TableCache
from papamu.web.tables.table_errors import MissingError
from papamu.web.tables.table_store import TableStore
from papamu.web.thinking.agent_request import AgentAnswer, AgentRequest
from papamu.web.thinking.request_queue import PendingRequest
from papamu.web.validation import Models

ANN, FIRST = Seat("person", "Ann"), Seat("agent", "First", "first")


class Stage:
    """A game loop whose pool, hub and threads only write down what they are asked for."""

    def __init__(self, folder: Path) -> None:
        self.log: list[str] = []
        self.pending: list[PendingRequest] = []
        self.messages: list[dict[str, Any]] = []
        self.store = TableStore(folder / "store.sqlite")
        self.cache = TableCache(self.store)
        write = self.store.put

        def put(table: Table, before: Table | None) -> None:
            write(table, before)
            self.log.append("stored")

        self.store.put = put  # type: ignore[method-assign]
        self.loop = GameLoop(self.cache, self, Models(folder), self, self)  # type: ignore[arg-type]

    # As the pool:
    def submit(self, *work: Any) -> PendingRequest | None:
        if not isinstance(work[0], AgentRequest):  # as the threads: at once
            work[0]()
            return None
        self.log.append("asked")
        self.pending.append(PendingRequest(*work))
        return self.pending[-1]

    def cancel(self, pending: PendingRequest) -> None:
        pending.cancelled = True

    # As the hub:
    def notify(self, table: str, message: dict[str, Any]) -> None:
        self.log.append(f"shown {message['kind']}")
        self.messages.append(message)

    def table(self, *seats: Seat) -> Table:
        table = Table("t1", seats, papamu.load("clobber:3x3").start(), 1)
        self.cache.put(table, None)
        self.log.clear()
        return table


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    found = Stage(tmp_path)
    yield found
    found.store.close()


def first_move(table: Table) -> Table:
    return table.play(int(table.position.legal_moves[0]), None)


def test_a_change_is_stored_before_an_agent_is_asked_and_before_it_is_shown(stage: Stage) -> None:
    table = stage.table(ANN, FIRST)
    state = stage.loop.commit(first_move(table), table)
    assert stage.log == ["stored", "asked", "shown state"]
    assert state["thinking"]["seat"] == 1 and len(state["line"]) == 1
    stage.log.clear()
    reply = str(stage.cache.get("t1").position.legal_moves[0])
    stage.pending[0].answer(AgentAnswer(reply, seconds=0.25))
    assert stage.log == ["stored", "shown state"], "the reply is the next commit"
    assert [entry["ms"] for entry in stage.messages[-1]["state"]["line"]] == [None, 250]
    assert stage.messages[-1]["state"]["thinking"] is None


def test_what_cannot_be_stored_is_not_shown(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    table = stage.table(ANN, FIRST)

    def full(*_: Any) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(stage.store, "put", full)
    with pytest.raises(StoreError):
        stage.loop.commit(first_move(table), table)
    assert stage.log == [] and stage.cache.get("t1") is table


def test_an_answer_to_an_older_question_is_dropped(stage: Stage) -> None:
    table = stage.table(FIRST, ANN)
    stage.loop.advance(table)
    late = stage.pending[0].on_answer  # as if it was on its way when the turn was stopped
    stage.loop.stop_turn("t1")
    assert stage.pending[0].cancelled
    late(AgentAnswer(str(table.position.legal_moves[0])))
    assert stage.cache.get("t1") is table and "stored" not in stage.log


@pytest.mark.parametrize("answer", [AgentAnswer(error="no move within 1 s"), AgentAnswer("a9a8")])
def test_an_agent_without_a_move_stalls(stage: Stage, answer: AgentAnswer) -> None:
    table = stage.table(FIRST, ANN)
    stage.loop.advance(table)
    stage.pending[0].answer(answer)
    assert stage.log == ["asked", "shown thinking"]
    assert stage.messages[-1]["stalled"]["why"] and stage.messages[-1]["thinking"] is None
    assert stage.cache.get("t1") is table


def test_old_tables_leave_the_memory_and_come_back(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_cache, "_IN_MEMORY", 1)
    table = stage.table(ANN, ANN)
    stage.cache.put(Table("t2", (ANN, ANN), papamu.load("clobber:2x2").start(), 1), None)
    again = stage.cache.get("t1")
    assert again is not table and again.position == table.position
    with pytest.raises(MissingError, match="no table 't3'"):
        stage.cache.get("t3")
