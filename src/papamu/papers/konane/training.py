"""The work of the thesis's networks: taught while they play Random, then tested with their best weights."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from papamu.agents.agent import Agent
from papamu.agents.learned import MlpAgent
from papamu.agents.looking import RandomAgent
from papamu.agents.registry import agent
from papamu.lab.experiment import Task
from papamu.learn.course import EACH_IN_TURN, ITSELF, Course
from papamu.learn.model import Model
from papamu.learn.training import Session
from papamu.papers.konane.parameters import BLACK, BOTH, WHITE, Alone, Raw, Taught, minimax
from papamu.papers.konane.work import share_won

_STRETCH = 120  # points of a curve that is not smoothed
_SECONDS = 20.0  # between two checkpoints
_SEATS = {BOTH: EACH_IN_TURN, BLACK: 0, WHITE: 1}


def teach(params: Taught, task: Task) -> dict[str, Any]:
    """One network of sections 5 and 7."""
    rivals = _rivals(params)

    def watch(session: Session) -> dict[str, float]:
        """Section 3.2: the saved weights play everybody."""
        model, seed = session.model(), task.seed + session.done
        return (
            {who: _won(params, model, rival, seed) for who, rival in rivals.items()} if params.tests else {}
        )

    session = _session(params, task, watch, share=0.95)
    found = _told(session, list(rivals))
    if params.tests:
        found |= _tested(params, session.best_model(), rivals, task.seed)
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
        model, seed = session.model(), task.seed + session.done
        return {
            who: share_won(str(session.game), MlpAgent.of(model), agent(rival), params.tests, seed)
            for who, rival in rivals.items()
        }

    session = Session(course_alone(params, task.seed), RandomAgent().policy, watch=watch)
    _run(session, task, 0.95)
    found, model = _told(session, list(rivals)), session.model()
    for who, rival in rivals.items():
        name = "won" if who == "random" else f"won_{who}"
        found[name] = share_won(str(session.game), MlpAgent.of(model), agent(rival), params.tests, task.seed)
    return {**found, "games": params.tests}


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
    """TD(λ) with the logistic loss: its output says how likely it wins."""
    return Course(
        game=f"konane:{params.board}",
        hidden=tuple(params.hidden),
        activation=params.activation,
        output="sigmoid",
        encoding=params.representation,
        start="he",
        lr=params.lr,
        lr_end=params.lr_end,
        target=1.0,
        lost=0.0,
        loss="logistic",
        way="td",
        lam=params.lam,
        explore=params.explore,
        wild=params.wild,
        seat=ITSELF if params.itself else EACH_IN_TURN,
        games=params.games,
        seed=seed,
    )


# -- what is found ----------------------------------------------------------------------------------


def _session(params: Taught, task: Task, watch: Any, share: float) -> Session:
    """A network that has learned; `share` says how much of the whole work that is."""
    teacher = agent(minimax(params.teacher, params.depth))
    session = Session(course_of(params, task.seed), RandomAgent().policy, teacher.policy, watch)  # type: ignore[attr-defined]
    _run(session, task, share)
    return session


def _run(session: Session, task: Task, share: float) -> None:
    session.run(
        lambda session: task.report(share * session.done / session.course.games),
        keep=task.scratch / "checkpoint.safetensors",
        every=_SECONDS,
    )


def _rivals(params: Taught) -> dict[str, str]:
    """Whom the saved weights play (Figures 8 and 15)."""
    return {
        "random": "random",
        "teacher": minimax(params.teacher),
        "g": minimax("g"),
        "i": minimax("i"),
    }


def _told(session: Session, rivals: list[str]) -> dict[str, Any]:
    """What is known of a network that has learned: state, curves, and what it won in the last tenth."""
    points = session.curve
    found: dict[str, Any] = {
        "state": session.state,
        "died_at": session.died_at,
        "curve": [[point.games, point.won, point.dead] for point in points],
        "late": fmean(point.won for point in points[-max(1, len(points) // 10) :]),
    }
    for who in rivals:
        found[f"curve_{who}"] = [[point.games, point.seen[who], point.dead] for point in points if point.seen]
    return found


def _tested(params: Taught, model: Model, rivals: dict[str, str], seed: int) -> dict[str, float]:
    """The best weights against everybody; against Random on each seat of its own, too."""
    found = {
        "won" if who == "random" else f"won_{who}": _won(params, model, rivals[who], seed) for who in rivals
    }
    if params.depth > 1:
        found["won_deep"] = _won(params, model, minimax(params.teacher, params.depth), seed)
    if params.seat == BOTH:
        for seat in (BLACK, WHITE):
            found[f"won_{seat}"] = _won(params, model, "random", seed, seat)
    return found


def _won(params: Taught, model: Model, rival: str, seed: int, seat: str = "") -> float:
    player: Agent = MlpAgent.of(model)
    game = f"konane:{params.board}"
    return share_won(game, player, agent(rival), params.tests, seed, seat or params.seat)
