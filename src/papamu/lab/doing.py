"""Doing one cell: the same steps in this process, in a worker process and on a cluster.

What comes back is plain JSON, whoever did it, and a mistake names its cell wherever it happened.
"""

from __future__ import annotations

import json
import pickle
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any, Protocol

from papamu.errors import PapamuError
from papamu.files import make_folder, write_whole
from papamu.lab.experiment import Cell, Task
from papamu.lab.origin import machine, source

AGAIN = 3  # so often a cell is given to somebody else after whoever did it has died
EVERY = 0.2  # seconds between two words about progress
SPENT = "seconds"  # in the scratch folder: how long the cell was worked on, also before a stop
_NOTED = 5.0  # seconds between two notes of that

Done = dict[str, Any]  # what the store keeps: {"result": …, "seconds": …, "machine": …, "source": …}


@dataclass(frozen=True)
class Order:
    """A cell that is to be done."""

    cell: Cell
    seed: int
    scratch: Path
    shared: Path | None = None  # none where the run's folder cannot be seen


@dataclass(frozen=True)
class Failure:
    """What went wrong where somebody else did a cell."""

    error: BaseException


class Listener(Protocol):
    """Who gives orders and hears of them."""

    def hear(self, order: Order, share: float) -> None:
        """This share of a cell is done."""

    def keep(self, order: Order, done: Done) -> None:
        """A cell is done."""


def name(cell: Cell) -> str:
    """A cell in words, in one line."""
    repetition = f", repetition {cell.replicate}" if cell.replicate else ""
    return " ".join(f"{cell.params!r}{repetition}".split())


def make_scratch(order: Order) -> None:
    """See that the cell's scratch folder is there, with what an earlier stop left in it."""
    make_folder(order.scratch)


def perform(order: Order, report: Callable[[float], None]) -> Done:
    """Do a cell; its scratch folder is there. Errors say in which cell they happened."""
    before, began = _spent(order.scratch), perf_counter()

    def spent() -> float:
        return before + perf_counter() - began

    note = seldom(lambda: write_whole(order.scratch / SPENT, f"{spent():.3f}"), _NOTED)

    def hear(share: float) -> None:
        note()
        report(share)

    try:
        result = order.cell.do(Task(order.seed, order.scratch, hear, order.shared))
        result = json.loads(json.dumps(result, allow_nan=False))
    except PapamuError as error:
        raise _with(error, f"{error} (in {name(order.cell)})") from None
    except Exception as error:
        error.add_note(f"in the cell {name(order.cell)} of {order.cell.work}")
        raise
    return {"result": result, "seconds": spent(), "machine": machine(), "source": source()}


def _spent(scratch: Path) -> float:
    """How long a cell was worked on before it was stopped."""
    try:
        return float((scratch / SPENT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return 0.0


def attempt(order: Order, report: Callable[[float], None]) -> Done | Failure:
    """Do a cell for another process: what goes wrong is handed over too."""
    try:
        return perform(order, seldom(report))
    except BaseException as error:
        return Failure(_portable(error))


def seldom(say: Callable[..., None], every: float | None = None) -> Callable[..., None]:
    """The same function, except that it does nothing when called again within so many seconds (EVERY)."""
    every = EVERY if every is None else every
    last = float("-inf")

    def say_seldom(*words: Any) -> None:
        nonlocal last
        if monotonic() - last >= every:
            say(*words)
            last = monotonic()

    return say_seldom


def _with(error: PapamuError, text: str) -> PapamuError:
    """The same kind of error with these words, in one line."""
    line = " ".join(text.split())
    try:
        return type(error)(line)
    except TypeError:  # a kind of its own that is not made from one text
        return PapamuError(line)


def _portable(error: BaseException) -> BaseException:
    """An error that can go to another process, with the lines where it happened if it is a bug."""
    if not isinstance(error, PapamuError):
        error.add_note("".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        words = [f"{type(error).__name__}: {error}", *getattr(error, "__notes__", [])]
        return RuntimeError("\n".join(words))
    return error
