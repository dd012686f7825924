"""The folder of a training run: its name, its lock, what is in it, and the one way in which every run goes.

The name is a digest of everything that decides the result. So the same request finds its folder again: finished, it is
read; stopped, it resumes from its checkpoint. One process at a time works in it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from papamu.arena.plan import run_name
from papamu.core.files import make_folder
from papamu.core.locks import hold
from papamu.games.game import Game
from papamu.training.progress import FILE, Report, Reporter, claim

MODEL, CHECKPOINT = "model.safetensors", "checkpoint.safetensors"
OBSERVATIONS = "observations.json"  # what a network thought while it learned
_GAMES = "games"  # folder of the games that an AlphaZero network plays with itself


class Model(Protocol):
    """What comes out of a training: something that can be written to a file."""

    @property
    def facts(self) -> Mapping[str, Any]:
        """What its file tells of it."""

    def save(self, path: Path, /) -> None:
        """Write its file, whole or not at all."""


M = TypeVar("M", bound=Model)


@dataclass(frozen=True)
class RunFolder:
    """Where a run is kept."""

    path: Path
    lock: str = "training"

    @classmethod
    def of(
        cls, runs: Path, kind: str, game: Game, about: Mapping[str, Any], lock: str = "training"
    ) -> RunFolder:
        """The folder of a run that this describes completely, such as `train-clobber-1f0c…`."""
        return cls(runs / run_name(kind, game, dict(about)), lock)

    @property
    def model(self) -> Path:
        """The finished model."""
        return self.path / MODEL

    @property
    def checkpoint(self) -> Path:
        """Where it resumes after a stop."""
        return self.path / CHECKPOINT

    def forget(self) -> None:
        """Remove everything that was learned."""
        for path in self.path.glob("*.safetensors"):
            path.unlink()
        shutil.rmtree(self.path / _GAMES, ignore_errors=True)
        for name in (FILE, OBSERVATIONS):
            (self.path / name).unlink(missing_ok=True)


def carry_out(
    folder: RunFolder,
    *,
    again: bool,
    about: Mapping[str, Any],
    find: Callable[[], M | None],
    begun: Callable[[], bool],
    make: Callable[[Reporter], M],
    report: Report | None,
) -> tuple[M, bool]:
    """The model of a run, and whether it is fresh: found if it is there, else made (from a checkpoint if one is there).

    `find` looks for a finished model, `begun` for an unfinished one, `make` learns, tests and writes it; `about` is
    what `progress.json` says of the run.
    """
    make_folder(folder.path)
    with hold(folder.path / folder.lock):
        if again:
            folder.forget()
        model = find()
        if model is not None:
            claim(folder.path)
            return model, False
        with Reporter(folder.path, about, report, begun()) as reporter:
            model = make(reporter)
            reporter.finish(model.facts.get("test"))
    return model, True
