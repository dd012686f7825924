"""The work of the thesis's networks: learn against Random as Black, then play on without learning."""

from __future__ import annotations

from typing import Any

from papamu.agents.learned import player_of
from papamu.agents.looking import RandomAgent
from papamu.agents.registry import agent
from papamu.arena import api
from papamu.lab.experiment import Task
from papamu.learn.course import ITSELF, Course
from papamu.learn.training import Session
from papamu.papers.clobber.parameters import PLAYOUTS, Meeting, Own, Training
from papamu.papers.learning import run, td_course, told


def train(params: Training, task: Task) -> dict[str, Any]:
    """One network of Tables 5.4 to 5.16."""
    session = _trained(course_of(params, task.seed), task, 0.9)
    return {**told(session), "won": _test(session, "random", params.tests, task.seed), "games": params.tests}


def train_and_meet(params: Meeting, task: Task) -> dict[str, Any]:
    """One network of Table 5.17; with parameters of another table it is that table's network."""
    session = _trained(course_of(params.training, task.seed), task, 0.5)
    found = told(session)
    for number, playouts in enumerate(PLAYOUTS):
        spec = f"mc:playouts={playouts}"
        found[f"won_{playouts}"] = _test(session, spec, params.games, task.seed + 1 + number)
        task.report(0.5 + 0.5 * (number + 1) / len(PLAYOUTS))
    return {**found, "games": params.games}


def train_own(params: Own, task: Task) -> dict[str, Any]:
    """Our own network: patterns, TD and self-play (docs/papers/clobber.md says how it was found)."""
    session = _trained(own_course(params, task.seed), task, 0.9)
    return {
        **told(session),
        "won": _test(session, "random", params.tests, task.seed),
        "won_50": _test(session, "mc:playouts=50", params.meetings, task.seed + 1),
        "games": params.tests,
    }


def own_course(params: Own, seed: int) -> Course:
    """Patterns, TD(0) and self-play."""
    return td_course(
        f"clobber:{params.board}",
        seed,
        hidden=tuple(params.hidden),
        activation="leakier-relu",
        encoding=params.encoding,
        lr=params.lr,
        lr_end=params.lr_end,
        explore=params.explore,
        wild=params.wild,
        seat=ITSELF,
        games=params.games,
    )


def course_of(params: Training, seed: int) -> Course:
    """The thesis's way of learning with these parameters."""
    return Course(
        game=f"clobber:{params.board}",
        hidden=tuple(params.hidden),
        activation=params.activation,
        lr=params.lr,
        target=params.target,
        tau=params.tau,
        games=params.games,
        seed=seed,
    )


def _trained(course: Course, task: Task, share: float) -> Session:
    """A network that has learned; `share` says how much of the whole work that is."""
    session = Session(course, RandomAgent().policy)
    run(session, task, share)
    return session


def _test(session: Session, opponent: str, games: int, seed: int) -> float:
    """The share of games that the network wins as Black, without learning."""
    player = player_of(session.model())
    results = api.match(session.game, player, agent(opponent), games=games, seed=seed, fixed_seats=True)
    return float((results.returns[:, 0] > 0).mean())
