"""Calls that Ctrl-C interrupts: compiled code does not listen to it, so it runs beside the thread that does."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from threading import Thread
from typing import NoReturn, TypeVar

T = TypeVar("T")

_threads: list[Thread] = []


def interruptible(work: Callable[[], T]) -> T:
    """What `work` returns or raises. Ctrl-C ends the waiting; the work itself runs on (see `leave`)."""
    answers: list[T] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as error:
            failures.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    _threads[:] = [thread]
    while thread.is_alive():
        thread.join(0.2)  # in slices: on some systems a wait without end cannot be interrupted
    if failures:
        raise failures[0]
    return answers[0]


def leave(code: int) -> NoReturn:
    """End the program, at once if interrupted work is still running: nothing may be taken down around it."""
    if any(thread.is_alive() for thread in _threads):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    raise SystemExit(code)
