"""The agent pool: a few processes in which agents think, and the thread that serves them from the queue.

A request that takes longer than its budget, or that was cancelled, is ended with its process; a new process takes
its place. If a process dies by itself, its request is tried once more.
"""

from __future__ import annotations

import os
import threading
import time
from multiprocessing import Pipe
from multiprocessing.connection import wait

from papamu.core.processes import Child, why_ended
from papamu.web.limits import GRACE, WARMING
from papamu.web.thinking.agent_process import BEGUN, READY, serve
from papamu.web.thinking.agent_request import AgentAnswer, AgentRequest
from papamu.web.thinking.request_queue import OnAnswer, OnBegin, PendingRequest, RequestQueue

_RETRIES = 1  # how often a request is tried again when its process has died


class _PooledProcess(Child):
    """One process, and the request it works on."""

    def __init__(self) -> None:
        super().__init__(serve, os.getcwd())
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

    def __init__(self, processes: int = 2) -> None:
        self.size = processes
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
        while not self._closing:
            self._hand_out()
            ready = wait([self._wake_end, *(process.pipe for process in self._processes)], self._timeout())
            if self._wake_end in ready:
                with self._lock:
                    self._wake_end.recv_bytes()
                    self._woken = False
            for process in list(self._processes):
                if process.pipe in ready:
                    self._receive(process)
            self._end_overdue()
        for process in self._processes:
            process.process.kill()
        for process in self._processes:
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
        pending.answer(message)

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
            if pending.cancelled and process.thinks:  # what it compiles is of use later
                process.deadline = min(process.deadline, now + GRACE)  # it may be done in a moment
            if now < process.deadline:
                continue
            process.process.kill()
            self._replace(process)
            budget = pending.request.budget
            pending.answer(AgentAnswer(error=f"no move within {budget:g} s", seconds=budget, expired=True))
