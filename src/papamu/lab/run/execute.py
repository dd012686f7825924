"""Executing one cell: the same steps in this process, in a worker process and on a cluster.

The result is plain JSON wherever the cell was executed, and an error names its cell.
"""

from __future__ import annotations

import json
import pickle
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any, Protocol

from papamu.core.errors import PapamuError
from papamu.core.files import make_folder, write_whole
from papamu.lab.run.cell import Cell, CellContext
from papamu.lab.run.provenance import machine, source

MAX_RETRIES = 3  # a cell is executed again this often after the process that executed it has died
REPORT_SECONDS = 0.2  # between two progress reports
SECONDS_FILE = "seconds"  # in the scratch folder: the time spent on the cell, including before a stop
_SAVE_SECONDS = 5.0  # between two updates of that file

CellRecord = dict[str, Any]  # what the store keeps: {"result": …, "seconds": …, "machine": …, "source": …}


@dataclass(frozen=True)
class CellTask:
    """A cell that is to be executed, with its seed and its folders."""

    cell: Cell
    seed: int
    scratch: Path
    shared: Path | None = None  # none where the run's folder cannot be seen


@dataclass(frozen=True)
class Failure:
    """The error of a cell that was executed in another process."""

    error: BaseException


class ResultSink(Protocol):
    """Takes the progress and the results of tasks; the runner has one."""

    def progress(self, task: CellTask, share: float) -> None:
        """This share of a cell is done."""

    def store(self, task: CellTask, record: CellRecord) -> None:
        """A cell is done."""


def describe(cell: Cell) -> str:
    """A cell in one line of text, for messages."""
    repetition = f", repetition {cell.replicate}" if cell.replicate else ""
    return " ".join(f"{cell.params!r}{repetition}".split())


def make_scratch(task: CellTask) -> None:
    """Make the cell's scratch folder, unless an earlier stop left it."""
    make_folder(task.scratch)


def execute(task: CellTask, report: Callable[[float], None]) -> CellRecord:
    """Execute a cell; its scratch folder exists. Errors say in which cell they happened."""
    before, began = _seconds_before(task.scratch), perf_counter()

    def seconds() -> float:
        return before + perf_counter() - began

    save_seconds = throttled(
        lambda: write_whole(task.scratch / SECONDS_FILE, f"{seconds():.3f}"), _SAVE_SECONDS
    )

    def report_and_save(share: float) -> None:
        save_seconds()
        report(share)

    try:
        result = task.cell.execute(CellContext(task.seed, task.scratch, report_and_save, task.shared))
        result = json.loads(json.dumps(result, allow_nan=False))
    except PapamuError as error:
        raise _reworded(error, f"{error} (in {describe(task.cell)})") from None
    except Exception as error:
        error.add_note(f"in the cell {describe(task.cell)} of {task.cell.work.function}")
        raise
    return {"result": result, "seconds": seconds(), "machine": machine(), "source": source()}


def execute_here(tasks: Sequence[CellTask], sink: ResultSink) -> None:
    """Execute these cells one after the other in this process."""
    for task in tasks:
        make_scratch(task)

        def report(share: float, task: CellTask = task) -> None:
            sink.progress(task, share)

        sink.store(task, execute(task, report))


def try_execute(task: CellTask, report: Callable[[float], None]) -> CellRecord | Failure:
    """Execute a cell on behalf of another process: an error is returned as a `Failure`."""
    try:
        return execute(task, throttled(report))
    except BaseException as error:
        return Failure(_picklable(error))


def throttled(function: Callable[..., None], seconds: float | None = None) -> Callable[..., None]:
    """The same function, except that calls within so many seconds (REPORT_SECONDS) of the last do nothing."""
    seconds = REPORT_SECONDS if seconds is None else seconds
    last = float("-inf")

    def call(*arguments: Any) -> None:
        nonlocal last
        if monotonic() - last >= seconds:
            function(*arguments)
            last = monotonic()

    return call


def _seconds_before(scratch: Path) -> float:
    """The time spent on a cell before it was stopped."""
    try:
        return float((scratch / SECONDS_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return 0.0


def _reworded(error: PapamuError, text: str) -> PapamuError:
    """An error of the same class with this text, in one line."""
    line = " ".join(text.split())
    try:
        return type(error)(line)
    except TypeError:  # a class that is not made from one text
        return PapamuError(line)


def _picklable(error: BaseException) -> BaseException:
    """An error that can be sent to another process, with its traceback if it is a bug."""
    if not isinstance(error, PapamuError):
        error.add_note("".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        lines = [f"{type(error).__name__}: {error}", *getattr(error, "__notes__", [])]
        return RuntimeError("\n".join(lines))
    return error
