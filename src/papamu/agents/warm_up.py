"""Warming up: the smallest use of an agent that compiles everything it needs to play a game.

Kernels are compiled by kind, not by number: `uct:sims=1` compiles what `uct:sims=1000` needs.
"""

from __future__ import annotations

from papamu.agents import registry
from papamu.agents.agent import Agent
from papamu.core.errors import PapamuError
from papamu.games.position import Position
from papamu.kernel.random import stream
from papamu.search.exact.registry import warm_up as warm_up_solver

_LEAST = {"sims": 1, "playouts": 1, "depth": 1, "ms": 1, "nodes": 1, "plies": 1}  # of every option
_SOLVES = "solve"


def kernel_kind(text: str) -> str:
    """Agents of one kind run the same kernels: names, and options that are words."""
    agent: Agent | None = registry.agent(text)
    parts = []
    while agent is not None:
        words = [value for value in agent.options.values() if isinstance(value, str)]
        parts.append(f"{agent.name}:{','.join(words)}:{bool(agent.options.get('ms'))}")
        agent = agent.inner
    return "+".join(parts)


def warm_up(text: str, position: Position, explains: bool = False) -> None:
    """Let a small copy of an agent move once from here; with `explains` also give its opinion of the moves."""
    if position.is_over:
        return
    agent = registry.agent(text)
    if _SOLVES in kernel_kind(text):
        warm_up_solver(position.game)
    _set_least_options(agent)
    try:
        agent.begin(position.game, stream(0))
        agent.choose(position)
        if explains:
            agent.begin(position.game, stream(0))
            agent.explain(position)
    except PapamuError:
        pass  # with such options it cannot play: what it could not compile now is compiled later


def _set_least_options(agent: Agent | None) -> None:
    while agent is not None:
        for name, least in _LEAST.items():
            if agent.options.get(name):
                agent.options[name] = least
        agent = agent.inner
