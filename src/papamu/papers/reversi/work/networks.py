"""Our own network: patterns, TD and self-play."""

from __future__ import annotations

from typing import Any

from papamu.agents.comparison import network_agent
from papamu.agents.endgame import EndgameAgent
from papamu.agents.registry import compiled_agent
from papamu.arena import api
from papamu.lab.run.cell import CellContext
from papamu.learn.online.session import Session
from papamu.papers.common import cell_training as networks
from papamu.papers.reversi.parameters import PatternNetwork


def train_pattern_network(params: PatternNetwork, context: CellContext) -> dict[str, Any]:
    """Train our own network, and play Random with the endgame search and without."""
    course = networks.td_course(
        "reversi:8x8",
        context.seed,
        hidden=params.hidden,
        activation="leakier-relu",
        encoding=params.encoding,
        lr=params.lr,
        lr_end=params.lr_end,
        lam=params.lam,
        explore=params.explore,
        wild=params.wild,
        seat=-2,
        games=params.games,
    )
    session = Session(course, lambda game: compiled_agent("random").policy(game))
    networks.run(session, context, 0.95)
    plain = network_agent(session.model())
    result = networks.session_facts(session)
    for name, player in (("", plain), ("_closing", EndgameAgent({"plies": 4}, plain))):
        for where, fixed in (("_black", True), ("", False)):
            results = api.match(
                "reversi:8x8",
                player,
                compiled_agent("random"),
                games=params.tests,
                seed=context.seed,
                fixed_seats=fixed,
                opening_plies=0,
            )
            result[f"won{name}{where}"] = float(results.scores[:, 0].mean())
    return {**result, "games": params.tests}
