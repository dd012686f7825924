"""The stand-in: a process without compiled code, which answers people while the others still compile.

Interpreted play is a hundred times slower, but it starts at once. So the same agent thinks with as many playouts or
simulations as fit into a second; if that is too few to mean anything, the game's greedy player answers. Exact play is
exact here too where a second is enough for it, else a tree search answers. Other agents that cannot be cut short
(alpha-beta, networks) have no stand-in: their answer is worth waiting for.
"""

from __future__ import annotations

import time
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from papamu.core.errors import AgentError

if TYPE_CHECKING:
    from papamu.agents.agent import Agent
    from papamu.games.position import Position

SECONDS = 1.0  # that it may think
_TREE = 0.6  # of a playout's speed: a tree search does more than to play at random
_PROOF = 100  # positions of the proof that a move wins: a tenth of a second
_LESSER = "greedy"
_EXACT, _NOT_SOLVED_YET = "solve", "uct:ms=1000"
_MEGABYTES = 64  # of positions that a solver keeps in a second: more than it sees
_AT_ONCE = ("random", "first", "greedy")  # these take no time anyway


def serve(pipe: Connection, folder: str) -> None:
    """Answer requests as the processes of the pool do, but interpreted."""
    import numba

    numba.config.DISABLE_JIT = 1  # before the first kernel is imported
    from papamu.web.thinking.agent_process import serve as serve_requests

    serve_requests(pipe, folder, hurried_spec)


def hurried_spec(text: str, position: Position, explains: bool = False) -> str | None:
    """The spec of an agent that answers within about a second here, interpreted; none if there is no such agent.

    Who asks for advice (`explains`) gets none from a lesser agent.
    """
    from papamu.agents import registry

    agent = registry.agent(text)
    if agent.name == _EXACT and not explains:
        if _is_solved_soon(position):
            return text
        agent = registry.agent(_NOT_SOLVED_YET)
    if not _can_hurry(agent):
        return None
    playouts = SECONDS / max(_seconds_of_a_playout(position), 1e-6)
    if _hurry(agent, playouts, len(position.legal_moves)):
        return str(agent)
    return None if explains else _LESSER


def _can_hurry(agent: Agent | None) -> bool:
    """Random games are left out without harm. (Who orders the moves of a tree search does not count.)"""
    while agent is not None and agent.name in ("noisy", "adaptive"):
        agent = agent.inner
    return agent is not None and agent.name in (*_AT_ONCE, "mc", "uct")


def _hurry(agent: Agent | None, playouts: float, moves: int) -> bool:
    """Cut down what an agent does per move; false if hardly anything would be left of it."""
    if agent is None or agent.name in _AT_ONCE:
        return True
    options = agent.options
    if agent.name == "mc":
        options["playouts"] = min(int(options["playouts"]), int(playouts / moves))
        return int(options["playouts"]) > 0
    if agent.name == "uct":
        if agent.inner is not None:  # a network that orders moves is too slow without a compiler
            return False
        affordable = _TREE * playouts
        if options["ms"] or options["sims"] > affordable:  # by the clock: a guess may be wrong
            options["ms"] = min(int(options["ms"]) or 1000, int(1000 * SECONDS))
        return affordable >= 2 * moves
    if agent.name == "adaptive":
        options["proof"] = min(int(options["proof"]), _PROOF)
    return _hurry(agent.inner, playouts, moves)


def _seconds_of_a_playout(position: Position) -> float:
    from papamu.kernel.random import stream
    from papamu.search.playout import playout

    began = time.perf_counter()
    playout(position.game.rules, position.state.copy(), stream(0))
    return time.perf_counter() - began


def _is_solved_soon(position: Position) -> bool:
    """Can the position be solved within the time, interpreted? (The agent then solves it once more.)"""
    from papamu.agents.review import solve_within
    from papamu.search.exact.registry import solver

    try:
        solve_within(solver(position.game, _MEGABYTES), position, SECONDS)
    except AgentError:
        return False
    return True
