"""How an agent process answers each kind of request about a position: one function per kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from papamu.agents import registry
from papamu.agents.agent import Agent, Ending, Explanation
from papamu.agents.explanation import ranked_explanation
from papamu.agents.explanation_text import all_whole_numbers, format_value, proven_outcome, rank_moves
from papamu.agents.opponents import at_its_best
from papamu.agents.review import ADVICE, Judgment, judge, judge_exactly, solve_within
from papamu.agents.solve import exact_explanation
from papamu.agents.ties import tie_moves
from papamu.agents.values import bounded
from papamu.core.errors import AgentError
from papamu.games.position import Position
from papamu.kernel.random import stream
from papamu.search.exact.registry import counts
from papamu.web.thinking.agent_memory import AgentMemory
from papamu.web.thinking.agent_request import AgentRequest


def choose_move(memory: AgentMemory, request: AgentRequest, position: Position) -> str:
    """The agent's move, as text."""
    agent = memory.agent(request, position)
    move = agent.choose(position)
    if move not in position.legal_moves:
        raise AgentError(f"{agent} would play an illegal move")
    return position.game.move_text(int(move))


def explain_moves(memory: AgentMemory, request: AgentRequest, position: Position) -> dict[str, Any]:
    """The agent's value of each move. A new agent is asked, so that the same question has the same answer."""
    agent = at_its_best(registry.agent(request.agent))
    agent.begin(position.game, stream(request.seed, ADVICE))
    return explanation_facts(agent, position, ranked_explanation(agent, position))


def prove_moves(memory: AgentMemory, request: AgentRequest, position: Position) -> dict[str, Any]:
    """The exact value of each move, if it can be found within the budget; else an error."""
    agent = registry.agent(request.agent)
    found = exact_explanation(position, solve_within(memory.solver(position.game), position, request.budget))
    return explanation_facts(agent, position, tie_moves(agent, position, found)) | {"exact": True}


def explanation_facts(agent: Agent, position: Position, found: Explanation) -> dict[str, Any]:
    """An explanation for the page: the good moves and why, and each move with its rank, best first."""
    found = replace(found, agent=str(agent), position=position)
    rows = rank_moves(position, found)
    whole = all_whole_numbers(rows)
    bounds, game = agent.value_bounds, position.game

    def share(value: float) -> float:
        return round((bounded(value, bounds, game) + 1) / 2, 4)

    scores = [
        {
            "n": int(row.move),
            "text": str(row.move),
            "value": row.value,
            "shown": format_value(row.value, whole),
            "share": share(row.value),  # 0 lost, 1 won
            "interval": row.interval and [share(bound) for bound in row.interval],  # of the share, 95 %
            "rank": row.rank,
            "mirror": row.mirror,  # the same number: mirror images
            "visits": row.visits,
            "outcome": row.outcome or proven_outcome(row.value),
            "note": row.note,
            "tried": agent.scale is None or row.value >= agent.scale[0],
            "cells": list(row.cells),
            "board": list(row.board),
        }
        for row in rows
    ]
    return {
        "agent": str(agent),
        "meaning": found.meaning,
        "good": [int(row.move) for row in rows if row.rank == 1],
        "reason": found.reason,
        "results": bounds is not None,  # is a share one of won games, or only a number brought to this scale?
        "exact": False,
        "counts": counts(game)[0],  # what exact values count, like discs
        "scores": scores,
    }


def judge_position(memory: AgentMemory, request: AgentRequest, position: Position) -> Judgment:
    """The value for the player to move, from -1 (lost) to 1 (won), the best move, and the value of each move."""
    return judge(registry.agent(request.agent), position, request.seed)


def solve_position(memory: AgentMemory, request: AgentRequest, position: Position) -> Judgment:
    """The same exactly, if it can be solved within the budget; else an error."""
    return judge_exactly(memory.solver(position.game), position, request.budget)


def notify_end(memory: AgentMemory, request: AgentRequest, position: Position) -> list[str]:
    """The agent's comments on the end of a game."""
    agent = memory.agent(request, position)
    persons, gave_up = request.details["persons"], request.details["gave_up"]
    return list(agent.end(Ending(position, request.seat, tuple(persons), tuple(gave_up))))


def warm_up(memory: AgentMemory, request: AgentRequest, position: Position) -> None:
    """Nothing more: the process has compiled what the agent needs before any request is handled."""


HANDLERS: dict[str, Callable[[AgentMemory, AgentRequest, Position], Any]] = {
    "warm": warm_up,
    "move": choose_move,
    "explain": explain_moves,
    "prove": prove_moves,
    "judge": judge_position,
    "exact": solve_position,
    "end": notify_end,
}
