"""How an agent process answers each kind of request about a position: one function per kind."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from papamu.agents import registry
from papamu.agents.agent import Ending
from papamu.agents.explanation_text import all_whole_numbers, format_value, rank_moves
from papamu.agents.opponents import at_its_best
from papamu.core.errors import AgentError
from papamu.games.position import Position
from papamu.kernel.random import stream
from papamu.web.thinking.agent_memory import AgentMemory
from papamu.web.thinking.agent_request import AgentRequest

_ADVICE = 50  # the key of the random streams of agents that explain and judge


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
    agent.begin(position.game, stream(request.seed, _ADVICE))
    found = agent.explain(position)
    if not found.scores or any(scored.move not in position.legal_moves for scored in found.scores):
        raise AgentError(f"{agent} weighs {'illegal' if found.scores else 'no'} moves")
    rows = rank_moves(position, found)
    whole = all_whole_numbers(rows)
    scores = [
        {
            "n": int(row.move),
            "text": str(row.move),
            "value": row.value,
            "shown": format_value(row.value, whole),
            "rank": row.rank,
            "note": row.note,
            "tried": agent.scale is None or row.value >= agent.scale[0],
            "cells": list(row.cells),
            "board": list(row.board),
        }
        for row in rows
    ]
    return {"agent": str(agent), "meaning": found.meaning, "scores": scores, "best": scores[0]["n"]}


def judge_position(memory: AgentMemory, request: AgentRequest, position: Position) -> dict[str, Any]:
    """The value for the player to move, from -1 (lost) to 1 (won), the best move, and the value of each move."""
    agent = registry.agent(request.agent)
    if agent.scale is None:
        raise AgentError(f"{agent} has values that are not results: a review needs uct, mc or puct")
    low, high = agent.scale
    agent.begin(position.game, stream(request.seed, _ADVICE))
    best = int(agent.choose(position))
    values = {}
    for scored in agent.explain(position).scores:
        value = 2 * (scored.value - low) / (high - low) - 1
        if value >= -1:  # less: it was never tried
            values[int(scored.move)] = min(1.0, value)
    return {"best": best, "value": values.get(best, 0.0), "values": values}


def solve_position(memory: AgentMemory, request: AgentRequest, position: Position) -> dict[str, Any]:
    """The same exactly, if it can be solved within the budget; else an error."""
    end = time.monotonic() + request.budget

    def watch(nodes: int) -> None:
        if time.monotonic() > end:
            raise AgentError(f"not solved within {request.budget:g} s")

    found = memory.solver(position.game).solve(position.state, True, watch)
    values = {move: float(value > 0) - float(value < 0) for move, value in found.values.items()}
    margins = {move: float(value) for move, value in found.values.items()}
    value = float(found.value > 0) - float(found.value < 0)
    return {"best": found.best[0], "value": value, "values": values, "margins": margins}


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
    "judge": judge_position,
    "exact": solve_position,
    "end": notify_end,
}
