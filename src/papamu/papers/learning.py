"""What the studies' networks have in common: run in a cell, told as its result, and the one that is ours."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from papamu.errors import BusyError
from papamu.files import make_folder
from papamu.holding import hold
from papamu.lab.experiment import Task
from papamu.learn.course import Course
from papamu.learn.training import Session

_SECONDS = 20.0  # between two checkpoints
_WAIT = 1.0  # seconds between two looks at what another process makes


def once(path: Path, make: Callable[[Path], None], report: Callable[[float], None]) -> None:
    """Have this file made, unless it is there; two processes never make the same."""
    make_folder(path.parent)
    while not path.is_file():
        try:
            with hold(path):
                if not path.is_file():
                    make(path)
        except BusyError:
            report(0.0)
            time.sleep(_WAIT)


def run(session: Session, task: Task, share: float) -> None:
    """Learn to the end, or go on after a stop; `share` says how much of the cell's whole work that is."""
    session.run(
        lambda session: task.report(share * session.done / session.course.games),
        keep=task.scratch / "checkpoint.safetensors",
        every=_SECONDS,
    )


def told(session: Session) -> dict[str, Any]:
    """What is known of a network that has learned."""
    return {
        "state": session.state,
        "died_at": session.died_at,
        "curve": [[point.games, point.won, point.dead] for point in session.curve],
    }


def td_course(game: str, seed: int, **more: Any) -> Course:
    """TD with the logistic loss, without a teacher: the output, a sigmoid, says how likely it wins."""
    return Course(
        game, output="sigmoid", start="he", target=1.0, lost=0.0, loss="logistic", way="td", seed=seed, **more
    )
