"""Agents that look at most a few moves ahead: random, first, greedy, Monte Carlo, minimax."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from papamu.agents import evaluations
from papamu.agents.agent import CompiledAgent, Explanation
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.rules import play
from papamu.search.maxn import MaxN
from papamu.search.minimax import Minimax
from papamu.search.montecarlo import FlatMonteCarlo
from papamu.search.policy import First, Policy, Uniform, desk
from papamu.search.stack import stack
from papamu.spec import Option

EVAL = Option("eval", "", "which evaluation; if not said, the game's first (`papamu agents GAME`)")


class RandomAgent(CompiledAgent):
    """Uniformly random."""

    name = "random"
    title = "any legal move, all alike"
    source = "all five studies"
    weighs = False

    def policy(self, game: Game) -> Policy:
        """Nothing to set."""
        return Uniform(desk(game))

    def meaning(self, game: Game) -> str:
        """How likely each move is."""
        return "how likely it plays the move"


class FirstAgent(CompiledAgent):
    """Pick First."""

    name = "first"
    title = "the first legal move in the game's order (Pick First)"
    source = "Clobber thesis, §4.2"
    deterministic = True
    weighs = False

    def policy(self, game: Game) -> Policy:
        """Nothing to set."""
        return First(desk(game))

    def meaning(self, game: Game) -> str:
        """Which is first."""
        return "1 for the first move of the list"


class MonteCarloAgent(CompiledAgent):
    """Flat Monte Carlo."""

    name = "mc"
    title = "random playouts for each legal move; most wins plays"
    source = "Clobber thesis, §4.3"
    scale = (0.0, 1.0)
    options_declared = (
        Option("playouts", 50, "random playouts for each legal move", low=1, high=10**9),
        Option(
            "ties",
            "first",
            "which of equal moves plays; the thesis's figures fit the first",
            ("first", "random"),
        ),
    )

    def policy(self, game: Game) -> Policy:
        """The same number of playouts for each move."""
        lots = int(self.options["ties"] == "random")
        return FlatMonteCarlo(int(self.options["playouts"]), lots, desk(game))

    def meaning(self, game: Game) -> str:
        """A share of wins; where there is more between won and lost, the mean of that."""
        playouts = f"{self.options['playouts']:,} random playouts"
        if game.num_players == 2:
            return f"share of {playouts} won after the move (a draw is half)"
        return f"mean result of {playouts} after the move: 1 is the best possible, 0 the worst"


class MinimaxAgent(CompiledAgent):
    """Fixed-depth minimax."""

    name = "minimax"
    title = "full-width minimax to a fixed depth, equal moves at random"
    source = "Konane thesis, §4; Blokus report"
    options_declared: ClassVar[tuple[Option, ...]] = (
        EVAL,
        Option("depth", 2, "how many plies it looks ahead", low=1, high=64),
        Option(
            "ends",
            "auto",
            "finished games count their result, or what the evaluation says; auto: the result, "
            "but Konane's a to r judge for themselves as in the thesis",
            ("auto", "result", "eval"),
        ),
        Option(
            "others",
            "maxn",
            "with more than two: each for themselves, or all against it",
            ("maxn", "paranoid"),
        ),
    )

    def refusal(self, game: Game) -> str | None:
        """It needs an evaluation that the game has."""
        evaluations.chosen(game, str(self.options["eval"]))
        return None

    def policy(self, game: Game) -> Policy:
        """Alpha-beta for two players and against all, max^n for more."""
        evaluation = evaluations.make(game, str(self.options["eval"]))
        depth = int(self.options["depth"])
        judged = evaluations.judges_ends(game, str(self.options["eval"]))
        ends = int(self.options["ends"] == "result" or (self.options["ends"] == "auto" and not judged))
        kind = MaxN if game.num_players > 2 and self.options["others"] == "maxn" else Minimax
        return kind(evaluation, depth, ends, desk(game), stack(game, depth))

    def meaning(self, game: Game) -> str:
        """The evaluation at the end of the best line."""
        name = evaluations.chosen(game, str(self.options["eval"]))
        depth = int(self.options["depth"])
        plies = "1 ply" if depth == 1 else f"{depth} plies"
        return f"evaluation '{name}' after {plies} of best play (±10¹²: won or lost)"

    def explain(self, position: Position) -> Explanation:
        """With what the evaluation counts right after each move."""
        from papamu.agents.terms import terms  # it knows evaluations of all games

        found = super().explain(position)
        game, viewer = position.game, position.player
        evaluation = evaluations.make(game, str(self.options["eval"]))
        depth = int(self.options.get("depth", 1))
        noted = []
        for scored in found.scores:
            state = position.state.copy()
            play(game.rules, state, int(scored.move))
            said = terms(evaluation, game.rules, state, viewer)
            noted.append(replace(scored, note=said if depth == 1 or not said else f"right after it {said}"))
        return replace(found, scores=tuple(noted))


class GreedyAgent(MinimaxAgent):
    """One ply."""

    name = "greedy"
    title = "the move with the best evaluation right after it, equal ones at random"
    source = "Blokus report; Konane thesis at depth 1"
    options_declared = (EVAL,)

    def policy(self, game: Game) -> Policy:
        """Minimax of depth 1; finished games are evaluated like any other position."""
        evaluation = evaluations.make(game, str(self.options["eval"]))
        return Minimax(evaluation, 1, 0, desk(game), stack(game, 1))

    def meaning(self, game: Game) -> str:
        """The evaluation after the move."""
        return f"evaluation '{evaluations.chosen(game, str(self.options['eval']))}' right after the move"
