"""Workers: processes on this machine that do one cell after the other.

Only the parent writes to the store; a worker gets orders and sends shares and results back over a pipe.
A worker that dies is replaced and its cell is done again.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from multiprocessing.connection import Connection, wait

from papamu.errors import PapamuError
from papamu.lab.doing import AGAIN, Done, Failure, Listener, Order, attempt, make_scratch, name, perform
from papamu.processes import Child, settle, why_ended


def work_here(orders: Sequence[Order], listener: Listener) -> None:
    """Do these cells one after the other in this process."""
    for order in orders:
        make_scratch(order)

        def report(share: float, order: Order = order) -> None:
            listener.hear(order, share)

        listener.keep(order, perform(order, report))


def work_in_processes(orders: Sequence[Order], jobs: int, listener: Listener) -> None:
    """Do these cells, the first ones first, in so many processes."""
    crew = _Crew(orders, listener)
    try:
        for _ in range(min(jobs, len(orders))):
            crew.hire()
        while crew.busy:
            crew.listen()
    finally:
        crew.dismiss()


class _Worker(Child):
    """One process, and what it is doing."""

    def __init__(self) -> None:
        super().__init__(_serve, os.getcwd())
        self.ready = False
        self.order: Order | None = None

    def give(self, order: Order) -> None:
        make_scratch(order)
        self.order = order
        self.send(order)


class _Crew:
    """All workers, and the orders that nobody does yet."""

    def __init__(self, orders: Sequence[Order], listener: Listener) -> None:
        self.waiting = list(reversed(orders))
        self.listener = listener
        self.workers: list[_Worker] = []
        self.deaths: Counter[str] = Counter()

    @property
    def busy(self) -> bool:
        return any(worker.order for worker in self.workers)

    def hire(self) -> None:
        worker = _Worker()
        self.workers.append(worker)
        worker.give(self.waiting.pop())

    def listen(self) -> None:
        """Wait until somebody says something. What others have finished is kept before an error goes up."""
        speaking = wait([worker.pipe for worker in self.workers])
        failures = [self._hear(worker) for worker in list(self.workers) if worker.pipe in speaking]
        for error in failures:
            if error is not None:
                raise error

    def dismiss(self) -> None:
        """End all of them now: what they have not handed in is theirs to lose."""
        for worker in self.workers:
            worker.process.kill()
        for worker in self.workers:
            worker.end()

    def _hear(self, worker: _Worker) -> BaseException | None:
        try:
            said: Done | Failure | float | None = worker.pipe.recv()
        except (EOFError, OSError):  # the latter when it was killed in the middle of a word
            return self._replace(worker)
        if said is None:
            worker.ready = True
            return None
        order = worker.order
        assert order is not None
        if isinstance(said, float):
            self.listener.hear(order, said)
            return None
        worker.order = None
        if isinstance(said, Failure):
            return said.error
        self.listener.keep(order, said)
        if self.waiting:
            worker.give(self.waiting.pop())
        return None

    def _replace(self, worker: _Worker) -> BaseException | None:
        self.workers.remove(worker)
        code = worker.end()
        if not worker.ready and (code or 0) > 0:
            return PapamuError(
                f"a worker process could not start (exit code {code}, its own words are above): "
                "a script that uses jobs does its work under if __name__ == '__main__'"
            )
        if worker.order is None:
            return None
        cell = worker.order.cell
        self.deaths[cell.key] += 1
        self.listener.hear(worker.order, 0.0)
        if self.deaths[cell.key] > AGAIN:
            last = why_ended(code)
            return PapamuError(
                f"{AGAIN + 1} workers died one after the other doing {name(cell)}, the last one {last}"
            )
        self.waiting.append(worker.order)
        self.hire()
        return None


def _serve(pipe: Connection, folder: str) -> None:
    """What a worker process does."""
    settle(folder)
    try:
        pipe.send(None)
        while True:
            pipe.send(_next(pipe))
    except (EOFError, OSError):
        pass  # the parent is gone or needs us no more


def _next(pipe: Connection) -> Done | Failure:
    try:
        order: Order = pipe.recv()
    except (EOFError, OSError):
        raise
    except Exception as error:  # parameters of a class that cannot be imported here
        return Failure(RuntimeError(f"a worker cannot read its cell: {type(error).__name__}: {error}"))
    return attempt(order, lambda share: pipe.send(float(share)))
