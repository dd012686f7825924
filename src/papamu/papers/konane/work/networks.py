"""The work of the thesis's networks: taught while they play Random, then tested with their best weights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from statistics import fmean
from typing import Any

from papamu.agents.baselines import RandomAgent
from papamu.agents.comparison import network_agent
from papamu.agents.registry import agent, compiled_agent
from papamu.lab.run.cell import CellContext
from papamu.learn.mlp.model_file import Model
from papamu.learn.online.course import EACH_IN_TURN, ITSELF, Course
from papamu.learn.online.session import Session
from papamu.papers.common.cell_training import run, session_facts, td_course
from papamu.papers.konane.parameters import (
    BLACK,
    BOTH,
    WHITE,
    TaughtNetwork,
    TdNetwork,
    UnsmoothedCurve,
    minimax,
)
from papamu.papers.konane.work.matches import share_won

_POINTS = 120  # points of a curve that is not smoothed
_SEATS = {BOTH: EACH_IN_TURN, BLACK: 0, WHITE: 1}


def teach_network(params: TaughtNetwork, context: CellContext) -> dict[str, Any]:
    """One network of sections 5 and 7."""
    opponents = {
        "random": "random",
        "teacher": minimax(params.teacher),
        "g": minimax("g"),
        "i": minimax("i"),
    }

    def won(model: Model, opponent: str, seed: int, seat: str = params.seat) -> float:
        return _won(params, model, opponent, seed, seat)

    def watch(session: Session) -> dict[str, float]:
        """Section 3.2: the saved weights play everybody."""
        return _against(
            opponents, lambda opponent: won(session.model(), opponent, context.seed + session.done)
        )

    session = _session(params, context, watch, share=0.95)
    result, best = _result(session, opponents), session.best_model()
    result |= _result_names(_against(opponents, lambda opponent: won(best, opponent, context.seed)))
    if params.depth > 1:
        result["won_deep"] = won(best, minimax(params.teacher, params.depth), context.seed)
    if params.seat == BOTH:
        for seat in (BLACK, WHITE):
            result[f"won_{seat}"] = won(best, "random", context.seed, seat)
    for who in opponents:
        result[f"top_{who}"] = max((share for _, share, _ in result[f"curve_{who}"]), default=0.0)
    return {**result, "best_at": session.best_game, "games": params.tests}


def record_unsmoothed_curve(params: UnsmoothedCurve, context: CellContext) -> dict[str, Any]:
    """Figure 9: the curve of a network that learns, not smoothed: its last stretch."""
    session = _session(params.closer, context, None, share=1.0)
    result = _result(session, [])
    return {**result, "curve": result["curve"][-_POINTS:], "won": result["late"]}


def train_td_network(params: TdNetwork, context: CellContext) -> dict[str, Any]:
    """Section 8: a network without a teacher."""
    opponents = {"random": "random", "teacher": minimax("q")}

    def watch(session: Session) -> dict[str, float]:
        return _against(
            opponents, lambda opponent: _won(params, session.model(), opponent, context.seed + session.done)
        )

    session = Session(td_course_of(params, context.seed), RandomAgent().policy, watch=watch)
    run(session, context, 0.95)
    tested = _against(opponents, lambda opponent: _won(params, session.model(), opponent, context.seed))
    return {**_result(session, opponents), **_result_names(tested), "games": params.tests}


def course_of(params: TaughtNetwork, seed: int) -> Course:
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


def td_course_of(params: TdNetwork, seed: int) -> Course:
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


# -- results ---------------------------------------------------------------------------------------


def _session(
    params: TaughtNetwork,
    context: CellContext,
    watch: Callable[[Session], dict[str, float]] | None,
    share: float,
) -> Session:
    """A network that has learned; `share` says how much of the whole work that is."""
    teacher = compiled_agent(minimax(params.teacher, params.depth))
    session = Session(course_of(params, context.seed), RandomAgent().policy, teacher.policy, watch)
    run(session, context, share)
    return session


def _result(session: Session, opponents: Iterable[str]) -> dict[str, Any]:
    """Also what it won in the last tenth of its games, and the curves of the weights of each time."""
    points = session.curve
    late = fmean(point.won for point in points[-max(1, len(points) // 10) :])
    curves = {
        f"curve_{who}": [[point.games, point.seen[who], point.dead] for point in points if point.seen]
        for who in opponents
    }
    return {**session_facts(session), "late": late, **curves}


def _against(opponents: Mapping[str, str], won: Callable[[str], float]) -> dict[str, float]:
    return {who: won(opponent) for who, opponent in opponents.items()}


def _result_names(shares: Mapping[str, float]) -> dict[str, float]:
    """As they are called in results: `won` is against Random."""
    return {"won" if who == "random" else f"won_{who}": share for who, share in shares.items()}


def _won(
    params: TaughtNetwork | TdNetwork, model: Model, opponent: str, seed: int, seat: str = BOTH
) -> float:
    """The share of test games won by a network."""
    return share_won(
        f"konane:{params.board}", network_agent(model), agent(opponent), params.tests, seed, seat
    )
