"""Processes that compile ahead of time, beside whatever else is going on.

Each takes the next job of the list, runs it, and so leaves compiled code in the user's cache. They have a low priority:
who plays meanwhile does not notice. What is done is noted beside the compiled code, so that the next start does not
go through the list again; a process that is killed loses no more than the kernel that it was compiling.
"""

from __future__ import annotations

import os
import platform
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path

from papamu.core.processes import Child, settle
from papamu.kernel import cache

_LOW_PRIORITY = 10
_JOBS_PER_PROCESS = 12  # a process that has compiled much holds much memory


@dataclass(frozen=True)
class Progress:
    """How far the preparation is."""

    done: int = 0
    total: int = 0
    running: tuple[str, ...] = ()  # the labels of the jobs that are being compiled now

    @property
    def finished(self) -> bool:
        """Is everything compiled?"""
        return self.done >= self.total


class CompileProcesses:
    """Compiles a list of jobs in the background; `progress` tells how far it is, `close` ends it."""

    def __init__(
        self,
        labels: Sequence[str],
        specs: Sequence[str] | None = None,
        agents: bool = True,
        processes: int | None = None,
        on_progress: Callable[[Progress], None] = lambda progress: None,
    ) -> None:
        """`labels` are those of `warm.jobs(specs, agents)`: each process makes the same list."""
        done = prepared_labels()
        self._arguments = specs, agents
        self._labels = list(labels)
        self._waiting = [at for at, label in enumerate(labels) if label not in done][::-1]
        self._left = len(self._waiting)
        self._size = min(processes or os.cpu_count() or 1, len(self._waiting))
        self._on_progress = on_progress
        self._workers: list[_Worker] = []
        self._wake_end, self._wake = Pipe(duplex=False)
        self._closing = False
        self.progress = self._now()
        self._thread = threading.Thread(target=self._serve, daemon=True, name="compile-processes")
        self._thread.start()

    def join(self) -> None:
        """Wait until everything is compiled."""
        while self._thread.is_alive():
            self._thread.join(0.2)  # a wait without an end does not hear Ctrl-C everywhere

    def close(self) -> None:
        """End all processes; what they have compiled is kept."""
        self._closing = True
        self._wake.send_bytes(b".")
        self._thread.join()

    def _now(self) -> Progress:
        running = tuple(self._labels[worker.job] for worker in self._workers if worker.job is not None)
        return Progress(len(self._labels) - self._left, len(self._labels), running)

    def _serve(self) -> None:
        try:
            for _ in range(self._size):
                self._workers.append(_Worker(*self._arguments))
            while not self._closing:
                self._hand_out()
                if not self._workers:
                    break
                self.progress = self._now()
                self._on_progress(self.progress)
                ready = wait([self._wake_end, *(worker.pipe for worker in self._workers)])
                for worker in [worker for worker in self._workers if worker.pipe in ready]:
                    self._receive(worker)
        finally:
            for worker in self._workers:
                worker.process.kill()
                worker.end()
            self._workers = []
            self.progress = self._now()
            self._on_progress(self.progress)

    def _hand_out(self) -> None:
        for worker in list(self._workers):
            if not worker.ready or worker.job is not None:
                continue
            if self._waiting and worker.count < _JOBS_PER_PROCESS:
                worker.start(self._waiting.pop())
                continue
            self._workers.remove(worker)
            worker.end()
            if self._waiting:
                self._workers.append(_Worker(*self._arguments))

    def _receive(self, worker: _Worker) -> None:
        try:
            label = worker.pipe.recv()
        except (EOFError, OSError):  # it has died: its job is compiled at its first use instead
            self._workers.remove(worker)
            worker.end()
            if worker.ready and self._waiting:  # one that cannot even start would not the next time
                self._workers.append(_Worker(*self._arguments))
            self._left -= worker.job is not None
            return
        worker.ready = True
        if label is not None:
            self._left -= 1
            worker.job = None
            _note_prepared(label)


class _Worker(Child):
    """One process, and the job it runs."""

    def __init__(self, specs: Sequence[str] | None, agents: bool) -> None:
        super().__init__(_compile_jobs, os.getcwd(), specs, agents)
        self.ready = False
        self.job: int | None = None
        self.count = 0

    def start(self, job: int) -> None:
        self.job = job
        self.count += 1
        self.send(job)


def _compile_jobs(pipe: Connection, folder: str, specs: Sequence[str] | None, agents: bool) -> None:
    """Run the jobs whose numbers come, and send back the label of each that is done."""
    settle(folder)
    if hasattr(os, "nice"):
        os.nice(_LOW_PRIORITY)
    from papamu.warm.job_list import jobs

    found = jobs(specs, agents)
    try:
        pipe.send(None)
        while True:
            label, job = found[pipe.recv()]
            try:
                job()
            except Exception:  # an agent of a plug-in, for example: its first use says what is wrong
                pass
            pipe.send(label)
    except (EOFError, OSError):
        pass


def prepared_labels() -> set[str]:
    """The labels of the jobs that were done for these sources, this Numba and this processor."""
    try:
        return set(_note_file().read_text(encoding="utf-8").splitlines())
    except OSError:
        return set()


def _note_prepared(label: str) -> None:
    try:
        with _note_file().open("a", encoding="utf-8") as file:
            file.write(f"{label}\n")
    except OSError:
        pass  # a read-only home: nothing is kept there


def _note_file() -> Path:
    import llvmlite.binding
    import numba

    outside = cache.foreign_digest()
    name = "-".join(
        [
            "prepared",
            numba.__version__,
            platform.python_version(),
            llvmlite.binding.get_host_cpu_name(),
            outside,
        ]
    )
    return cache.compiled_folder() / f"{name.rstrip('-')}.txt"
