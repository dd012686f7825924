"""The work of the thesis's networks: learn against Random as Black, then play on without learning."""

from __future__ import annotations

from typing import Any

from papamu.agents.baselines import RandomAgent
from papamu.agents.comparison import network_agent
from papamu.agents.registry import agent
from papamu.arena import api
from papamu.lab.run.cell import CellContext
from papamu.learn.online.course import ITSELF, Course
from papamu.learn.online.session import Session
from papamu.papers.clobber.parameters import PLAYOUTS, MonteCarloTest, PatternNetwork, Training
from papamu.papers.common.cell_training import run, session_facts, td_course


def train(params: Training, context: CellContext) -> dict[str, Any]:
    """One network of Tables 5.4 to 5.16."""
    session = _trained(course_of(params, context.seed), context, 0.9)
    return {
        **session_facts(session),
        "won": _test(session, "random", params.tests, context.seed),
        "games": params.tests,
    }


def train_and_play_monte_carlo(params: MonteCarloTest, context: CellContext) -> dict[str, Any]:
    """One network of Table 5.17; with parameters of another table it is that table's network."""
    session = _trained(course_of(params.training, context.seed), context, 0.5)
    result = session_facts(session)
    for number, playouts in enumerate(PLAYOUTS):
        spec = f"mc:playouts={playouts}"
        result[f"won_{playouts}"] = _test(session, spec, params.games, context.seed + 1 + number)
        context.report(0.5 + 0.5 * (number + 1) / len(PLAYOUTS))
    return {**result, "games": params.games}


def train_pattern_network(params: PatternNetwork, context: CellContext) -> dict[str, Any]:
    """Our own method: patterns, TD and self-play (docs/papers/clobber.md says how it was found)."""
    session = _trained(pattern_course(params, context.seed), context, 0.9)
    return {
        **session_facts(session),
        "won": _test(session, "random", params.tests, context.seed),
        "won_50": _test(session, "mc:playouts=50", params.meetings, context.seed + 1),
        "games": params.tests,
    }


def pattern_course(params: PatternNetwork, seed: int) -> Course:
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


def _trained(course: Course, context: CellContext, share: float) -> Session:
    """A network that has learned; `share` says how much of the whole work that is."""
    session = Session(course, RandomAgent().policy)
    run(session, context, share)
    return session


def _test(session: Session, opponent: str, games: int, seed: int) -> float:
    """The share of games that the network wins as Black, without learning."""
    player = network_agent(session.model())
    results = api.match(session.game, player, agent(opponent), games=games, seed=seed, fixed_seats=True)
    return float((results.returns[:, 0] > 0).mean())
