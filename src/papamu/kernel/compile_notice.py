"""A word about waiting: while kernels are compiled for the first time, whoever watches reads why.

The first use of a game or a search may compile for a minute. Numba reports each compilation (`numba.core.event`, its
documented interface). After a second of it a bar appears in a terminal; a line where there is a bar already, and in
a notebook. Processes started by another one, and programs whose errors nobody watches, stay silent.
"""

from __future__ import annotations

import sys
from multiprocessing import parent_process
from time import monotonic
from typing import Any

from numba.core import event

from papamu.core import progress_bar

_SECONDS_BEFORE = 1.0  # of compiling: less is no wait
_SECONDS_BETWEEN = 15.0


class CompileNotice(event.Listener):
    """Counts compilations, and the seconds that they take."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.count = 0
        self._depth = 0  # a kernel is compiled while another one is
        self._began = 0.0
        self._shown: float | None = None  # the seconds at the last line
        self._bar: progress_bar.PulseBar | None = None

    def on_start(self, event: Any) -> None:
        if self._depth == 0:
            self._began = monotonic()
        self._depth += 1
        self._show()

    def on_end(self, event: Any) -> None:
        self._show()
        self._depth -= 1
        self.count += 1
        if self._depth == 0:
            self.seconds += monotonic() - self._began
            self._close_bar()

    def _show(self) -> None:
        seconds = self.seconds + monotonic() - self._began
        if seconds < _SECONDS_BEFORE:
            return
        if sys.stderr.isatty() and not progress_bar.is_open():
            self._bar = self._bar or progress_bar.PulseBar("Getting ready, for the first time only")
            self._bar.label(f"{self.count} functions compiled")
            return
        self._close_bar()
        if self._shown is None:
            text = "this is used for the first time and is compiled; later starts take half a second …"
        elif seconds >= self._shown + _SECONDS_BETWEEN:
            text = f"still compiling, {self.count} functions in {seconds:.0f} s …"
        else:
            return
        self._shown = seconds
        print(f"papamu: {text}", file=sys.stderr, flush=True)

    def _close_bar(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


NOTICE = CompileNotice()


def install() -> None:
    """Begin to listen, if a person sees what this process writes."""
    if progress_bar.is_watched() and parent_process() is None:
        event.register("numba:compile", NOTICE)
