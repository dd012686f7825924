"""`minimax`: full-width search to a fixed depth, with an evaluation at the leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from papamu.agents.agent import CompiledAgent, Explanation
from papamu.core.spec import Option
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.rules import play
from papamu.search.alphabeta.maxn import MaxN
from papamu.search.alphabeta.minimax import Minimax
from papamu.search.alphabeta.stack import new_stack
from papamu.search.evaluations import registry as evaluations
from papamu.search.evaluations.terms import terms
from papamu.search.policy import Policy, new_workspace

EVAL_OPTION = Option("eval", "", "which evaluation; default: the game's first (`papamu agents GAME`)")


class MinimaxAgent(CompiledAgent):
    """Fixed-depth minimax."""

    name = "minimax"
    title = "full-width minimax to a fixed depth, ties at random"
    source = "Konane thesis, §4; Blokus report"
    options_declared: ClassVar[tuple[Option, ...]] = (
        EVAL_OPTION,
        Option("depth", 2, "search depth in plies", low=1, high=64),
        Option(
            "ends",
            "auto",
            "value of a finished game: its result, or the evaluation; auto: the result, but Konane's a to r "
            "judge finished games themselves, as in the thesis",
            ("auto", "result", "eval"),
        ),
        Option(
            "others",
            "maxn",
            "with more than two players: each for themselves, or all others against this one",
            ("maxn", "paranoid"),
        ),
    )

    def refusal(self, game: Game) -> str | None:
        """It needs an evaluation that the game has."""
        evaluations.chosen(game, str(self.options["eval"]))
        return None

    def parts(self, game: Game) -> tuple[Any, ...]:
        """Its evaluation too."""
        return *super().parts(game), *evaluations.sources(game, str(self.options["eval"]))

    def policy(self, game: Game) -> Policy:
        """Alpha-beta for two players and against all, max^n for more."""
        evaluation = evaluations.make(game, str(self.options["eval"]))
        depth = int(self.options["depth"])
        judged = evaluations.judges_ends(game, str(self.options["eval"]))
        ends = int(self.options["ends"] == "result" or (self.options["ends"] == "auto" and not judged))
        kind = MaxN if game.num_players > 2 and self.options["others"] == "maxn" else Minimax
        return kind(evaluation, depth, ends, new_workspace(game), new_stack(game, depth))

    def meaning(self, game: Game) -> str:
        """The evaluation at the end of the best line."""
        name = evaluations.chosen(game, str(self.options["eval"]))
        depth = int(self.options["depth"])
        plies = "1 ply" if depth == 1 else f"{depth} plies"
        return f"evaluation '{name}' after {plies} of best play (±10¹²: won or lost)"

    def best_value(self, position: Position) -> float:
        """By the search for a move alone: of the best its values are true, the others are not above it."""
        self.choose(position)
        return float(self.policy_for(position).workspace.values[: len(position.legal_moves)].max())

    def explain(self, position: Position) -> Explanation:
        """With what the evaluation counts right after each move."""
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
