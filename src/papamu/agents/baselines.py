"""The baselines: `random`, `first` (the Clobber thesis's Pick First) and `greedy` (one move ahead)."""

from __future__ import annotations

from papamu.agents.agent import CompiledAgent
from papamu.agents.minimax import EVAL_OPTION, MinimaxAgent
from papamu.games.game import Game
from papamu.search.alphabeta.minimax import Minimax
from papamu.search.alphabeta.stack import new_stack
from papamu.search.evaluations import registry as evaluations
from papamu.search.policy import First, Policy, Uniform, new_workspace


class RandomAgent(CompiledAgent):
    """Uniformly random."""

    name = "random"
    title = "a random legal move, all equally likely"
    source = "all five studies"
    weighs = False

    def policy(self, game: Game) -> Policy:
        """Nothing to set."""
        return Uniform(new_workspace(game))

    def meaning(self, game: Game) -> str:
        """How likely each move is."""
        return "the probability that it plays the move"


class FirstAgent(CompiledAgent):
    """Pick First."""

    name = "first"
    title = "the first legal move in the game's order (Pick First)"
    source = "Clobber thesis, §4.2"
    deterministic = True
    weighs = False

    def policy(self, game: Game) -> Policy:
        """Nothing to set."""
        return First(new_workspace(game))

    def meaning(self, game: Game) -> str:
        """Which is first."""
        return "1 for the first move of the list"


class GreedyAgent(MinimaxAgent):
    """One ply."""

    name = "greedy"
    title = "the move with the best evaluation right after it, ties at random"
    source = "Blokus report; Konane thesis at depth 1"
    options_declared = (EVAL_OPTION,)

    def policy(self, game: Game) -> Policy:
        """Minimax of depth 1; finished games are evaluated like any other position."""
        evaluation = evaluations.make(game, str(self.options["eval"]))
        return Minimax(evaluation, 1, 0, new_workspace(game), new_stack(game, 1))

    def meaning(self, game: Game) -> str:
        """The evaluation after the move."""
        return f"evaluation '{evaluations.chosen(game, str(self.options['eval']))}' right after the move"
