"""What an agent process keeps from one request to the next: agents, lines, a solver, and a match's referee.

An agent stays with its table, so that its tree and its memory of the game survive from move to move.
"""

from __future__ import annotations

from collections import OrderedDict
from itertools import takewhile
from typing import Any

from papamu.agents import registry
from papamu.agents.agent import Agent
from papamu.arena.plan import Plan
from papamu.arena.referee import Referee
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.registry import load
from papamu.kernel.random import stream
from papamu.search.exact.contract import Solver
from papamu.search.exact.registry import solver
from papamu.web.limits import MOST_MEGABYTES
from papamu.web.thinking.agent_request import AgentRequest, Line

_KEPT = 8  # agents, and lines
_SEATS = 1  # the key of the random streams of agents on seats


class AgentMemory:
    """The agents and positions that a process remembers."""

    def __init__(self) -> None:
        self._agents: OrderedDict[tuple[str, int, str], Agent] = OrderedDict()
        self._lines: OrderedDict[str, tuple[Line, list[Position]]] = OrderedDict()
        self._solver: tuple[Game, Solver] | None = None
        self._referee: tuple[str, Referee] | None = None

    def position(self, client: str, line: Line) -> Position:
        """The position of a line; positions known from before are the same objects again."""
        known, positions = self._lines.pop(client, (None, []))
        if known is None or (known.game, known.start) != (line.game, line.start):
            positions, shared = [load(line.game).from_text(line.start)], 0
        else:
            both = zip(known.moves, line.moves, strict=False)
            shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))
        positions = positions[: shared + 1]
        for move, event in line.moves[shared:]:
            happened = (event or "none") if positions[-1].game.facts.chance else None
            positions.append(positions[-1].play(move, event=happened))
        self._lines[client] = line, positions
        _drop_oldest(self._lines)
        return positions[-1]

    def agent(self, request: AgentRequest, position: Position) -> Agent:
        """The agent on a seat as the last request left it, or a new one."""
        key = (request.client, request.seat, request.agent)
        found = self._agents.pop(key, None)
        if found is None:
            found = registry.agent(request.agent)
            if request.person:
                found.meet(request.person)
            found.begin(position.game, stream(request.seed, _SEATS, request.seat))
        if request.rng:  # another process may have answered in between
            found.rng[:] = request.rng
        self._agents[key] = found
        _drop_oldest(self._agents)
        return found

    def rng_after(self, request: AgentRequest) -> tuple[int, ...]:
        """The random stream of the agent on a seat, as the last request left it."""
        agent = self._agents.get((request.client, request.seat, request.agent))
        return () if agent is None else tuple(int(word) for word in agent.rng)

    def solver(self, game: Game) -> Solver:
        """The solver of a game, kept until another game's is asked for."""
        if self._solver is None or self._solver[0] != game:
            self._solver = game, solver(game, MOST_MEGABYTES)
        return self._solver[1]

    def referee(self, request: AgentRequest) -> Referee:
        """The referee of a match, kept until another match is asked for."""
        if self._referee is None or self._referee[0] != request.client:
            game = load(request.line.game)
            agents = [registry.agent(text) for text in request.details["agents"]]
            plan = Plan.make(game, agents, request.seed, opening_plies=request.details["opening_plies"])
            self._referee = request.client, Referee(plan)
        return self._referee[1]

    def forget(self, request: AgentRequest) -> None:
        """After a failure everything of this client starts from scratch."""
        self._referee = None
        self._lines.pop(request.client, None)
        self._agents.pop((request.client, request.seat, request.agent), None)


def _drop_oldest(kept: OrderedDict[Any, Any]) -> None:
    while len(kept) > _KEPT:
        kept.popitem(last=False)
