"""Statistics of a match of Blokus whose plan keeps every move."""

from __future__ import annotations

from papamu.arena.match_records import played_games
from papamu.arena.plan import Plan
from papamu.core.store import Store
from papamu.games.blokus.statistics import BlokusStatistics


def match_statistics(plan: Plan, store: Store, games: int) -> BlokusStatistics:
    """What happened in the first games of a match, for each of its agents."""
    statistics = BlokusStatistics.of(plan.game, _names([str(agent) for agent in plan.agents]))
    for one in played_games(plan, store, games):
        statistics.add(one.last.line, one.seated)
    return statistics


def _names(agents: list[str]) -> list[str]:
    """Agents that take part twice get numbers."""
    return [
        f"{name} ({agents[: place + 1].count(name)})" if agents.count(name) > 1 else name
        for place, name in enumerate(agents)
    ]
