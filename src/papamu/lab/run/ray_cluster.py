"""The same cells on a Ray cluster (https://docs.ray.io), an optional extra.

Each cell is one Ray task. The driver, which is this process, stores the results as they come. Tasks of a
node that dies are executed again on another node: the work is deterministic, so the results are the same.
"""

from __future__ import annotations

import logging
import os
import socket
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from papamu import __version__
from papamu.core import plugins
from papamu.core.errors import PapamuError
from papamu.lab.run.execute import (
    MAX_RETRIES,
    CellRecord,
    CellTask,
    Failure,
    ResultSink,
    describe,
    try_execute,
)

_POLL_SECONDS = 1.0  # between two looks at the progress of cells


def load_ray() -> Any:
    """The module `ray`, if it is installed."""
    try:
        return import_module("ray")
    except ImportError:
        raise PapamuError(
            "Ray is not installed: install it from your clone: .venv/bin/python -m pip install -e '.[ray]'"
        ) from None


def execute_on_ray(tasks: Sequence[CellTask], jobs: int, address: str, sink: ResultSink) -> None:
    """Execute these cells on the cluster at this address; without one, start a local cluster for so many jobs."""
    ray = load_ray()
    with _cluster(ray, address or os.environ.get("RAY_ADDRESS", ""), jobs):
        progress = ray.remote(num_cpus=0)(_ProgressActor).remote()
        remote = ray.remote(num_cpus=1, max_retries=MAX_RETRIES)(_execute_on_node)
        pending = {remote.remote(task, __version__, plugins.exported(), progress): task for task in tasks}
        try:
            while pending:
                _collect(ray, pending, progress, sink)
        finally:
            for reference in pending:  # a cluster that others use must not continue with them
                ray.cancel(reference, force=True)


def _collect(ray: Any, pending: dict[Any, CellTask], progress: Any, sink: ResultSink) -> None:
    """Store the results that are ready, all of them before an error is raised."""
    ready, _ = ray.wait(list(pending), num_returns=1, timeout=_POLL_SECONDS)
    if not ready:
        return _poll_progress(ray, list(pending.values()), progress, sink)
    ready, _ = ray.wait(list(pending), num_returns=len(pending), timeout=0)
    failure: BaseException | None = None
    for reference in ready:
        task = pending.pop(reference)
        try:
            answer: CellRecord | Failure = ray.get(reference)
        except ray.exceptions.RayError as error:
            failure = failure or PapamuError(f"Ray gave up {describe(task.cell)}: {_first_line(error)}")
            continue
        if isinstance(answer, Failure):
            failure = failure or answer.error
        else:
            sink.store(task, answer)
    if failure is not None:
        raise failure


def _poll_progress(ray: Any, tasks: Sequence[CellTask], progress: Any, sink: ResultSink) -> None:
    try:
        shares: dict[str, float] = ray.get(progress.read.remote(), timeout=_POLL_SECONDS)
    except (ray.exceptions.RayError, TimeoutError):
        return  # its node is dead or busy: progress then counts whole cells
    for task in tasks:
        if task.cell.key in shares:
            sink.progress(task, shares[task.cell.key])


class _ProgressActor:
    """A Ray actor to which tasks write which share they have done."""

    def __init__(self) -> None:
        self.shares: dict[str, float] = {}

    def write(self, key: str, share: float) -> None:
        self.shares[key] = share

    def read(self) -> dict[str, float]:
        return self.shares


def _execute_on_node(
    task: CellTask, version: str, sent: list[tuple[str, str]], progress: Any
) -> CellRecord | Failure:
    """Execute a cell on some node of the cluster."""
    if version != __version__:
        message = (
            f"a node of the cluster has Papamu {__version__} and this is {version}: they must be the same"
        )
        return Failure(PapamuError(message))
    with tempfile.TemporaryDirectory(prefix="papamu-") as scratch:
        plugins.use_exported(sent, Path(tempfile.gettempdir()))
        there = replace(task, scratch=Path(scratch), shared=None)
        return try_execute(there, lambda share: progress.write.remote(task.cell.key, float(share)))


@contextmanager
def _cluster(ray: Any, address: str, jobs: int) -> Iterator[None]:
    """Connect to a cluster; one that was started here is shut down."""
    if ray.is_initialized():  # a notebook that uses Ray already
        yield
        return
    quiet = {"logging_level": logging.ERROR, "log_to_driver": False}
    try:
        if address:
            _check_reachable(address)
            ray.init(address=address, **quiet)
        else:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody was asked whether they agree
            ray.init(address="local", num_cpus=jobs, include_dashboard=False, **quiet)
    except Exception as error:  # Ray has no common class for what can go wrong here
        where = f"reach a Ray cluster at {address!r}" if address else "start Ray"
        raise PapamuError(f"cannot {where}: {_first_line(error)}") from None
    try:
        yield
    finally:
        ray.shutdown()


def _check_reachable(address: str) -> None:
    """Fail at once if nothing listens at the address: Ray alone tries for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=_POLL_SECONDS * 10).close()


def _first_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__
