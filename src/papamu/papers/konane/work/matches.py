"""The matches of sections 4 and 7: players that do not learn. The networks are in `networks.py`."""

from __future__ import annotations

from typing import Any

from papamu.agents.agent import Agent
from papamu.agents.registry import agent
from papamu.arena import api
from papamu.lab.run.cell import CellContext
from papamu.papers.konane.parameters import BOTH, WHITE, Match


def play(params: Match, context: CellContext) -> dict[str, Any]:
    """Play the match: the shares of games that the first one won and lost."""
    won = share_won(
        f"konane:{params.board}",
        agent(params.first),
        agent(params.second),
        params.games,
        context.seed,
        params.seat,
        runs=context.scratch,
        report=lambda done, games: context.report(done / games),
    )
    return {"won": won, "lost": 1.0 - won, "games": params.games}


def share_won(
    game: str, first: Agent, second: Agent, games: int, seed: int, seat: str = BOTH, **how: Any
) -> float:
    """The share of games won by the first of two agents, who sits on this seat or on both in turn.

    No random openings: the thesis leaves all variety to moves of equal value.
    """
    seats = [second, first] if seat == WHITE else [first, second]
    results = api.match(
        game, *seats, games=games, seed=seed, fixed_seats=seat != BOTH, opening_plies=0, **how
    )
    mine = 1 if seat == WHITE else 0
    return float((results.scores[:, mine] == 1).mean())
