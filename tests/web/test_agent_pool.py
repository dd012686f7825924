"""The agent pool: its queue is fair, and whatever happens to a process, every request is answered."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

pytest.importorskip("fastapi")

import papamu
from papamu.games.position import Position
from papamu.web.thinking import agent_pool
from papamu.web.thinking.agent_pool import AgentPool
from papamu.web.thinking.agent_process import AgentWorker
from papamu.web.thinking.agent_request import AgentAnswer, AgentRequest, Line
from papamu.web.thinking.request_queue import PendingRequest, RequestQueue

SLOW = "mc:playouts=100000000"
PATIENCE = 240.0  # seconds: a process compiles first, on whatever machine


def request(
    client: str = "t1", agent: str = "first", budget: float = 60.0, background: bool = False
) -> AgentRequest:
    line = Line.of(papamu.load("clobber:2x3").start())
    return AgentRequest("move", client, line, agent, budget, background=background)


def pending(client: str, background: bool = False) -> PendingRequest:
    return PendingRequest(request(client, background=background), lambda answer: None)


# -- the queue --------------------------------------------------------------------------------


def order(queue: RequestQueue, background: bool = True) -> list[str]:
    found = []
    while (taken := queue.take(background)) is not None:
        found.append(taken.request.client)
    return found


def test_clients_take_turns() -> None:
    queue = RequestQueue()
    for client in ["a", "a", "a", "b", "c", "c"]:
        queue.put(pending(client))
    assert len(queue) == 6
    assert order(queue) == ["a", "b", "c", "a", "c", "a"]


def test_a_hundred_tables_are_served_in_the_order_they_came() -> None:
    queue = RequestQueue()
    for _ in range(3):
        for number in range(100):
            queue.put(pending(str(number)))
    assert order(queue) == [str(number) for number in range(100)] * 3


def test_background_work_waits_but_not_for_ever() -> None:
    queue = RequestQueue()
    for _ in range(20):
        queue.put(pending("table"))
        queue.put(pending("review", background=True))
    first = order(queue)[:20]
    assert first.count("review") == 4
    assert first[:4] == ["table"] * 4


def test_background_work_can_be_left_in_the_queue() -> None:
    queue = RequestQueue()
    queue.put(pending("review", background=True))
    assert order(queue, background=False) == []
    assert order(queue) == ["review"]


def test_a_cancelled_request_is_not_taken() -> None:
    queue = RequestQueue()
    requests = [pending(name) for name in "abc"]
    for one in requests:
        queue.put(one)
    requests[1].cancelled = True
    assert order(queue) == ["a", "c"]


def test_a_request_that_is_put_back_is_the_next() -> None:
    queue = RequestQueue()
    for name in "ab":
        queue.put(pending(name))
    queue.put(pending("c"), first=True)
    assert order(queue) == ["c", "a", "b"]


# -- a worker ---------------------------------------------------------------------------------


def ask(worker: AgentWorker, position: Position, agent: str = "first", kind: str = "move") -> AgentAnswer:
    return worker.answer(AgentRequest(kind, "t1", Line.of(position), agent, 60.0), lambda: None)


def test_a_worker_answers_with_a_move_and_remembers_the_line() -> None:
    worker = AgentWorker()
    memory = worker.memory
    start = papamu.load("clobber:3x3").start()
    assert ask(worker, start).value == str(start.legal_moves[0])
    known = memory.position("t1", Line.of(start))
    later = start.play(start.legal_moves[0])
    assert memory.position("t1", Line.of(later)).parent is known
    assert memory.position("t1", Line.of(start)) is known
    other = start.play(start.legal_moves[1])
    assert memory.position("t1", Line.of(other)) == other
    assert memory.position("t1", Line.of(papamu.load("clobber:2x2").start())).game.rows == 2


def test_a_worker_replays_what_chance_did() -> None:
    position = papamu.load("checkers:4x4,teleport=1").start(seed=1)
    for seed in range(2):
        position = position.play(position.legal_moves[0], seed=seed)
    assert AgentWorker().memory.position("t1", Line.of(position)) == position


def test_an_agent_that_fails_is_an_answer() -> None:
    start = papamu.load("clobber:3x3").start()
    assert "does not play" in str(ask(AgentWorker(), start, "cnn").error)
    assert "no agent" in str(ask(AgentWorker(), start, "nobody").error)


def test_explanations_and_judgements() -> None:
    start = papamu.load("clobber:2x3").start()
    explained = ask(AgentWorker(), start, "noisy:p=1+mc:playouts=2", "explain").value
    assert explained["agent"] == "mc:playouts=2"
    assert explained["scores"][0]["rank"] == 1
    assert {one["text"] for one in explained["scores"]} == {str(move) for move in start.legal_moves}
    assert explained == ask(AgentWorker(), start, "mc:playouts=2", "explain").value, (
        "the same question, another answer"
    )
    judged = ask(AgentWorker(), start, "mc:playouts=2", "judge").value
    assert set(judged["values"]) == {int(move) for move in start.legal_moves}
    assert all(-1 <= value <= 1 for value in judged["values"].values())
    assert "are not results" in str(ask(AgentWorker(), start, "minimax", "judge").error)


def test_exact_values() -> None:
    start = papamu.load("clobber:2x3").start()
    found = ask(AgentWorker(), start, "mc", "exact").value
    assert found["value"] == max(found["values"].values())
    assert set(found["values"]) == {int(move) for move in start.legal_moves}
    assert found["values"][found["best"]] == found["value"]


def test_agents_are_notified_of_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPAMU_HOME", str(tmp_path))
    start = papamu.load("clobber:2x2").start()
    worker = AgentWorker()

    def asked(kind: str, position: Position, **details: object) -> AgentAnswer:
        line, agent = Line.of(position), "adaptive+mc:playouts=2"
        about = AgentRequest(kind, "t1", line, agent, 60.0, 1, person="Ann", details=details)
        return worker.answer(about, lambda: None)

    at = start
    while not at.is_over:
        at = at.play(asked("move", at).value if at.player == 1 else at.legal_moves[0])
    comments = asked("end", at, persons=[0], gave_up=[]).value
    assert any("Ann: rating" in line for line in comments)
    assert (tmp_path / "people" / "ann.json").is_file()


# -- processes --------------------------------------------------------------------------------


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[AgentPool]:
    monkeypatch.setattr(agent_pool, "GRACE", 0.2)
    found = AgentPool(1)
    yield found
    found.close()


class Inbox:
    """Where answers come in."""

    def __init__(self, pool: AgentPool) -> None:
        self.pool = pool
        self.answers: SimpleQueue[tuple[str, AgentAnswer]] = SimpleQueue()
        self.begun = threading.Event()

    def ask(self, asked: AgentRequest) -> PendingRequest:
        self.begun.clear()
        return self.pool.submit(
            asked, lambda answer: self.answers.put((asked.client, answer)), self.begun.set
        )

    def next(self) -> tuple[str, AgentAnswer]:
        return self.answers.get(timeout=PATIENCE)

    def pid(self) -> int:
        return int(self.pool._processes[0].process.pid or 0)


def test_thoughts_in_a_process_and_every_way_they_end(pool: AgentPool) -> None:
    """One test, because a process takes seconds to begin."""
    inbox = Inbox(pool)
    inbox.ask(request("t1"))
    name, answer = inbox.next()
    assert (name, answer.value) == ("t1", str(papamu.load("clobber:2x3").start().legal_moves[0]))
    # Too slow: the process is ended, and the next job is done by another.
    first = inbox.pid()
    inbox.ask(request("t2", SLOW, budget=0.3))
    name, answer = inbox.next()
    assert (name, answer.expired, answer.error) == ("t2", True, "no move within 0.3 s")
    inbox.ask(request("t3"))
    assert inbox.next()[1].error is None
    assert inbox.pid() != first
    # Cancelled: no answer comes, and the process is free again.
    busy = inbox.ask(request("t4", SLOW))
    assert inbox.begun.wait(PATIENCE)
    pool.cancel(busy)
    inbox.ask(request("t5"))
    assert inbox.next()[0] == "t5"
    # It dies once: the job is done again. It dies twice: that is said.
    inbox.ask(request("t6", SLOW))
    assert inbox.begun.wait(PATIENCE)
    inbox.begun.clear()
    os.kill(inbox.pid(), signal.SIGKILL)
    assert inbox.begun.wait(PATIENCE), "the job was not done again"
    os.kill(inbox.pid(), signal.SIGKILL)
    name, answer = inbox.next()
    assert name == "t6"
    assert "died twice" in str(answer.error)
    inbox.ask(request("t7"))
    assert inbox.next()[0] == "t7"
    # Waiting jobs come in turn, also when one of them has many.
    busy = inbox.ask(request("busy", SLOW))
    assert inbox.begun.wait(PATIENCE)
    for name in ["a", "a", "b", "a", "b"]:
        inbox.ask(request(name))
    assert pool.waiting() == 5
    pool.cancel(busy)
    assert [inbox.next()[0] for _ in range(5)] == ["a", "b", "a", "b", "a"]


def test_ending_does_not_wait_for_thoughts(pool: AgentPool) -> None:
    inbox = Inbox(pool)
    inbox.ask(request("t1", SLOW))
    assert inbox.begun.wait(PATIENCE)
    began = time.monotonic()
    pid = inbox.pid()
    pool.close()
    assert time.monotonic() - began < 30
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
