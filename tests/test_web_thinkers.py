"""Thinkers: the queue is fair, and whatever happens to a process, everybody gets an answer."""

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
from papamu.web import thinkers as crews
from papamu.web.thinkers import Queue, Thinkers, Ticket
from papamu.web.thought import Answer, Job, Line
from papamu.web.worker import Mind

SLOW = "mc:playouts=100000000"
PATIENCE = 240.0  # seconds: a process compiles first, on whatever machine


def job(customer: str = "t1", agent: str = "first", budget: float = 60.0, study: bool = False) -> Job:
    return Job("move", customer, Line.of(papamu.load("clobber:2x3").start()), agent, budget, study=study)


def nobody(_: Answer) -> None:
    pass


# -- the queue --------------------------------------------------------------------------------


def order(queue: Queue, studies: bool = True) -> list[str]:
    found = []
    while (ticket := queue.take(studies)) is not None:
        found.append(ticket.job.customer)
    return found


def test_customers_take_turns() -> None:
    queue = Queue()
    for customer in ["a", "a", "a", "b", "c", "c"]:
        queue.put(Ticket(job(customer), nobody))
    assert len(queue) == 6
    assert order(queue) == ["a", "b", "c", "a", "c", "a"]


def test_a_hundred_tables_are_served_in_the_order_they_came() -> None:
    queue = Queue()
    for _ in range(3):
        for number in range(100):
            queue.put(Ticket(job(str(number)), nobody))
    assert order(queue) == [str(number) for number in range(100)] * 3


def test_studies_wait_but_not_for_ever() -> None:
    queue = Queue()
    for _ in range(20):
        queue.put(Ticket(job("table"), nobody))
        queue.put(Ticket(job("review", study=True), nobody))
    first = order(queue)[:20]
    assert first.count("review") == 4
    assert first[:4] == ["table"] * 4


def test_studies_can_be_left_where_they_are() -> None:
    queue = Queue()
    queue.put(Ticket(job("review", study=True), nobody))
    assert order(queue, studies=False) == []
    assert order(queue) == ["review"]


def test_what_nobody_wants_any_more_is_not_done() -> None:
    queue = Queue()
    tickets = [Ticket(job(name), nobody) for name in "abc"]
    for ticket in tickets:
        queue.put(ticket)
    tickets[1].cancelled = True
    assert order(queue) == ["a", "c"]


def test_a_job_that_is_put_back_is_the_next() -> None:
    queue = Queue()
    for name in "ab":
        queue.put(Ticket(job(name), nobody))
    queue.put(Ticket(job("c"), nobody), first=True)
    assert order(queue) == ["c", "a", "b"]


# -- a mind -----------------------------------------------------------------------------------


def think(mind: Mind, position: Position, agent: str = "first", kind: str = "move", **more: object) -> Answer:
    return mind.answer(Job(kind, "t1", Line.of(position), agent, 60.0, more=more), lambda: None)


def test_a_mind_answers_with_a_move_and_remembers_the_line() -> None:
    mind = Mind()
    start = papamu.load("clobber:3x3").start()
    assert think(mind, start).value == str(start.legal_moves[0])
    known = mind.reach("t1", Line.of(start))
    later = start.play(start.legal_moves[0])
    assert mind.reach("t1", Line.of(later)).parent is known
    assert mind.reach("t1", Line.of(start)) is known
    other = start.play(start.legal_moves[1])
    assert mind.reach("t1", Line.of(other)) == other
    assert mind.reach("t1", Line.of(papamu.load("clobber:2x2").start())).game.rows == 2


def test_a_mind_replays_what_chance_did() -> None:
    position = papamu.load("checkers:4x4,teleport=1").start(seed=1)
    for seed in range(2):
        position = position.play(position.legal_moves[0], seed=seed)
    assert Mind().reach("t1", Line.of(position)) == position


def test_an_agent_that_fails_is_an_answer() -> None:
    start = papamu.load("clobber:3x3").start()
    assert "does not play" in str(think(Mind(), start, "cnn").error)
    assert "no agent" in str(think(Mind(), start, "nobody").error)


def test_explanations_and_judgements() -> None:
    start = papamu.load("clobber:2x3").start()
    told = think(Mind(), start, "noisy:p=1+mc:playouts=2", "explain").value
    assert told["agent"] == "mc:playouts=2"
    assert told["scores"][0]["rank"] == 1
    assert {one["text"] for one in told["scores"]} == {str(move) for move in start.legal_moves}
    assert told == think(Mind(), start, "mc:playouts=2", "explain").value, "the same question, another answer"
    judged = think(Mind(), start, "mc:playouts=2", "judge").value
    assert set(judged["values"]) == {int(move) for move in start.legal_moves}
    assert all(-1 <= value <= 1 for value in judged["values"].values())
    assert "are no results" in str(think(Mind(), start, "minimax", "judge").error)


