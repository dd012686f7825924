"""Preparation: all opponents are compiled in the background from the moment the server starts."""

from __future__ import annotations

import threading
from typing import Any

from papamu.warm.compile_processes import CompileProcesses, Progress


class Preparation:
    """Starts the processes that compile, and tells how far they are."""

    def __init__(self) -> None:
        self._processes: CompileProcesses | None = None
        self._lock = threading.Lock()
        self._closed = False

    def start(self) -> None:
        """Begin, in a thread: the list of jobs loads every game."""
        threading.Thread(target=self._start, daemon=True, name="preparation").start()

    def _start(self) -> None:
        from papamu.warm.job_list import jobs

        labels = [label for label, _ in jobs()]
        with self._lock:
            if not self._closed:
                self._processes = CompileProcesses(labels)

    def close(self) -> None:
        """End the processes; what they have compiled is kept."""
        with self._lock:
            self._closed = True
            if self._processes is not None:
                self._processes.close()

    def state(self) -> dict[str, Any]:
        """How many jobs are done, of how many, and which are running."""
        now = self._processes.progress if self._processes is not None else Progress()
        return {"done": now.done, "total": now.total, "running": list(now.running)}
