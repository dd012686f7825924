"""A process of the agent pool: it answers one request after the other.

Before the clock runs, an agent that has not played this game here plays a little: the first use compiles, and that
is not thinking.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

from papamu.agents.opponents import failure
from papamu.agents.warm_up import kernel_kind, warm_up
from papamu.core.processes import settle
from papamu.games.position import Position
from papamu.web.thinking.agent_memory import AgentMemory
from papamu.web.thinking.agent_request import AgentAnswer, AgentRequest
from papamu.web.thinking.request_handlers import HANDLERS

GAMES = "games"  # games of a match: the one kind of request without a position
READY = "ready"  # its first message
BEGUN = "begun"  # the message before thinking, after what compiles
_SOLVES = "solve"
Hurry = Callable[[str, Position, bool], str | None]


def serve(pipe: Connection, folder: str, hurry: Hurry | None = None) -> None:
    """Answer requests until the parent is gone or closes the pipe; with `hurry`, as a stand-in."""
    settle(folder)
    worker = AgentWorker(hurry)
    try:
        pipe.send(READY)
        while True:
            request: AgentRequest = pipe.recv()
            pipe.send(worker.answer(request, lambda: pipe.send(BEGUN)))
    except (EOFError, OSError):
        pass


class AgentWorker:
    """Answers requests, with the agents that it remembers.

    A stand-in (see `stand_in`) runs uncompiled: `hurry` gives the agent that answers instead of the one that is asked.
    """

    def __init__(self, hurry: Hurry | None = None) -> None:
        self.memory = AgentMemory()
        self._hurry = hurry
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
            asked = request.agent
            if self._hurry is None:
                self._warm_up(_SOLVES if request.kind == "exact" else request.agent, position)
            else:
                spec = self._hurry(asked, position, request.kind != "move")
                if spec is None or (request.among_agents and spec != asked):
                    return AgentAnswer(error=f"nothing can stand in for {asked}")
                request = replace(request, agent=spec)
            on_begin()
            began = time.perf_counter()
            value = HANDLERS[request.kind](self.memory, request, position)
            seconds = time.perf_counter() - began
            rng = self.memory.rng_after(request)
        except Exception as error:
            self.memory.forget(request)
            return AgentAnswer(error=failure(error), seconds=time.perf_counter() - began)
        return AgentAnswer(value, seconds=seconds, hurried=request.agent != asked, rng=rng)

    def _warm_up(self, text: str, position: Position) -> None:
        """Compile, or load, what the agent needs for this game, once in this process."""
        key = (position.game.name, str(position.game.num_players) + kernel_kind(text))
        if key not in self._warm and not position.is_over:
            warm_up(text, position)
            self._warm.add(key)
