"""How a long run stands: to whoever called it, and to whoever looks into its folder.

`Reporter` is what the work reports to. It passes each `Progress` on to the caller's function, and keeps the last one as
`progress.json` in the run folder, written whole and at most about twice a second.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from math import isfinite
from pathlib import Path
from types import TracebackType
from typing import Any

from papamu.core.errors import PapamuError
from papamu.core.files import write_whole

FILE = "progress.json"
LEARNING, TESTING, FINISHED, STOPPED, FAILED = "learning", "testing", "finished", "stopped", "failed"
RUNNING = "running"  # work that is not one training: the cells of a study
GOING = (RUNNING, LEARNING, TESTING)
_SECONDS = 0.5  # between two writes of the file
_SURE = 3.0  # seconds before a guess about the time left means something
_POINTS = 5  # last points of the curve that are kept in the file


@dataclass(frozen=True)
class Progress:
    """How a run stands."""

    state: str  # learning, testing or running; finished, stopped or failed
    phase: str = ""  # which part of the work this is: "learning", "testing", "map 2, moves 19 to 30"
    done: float = 0  # of this phase
    of: float = 0
    unit: str = "games"
    per_second: float | None = None  # today, in this phase
    seconds_left: float | None = None  # of this phase
    note: str = ""  # a few words, as a progress bar shows them
    curve: Sequence[Mapping[str, Any]] = ()  # its last points
    health: str | None = None  # of the network, as its health check found it
    advice: str = ""
    result: Mapping[str, Any] | None = None  # of the test, at the end
    error: str | None = None
    resumed: bool = False  # did it continue an earlier run?


Report = Callable[[Progress], None]


class Reporter:
    """What a run reports to; as a context manager it also notices how the run ends."""

    def __init__(self, folder: Path, about: Mapping[str, Any], report: Report | None, resumed: bool) -> None:
        self._path = folder / FILE
        self._about = {**about, "pid": os.getpid(), "born": process_born(os.getpid()), "began": time.time()}
        self._report = report
        self._last = Progress(LEARNING, resumed=resumed)
        self._began = self._written = -1e9
        self._first = 0.0

    def begin(self, state: str, phase: str, done: float, of: float, unit: str = "games") -> None:
        """A new part of the work begins, with so much of it done in earlier sessions."""
        self._began, self._first = time.monotonic(), done
        begun = replace(self._last, state=state, phase=phase, done=done, of=of, unit=unit)
        self._tell(replace(begun, per_second=None, seconds_left=None, note=""), at_once=True)

    def reach(self, done: float, note: str = "", **more: Any) -> None:
        """So much of this part is done; `more` are other fields of `Progress`."""
        now, last = time.monotonic(), self._last
        elapsed = now - self._began
        rate = (done - self._first) / elapsed if elapsed > 0 and done > self._first else None
        left = (last.of - done) / rate if rate and elapsed >= _SURE else None
        self._tell(replace(last, done=done, per_second=rate, seconds_left=left, note=note, **more))

    def finish(self, result: Mapping[str, Any] | None) -> None:
        """All is done."""
        last = self._last
        self._tell(replace(last, state=FINISHED, seconds_left=None, note="", result=result), at_once=True)

    def __enter__(self) -> Reporter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            return
        stopped = isinstance(error, KeyboardInterrupt | SystemExit | GeneratorExit)
        words = None if stopped else " ".join(str(error).split()) or type(error).__name__
        ended = replace(self._last, state=STOPPED if stopped else FAILED, seconds_left=None, error=words)
        try:
            self._write(ended)
        except PapamuError:
            pass  # the folder is gone or full: the first error matters more

    def _tell(self, progress: Progress, at_once: bool = False) -> None:
        self._last = progress
        now = time.monotonic()
        if at_once or now - self._written >= _SECONDS:
            self._written = now
            self._write(progress)
        if self._report is not None:
            self._report(progress)

    def _write(self, progress: Progress) -> None:
        known = {**asdict(progress), "curve": list(progress.curve)[-_POINTS:]}
        text = json.dumps(_plain({**self._about, "updated": time.time(), **known}), ensure_ascii=False)
        write_whole(self._path, text + "\n")


@contextmanager
def watched_shares(
    folder: Path, about: Mapping[str, Any], phase: str, report: Callable[[float, float, str], None] | None
) -> Iterator[Callable[[float, float, str], None]]:
    """For work whose parts weigh differently, such as the cells of a study: gives a function to report shares to.

    The file is written from the first report on: before it, another process may be at work in the folder.
    """
    begun: list[Reporter] = []

    def reached(done: float, whole: float, note: str = "") -> None:
        if not begun:
            begun.append(Reporter(folder, about, None, resumed=done > 0))
            begun[0].begin(RUNNING, phase, done, whole, "")
        begun[0].reach(done, note)
        if report is not None:
            report(done, whole, note)

    try:
        yield reached
    except BaseException as error:
        if begun:
            begun[0].__exit__(type(error), error, None)
        raise
    if begun:
        begun[0].finish(None)


def read_progress(folder: Path) -> dict[str, Any] | None:
    """What `progress.json` of a run folder holds; none if there is none (runs of 0.1.0 have none).

    A run whose process has gone without a word (kill -9, power) reads as stopped.
    """
    try:
        found = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(found, dict) or "state" not in found:
        return None
    if found["state"] in GOING and not is_alive(found.get("pid"), found.get("born")):
        found = {**found, "state": STOPPED, "seconds_left": None}
    return found


def claim(folder: Path) -> None:
    """Note in a finished run's file that this process found it there; a run of 0.1.0 has no file, and gets none."""
    found = read_progress(folder)
    if found is not None and found["state"] == FINISHED:
        mine = {"pid": os.getpid(), "born": process_born(os.getpid())}
        write_whole(folder / FILE, json.dumps({**found, **mine}, ensure_ascii=False) + "\n")


def process_born(pid: int) -> str | None:
    """When a process began, so that another one with its number is not taken for it; none if it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return None


def is_alive(pid: Any, born: Any) -> bool:
    """Is this very process still running?"""
    if not isinstance(pid, int) or pid <= 0:
        return False
    if born is not None:
        return bool(process_born(pid) == born)
    try:  # a system without /proc
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _plain(value: Any) -> Any:
    """The same for JSON, which has no NaN and no infinity."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value
