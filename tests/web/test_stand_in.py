"""The stand-in: it answers people while the others compile, with the agent that was asked or a lesser one."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace

import pytest

pytest.importorskip("fastapi")

import papamu
from papamu.kernel.jit import JIT
from papamu.web.thinking import stand_in
from papamu.web.thinking.agent_pool import AgentPool
from papamu.web.thinking.agent_process import AgentWorker
from papamu.web.thinking.agent_request import AgentAnswer, AgentRequest, Line
from papamu.web.thinking.request_queue import PendingRequest, RequestQueue
from papamu.web.thinking.stand_in import hurried_spec

PATIENCE = 240.0


def request(game: str, agent: str, kind: str = "move") -> AgentRequest:
    return AgentRequest(kind, "t1", Line.of(papamu.load(game).start()), agent, 60.0, seed=3)


@pytest.mark.parametrize(
    "asked, seconds, expected",
    [
        ("random", 0.001, "random"),
        ("greedy", 10.0, "greedy"),
        ("mc:playouts=20", 0.001, "mc:playouts=20"),  # 4 × 20 playouts are 80 ms
        ("mc:playouts=20", 0.01, "mc:playouts=20"),
        ("mc:playouts=100", 0.01, "mc:playouts=25"),
        ("mc:playouts=20", 0.5, "greedy"),  # not even one for each move
        ("uct:sims=100", 0.005, "uct:sims=100"),
        ("uct:sims=1000", 0.005, "uct:sims=1000,ms=1000"),
        ("uct:ms=1500", 0.005, "uct:ms=1000"),
        ("uct:ms=300", 0.005, "uct:ms=300"),
        ("uct:sims=1000", 0.2, "greedy"),
        ("noisy:p=0.3+mc:playouts=100", 0.01, "noisy:p=0.3+mc:playouts=25"),
        ("adaptive+uct:sims=1000", 0.005, "adaptive:proof=100+uct:sims=1000,ms=1000"),
        ("uct:sims=100,widen=1+mlp:blokus", 0.001, "greedy"),  # its network would take minutes
        ("adaptive+uct:widen=1+mlp:blokus", 0.001, "greedy"),
        ("minimax:depth=3", 0.001, None),
    ],
)
def test_an_agent_is_cut_down_to_a_second(
    monkeypatch: pytest.MonkeyPatch, asked: str, seconds: float, expected: str | None
) -> None:
    monkeypatch.setattr(stand_in, "_seconds_of_a_playout", lambda position: seconds)
    start = papamu.load("reversi:4x4").start()
    assert len(start.legal_moves) == 4
    assert hurried_spec(asked, start) == expected
    assert hurried_spec(asked, start, True) == (None if expected == "greedy" != asked else expected)


@pytest.mark.parametrize("game, expected", [("konane:4x4", "solve"), ("clobber:5x6", "uct:ms=200")])
def test_exact_play_where_a_second_is_enough(
    monkeypatch: pytest.MonkeyPatch, game: str, expected: str
) -> None:
    monkeypatch.setattr(stand_in, "_seconds_of_a_playout", lambda position: 0.001)
    monkeypatch.setattr(stand_in, "SECONDS", 0.2 if expected != "solve" else 60.0)
    start = papamu.load(game).start()
    assert hurried_spec("solve", start) == expected
    assert hurried_spec("solve", start, True) is None  # exact advice, or none
    assert hurried_spec("minimax:depth=3", start) is None


def test_an_agent_goes_on_where_another_process_stopped() -> None:
    """Who answers which move (a process of the pool, another one, the stand-in) makes no difference to a game."""
    start = papamu.load("konane:4x4").start()

    def game(*workers: AgentWorker) -> list[str]:
        moves: list[str] = []
        rngs: dict[int, tuple[int, ...]] = {}
        position = start
        for worker in cycle(workers):
            if position.is_over:
                return moves
            seat = position.player
            asked = replace(request("konane:4x4", "random"), line=Line.of(position), seat=seat)
            answer = worker.answer(replace(asked, rng=rngs.get(seat, ())), lambda: None)
            rngs[seat] = answer.rng
            moves.append(str(answer.value))
            position = position.play(moves[-1])
        raise AssertionError

    alone = game(AgentWorker())
    assert len(alone) > 6
    assert game(AgentWorker(), AgentWorker(), AgentWorker(hurried_spec)) == alone


def test_among_agents_no_lesser_one_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without people is known by its seed: then a move with less thought would be another game."""
    monkeypatch.setattr(stand_in, "_seconds_of_a_playout", lambda position: 0.01)
    hurried = AgentWorker(hurried_spec)
    for agent, lesser in (("mc:playouts=1", False), ("mc:playouts=50", True)):
        asked = request("reversi:4x4", agent)
        assert hurried.answer(asked, lambda: None).hurried == lesser
        error = hurried.answer(replace(asked, among_agents=True), lambda: None).error
        assert (error is not None) == lesser


