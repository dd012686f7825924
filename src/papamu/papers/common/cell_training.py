"""What the studies' networks have in common: learning inside a cell, what a result tells of it, and our own recipe."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from papamu.core.errors import BusyError
from papamu.core.files import make_folder
from papamu.core.locks import hold
from papamu.lab.run.cell import CellContext
from papamu.learn.online.course import Course
from papamu.learn.online.session import Session
from papamu.training.loop import Learner, learn
from papamu.training.run_folder import CHECKPOINT

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


def learn_in_cell(learner: Learner, of: int, task: CellContext, share: float, before: float = 0.0) -> None:
    """Learn to the end, or resume after a stop: from `before` to `share` of the cell's whole work."""
    learn(
        learner,
        task.scratch / CHECKPOINT,
        lambda done: task.report(before + (share - before) * done / of),
    )


def run(session: Session, task: CellContext, share: float) -> None:
    """A network learns to the end of its course; `share` is how much of the cell's whole work that is."""
    learn_in_cell(session, session.course.games, task, share)


def session_facts(session: Session) -> dict[str, Any]:
    """What a result tells of a network that has learned."""
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
