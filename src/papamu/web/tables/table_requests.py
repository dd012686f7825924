"""What a table asks its agents: requests for the agent pool, made from a table and one of its seats."""

from __future__ import annotations

from typing import Any

from papamu.games.game import Game
from papamu.web.limits import DEFAULT_BUDGET
from papamu.web.tables.table import Seat, Table
from papamu.web.thinking.agent_request import AgentRequest, Line
from papamu.web.validation import Models, read_agent


def agent_spec(seat: Seat, game: Game, models: Models) -> str:
    """The agent on a seat as an agent process reads it: model files by their paths, options within limits."""
    budget = seat.budget_ms or DEFAULT_BUDGET
    return str(read_agent(str(seat.spec), game, models, budget, from_start=False))


def table_request(kind: str, table: Table, at: int, models: Models, **details: Any) -> AgentRequest:
    """A request to the agent on a seat, about the table's current position."""
    seat = table.seats[at]
    people = [one.name for one in table.seats if one.is_person or one.resigned]
    return AgentRequest(
        kind,
        table.id,
        Line.of(table.position),
        agent_spec(seat, table.game, models),
        (seat.budget_ms or DEFAULT_BUDGET) / 1000,
        at,
        table.seed,
        people[0] if people else "",
        details,
        among_agents=not people,
        rng=table.streams.get(at, ()),
    )
