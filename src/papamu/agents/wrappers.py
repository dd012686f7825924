"""Agents that change another one: `noisy:p=0.1+X`, `endgame:plies=4+X`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from papamu.agents.agent import Agent, CompiledAgent, Explanation
from papamu.agents.looking import RandomAgent
from papamu.errors import AgentError
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.rules import NONE
from papamu.search.endgame import Endgame, Unfinished
from papamu.search.minimax import Minimax
from papamu.search.policy import Nobody, Noisy, Policy, desk
from papamu.search.stack import stack
from papamu.spec import Option


class Wrapper(CompiledAgent):
    """What wrappers share: they are compiled if the wrapped agent is, and ask it in Python if not."""

    wraps = True
    opines: ClassVar[bool] = True  # has it an opinion of its own about moves, at least sometimes?

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
        return Nobody(desk(game))

    def choose(self, position: Position) -> int:
        """The own decision, or the wrapped agent's."""
        move = super().choose(position)
        return self.other.choose(position) if move == NONE else move

    def explain(self, position: Position) -> Explanation:
        """The own opinion, or the wrapped agent's in its own terms."""
        if not self.opines:
            self.sit(position)  # what is wrong with it is said
            return replace(self.other.explain(position), meaning=self.meaning(position.game))
        own = super().explain(position)
        return own if own.scores else self.other.explain(position)


class NoisyAgent(Wrapper):
    """Random moves now and then."""

    name = "noisy"
    title = "plays a random move now and then, else as the agent behind the +"
    opines = False
    options_declared = (Option("p", 0.1, "how often", low=0, high=1),)

    def policy(self, game: Game) -> Policy:
        """Noise around the wrapped agent's policy."""
        return Noisy(self.inner_policy(game), float(self.options["p"]), desk(game))

    def meaning(self, game: Game) -> str:
        """The noise has no opinion."""
        return f"{self.other.meaning(game)} (in {self.options['p']:.0%} of its moves it does not care)"


class EndgameAgent(Wrapper):
    """Exact play at the end."""

    name = "endgame"
    title = "exact search once so few plies (empty squares) are left, before that the agent behind the +"
    source = "Reversi paper, §5"
    options_declared = (Option("plies", 4, "when it begins", low=1, high=20),)
    deterministic = False  # equal moves are drawn from

    def refusal(self, game: Game) -> str | None:
        """Exact values exist for one or two players."""
        if game.num_players > 2:
            return f"exact search is for two players, this game has {game.num_players}"
        return super().refusal(game)

    def closing(self, game: Game) -> Minimax:
        """The search to the end; with passes between them, empty squares take up to twice the plies."""
        plies = int(self.options["plies"])
        depth = 2 * plies + 1 if game.facts.passes else plies
        room = stack(game, depth)
        return Minimax(Unfinished(room.stop), depth, 1, desk(game), room)

    def policy(self, game: Game) -> Policy:
        """The closing search around the wrapped agent's policy."""
        return self.around(self.inner_policy(game), game)

    def around(self, policy: Policy, game: Game) -> Policy:
        """The closing search around any policy."""
        plies, by_squares = int(self.options["plies"]), int(game.facts.passes)
        return Endgame(policy, plies, by_squares, self.closing(game), desk(game))

    def meaning(self, game: Game) -> str:
        """Exact or not."""
        return f"near the end 10¹² won, 0 drawn, -10¹² lost; before that: {self.other.meaning(game)}"


def closing_search(game: Game, plies: int) -> Policy:
    """Exact play once so few plies (empty squares) are left, and nobody before: then it says `NONE`."""
    return EndgameAgent({"plies": plies}, RandomAgent()).around(Nobody(desk(game)), game)
