"""A process of the agent pool: it answers one request after the other.

Before the clock runs, an agent that has not played this game here plays a little: the first use compiles, and that
is not thinking.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from papamu.agents import registry
from papamu.agents.agent import Agent
from papamu.agents.opponents import failure
from papamu.core.errors import PapamuError
from papamu.core.processes import settle
from papamu.games.position import Position
from papamu.kernel.random import stream
from papamu.search.exact.registry import warm_up as warm_up_solver
from papamu.web.thinking.agent_memory import AgentMemory
from papamu.web.thinking.agent_request import AgentAnswer, AgentRequest
from papamu.web.thinking.request_handlers import HANDLERS

GAMES = "games"  # games of a match: the one kind of request without a position
READY = "ready"  # its first message
BEGUN = "begun"  # the message before thinking, after what compiles
_SOLVES = "solve"
_LEAST = {"sims": 1, "playouts": 1, "depth": 1, "ms": 1, "nodes": 1, "plies": 1}  # of every option


def serve(pipe: Connection, folder: str) -> None:
    """Answer requests until the parent is gone or closes the pipe."""
    settle(folder)
    worker = AgentWorker()
    try:
        pipe.send(READY)
        while True:
            request: AgentRequest = pipe.recv()
            pipe.send(worker.answer(request, lambda: pipe.send(BEGUN)))
    except (EOFError, OSError):
        pass


class AgentWorker:
    """Answers requests, with the agents that it remembers."""

    def __init__(self) -> None:
        self.memory = AgentMemory()
        self._warm: set[tuple[str, str]] = set()

    def answer(self, request: AgentRequest, on_begin: Callable[[], None]) -> AgentAnswer:
        """The answer to a request; an agent's failure is an answer too."""
        began = time.perf_counter()
        try:
            if request.kind == GAMES:
                referee = self.memory.referee(request)
                on_begin()
                value: Any = referee.play(int(request.details["first"]), int(request.details["count"]))
                return AgentAnswer(value, seconds=time.perf_counter() - began)
            position = self.memory.position(request.client, request.line)
            self._warm_up(_SOLVES if request.kind == "exact" else request.agent, position)
            on_begin()
            began = time.perf_counter()
            value = HANDLERS[request.kind](self.memory, request, position)
        except Exception as error:
            self.memory.forget(request)
            return AgentAnswer(error=failure(error), seconds=time.perf_counter() - began)
        return AgentAnswer(value, seconds=time.perf_counter() - began)

    def _warm_up(self, text: str, position: Position) -> None:
        """Let a small copy of the agent move once: kernels are compiled by kind, not by number."""
        key = (position.game.name, str(position.game.num_players) + _kernel_kind(text))
        if key in self._warm or position.is_over:
            return
        agent = registry.agent(text)
        if _SOLVES in _kernel_kind(text):
            warm_up_solver(position.game)
        _set_least_options(agent)
        try:
            agent.begin(position.game, stream(0))
            agent.choose(position)
        except PapamuError:
            pass  # with such options it cannot play: what it could not compile now is compiled later
        self._warm.add(key)


def _kernel_kind(text: str) -> str:
    """Agents of one kind run the same kernels: names, and options that are words."""
    agent: Agent | None = registry.agent(text)
    parts = []
    while agent is not None:
        words = [value for value in agent.options.values() if isinstance(value, str)]
        parts.append(f"{agent.name}:{','.join(words)}:{bool(agent.options.get('ms'))}")
        agent = agent.inner
    return "+".join(parts)


def _set_least_options(agent: Agent | None) -> None:
    while agent is not None:
        for name, least in _LEAST.items():
            if agent.options.get(name):
                agent.options[name] = least
        agent = agent.inner
