"""A table as the page sees it: its whole state as JSON, and the two messages that watchers get."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from papamu.web.tables.position_view import sentence, view
from papamu.web.tables.table import Table

Json = dict[str, Any]


@dataclass(eq=False)
class AgentState:
    """What the page shows of the agent on turn: it is thinking, or stalled without a move."""

    seat: int
    since: float
    warming: bool = True  # it waits in the queue, or compiles
    error: str | None = None  # why it has no move

    @property
    def stalled(self) -> bool:
        """Has it failed, or been stopped? Then a person may move in its place."""
        return self.error is not None

    def stall(self, why: str) -> None:
        """It has no move."""
        self.error, self.warming = why, False


def table_view(table: Table, agent: AgentState | None, hurried: bool = False) -> Json:
    """The whole table; `agent` is the agent on turn, if one was asked for its move.

    `hurried`: the last move was made with less thought than usual, because its agent was not ready yet.
    """
    line = table.position.line
    position = view(table.position)
    return {
        "id": table.id,
        "game": str(table.game),
        "seq": table.seq,
        "seats": [asdict(seat) for seat in table.seats],
        "position": position,
        "line": [
            {"text": str(after.move), "player": before.player, "ms": ms, "event": after.event}
            for before, after, ms in zip(line, line[1:], table.times, strict=False)
        ],
        **_agent_view(agent),
        "hurried": hurried,
        "over": table.over,
        "result": _result(table, position),
        "paused": table.paused,
        "pace_ms": table.pace_ms,
        "says": [asdict(comment) for comment in table.comments],
        "can": _possible_actions(table, agent),
        "created": table.created,
        "changed": table.changed,
    }


def state_message(table: Table, agent: AgentState | None, hurried: bool = False) -> Json:
    """The message after every change of a table."""
    state = table_view(table, agent, hurried)
    return {"table": table.id, "seq": table.seq, "kind": "state", "state": state}


def thinking_message(table: Table, agent: AgentState | None) -> Json:
    """The message when only its agent on turn has changed: it begins to think, or has no move."""
    return {"table": table.id, "seq": table.seq, "kind": "thinking", **_agent_view(agent)}


def _agent_view(agent: AgentState | None) -> Json:
    if agent is None:
        return {"thinking": None, "stalled": None}
    if agent.stalled:
        return {"thinking": None, "stalled": {"seat": agent.seat, "why": agent.error}}
    thinking = {"seat": agent.seat, "since": agent.since, "warming": agent.warming}
    return {"thinking": thinking, "stalled": None}


def _result(table: Table, position: Json) -> Json | None:
    result = table.result()
    if result is not None:
        text = result.get("text")
        result["text"] = position["status"] if text is None else sentence(table.game, text)
    return result


def _possible_actions(table: Table, agent: AgentState | None) -> Json:
    """Which buttons of the page work."""
    people = any(seat.is_person for seat in table.seats)
    return {
        "move": not table.over and may_move(table, agent),
        "undo": not table.ended and (table.person_has_moved if people else table.plies > 0),
        "resign": not table.over and people,
        "swap": not table.over and len(table.seats) > 1,
    }


def may_move(table: Table, agent: AgentState | None) -> bool:
    """Can a person move: for a person, or for an agent that waits or has no move?"""
    return table.on_turn.is_person or table.paused or (agent is not None and agent.stalled)
