"""`papamu.explain`: what an agent thinks of each move."""

from __future__ import annotations

from dataclasses import replace

from papamu.agents import registry
from papamu.agents.agent import Agent, Explanation
from papamu.agents.function_agent import Choice, as_agent
from papamu.agents.ties import tie_moves
from papamu.core.errors import AgentError
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.position_setup import as_position
from papamu.kernel.random import stream


def explain(
    position: Position | Game | str, agent: Agent | Choice | str = "uct", seed: int = 0
) -> Explanation:
    """What an agent thinks of every legal move, best first; it prints as a table and draws itself in a notebook.

    The agent begins anew, so that the same question has the same answer (agents that watch the clock apart). Where
    it has proven who wins, the column `outcome` says so. Moves that cannot be told apart share a rank: mirror images,
    equal values, and means of random games whose 95 % intervals overlap. Of a finished game the explanation says the
    result.

    >>> import papamu
    >>> print(papamu.explain("clobber:1x4", "solve"))
    clobber:1x4: what solve thinks of the 3 legal moves
    value: exact: 1 wins, 0 draws, -1 loses against best play
    <BLANKLINE>
    rank  move  value
       1  a1b1   1.000
       1  c1b1   1.000
       3  c1d1  -1.000
    """
    at = as_position(position)
    asked = as_agent(agent, registry.agent)
    asked.check(at.game, from_start=False)
    if at.is_over:
        return Explanation("the game is over", (), str(asked), at)
    asked.begin(at.game, stream(seed, 1))
    found = ranked_explanation(asked, at)
    return replace(found, agent=str(asked), position=at)


def ranked_explanation(agent: Agent, position: Position) -> Explanation:
    """What an agent that has begun thinks of a position, with ranks."""
    return tie_moves(agent, position, check_explanation(agent, position, agent.explain(position)))


def check_explanation(agent: Agent, position: Position, found: Explanation) -> Explanation:
    """The explanation, if it is about legal moves: the agent may be somebody else's code."""
    if not found.scores or any(scored.move not in position.legal_moves for scored in found.scores):
        raise AgentError(f"{agent} failed: it weighs {'illegal' if found.scores else 'no'} moves")
    return found
