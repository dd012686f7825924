"""The one progress bar for everything that takes longer than two seconds.

Commands show it at once (`progress_bar`); calls from Python after two seconds, if there is a terminal or a notebook
(`DelayedBar`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import RLock, Timer
from time import monotonic
from typing import Any, NamedTuple

from papamu.core.durations import duration

_SECONDS_BEFORE_BAR = 2.0  # of a call from Python: shorter work needs none

_SECONDS_BETWEEN_LINES = 10.0  # where there is no terminal
_SECONDS_BEFORE_ESTIMATE = 15.0  # earlier, a guess about the time that is left means nothing
_open_bars = 0


class ProgressBar:
    """A bar on standard error; where that is no terminal, a line now and then."""

    def __init__(self, progress: Any, task: Any, what: str, steps: float, unit: str) -> None:
        self._progress = progress
        self._task = task
        self._what = what
        self._steps = steps
        self._unit = unit
        self._begun = 0
        self._began = monotonic()
        self._first: float | None = None  # what was there before, so that the rate is that of today
        self._printed = self._began

    def step(self, label: str) -> None:
        """The next of a few steps begins."""
        self._progress.update(self._task, completed=self._begun, label=label)
        if not self._progress.console.is_terminal:
            self._progress.console.print(f"{self._what} {self._begun + 1}/{self._steps}: {label}")
        self._begun += 1

    def reach(self, done: int, steps: int, label: str = "") -> None:
        """This many of `steps` are done."""
        rate = self._rate(done)
        speed = f"{rate:,.0f} {self._unit}/s" if rate >= 10 else f"{rate:.2g} {self._unit}/s"
        line = f"{done:,}/{steps:,}{self._left(done, steps, rate)}"
        self._update(done, steps, f"{speed}  {label}".strip() if rate > 0 else label, line)

    def weigh(self, done: float, whole: float, label: str = "") -> None:
        """This much of the whole is done, where its pieces weigh differently: only the share means anything."""
        rate = self._rate(done)
        share = f"{done / whole if whole else 1.0:.0%}"
        self._update(done, whole, label, f"{share}{self._left(done, whole, rate)}")

    def _left(self, done: float, whole: float, rate: float) -> str:
        known = rate > 0 and done < whole and monotonic() - self._began >= _SECONDS_BEFORE_ESTIMATE
        return f", about {duration((whole - done) / rate)} left" if known else ""

    def _rate(self, done: float) -> float:
        """How much is done in a second, today."""
        self._first = done if self._first is None else self._first
        return (done - self._first) / max(monotonic() - self._began, 1e-9)

    def _update(self, done: float, steps: float, label: str, line: str) -> None:
        now = monotonic()
        self._progress.update(self._task, completed=done, total=steps, label=label)
        if not self._progress.console.is_terminal and now - self._printed >= _SECONDS_BETWEEN_LINES:
            self._printed = now
            self._progress.console.print(f"{self._what} {line}: {label}", highlight=False)


@contextmanager
def progress_bar(what: str, steps: float, unit: str = "", weighed: bool = False) -> Iterator[ProgressBar]:
    """A bar with the time that is left; `unit` is what is counted by the second, `weighed` shows per cent."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn() if weighed else MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[label]}", markup=False),
    )
    console, transient = _console(), bool(unit) or weighed
    unseen = transient and not console.is_terminal  # nothing of it would be left but an empty line
    global _open_bars
    with Progress(*columns, console=console, transient=transient, disable=unseen) as progress:
        task = progress.add_task(what, total=steps, label="")
        _open_bars += 1
        try:
            yield ProgressBar(progress, task, what, steps, unit)
        finally:
            _open_bars -= 1
        progress.update(task, completed=None if unit or weighed else steps, label="")


def is_open() -> bool:
    """Is there a bar on the screen? Then there is no room for another."""
    return _open_bars > 0


class PulseBar:
    """A bar for work whose end is not known: it moves to and fro, with a text that changes. Terminals only."""

    def __init__(self, what: str) -> None:
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[label]}", markup=False),
        )
        self._progress = Progress(*columns, console=_console(), transient=True)
        self._task = self._progress.add_task(what, total=None, label="")
        self._progress.start()

    def label(self, text: str) -> None:
        """Show this beside the bar."""
        self._progress.update(self._task, label=text)

    def close(self) -> None:
        """Take it away."""
        self._progress.stop()


def _console() -> Any:
    """Standard error; a notebook gets lines of text, because a bar there needs widgets."""
    from rich.console import Console

    return Console(stderr=True, force_jupyter=False)


def is_watched() -> bool:
    """Is there a terminal or a notebook that shows a bar?"""
    return sys.stderr.isatty() or in_notebook()


def in_notebook() -> bool:
    """Does this run in a notebook? Nothing is imported to find out."""
    found = sys.modules.get("IPython")
    shell = found.get_ipython() if found is not None and hasattr(found, "get_ipython") else None
    return type(shell).__name__ == "ZMQInteractiveShell"


class _Reached(NamedTuple):
    what: str
    done: float
    whole: float
    unit: str
    note: str


class DelayedBar:
    """A bar for calls from Python: it appears after two seconds, and only where somebody can see it."""

    def __init__(self, weighed: bool = False) -> None:
        self._weighed = weighed
        self._lock = (
            RLock()
        )  # the timer has a thread of its own: while something is compiled, nobody else reports
        self._timer = Timer(_SECONDS_BEFORE_BAR, self._appear)
        self._timer.daemon = True
        self._open = ExitStack()
        self._bar: ProgressBar | None = None
        self._due = self._ended = False
        self._last: _Reached | None = None

    def __enter__(self) -> DelayedBar:
        if is_watched():
            self._timer.start()
        return self

    def reach(self, what: str, done: float, whole: float, unit: str = "", note: str = "") -> None:
        """This much of `what` is done; another `what` gets a bar of its own."""
        with self._lock:
            if self._bar is not None and self._last is not None and self._last.what != what:
                self._close()
            self._last = _Reached(what, done, whole, unit, note)
            self._show()

    def _appear(self) -> None:
        with self._lock:
            self._due = not self._ended
            self._show()

    def _show(self) -> None:
        last = self._last
        if not self._due or last is None:
            return
        if self._bar is None:
            self._bar = self._open.enter_context(
                progress_bar(last.what, last.whole, last.unit, self._weighed)
            )
        if self._weighed:
            self._bar.weigh(last.done, last.whole, last.note)
        else:
            self._bar.reach(int(last.done), int(last.whole), last.note)

    def _close(self) -> None:
        self._open.close()
        self._bar = None

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._due, self._ended = False, True
            self._timer.cancel()
            self._close()
