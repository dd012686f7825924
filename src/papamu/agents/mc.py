"""`mc`: flat Monte Carlo, the same number of random playouts for each legal move."""

from __future__ import annotations

from papamu.agents.agent import CompiledAgent
from papamu.core.spec import Option
from papamu.games.game import Game
from papamu.search.montecarlo import FlatMonteCarlo
from papamu.search.policy import Policy, new_workspace


class MonteCarloAgent(CompiledAgent):
    """Flat Monte Carlo."""

    name = "mc"
    title = "random playouts for each move; plays the one with the most wins"
    source = "Clobber thesis, §4.3"
    scale = (0.0, 1.0)
    sample = "random games"
    options_declared = (
        Option("playouts", 50, "random playouts for each legal move", low=1, high=10**9),
        Option(
            "ties",
            "first",
            "which move plays in a tie; the thesis's figures fit the first",
            ("first", "random"),
        ),
    )

    def policy(self, game: Game) -> Policy:
        """The same number of playouts for each move."""
        lots = int(self.options["ties"] == "random")
        return FlatMonteCarlo(int(self.options["playouts"]), lots, new_workspace(game))

    def meaning(self, game: Game) -> str:
        """A share of wins; where there is more between won and lost, the mean of that."""
        playouts = f"{self.options['playouts']:,} random playouts"
        if game.num_players == 2:
            return f"share of {playouts} won after the move (a draw is half)"
        return f"mean result of {playouts} after the move: 1 is the best possible, 0 the worst"

    def visits(self, policy: Policy, n: int) -> list[int]:
        """The same for each move."""
        return [int(self.options["playouts"])] * n
