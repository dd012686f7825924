"""`noisy:p=0.1+X`: agent X with a random move now and then."""

from __future__ import annotations

from papamu.agents.wrapper import Wrapper
from papamu.core.spec import Option
from papamu.games.game import Game
from papamu.games.position import Move, Position
from papamu.games.rules import random_move
from papamu.kernel.random import uniform
from papamu.search.policy import Noisy, Policy, new_workspace


class NoisyAgent(Wrapper):
    """Random moves now and then."""

    name = "noisy"
    title = "plays a random move now and then, else as the agent behind the +"
    has_own_opinion = False
    options_declared = (Option("p", 0.1, "share of random moves", low=0, high=1),)

    def policy(self, game: Game) -> Policy:
        """Noise around the wrapped agent's policy."""
        return Noisy(self.inner_policy(game), float(self.options["p"]), new_workspace(game))

    def choose(self, position: Position) -> Move:
        """The wrapped agent's move, asked by itself: so its search is compiled once, with noise and without."""
        self.check_position(position)
        if float(uniform(self.rng)) < self.options["p"]:
            return position.game.moves[int(random_move(position.game.rules, position.state, self.rng))]
        return position.game.moves[int(self.other.choose(position))]

    def meaning(self, game: Game) -> str:
        """The noise has no opinion."""
        return f"{self.other.meaning(game)} ({self.options['p']:.0%} of its moves are random)"
