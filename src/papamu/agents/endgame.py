"""`endgame:plies=4+X`: agent X until the end of the game is near, exact search from there on."""

from __future__ import annotations

from papamu.agents.baselines import RandomAgent
from papamu.agents.wrapper import Wrapper
from papamu.core.spec import Option
from papamu.games.game import Game
from papamu.search.alphabeta.minimax import Minimax
from papamu.search.alphabeta.stack import new_stack
from papamu.search.exact.endgame_policy import Endgame, Unfinished
from papamu.search.policy import NullPolicy, Policy, new_workspace


class EndgameAgent(Wrapper):
    """Exact play at the end."""

    name = "endgame"
    title = "exact search when few plies (empty squares) are left, before that the agent behind the +"
    source = "Reversi paper, §5"
    options_declared = (
        Option("plies", 4, "how many plies (empty squares) are left when it begins", low=1, high=20),
    )
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
        room = new_stack(game, depth)
        return Minimax(Unfinished(room.stop), depth, 1, new_workspace(game), room)

    def policy(self, game: Game) -> Policy:
        """The closing search around the wrapped agent's policy."""
        return self.around(self.inner_policy(game), game)

    def around(self, policy: Policy, game: Game) -> Policy:
        """The closing search around any policy."""
        plies, by_squares = int(self.options["plies"]), int(game.facts.passes)
        return Endgame(policy, plies, by_squares, self.closing(game), new_workspace(game))

    def meaning(self, game: Game) -> str:
        """Exact or not."""
        return f"near the end 10¹² won, 0 drawn, -10¹² lost; before that: {self.other.meaning(game)}"


def closing_search(game: Game, plies: int) -> Policy:
    """Exact play once so few plies (empty squares) are left, and nobody before: then it says `NONE`."""
    return EndgameAgent({"plies": plies}, RandomAgent()).around(NullPolicy(new_workspace(game)), game)