def test_exact_values() -> None:
    start = papamu.load("clobber:2x3").start()
    found = think(Mind(), start, "mc", "exact").value
    assert found["value"] == max(found["values"].values())
    assert set(found["values"]) == {int(move) for move in start.legal_moves}
    assert found["values"][found["best"]] == found["value"]


def test_the_end_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPAMU_HOME", str(tmp_path))
    start = papamu.load("clobber:2x2").start()
    mind = Mind()

    def ask(kind: str, position: Position, **more: object) -> Answer:
        asked = Job(kind, "t1", Line.of(position), "adaptive+mc:playouts=2", 60.0, 1, person="Ann", more=more)
        return mind.answer(asked, lambda: None)

    at = start
    while not at.is_over:
        at = at.play(ask("move", at).value if at.player == 1 else at.legal_moves[0])
    said = ask("end", at, persons=[0], gave_up=[]).value
    assert any("Ann: rating" in line for line in said)
    assert (tmp_path / "people" / "ann.json").is_file()


# -- processes --------------------------------------------------------------------------------


@pytest.fixture
def crew(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinkers]:
    monkeypatch.setattr(crews, "GRACE", 0.2)
    found = Thinkers(1)
    yield found
    found.close()


class Desk:
    """Where answers come in."""

    def __init__(self, crew: Thinkers) -> None:
        self.crew = crew
        self.answers: SimpleQueue[tuple[str, Answer]] = SimpleQueue()
        self.begun = threading.Event()

    def ask(self, asked: Job) -> Ticket:
        self.begun.clear()
        return self.crew.submit(
            asked, lambda answer: self.answers.put((asked.customer, answer)), self.begun.set
        )

    def next(self) -> tuple[str, Answer]:
        return self.answers.get(timeout=PATIENCE)

    def pid(self) -> int:
        return int(self.crew._crew[0].process.pid or 0)


def test_thoughts_in_a_process_and_every_way_they_end(crew: Thinkers) -> None:
    """One test, because a process takes seconds to begin."""
    desk = Desk(crew)
    desk.ask(job("t1"))
    name, answer = desk.next()
    assert (name, answer.value) == ("t1", str(papamu.load("clobber:2x3").start().legal_moves[0]))
    # Too slow: the process is ended, and the next job is done by another.
    first = desk.pid()
    desk.ask(job("t2", SLOW, budget=0.3))
    name, answer = desk.next()
    assert (name, answer.expired, answer.error) == ("t2", True, "no move within 0.3 s")
    desk.ask(job("t3"))
    assert desk.next()[1].error is None
    assert desk.pid() != first
    # Cancelled: no answer comes, and the process is free again.
    ticket = desk.ask(job("t4", SLOW))
    assert desk.begun.wait(PATIENCE)
    crew.cancel(ticket)
    desk.ask(job("t5"))
    assert desk.next()[0] == "t5"
    # It dies once: the job is done again. It dies twice: that is said.
    desk.ask(job("t6", SLOW))
    assert desk.begun.wait(PATIENCE)
    desk.begun.clear()
    os.kill(desk.pid(), signal.SIGKILL)
    assert desk.begun.wait(PATIENCE), "the job was not done again"
    os.kill(desk.pid(), signal.SIGKILL)
    name, answer = desk.next()
    assert name == "t6"
    assert "died twice" in str(answer.error)
    desk.ask(job("t7"))
    assert desk.next()[0] == "t7"
    # Waiting jobs come in turn, also when one of them has many.
    ticket = desk.ask(job("busy", SLOW))
    assert desk.begun.wait(PATIENCE)
    for name in ["a", "a", "b", "a", "b"]:
        desk.ask(job(name))
    assert crew.waiting() == 5
    crew.cancel(ticket)
    assert [desk.next()[0] for _ in range(5)] == ["a", "b", "a", "b", "a"]


def test_ending_does_not_wait_for_thoughts(crew: Thinkers) -> None:
    desk = Desk(crew)
    desk.ask(job("t1", SLOW))
    assert desk.begun.wait(PATIENCE)
    began = time.monotonic()
    pid = desk.pid()
    crew.close()
    assert time.monotonic() - began < 30
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
