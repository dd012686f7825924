"""Asking an agent in the terminal: Ctrl-C interrupts it, and its errors become one line that names it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from papamu.agents.agent import Agent, Explanation
from papamu.agents.explanation import check_explanation
from papamu.agents.opponents import failure
from papamu.agents.ties import tie_moves
from papamu.cli.terminal_game.interrupt import interruptible
from papamu.core.errors import AgentError, PapamuError
from papamu.games.drawing import status
from papamu.games.position import Position

T = TypeVar("T")


def call_agent(agent: Agent, work: Callable[[], T]) -> T:
    """What the agent's method returns."""
    try:
        return interruptible(work)
    except PapamuError:
        raise
    except Exception as error:
        raise AgentError(f"{agent} failed: {failure(error)}") from error


def explain(agent: Agent, position: Position) -> Explanation:
    """What the agent thinks of a position, checked (it may be somebody else's code) and with ranks."""
    if position.is_over:
        raise PapamuError(f"the game is over here ({status(position)}): there is no move to explain")
    found = check_explanation(agent, position, call_agent(agent, lambda: agent.explain(position)))
    return tie_moves(agent, position, found)
