"""The summary of a match: all figures in one dictionary, and a sentence that says what they mean."""

from __future__ import annotations

import math
from typing import Any

from papamu.arena.match import Results
from papamu.arena.plan import Plan
from papamu.arena.statistics import duplicates, verdict
from papamu.core.intervals import wilson


def _finite(number: float) -> float | str:
    """JSON has no infinity."""
    return number if math.isfinite(number) else ("inf" if number > 0 else "-inf")


def summary(results: Results) -> dict[str, Any]:
    """The figures of a match. The win rate, its interval and the Elo are the first agent's."""
    plan = results.plan
    scores = results.scores
    wins = [int((scores[:, agent] == 1).sum()) for agent in range(len(plan.agents))]
    tally = results.tally()
    decision = results.decision
    alone = plan.game.num_players == 1  # there is nobody to be compared with
    return {
        "game": str(plan.game),
        "agents": [str(agent) for agent in plan.agents],
        "games": results.games,
        "wins": wins,
        "draws": results.games - sum(wins),
        "win_rate": wins[0] / results.games,
        "interval": list(wilson(wins[0], results.games)),
        "score": tally.score,
        "score_interval": list(tally.interval()),
        "elo": None if alone else _finite(tally.elo),
        "elo_interval": None if alone else [_finite(end) for end in tally.elo_interval()],
        "verdict": None if alone else match_verdict(results),
        "mean_return": float(results.returns[:, 0].mean()),
        "by_seat": [
            [by_seat(results, agent, seat) for seat in range(plan.game.num_players)]
            for agent in range(len(plan.agents))
        ],
        "duplicates": duplicates(results.prints),
        "plies": float(results.plies.mean()),
        "ms_per_move": results.ms_per_move,
        "games_per_second": results.games_per_second,
        "forfeits": [{"game": number + 1, "reason": reason} for number, reason in results.faults],
        "seed": plan.seed,
        "fixed_seats": plan.fixed_seats,
        "opening_plies": plan.opening_plies,
        "sprt": None if decision is None else {"accepted": decision.accepted, "llr": decision.llr},
    }


def match_verdict(results: Results) -> str:
    """Is one stronger? On fixed seats, the seat may be all there is to it."""
    plan = results.plan
    said = verdict(results.tally(), str(plan.agents[0]), _others(plan))
    if not plan.fixed_seats:
        return said
    return "on these seats: " + said.replace("stronger than", "ahead of").replace("weaker than", "behind")


def by_seat(results: Results, agent: int, seat: int) -> list[int]:
    """Won, drawn (shared), lost by an agent on a seat."""
    scores = results.scores[results.seats[:, agent] == seat, agent]
    won, lost = int((scores == 1).sum()), int((scores == 0).sum())
    return [won, len(scores) - won - lost, lost]


def _others(plan: Plan) -> str:
    names = [str(agent) for agent in plan.agents]
    return names[1] if len(names) == 2 else "the others"
