"""Workers: processes on this machine that execute one cell after the other.

Only the parent writes to the store; a worker gets tasks and sends progress and results back over a pipe.
A worker that dies is replaced, and its cell is executed again.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from multiprocessing.connection import Connection, wait

from papamu.core.errors import PapamuError
from papamu.core.processes import Child, settle, why_ended
from papamu.lab.run.execute import (
    MAX_RETRIES,
    CellRecord,
    CellTask,
    Failure,
    ResultSink,
    describe,
    make_scratch,
    try_execute,
)


def execute_in_processes(tasks: Sequence[CellTask], jobs: int, sink: ResultSink) -> None:
    """Execute these cells, the first ones first, in so many processes."""
    pool = _WorkerPool(tasks, sink)
    try:
        for _ in range(min(jobs, len(tasks))):
            pool.start_worker()
        while pool.busy:
            pool.receive()
    finally:
        pool.kill_all()


class _Worker(Child):
    """One process, and the task it executes."""

    def __init__(self) -> None:
        super().__init__(_worker_main, os.getcwd(), imports_main=True)  # a script may have its own study
        self.ready = False
        self.task: CellTask | None = None

    def assign(self, task: CellTask) -> None:
        make_scratch(task)
        self.task = task
        self.send(task)


class _WorkerPool:
    """All workers, and the tasks that wait for one."""

    def __init__(self, tasks: Sequence[CellTask], sink: ResultSink) -> None:
        self.waiting = list(reversed(tasks))
        self.sink = sink
        self.workers: list[_Worker] = []
        self.deaths: Counter[str] = Counter()

    @property
    def busy(self) -> bool:
        return any(worker.task for worker in self.workers)

    def start_worker(self) -> None:
        worker = _Worker()
        self.workers.append(worker)
        worker.assign(self.waiting.pop())

    def receive(self) -> None:
        """Wait for messages. Results of other workers are stored before an error is raised."""
        ready = wait([worker.pipe for worker in self.workers])
        failures = [self._receive_from(worker) for worker in list(self.workers) if worker.pipe in ready]
        for error in failures:
            if error is not None:
                raise error

    def kill_all(self) -> None:
        """End all workers now: results that they have not sent are lost."""
        for worker in self.workers:
            worker.process.kill()
        for worker in self.workers:
            worker.end()

    def _receive_from(self, worker: _Worker) -> BaseException | None:
        try:
            message: CellRecord | Failure | float | None = worker.pipe.recv()
        except (EOFError, OSError):  # the latter when it was killed in the middle of a message
            return self._replace(worker)
        if message is None:
            worker.ready = True
            return None
        task = worker.task
        assert task is not None
        if isinstance(message, float):
            self.sink.progress(task, message)
            return None
        worker.task = None
        if isinstance(message, Failure):
            return message.error
        self.sink.store(task, message)
        if self.waiting:
            worker.assign(self.waiting.pop())
        return None

    def _replace(self, worker: _Worker) -> BaseException | None:
        self.workers.remove(worker)
        code = worker.end()
        if not worker.ready and (code or 0) > 0:
            return PapamuError(
                f"a worker process could not start (exit code {code}, its own output is above): "
                "a script that uses jobs must do its work under if __name__ == '__main__'"
            )
        if worker.task is None:
            return None
        cell = worker.task.cell
        self.deaths[cell.key] += 1
        self.sink.progress(worker.task, 0.0)
        if self.deaths[cell.key] > MAX_RETRIES:
            last = why_ended(code)
            return PapamuError(
                f"{MAX_RETRIES + 1} workers died one after the other doing {describe(cell)}, the last one {last}"
            )
        self.waiting.append(worker.task)
        self.start_worker()
        return None


def _worker_main(pipe: Connection, folder: str) -> None:
    """The loop of a worker process."""
    settle(folder)
    try:
        pipe.send(None)
        while True:
            pipe.send(_execute_next(pipe))
    except (EOFError, OSError):
        pass  # the parent is gone or needs no more workers


def _execute_next(pipe: Connection) -> CellRecord | Failure:
    try:
        task: CellTask = pipe.recv()
    except (EOFError, OSError):
        raise
    except Exception as error:  # parameters of a class that cannot be imported here
        return Failure(RuntimeError(f"a worker cannot read its cell: {type(error).__name__}: {error}"))
    return try_execute(task, lambda share: pipe.send(float(share)))
