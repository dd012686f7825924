"""The base class of agents that change another one, written `NAME+AGENT`: noisy, endgame, adaptive, learning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from papamu.agents.agent import Agent, CompiledAgent, Explanation
from papamu.core.errors import AgentError
from papamu.games.game import Game
from papamu.games.position import Move, Position
from papamu.games.rules import NONE
from papamu.search.policy import NullPolicy, Policy, new_workspace


class Wrapper(CompiledAgent):
    """What wrappers share: they are compiled if the wrapped agent is, and ask it in Python if not."""

    wraps = True
    has_own_opinion: ClassVar[bool] = True  # has it an opinion of its own about moves, at least sometimes?

    def __init__(self, options: Mapping[str, Any] | None = None, inner: Agent | None = None) -> None:
        if inner is None:
            raise AgentError(f"{self.name} needs another agent: {self.name}+AGENT")
        super().__init__(options, inner)
        self.other = inner
        self.is_compiled = inner.is_compiled
        self.remembers = inner.remembers
        self.scale = inner.scale
        self.deterministic = inner.deterministic and type(self).deterministic

    def inner_policy(self, game: Game) -> Policy:
        """The wrapped agent's policy; nobody's if it can only be asked in Python."""
        if self.is_compiled and isinstance(self.other, CompiledAgent):
            return self.other.policy(game)
        return NullPolicy(new_workspace(game))

    def choose(self, position: Position) -> Move:
        """The own decision, or the wrapped agent's."""
        move = super().choose(position)
        return position.game.moves[int(self.other.choose(position))] if move == NONE else move

    def explain(self, position: Position) -> Explanation:
        """The own opinion, or the wrapped agent's in its own terms."""
        if not self.has_own_opinion:
            self.check_position(position)
            return replace(self.other.explain(position), meaning=self.meaning(position.game))
        own = super().explain(position)
        return own if own.scores else self.other.explain(position)
