"""What a thinker's process does: one job after the other, with agents that it keeps for a while.

An agent stays with its table, so that its tree, and what it thought of the game, survive from move to move.
Before the clock runs, an agent that has not played this game here is let play a little: the first use
compiles, and that is not thinking.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from itertools import takewhile
from multiprocessing.connection import Connection
from typing import Any

from papamu.agents import registry
from papamu.agents.agent import Agent, Ending
from papamu.agents.explained import all_whole, ranked, value_shown
from papamu.agents.opponents import at_its_best, failure
from papamu.arena.plan import Plan
from papamu.arena.room import Room
from papamu.errors import AgentError, PapamuError
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.registry import load
from papamu.kernel.random import stream
from papamu.processes import settle
from papamu.search.solution import Solver
from papamu.search.solvers import solver, warm_up
from papamu.web.limits import MOST_MEGABYTES
from papamu.web.thought import Answer, Job, Line

GAMES = "games"  # of a match: the one kind of job without a position
READY = "ready"  # its first word
BEGUN = "begun"  # the word before thinking, after what compiles
_KEPT = 8  # agents, and lines
_SEATS, _ADVICE = 1, 50  # the keys of the agents' random streams
_SOLVES = "solve"
_LIGHT = {"sims": 1, "playouts": 1, "depth": 1, "ms": 1, "nodes": 1, "plies": 1}  # the least of every option


def serve(pipe: Connection, folder: str) -> None:
    """Do jobs until the parent is gone or needs us no more."""
    settle(folder)
    mind = Mind()
    try:
        pipe.send(READY)
        while True:
            job: Job = pipe.recv()
            pipe.send(mind.answer(job, lambda: pipe.send(BEGUN)))
    except (EOFError, OSError):
        pass


class Mind:
    """The agents and lines that a process remembers."""

    def __init__(self) -> None:
        self._agents: OrderedDict[tuple[str, int, str], Agent] = OrderedDict()
        self._lines: OrderedDict[str, tuple[Line, list[Position]]] = OrderedDict()
        self._warm: set[tuple[str, str]] = set()
        self._solver: tuple[Game, Solver] | None = None
        self._room: tuple[str, Room] | None = None

    def answer(self, job: Job, begun: Callable[[], None]) -> Answer:
        """What comes of a job; an agent's failure is an answer too."""
        began = time.perf_counter()
        try:
            if job.kind == GAMES:
                room = self.room(job)
                begun()
                value: Any = room.play(int(job.more["first"]), int(job.more["count"]))
                return Answer(value, seconds=time.perf_counter() - began)
            position = self.reach(job.customer, job.line)
            self._warm_up(_SOLVES if job.kind == "exact" else job.agent, position)
            begun()
            began = time.perf_counter()
            value = _WORK[job.kind](self, job, position)
        except Exception as error:
            self._forget(job)
            return Answer(error=failure(error), seconds=time.perf_counter() - began)
        return Answer(value, seconds=time.perf_counter() - began)

    def reach(self, customer: str, line: Line) -> Position:
        """The position of a line; positions known from before are the same objects again."""
        known, positions = self._lines.pop(customer, (None, []))
        if known is None or (known.game, known.start) != (line.game, line.start):
            positions, shared = [load(line.game).from_text(line.start)], 0
        else:
            both = zip(known.moves, line.moves, strict=False)
            shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))
        positions = positions[: shared + 1]
        for move, event in line.moves[shared:]:
            happened = (event or "none") if positions[-1].game.facts.chance else None
            positions.append(positions[-1].play(move, event=happened))
        self._lines[customer] = line, positions
        _cut(self._lines)
        return positions[-1]

    def agent(self, job: Job, position: Position) -> Agent:
        """The agent on a seat, as it was left there, or one who sits down now."""
        key = (job.customer, job.seat, job.agent)
        found = self._agents.pop(key, None)
        if found is None:
            found = registry.agent(job.agent)
            if job.person:
                found.meet(job.person)
            found.begin(position.game, stream(job.seed, _SEATS, job.seat))
        self._agents[key] = found
        _cut(self._agents)
        return found

    def solver(self, game: Game) -> Solver:
        """The solver of a game, as long as nobody asks for that of another."""
        if self._solver is None or self._solver[0] != game:
            self._solver = game, solver(game, MOST_MEGABYTES)
        return self._solver[1]

    def room(self, job: Job) -> Room:
        """Where the games of a match are played, as long as no other match comes between."""
        if self._room is None or self._room[0] != job.customer:
            game = load(job.line.game)
            agents = [registry.agent(text) for text in job.more["agents"]]
            plan = Plan.make(game, agents, job.seed, opening_plies=job.more["opening_plies"])
            self._room = job.customer, Room(plan)
        return self._room[1]

    def _forget(self, job: Job) -> None:
        """After a failure everything begins anew."""
        self._room = None
        self._lines.pop(job.customer, None)
        self._agents.pop((job.customer, job.seat, job.agent), None)

    def _warm_up(self, text: str, position: Position) -> None:
        """Let a small copy of the agent move once: kernels are compiled by kind, not by number."""
        key = (position.game.name, str(position.game.num_players) + _kind(text))
        if key in self._warm or position.is_over:
            return
        made = registry.agent(text)
        if _SOLVES in _kind(text):
            warm_up(position.game)
        _lighten(made)
        try:
            made.begin(position.game, stream(0))
            made.choose(position)
        except PapamuError:
            pass  # with so little it cannot play: what it could not compile now is compiled later
        self._warm.add(key)


