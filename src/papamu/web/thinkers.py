"""Thinkers: a few processes in which agents think, and the queue before them.

The queue is fair: customers (tables, reviews, matches) take turns, however many jobs one of them has. What a
person waits for goes before studies, but of `_SHARE` jobs one is a study's, so that these come on too. A
thought that takes longer than its budget, or that nobody wants any more, is ended with its process; another
takes its place. A process that dies by itself has its job done again, once.
"""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import wait

from papamu.processes import Child, why_ended
from papamu.web.limits import GRACE, WARMING
from papamu.web.thought import Answer, Job
from papamu.web.worker import BEGUN, READY, serve

_SHARE = 5
_AGAIN = 1  # how often a job is done again when its process has died

Then = Callable[[Answer], None]
Begun = Callable[[], None]


@dataclass(eq=False)
class Ticket:
    """A job in the queue or under way."""

    job: Job
    then: Then
    begun: Begun | None = None  # called when thinking begins, after everything is compiled
    deaths: int = 0
    cancelled: bool = False


@dataclass
class Queue:
    """Who is next: customers take turns, in two lanes."""

    lanes: tuple[OrderedDict[str, deque[Ticket]], ...] = field(
        default_factory=lambda: (OrderedDict(), OrderedDict())
    )
    taken: int = 0

    def put(self, ticket: Ticket, first: bool = False) -> None:
        """At the end of its customer's jobs (or before them)."""
        line = self.lanes[ticket.job.study].setdefault(ticket.job.customer, deque())
        if first:
            line.appendleft(ticket)
            self.lanes[ticket.job.study].move_to_end(ticket.job.customer, last=False)
        else:
            line.append(ticket)

    def take(self, studies: bool = True) -> Ticket | None:
        """The next job that is still wanted, studies among them or not."""
        play, study = self.lanes
        order = [study, play] if (self.taken + 1) % _SHARE == 0 else [play, study]
        for lane in order if studies else [play]:
            while lane:
                customer, line = lane.popitem(last=False)
                ticket = line.popleft()
                if line:
                    lane[customer] = line  # behind all others
                if not ticket.cancelled:
                    self.taken += 1
                    return ticket
        return None

    def __len__(self) -> int:
        return sum(len(line) for lane in self.lanes for line in lane.values())


class _Thinker(Child):
    """One process, and what it is doing."""

    def __init__(self) -> None:
        super().__init__(serve, os.getcwd())
        self.ticket: Ticket | None = None
        self.until = 0.0  # when its time is up, by the monotonic clock
        self.ready = False  # has it said its first word?
        self.thinks = False  # or does it still compile?
        self.customer = ""  # for whom it worked last


