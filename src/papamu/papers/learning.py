"""What the studies' networks have in common: run in a cell, told as its result, and the one that is ours."""

from __future__ import annotations

from typing import Any

from papamu.lab.experiment import Task
from papamu.learn.course import Course
from papamu.learn.training import Session

_SECONDS = 20.0  # between two checkpoints


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
