"""What is wrong with a network and why, in two sentences, and what to try instead: `health_report`.

The words for the health check (`papamu.learn.mlp.diagnosis`) and for a training that brings nothing. Terminal, page and
notebook say the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from papamu.games.registry import load
from papamu.learn.mlp.diagnosis import DEAD, DIVERGED, EXPLODED
from papamu.learn.online.course import Course
from papamu.learn.online.lock_up import LEARNING, LOCKED, span_of, verdicts

_RELU, _SQUASHED = "relu", ("sigmoid", "conx", "tanh")
_FEW_POINTS = 6  # of a curve: too few to say that nothing comes of it
_HARDLY = 0.1  # more games won than a random player would: hardly better than one
_TINY = 0.01  # of what lies between a lost and a won game: moves are hardly told apart
_MANY_DEAD = 0.5
_MOST = 0.5
_GOOD_LOSS = "logistic"  # that of the courses `fast` and `strong`


@dataclass(frozen=True)
class Remedy:
    """A change of the course that is known to help."""

    text: str  # what it is, after "Try again with"
    options: Mapping[str, Any]  # those that change; with a preset all others are those of the preset
    known: str  # what it is known for


@dataclass(frozen=True)
class HealthReport:
    """What happened to a network."""

    what: str
    why: str
    remedies: tuple[Remedy, ...]

    @property
    def text(self) -> str:
        """Both sentences."""
        return f"{self.what} {self.why}"


def health_report(
    course: Course,
    curve: Sequence[Mapping[str, Any]],
    *,
    largest: float | None = None,
    points: Sequence[Mapping[str, Any]] = (),
    opponent: str = "random",
    ended: bool = True,
) -> HealthReport | None:
    """What is wrong with a network, by its learning curve (points as in a model file); none if nothing is.

    `largest` is its largest output in the last health check, `points` are those of its observations. Only of a run
    that has `ended` it is said that it does not play better than at random.
    """
    if not curve:
        return None
    state, last = curve[-1].get("state"), points[-1] if points else {}
    if state == DIVERGED or (largest is not None and not isfinite(largest)):
        return _diverged(course, _since(curve, DIVERGED))
    if state == DEAD:
        return _dead(course, curve, last)
    if largest is not None and largest > EXPLODED * max(1.0, abs(course.target)):
        return _exploded(course, largest)
    found = _stopped(course, curve)
    if found is None and float(curve[-1].get("dead") or 0) > _MANY_DEAD:
        found = _half_dead(course, float(curve[-1]["dead"]))
    if found is None and ended and opponent in ("random", "self", "each-other"):
        found = _stalled(course, curve, last)
    return found


# -- what can happen -------------------------------------------------------------------------------------


def _diverged(course: Course, since: int) -> HealthReport:
    return HealthReport(
        f"Its weights grew beyond all bounds: training stopped after {since:,} games.",
        f"Each step was too large: a learning rate of {course.lr:g} with targets of {course.target:g}.",
        (_smaller_steps(course, 0.01), *_recipe(course)),
    )


def _dead(course: Course, curve: Sequence[Mapping[str, Any]], last: Mapping[str, Any]) -> HealthReport:
    dead = float(curve[-1].get("dead") or 0)
    output, value = course.activations[-1], last.get("output")
    if dead >= 1:
        why = (
            "All ReLU units of a hidden layer are below zero on every board, so nothing gets through, and nothing "
            "flows back to change them."
        )
    elif output == _RELU and last.get("zeros", 1.0) > _MOST:
        why = (
            "Its output unit is a ReLU that has fallen below zero: it gives 0 for almost every board, and where a ReLU "
            "gives 0 nothing flows back to change it."
        )
    elif output in _SQUASHED:
        shown = "its limit" if value is None else f"{value:.3g}"
        why = f"Its {output} output is saturated: it gives {shown} for every board, where its slope is almost zero."
    else:
        why = "Its output is one number for every board, so no move is better than another."
    leaky = [_leaky(course)] if _RELU in course.activations else [_smaller_steps(course, 0.1)]
    return HealthReport(
        "It rates every move the same: it has stopped learning.", why, (*_recipe(course), *leaky)
    )


def _exploded(course: Course, largest: float) -> HealthReport:
    return HealthReport(
        f"Its values explode: the largest is {largest:.1e}, and a won game is worth {course.target:g}.",
        f"Its steps are too large: the learning rate is {course.lr:g}.",
        (_smaller_steps(course, 0.1), *_recipe(course)),
    )


def _half_dead(course: Course, dead: float) -> HealthReport:
    return HealthReport(
        f"{_percent(dead)} of a layer's units never fire.",
        "A ReLU that is below zero on every board gives 0 and learns nothing more, so the network is smaller than it "
        "looks.",
        (_leaky(course), *_recipe(course)),
    )


def _stopped(course: Course, curve: Sequence[Mapping[str, Any]]) -> HealthReport | None:
    """Weights that stand still, where more than two play."""
    now = verdicts(curve[-1].get("seen") or {}, span_of(course))
    if not now or LEARNING in now:
        return None
    since = int(curve[-1]["games"])
    for point in reversed(curve):
        found = verdicts(point.get("seen") or {}, span_of(course))
        if not found or LEARNING in found:
            break
        since = int(point["games"])
    if all(one == LOCKED for one in now):
        why = "Its errors are small too: it predicts the results of its own play, and sees no reason to change it."
    else:
        why = "Its errors are large, but its units are saturated: where they are flat, no step changes them."
    return HealthReport(
        f"It has stopped learning: since game {since:,} its weights hardly change.", why, _recipe(course)
    )


def _stalled(
    course: Course, curve: Sequence[Mapping[str, Any]], last: Mapping[str, Any]
) -> HealthReport | None:
    recent = curve[-max(1, len(curve) // 3) :]
    won = sum(float(point["won"]) for point in recent) / len(recent)
    if len(curve) < _FEW_POINTS or won >= 1 / max(2, load(course.game).num_players) + _HARDLY:
        return None
    spread = last.get("spread")
    if spread is not None and spread < _TINY:
        why = (
            f"It hardly tells moves apart: its values differ by {_percent(spread, 2)} of what lies between a loss and "
            "a win, so its steps are too small or too few."
        )
    else:
        why = "Its values differ from move to move, but they do not tell who wins: this course learns too little."
    more = Remedy("ten times the games", {"games": 10 * course.games}, "more to learn from")
    return HealthReport(
        f"It plays hardly better than at random: it won {_percent(won)} of its last games.",
        why,
        _recipe(course) or (more,),
    )


# -- what to try -----------------------------------------------------------------------------------------


def _recipe(course: Course) -> tuple[Remedy, ...]:
    """The default course, unless this is one like it."""
    if course.loss == _GOOD_LOSS and course.way == "td":
        return ()
    known = "it wins 97 % and more against random in all five games"
    return (Remedy("the default course (preset fast)", {"preset": "fast"}, known),)


def _leaky(course: Course) -> Remedy:
    named = [name if name != _RELU else "leaky-relu" for name in course.activation.split(",")]
    options: dict[str, Any] = {"activation": ",".join(named)}
    if course.output == _RELU:
        options["output"] = "leaky-relu"
    return Remedy("leaky ReLU", options, "its units cannot die; it need not play well")


def _smaller_steps(course: Course, factor: float) -> Remedy:
    return Remedy(
        f"a learning rate of {course.lr * factor:g}",
        {"lr": course.lr * factor},
        "smaller steps do not overshoot",
    )


def _since(curve: Sequence[Mapping[str, Any]], state: str) -> int:
    """The games at the first of the last points in this state."""
    since = int(curve[-1]["games"])
    for point in reversed(curve):
        if point.get("state") != state:
            break
        since = int(point["games"])
    return since


def _percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f} %"
