"""The progress of a training on standard error: its folder, a bar per phase, and how to resume it after a stop."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from papamu.cli.output.resume_notice import resume_notice
from papamu.core.progress_bar import ProgressBar, progress_bar
from papamu.training.progress import FINISHED, Progress


class TrainingProgress:
    """What `train` reports to: nothing is printed before there is something to do."""

    def __init__(self, folder: Path, kept: str = "games") -> None:
        self._folder, self._kept = folder, kept
        self._notice = ExitStack()
        self._bars = ExitStack()
        self._bar: ProgressBar | None = None
        self._phase = ""

    def __enter__(self) -> TrainingProgress:
        return self

    def __call__(self, progress: Progress) -> None:
        if self._bar is None and not self._phase:
            self._notice.enter_context(resume_notice(self._folder, progress.resumed, self._kept))
        if progress.state == FINISHED:
            self._bars.close()
            return
        if progress.phase != self._phase:
            self._bars.close()
            self._phase = progress.phase
            self._bar = self._bars.enter_context(progress_bar(progress.phase, progress.of, progress.unit))
        assert self._bar is not None
        self._bar.reach(int(progress.done), int(progress.of), progress.note)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bars.close()
        self._notice.__exit__(kind, error, trace)
