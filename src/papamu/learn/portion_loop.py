"""Long training in portions of about half a second, with reports, checkpoints and stopping."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

_SECONDS = 0.5  # how long a portion should take


class Learner(Protocol):
    """Whoever learns for long."""

    @property
    def done(self) -> int:
        """How much is done, in games or steps."""

    @property
    def is_finished(self) -> bool:
        """Is all done?"""

    def step(self, portion: int, /) -> Any:
        """Learn from so many games or steps, or from fewer."""

    def save(self, path: Path, /) -> None:
        """Write a checkpoint."""

    def resume(self, path: Path, /) -> None:
        """Go on from one."""


def run_in_portions(
    learner: Learner,
    first: int,
    report: Callable[[], None],
    keep: Path | None = None,
    every: float = 20.0,
    enough: Callable[[], bool] = lambda: False,
) -> None:
    """Let somebody learn to the end, or until it is `enough`; the first portion is so large.

    With `keep` it goes on from that checkpoint if it is there, writes one every so many seconds, and one
    at the end.
    """
    if keep is not None and keep.is_file():
        learner.resume(keep)
    portion, saved = first, perf_counter()
    while not learner.is_finished and not enough():
        before, began = learner.done, perf_counter()
        learner.step(portion)
        elapsed = max(perf_counter() - began, 1e-6)
        portion = max(1, min(4 * portion, int((learner.done - before) * _SECONDS / elapsed)))
        if keep is not None and perf_counter() - saved > every:
            learner.save(keep)
            saved = perf_counter()
        report()
    if keep is not None:
        learner.save(keep)
