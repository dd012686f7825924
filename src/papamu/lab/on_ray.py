"""The same cells on a Ray cluster (https://docs.ray.io), an optional extra.

Each cell is one Ray task. The driver, which is this process, keeps the results as they come. Tasks of a
node that dies are done again elsewhere, from the beginning: the work is deterministic, so it does not show.
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
from papamu.errors import PapamuError
from papamu.lab.doing import AGAIN, Done, Failure, Listener, Order, attempt, name

_LOOK = 1.0  # seconds between two looks at the shares of cells under way


def load() -> Any:
    """The module `ray`, if it is installed."""
    try:
        return import_module("ray")
    except ImportError:
        raise PapamuError('Ray is not installed: pip install "papamu[ray]"') from None


def work_on_ray(orders: Sequence[Order], jobs: int, address: str, listener: Listener) -> None:
    """Do these cells on the cluster at this address; without one, begin a cluster here for so many jobs."""
    ray = load()
    with _cluster(ray, address or os.environ.get("RAY_ADDRESS", ""), jobs):
        board = ray.remote(num_cpus=0)(_Board).remote()
        task = ray.remote(num_cpus=1, max_retries=AGAIN)(_do)
        under_way = {task.remote(order, __version__, board): order for order in orders}
        try:
            while under_way:
                _listen(ray, under_way, board, listener)
        finally:
            for reference in under_way:  # a cluster of others must not go on with them
                ray.cancel(reference, force=True)


def _listen(ray: Any, under_way: dict[Any, Order], board: Any, listener: Listener) -> None:
    """Keep what is done. What others have finished is kept before an error goes up."""
    ready, _ = ray.wait(list(under_way), num_returns=1, timeout=_LOOK)
    if not ready:
        return _look(ray, list(under_way.values()), board, listener)
    ready, _ = ray.wait(list(under_way), num_returns=len(under_way), timeout=0)
    failure: BaseException | None = None
    for reference in ready:
        order = under_way.pop(reference)
        try:
            said: Done | Failure = ray.get(reference)
        except ray.exceptions.RayError as error:
            failure = failure or PapamuError(f"Ray gave up {name(order.cell)}: {_first_line(error)}")
            continue
        if isinstance(said, Failure):
            failure = failure or said.error
        else:
            listener.keep(order, said)
    if failure is not None:
        raise failure


def _look(ray: Any, orders: Sequence[Order], board: Any, listener: Listener) -> None:
    try:
        shares: dict[str, float] = ray.get(board.read.remote(), timeout=_LOOK)
    except (ray.exceptions.RayError, TimeoutError):
        return  # its node is dead or busy: progress then counts whole cells
    for order in orders:
        if order.cell.key in shares:
            listener.hear(order, shares[order.cell.key])


class _Board:
    """An actor on which tasks write which share they have done."""

    def __init__(self) -> None:
        self.shares: dict[str, float] = {}

    def write(self, key: str, share: float) -> None:
        self.shares[key] = share

    def read(self) -> dict[str, float]:
        return self.shares


def _do(order: Order, version: str, board: Any) -> Done | Failure:
    """A cell on some node of the cluster."""
    if version != __version__:
        said = f"a node of the cluster has Papamu {__version__} and this is {version}: they must be the same"
        return Failure(PapamuError(said))
    with tempfile.TemporaryDirectory(prefix="papamu-") as scratch:
        there = replace(order, scratch=Path(scratch), shared=None)
        return attempt(there, lambda share: board.write.remote(order.cell.key, float(share)))


@contextmanager
def _cluster(ray: Any, address: str, jobs: int) -> Iterator[None]:
    """Be connected to a cluster; one that was begun here ends here."""
    if ray.is_initialized():  # a notebook that uses Ray already
        yield
        return
    quiet = {"logging_level": logging.ERROR, "log_to_driver": False}
    try:
        if address:
            _knock(address)
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


def _knock(address: str) -> None:
    """See that somebody is there: Ray alone tries for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=_LOOK * 10).close()


def _first_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__
