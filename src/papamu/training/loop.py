"""The one loop of long learning: from a checkpoint if there is one, with another every few seconds, to the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

SAVE_EVERY = 20.0  # seconds between two checkpoints, if not given


class Learner(Protocol):
    """A session that learns in portions: of a network, of a map, or of values on maps."""

    @property
    def done(self) -> int:
        """How much is done, in games or steps."""

    def run(self, report: Callable[[Any], None] | None, *, keep: Path | None, every: float) -> None:
        """Learn to the end."""


def learn(
    learner: Learner,
    checkpoint: Path,
    report: Callable[[int], None],
    save_every: float | None = None,
    **more: Any,
) -> None:
    """Let it learn to the end, reporting how much is done about twice a second; resumes from its checkpoint."""
    every = SAVE_EVERY if save_every is None else save_every
    learner.run(lambda _: report(learner.done), keep=checkpoint, every=every, **more)