def _cut(kept: OrderedDict[Any, Any]) -> None:
    while len(kept) > _KEPT:
        kept.popitem(last=False)


def _kind(text: str) -> str:
    """Agents of one kind run the same kernels: names, and options that are words."""
    made: Agent | None = registry.agent(text)
    parts = []
    while made is not None:
        words = [value for value in made.options.values() if isinstance(value, str)]
        parts.append(f"{made.name}:{','.join(words)}:{bool(made.options.get('ms'))}")
        made = made.inner
    return "+".join(parts)


def _lighten(agent: Agent | None) -> None:
    while agent is not None:
        for name, least in _LIGHT.items():
            if agent.options.get(name):
                agent.options[name] = least
        agent = agent.inner


# -- the kinds of work ----------------------------------------------------------------------------------


def _move(mind: Mind, job: Job, position: Position) -> str:
    """Its move, as text."""
    agent = mind.agent(job, position)
    move = agent.choose(position)
    if move not in position.legal_moves:
        raise AgentError(f"{agent} would play an illegal move")
    return position.game.move_text(int(move))


def _explain(mind: Mind, job: Job, position: Position) -> dict[str, Any]:
    """What it thinks of each move. It is asked afresh, so that the same question has the same answer."""
    agent = at_its_best(registry.agent(job.agent))
    agent.begin(position.game, stream(job.seed, _ADVICE))
    found = agent.explain(position)
    if not found.scores or any(scored.move not in position.legal_moves for scored in found.scores):
        raise AgentError(f"{agent} weighs {'illegal' if found.scores else 'no'} moves")
    rows = ranked(position, found)
    whole = all_whole(rows)
    scores = [
        {
            "n": int(row.move),
            "text": str(row.move),
            "value": row.value,
            "shown": value_shown(row.value, whole),
            "rank": row.rank,
            "note": row.note,
            "tried": agent.scale is None or row.value >= agent.scale[0],
            "cells": list(row.cells),
            "board": list(row.board),
        }
        for row in rows
    ]
    return {"agent": str(agent), "meaning": found.meaning, "scores": scores, "best": scores[0]["n"]}


def _judge(mind: Mind, job: Job, position: Position) -> dict[str, Any]:
    """How the player to move stands, from -1 lost to 1 won, the move to play, and what each move is worth."""
    agent = registry.agent(job.agent)
    if agent.scale is None:
        raise AgentError(f"{agent} has values that are no results: a review needs uct, mc or puct")
    low, high = agent.scale
    agent.begin(position.game, stream(job.seed, _ADVICE))
    best = int(agent.choose(position))
    values = {}
    for scored in agent.explain(position).scores:
        value = 2 * (scored.value - low) / (high - low) - 1
        if value >= -1:  # less: it was never tried
            values[int(scored.move)] = min(1.0, value)
    return {"best": best, "value": values.get(best, 0.0), "values": values}


def _exact(mind: Mind, job: Job, position: Position) -> dict[str, Any]:
    """The same, exactly, if it can be found in the time; else an error."""
    end = time.monotonic() + job.budget

    def watch(nodes: int) -> None:
        if time.monotonic() > end:
            raise AgentError(f"not solved within {job.budget:g} s")

    found = mind.solver(position.game).solve(position.state, True, watch)
    values = {move: float(value > 0) - float(value < 0) for move, value in found.values.items()}
    margins = {move: float(value) for move, value in found.values.items()}
    value = float(found.value > 0) - float(found.value < 0)
    return {"best": found.best[0], "value": value, "values": values, "margins": margins}


def _end(mind: Mind, job: Job, position: Position) -> list[str]:
    """What it says at the end of a game."""
    agent = mind.agent(job, position)
    ending = Ending(position, job.seat, tuple(job.more["persons"]), tuple(job.more["gave_up"]))
    return list(agent.end(ending))


def _ready(mind: Mind, job: Job, position: Position) -> None:
    """Nothing: that the agent can begin is all."""


_WORK: dict[str, Callable[[Mind, Job, Position], Any]] = {
    "warm": _ready,
    "move": _move,
    "explain": _explain,
    "judge": _judge,
    "exact": _exact,
    "end": _end,
}