@pytest.mark.skipif(not JIT, reason="without the JIT every process is a stand-in")
def test_nobody_waits_for_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an empty cache the answer is there while the process of the pool still compiles."""
    monkeypatch.setenv("PAPAMU_CACHE", str(tmp_path))
    answers: SimpleQueue[AgentAnswer] = SimpleQueue()
    pool = AgentPool(1, with_stand_in=True)
    try:
        pool.submit(request("reversi:4x4", "uct:sims=30"), answers.put)
        answer = answers.get(timeout=PATIENCE)
        assert answer.error is None
        assert not answer.hurried  # thirty simulations are nothing even for the interpreter
        assert not list(tmp_path.rglob("*think*.nbc"))  # nothing that thinks is compiled yet
        # The same move as with compiled code: the streams are the same.
        agent = papamu.agent("uct:sims=30")
        position = papamu.load("reversi:4x4").start()
        from papamu.kernel.random import stream
        from papamu.web.thinking.agent_memory import _SEATS

        agent.begin(position.game, stream(3, _SEATS, 0))
        assert answer.value == str(agent.choose(position))
        pool.submit(
            request("reversi:4x4", "minimax:depth=1"), answers.put
        )  # has no stand-in: the process answers
        assert answers.get(timeout=PATIENCE).error is None
    finally:
        pool.close()


def test_what_is_ready_is_not_disturbed() -> None:
    answers: SimpleQueue[AgentAnswer] = SimpleQueue()
    pool = AgentPool(1, with_stand_in=True)
    try:
        for _ in range(2):
            pool.submit(request("clobber:2x3", "first"), answers.put)
            assert answers.get(timeout=PATIENCE).error is None
        deadline = time.monotonic() + PATIENCE
        while pool._processes[0].pending is not None and time.monotonic() < deadline:
            time.sleep(0.02)  # the stand-in was faster
        pool.submit(request("clobber:2x3", "mc:playouts=1", "judge"), answers.put)
        assert answers.get(timeout=PATIENCE).error is None  # a kind that only the pool answers
        assert pool.restarts == 0
    finally:
        pool.close()


def test_behind_others_that_think_one_waits_ones_turn() -> None:
    """A crowd is no reason for moves with less thought: only compiling is."""
    pool = AgentPool.__new__(AgentPool)  # no processes, no thread
    pool._lock, pool._queue = threading.Lock(), RequestQueue()
    waiting = PendingRequest(request("clobber:2x3", "mc"), lambda answer: None)
    pool._queue.put(waiting)
    working = PendingRequest(request("clobber:2x3", "mc"), lambda answer: None)
    thinks = SimpleNamespace(ready=True, pending=working, thinks=True)
    compiles = SimpleNamespace(ready=True, pending=working, thinks=False)
    starts = SimpleNamespace(ready=False, pending=None, thinks=False)

    def found(*processes: SimpleNamespace) -> list[PendingRequest]:
        pool._processes = list(processes)  # type: ignore[arg-type]
        return pool._still_waiting()

    assert found(thinks, thinks) == []
    assert found(thinks, compiles) == [working]
    assert found(compiles, starts) == [waiting, working]
    waiting.stood_in = True
    assert found(starts) == []