class Thinkers:
    """All thinkers. `submit` and `cancel` may be called from any thread; answers come in one of its own."""

    def __init__(self, processes: int = 2) -> None:
        self.processes = processes
        self.restarts = 0
        self._queue = Queue()
        self._crew: list[_Thinker] = []
        self._lock = threading.Lock()
        self._ear, self._bell = Pipe(duplex=False)
        self._rung = False
        self._stillborn = 0  # processes in a row that ended before their first word
        self._closing = False
        self._thread = threading.Thread(target=self._listen, daemon=True, name="thinkers")
        self._thread.start()

    def submit(self, job: Job, then: Then, begun: Begun | None = None) -> Ticket:
        """Have something thought about; `then` hears the answer, unless it is cancelled."""
        ticket = Ticket(job, then, begun)
        with self._lock:
            self._queue.put(ticket)
        self._ring()
        return ticket

    def cancel(self, ticket: Ticket) -> None:
        """Nobody wants to know any more."""
        ticket.cancelled = True
        self._ring()

    def waiting(self) -> int:
        """How many jobs nobody has begun."""
        with self._lock:
            return len(self._queue)

    def close(self) -> None:
        """End all of them."""
        self._closing = True
        self._ring()
        self._thread.join()

    def _ring(self) -> None:
        with self._lock:
            if not self._rung:  # one word is enough: the pipe must never be full
                self._rung = True
                self._bell.send_bytes(b".")

    # -- the listening thread -----------------------------------------------------------------

    def _listen(self) -> None:
        for _ in range(self.processes):
            self._crew.append(_Thinker())
        while not self._closing:
            self._hand_out()
            heard = wait([self._ear, *(thinker.pipe for thinker in self._crew)], self._patience())
            if self._ear in heard:
                with self._lock:
                    self._ear.recv_bytes()
                    self._rung = False
            for thinker in list(self._crew):
                if thinker.pipe in heard:
                    self._hear(thinker)
            self._look_at_clock()
        for thinker in self._crew:
            thinker.process.kill()
        for thinker in self._crew:
            thinker.end()

    def _hand_out(self) -> None:
        for _ in range(self.processes):
            idle = [thinker for thinker in self._crew if thinker.ready and thinker.ticket is None]
            if not idle:
                return
            # Studies may take minutes: one process is always there for those who play.
            studying = sum(one.ticket is not None and one.ticket.job.study for one in self._crew)
            with self._lock:
                ticket = self._queue.take(studying < max(1, self.processes - 1))
            if ticket is None:
                return
            customer = ticket.job.customer
            thinker = next((one for one in idle if one.customer == customer), idle[0])
            thinker.ticket, thinker.customer = ticket, customer
            thinker.until, thinker.thinks = time.monotonic() + WARMING, False
            thinker.send(ticket.job)

    def _patience(self) -> float | None:
        busy = [thinker.until for thinker in self._crew if thinker.ticket is not None]
        return max(0.0, min(busy) - time.monotonic()) if busy else None

    def _hear(self, thinker: _Thinker) -> None:
        try:
            said = thinker.pipe.recv()
        except (EOFError, OSError):
            self._died(thinker)
            return
        if said == READY:
            thinker.ready, self._stillborn = True, 0
            return
        ticket = thinker.ticket
        assert ticket is not None
        if said == BEGUN:
            thinker.thinks = True
            thinker.until = time.monotonic() + ticket.job.budget + GRACE
            if ticket.begun is not None and not ticket.cancelled:
                ticket.begun()
            return
        thinker.ticket = None
        self._tell(ticket, said)

    def _tell(self, ticket: Ticket, answer: Answer) -> None:
        if not ticket.cancelled:
            ticket.then(answer)

    def _died(self, thinker: _Thinker) -> None:
        ticket, code = thinker.ticket, self._replace(thinker)
        if not thinker.ready:
            self._stillborn += 1
            if self._stillborn > self.processes:
                self._refuse_all(f"no process can be started for it: the last one ended {why_ended(code)}")
        if ticket is None or ticket.cancelled:
            return
        ticket.deaths += 1
        if ticket.deaths > _AGAIN:
            self._tell(ticket, Answer(error=f"its process died twice, the last time {why_ended(code)}"))
            return
        with self._lock:
            self._queue.put(ticket, first=True)

    def _refuse_all(self, why: str) -> None:
        with self._lock:
            queue, self._queue = self._queue, Queue()
        while (ticket := queue.take()) is not None:
            self._tell(ticket, Answer(error=why))
        time.sleep(1.0)  # before the next attempt

    def _replace(self, thinker: _Thinker) -> int | None:
        self._crew.remove(thinker)
        code = thinker.end()
        self.restarts += 1
        if not self._closing:
            self._crew.append(_Thinker())
        return code

    def _look_at_clock(self) -> None:
        now = time.monotonic()
        for thinker in list(self._crew):
            ticket = thinker.ticket
            if ticket is None:
                continue
            if ticket.cancelled and thinker.thinks:  # what it compiles is of use later
                thinker.until = min(thinker.until, now + GRACE)  # it may be done in a moment
            if now < thinker.until:
                continue
            thinker.process.kill()
            self._replace(thinker)
            budget = ticket.job.budget
            self._tell(ticket, Answer(error=f"no move within {budget:g} s", seconds=budget, expired=True))
