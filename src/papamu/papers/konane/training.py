"""The work of the thesis's networks: taught while they play Random, then tested with their best weights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from statistics import fmean
from typing import Any

from papamu.agents.learned import player_of
from papamu.agents.looking import RandomAgent
from papamu.agents.registry import agent, compiled
from papamu.lab.experiment import Task
from papamu.learn.course import EACH_IN_TURN, ITSELF, Course
from papamu.learn.model import Model
from papamu.learn.training import Session
from papamu.papers.konane.parameters import BLACK, BOTH, WHITE, Alone, Raw, Taught, minimax
from papamu.papers.konane.work import share_won
from papamu.papers.learning import run, td_course, told

_STRETCH = 120  # points of a curve that is not smoothed
_SEATS = {BOTH: EACH_IN_TURN, BLACK: 0, WHITE: 1}


def teach(params: Taught, task: Task) -> dict[str, Any]:
    """One network of sections 5 and 7."""
    rivals = {
        "random": "random",
        "teacher": minimax(params.teacher),
        "g": minimax("g"),
        "i": minimax("i"),
    }

    def won(model: Model, rival: str, seed: int, seat: str = params.seat) -> float:
        return _won(params, model, rival, seed, seat)

    def watch(session: Session) -> dict[str, float]:
        """Section 3.2: the saved weights play everybody."""
        return _against(rivals, lambda rival: won(session.model(), rival, task.seed + session.done))

    session = _session(params, task, watch, share=0.95)
    found, best = _told(session, rivals), session.best_model()
    found |= _named(_against(rivals, lambda rival: won(best, rival, task.seed)))
    if params.depth > 1:
        found["won_deep"] = won(best, minimax(params.teacher, params.depth), task.seed)
    if params.seat == BOTH:
        for seat in (BLACK, WHITE):
            found[f"won_{seat}"] = won(best, "random", task.seed, seat)
    for who in rivals:
        found[f"top_{who}"] = max((share for _, share, _ in found[f"curve_{who}"]), default=0.0)
    return {**found, "best_at": session.best_game, "games": params.tests}


def look_closely(params: Raw, task: Task) -> dict[str, Any]:
    """Figure 9: the curve of a network that learns, not smoothed: its last stretch."""
    session = _session(params.closer, task, None, share=1.0)
    found = _told(session, [])
    return {**found, "curve": found["curve"][-_STRETCH:], "won": found["late"]}


def learn_alone(params: Alone, task: Task) -> dict[str, Any]:
    """Section 8: a network without a teacher."""
    rivals = {"random": "random", "teacher": minimax("q")}

    def watch(session: Session) -> dict[str, float]:
        return _against(rivals, lambda rival: _won(params, session.model(), rival, task.seed + session.done))

    session = Session(course_alone(params, task.seed), RandomAgent().policy, watch=watch)
    run(session, task, 0.95)
    tested = _against(rivals, lambda rival: _won(params, session.model(), rival, task.seed))
    return {**_told(session, rivals), **_named(tested), "games": params.tests}


def course_of(params: Taught, seed: int) -> Course:
    """The thesis's way of teaching with these parameters."""
    return Course(
        game=f"konane:{params.board}",
        hidden=(params.hidden,),
        activation=params.activation,
        encoding=params.representation,
        near=params.near,
        compares=params.compares,
        start="small",
        lr=params.lr,
        momentum=params.momentum,
        target=1.0,
        lost=0.0,
        way="teacher",
        seat=_SEATS[params.seat],
        games=params.games,
        every=params.every,
        best=True,
        seed=seed,
    )


def course_alone(params: Alone, seed: int) -> Course:
    """TD(λ), against Random or itself."""
    return td_course(
        f"konane:{params.board}",
        seed,
        hidden=tuple(params.hidden),
        activation=params.activation,
        encoding=params.representation,
        lr=params.lr,
        lr_end=params.lr_end,
        lam=params.lam,
        explore=params.explore,
        wild=params.wild,
        seat=ITSELF if params.itself else EACH_IN_TURN,
        games=params.games,
    )


# -- what is found ----------------------------------------------------------------------------------


def _session(
    params: Taught, task: Task, watch: Callable[[Session], dict[str, float]] | None, share: float
) -> Session:
    """A network that has learned; `share` says how much of the whole work that is."""
    teacher = compiled(minimax(params.teacher, params.depth))
    session = Session(course_of(params, task.seed), RandomAgent().policy, teacher.policy, watch)
    run(session, task, share)
    return session


def _told(session: Session, rivals: Iterable[str]) -> dict[str, Any]:
    """Also what it won in the last tenth of its games, and the curves of the weights of each time."""
    points = session.curve
    late = fmean(point.won for point in points[-max(1, len(points) // 10) :])
    curves = {
        f"curve_{who}": [[point.games, point.seen[who], point.dead] for point in points if point.seen]
        for who in rivals
    }
    return {**told(session), "late": late, **curves}


def _against(rivals: Mapping[str, str], won: Callable[[str], float]) -> dict[str, float]:
    return {who: won(rival) for who, rival in rivals.items()}


def _named(shares: Mapping[str, float]) -> dict[str, float]:
    """As they are called in results: `won` is against Random."""
    return {"won" if who == "random" else f"won_{who}": share for who, share in shares.items()}


def _won(params: Taught | Alone, model: Model, rival: str, seed: int, seat: str = BOTH) -> float:
    """The share of test games won by a network."""
    return share_won(f"konane:{params.board}", player_of(model), agent(rival), params.tests, seed, seat)
