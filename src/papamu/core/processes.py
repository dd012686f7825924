"""Child processes: spawned, with a pipe to each, and ended when their parent ends.

A worker never outlives its parent, not even a killed one, because a thread waits for the parent's end
(compiled kernels let it run). It is deaf to Ctrl-C, which the parent hears and acts on.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from multiprocessing import get_context, parent_process, resource_tracker
from types import ModuleType
from typing import Any

_PATIENCE = 2.0  # seconds for a process that has closed its pipe to end
_starting = (
    threading.Lock()
)  # two threads that start processes must not take each other's stand-in for the main module


class Child:
    """One process, seen from its parent. It runs `target(pipe, *arguments)`, which begins with `settle`.

    With `imports_main` it imports the parent's main file first, as `multiprocessing` does: for tasks whose classes are
    defined there. Without, a script needs no `if __name__ == "__main__"` around its calls.
    """

    def __init__(self, target: Callable[..., None], *arguments: Any, imports_main: bool = False) -> None:
        spawn = get_context("spawn")  # a fork would share connections, and locks of threads it does not have
        self.pipe, theirs = spawn.Pipe()
        self.process = spawn.Process(target=target, args=(theirs, *arguments), daemon=True)
        with _no_interrupts(), nullcontext() if imports_main else _no_main_file():
            self.process.start()
        theirs.close()  # else its end would not be noticed

    def send(self, said: Any) -> None:
        """Tell it something; if it has died, listening to it will tell."""
        try:
            self.pipe.send(said)
        except OSError:
            pass

    def end(self) -> int | None:
        """See that it has ended; its exit code."""
        self.pipe.close()
        self.process.join(_PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        return self.process.exitcode


def settle(folder: str) -> None:
    """What a child does first: the parent hears Ctrl-C for it, and it ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.chdir(folder)  # `multiprocessing` goes where the parent was when it began


def why_ended(code: int | None) -> str:
    """An exit code in words."""
    if code is None or code >= 0:
        return f"with exit code {code}"
    try:
        said = signal.Signals(-code).name
    except ValueError:
        said = f"signal {-code}"
    return f"by {said}" + (" (is there enough memory?)" if said == "SIGKILL" else "")


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """A process that begins here is deaf to Ctrl-C from its first moment; ours waits until afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # it would be begun inside, and let Ctrl-C in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _no_main_file() -> Iterator[None]:
    """A process that begins here does not import this one's main file: an empty module stands in for it meanwhile."""
    with _starting:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()  # returns when the parent has ended in whatever way
    os._exit(1)
