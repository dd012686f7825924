"""The agent pool: a few processes in which agents think, and the thread that serves them from the queue.

A request that takes longer than its budget, or that was cancelled, is ended with its process; a new process takes
its place. If a process dies by itself, its request is tried once more. While a process compiles what an agent needs, a
stand-in that runs uncompiled answers people (see `stand_in`): the first answer counts.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import wait

from papamu.core.processes import Child, why_ended
from papamu.web.limits import GRACE, WARMING
from papamu.web.thinking.agent_process import BEGUN, READY, serve
from papamu.web.thinking.agent_request import AgentAnswer, AgentRequest
from papamu.web.thinking.request_queue import OnAnswer, OnBegin, PendingRequest, RequestQueue
from papamu.web.thinking.stand_in import serve as serve_stand_in

_RETRIES = 1  # how often a request is tried again when its process has died
_PATIENCE = 0.25  # seconds that somebody waits for a process that compiles before the stand-in is asked
_STOOD_IN = ("move", "explain")  # kinds of requests that the stand-in can answer


class _PooledProcess(Child):
    """One process, and the request it works on."""

    def __init__(self, target: Callable[..., None] = serve) -> None:
        super().__init__(target, os.getcwd())
        self.pending: PendingRequest | None = None
        self.deadline = 0.0  # when its time is up, by the monotonic clock
        self.ready = False  # has it sent its first message?
        self.thinks = False  # or does it still compile?
        self.client = ""  # whom it worked for last

    @property
    def idle(self) -> bool:
        """Can it take a request?"""
        return self.ready and self.pending is None

    def start(self, pending: PendingRequest) -> None:
        """Give it a request."""
        self.pending, self.client = pending, pending.request.client
        self.deadline, self.thinks = time.monotonic() + WARMING, False
        self.send(pending.request)


class AgentPool:
    """All agent processes. Call `submit` and `cancel` from any thread; callbacks run in the pool's own."""

    def __init__(self, processes: int = 2, with_stand_in: bool = False) -> None:
        self.size = processes
        self._with_stand_in = with_stand_in
        self._stand_in: _PooledProcess | None = None
        self.restarts = 0
        self._queue = RequestQueue()
        self._processes: list[_PooledProcess] = []
        self._lock = threading.Lock()
        self._wake_end, self._wake = Pipe(duplex=False)
        self._woken = False
        self._failed_starts = 0  # processes in a row that ended before their first message
        self._closing = False
        self._thread = threading.Thread(target=self._serve_processes, daemon=True, name="pool")
        self._thread.start()

    def submit(
        self, request: AgentRequest, on_answer: OnAnswer, on_begin: OnBegin | None = None
    ) -> PendingRequest:
        """Queue a request; `on_answer` gets the answer, unless it is cancelled."""
        pending = PendingRequest(request, on_answer, on_begin)
        with self._lock:
            self._queue.put(pending)
        self._wake_up()
        return pending

    def cancel(self, pending: PendingRequest) -> None:
        """Nobody waits for this answer any more."""
        pending.cancelled = True
        self._wake_up()

    def waiting(self) -> int:
        """How many requests no process works on yet."""
        with self._lock:
            return len(self._queue)

    def close(self) -> None:
        """End all processes."""
        self._closing = True
        self._wake_up()
        self._thread.join()

    def _wake_up(self) -> None:
        with self._lock:
            if not self._woken:  # one byte is enough: the pipe must never be full
                self._woken = True
                self._wake.send_bytes(b".")

    # -- the pool's thread --------------------------------------------------------------------

    def _serve_processes(self) -> None:
        for _ in range(self.size):
            self._processes.append(_PooledProcess())
        self._start_stand_in()
        while not self._closing:
            self._hand_out()
            self._call_stand_in()
            stand_ins = [self._stand_in.pipe] if self._stand_in else []
            pipes = [process.pipe for process in self._processes]
            ready = wait([self._wake_end, *stand_ins, *pipes], self._timeout())
            if self._wake_end in ready:
                with self._lock:
                    self._wake_end.recv_bytes()
                    self._woken = False
            if self._stand_in is not None and self._stand_in.pipe in ready:
                self._receive_from_stand_in(self._stand_in)
            for process in list(self._processes):
                if process.pipe in ready:
                    self._receive(process)
            self._end_overdue()
        every = [*self._processes, *([self._stand_in] if self._stand_in else [])]
        for process in every:
            process.process.kill()
        for process in every:
            process.end()

    def _hand_out(self) -> None:
        """Give requests to idle processes, if possible to the one that knows the client's game."""
        for _ in range(self.size):
            idle = [process for process in self._processes if process.idle]
            if not idle:
                return
            # Background work may take minutes: one process is always there for people.
            working = [one.pending.request for one in self._processes if one.pending is not None]
            background = sum(request.background for request in working)
            with self._lock:
                pending = self._queue.take(background < max(1, self.size - 1))
            if pending is None:
                return
            client = pending.request.client
            next((one for one in idle if one.client == client), idle[0]).start(pending)

    def _timeout(self) -> float | None:
        deadlines = [process.deadline for process in self._processes if process.pending is not None]
        if self._stand_in is not None and self._stand_in.idle:
            deadlines += [pending.submitted + _PATIENCE for pending in self._still_waiting()]
        return max(0.0, min(deadlines) - time.monotonic()) if deadlines else None

    def _receive(self, process: _PooledProcess) -> None:
        try:
            message = process.pipe.recv()
        except (EOFError, OSError):
            self._retry(process)
            return
        if message == READY:
            process.ready, self._failed_starts = True, 0
            return
        pending = process.pending
        assert pending is not None
        if message == BEGUN:
            process.thinks = True
            process.deadline = time.monotonic() + pending.request.budget + GRACE
            if pending.on_begin is not None and not pending.cancelled:
                pending.on_begin()
            return
        process.pending = None
        if self._stand_in is not None and self._stand_in.pending is pending:
            self._start_stand_in()  # what it thinks about is of no use any more
        pending.answer(message)

    # -- the stand-in -------------------------------------------------------------------------

    def _start_stand_in(self) -> None:
        if self._stand_in is not None:
            self._stand_in.process.kill()
            self._stand_in.end()
        self._stand_in = _PooledProcess(serve_stand_in) if self._with_stand_in else None

    def _still_waiting(self) -> list[PendingRequest]:
        """What people wait for while a process compiles, the longest first.

        The queue counts only while all processes compile (or start): behind others that think, one waits one's turn.
        """
        slow = [one for one in self._processes if not one.ready or (one.pending and not one.thinks)]
        found = [one.pending for one in slow if one.pending is not None]
        if len(slow) == len(self._processes):
            with self._lock:
                found += self._queue.people()
        return sorted(
            (
                one
                for one in found
                if one.request.kind in _STOOD_IN and not one.cancelled and not one.stood_in
            ),
            key=lambda pending: pending.submitted,
        )

    def _call_stand_in(self) -> None:
        """Let the stand-in answer what somebody has waited for."""
        waiting = self._still_waiting()
        if self._stand_in is None or not self._stand_in.idle or not waiting:
            return
        if time.monotonic() >= waiting[0].submitted + _PATIENCE:
            waiting[0].stood_in = True
            self._stand_in.start(waiting[0])

    def _receive_from_stand_in(self, stand_in: _PooledProcess) -> None:
        try:
            message = stand_in.pipe.recv()
        except (EOFError, OSError):
            self._with_stand_in = stand_in.ready  # one that cannot even start is not tried again
            self._start_stand_in()
            return
        if message == READY:
            stand_in.ready = True
            return
        pending = stand_in.pending
        assert pending is not None
        if message == BEGUN:
            if pending.on_begin is not None and not pending.cancelled:
                pending.on_begin()
            return
        stand_in.pending = None
        if message.error is None:  # else the answer of the others is waited for
            pending.answer(message)
            pending.cancelled = pending.answered = True

    def _retry(self, process: _PooledProcess) -> None:
        """A process has died: its request is tried again, or answered with an error."""
        pending, code = process.pending, self._replace(process)
        if not process.ready:
            self._failed_starts += 1
            if self._failed_starts > self.size:
                self._refuse_all(f"no process can be started for it: the last one ended {why_ended(code)}")
        if pending is None or pending.cancelled:
            return
        pending.deaths += 1
        if pending.deaths > _RETRIES:
            pending.answer(AgentAnswer(error=f"its process died twice, the last time {why_ended(code)}"))
            return
        with self._lock:
            self._queue.put(pending, first=True)

    def _refuse_all(self, why: str) -> None:
        with self._lock:
            queue, self._queue = self._queue, RequestQueue()
        while (pending := queue.take()) is not None:
            pending.answer(AgentAnswer(error=why))
        time.sleep(1.0)  # before the next attempt

    def _replace(self, process: _PooledProcess) -> int | None:
        self._processes.remove(process)
        code = process.end()
        self.restarts += 1
        if not self._closing:
            self._processes.append(_PooledProcess())
        return code

    def _end_overdue(self) -> None:
        """End the processes whose time is up, or whose request was cancelled."""
        now = time.monotonic()
        for process in list(self._processes):
            pending = process.pending
            if pending is None:
                continue
            # What it compiles is of use later; so is what a process thinks whose stand-in was faster.
            if pending.cancelled and process.thinks and not pending.answered:
                process.deadline = min(process.deadline, now + GRACE)  # it may be done in a moment
            if now < process.deadline:
                continue
            process.process.kill()
            self._replace(process)
            budget = pending.request.budget
            pending.answer(AgentAnswer(error=f"no move within {budget:g} s", seconds=budget, expired=True))
