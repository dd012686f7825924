"""`ab`: alpha-beta with iterative deepening, until the clock or another limit stops it."""

from __future__ import annotations

from typing import Any

from papamu.agents.agent import CompiledAgent, Explanation, MoveScore
from papamu.agents.minimax import EVAL_OPTION
from papamu.agents.time_limit import search_for
from papamu.agents.uct import MEGABYTES_OPTION
from papamu.core.spec import Option
from papamu.games.game import Game
from papamu.games.position import Move, Position
from papamu.search.alphabeta.iterative_deepening import (
    CHOSEN,
    DEPTH,
    NODES,
    begin_search,
    new_iterative_deepening,
    refusal,
    search_nodes,
)
from papamu.search.evaluations import registry as evaluations
from papamu.search.policy import Policy


class AlphaBetaAgent(CompiledAgent):
    """Iterative deepening."""

    name = "ab"
    title = "alpha-beta with iterative deepening, until its time is up"
    options_declared = (
        EVAL_OPTION,
        Option("ms", 500, "milliseconds per move (0: only the limits below)", low=0, high=10**8),
        Option("depth", 0, "maximum depth in plies (0: no limit)", low=0, high=60),
        Option("nodes", 0, "maximum number of nodes per move (0: no limit)", low=0, high=10**12),
        MEGABYTES_OPTION,
    )
    remembers = True
    deterministic = True

    def __init__(self, *arguments: object, **named: object) -> None:
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.is_compiled = not self.options["ms"]

    def refusal(self, game: Game) -> str | None:
        """Two players, no chance, an evaluation that the game has, and something that ends the search."""
        evaluations.chosen(game, str(self.options["eval"]))
        if not (self.options["ms"] or self.options["depth"] or self.options["nodes"]):
            return "with ms=0 it needs a depth= or nodes= to stop at"
        return refusal(game)

    def parts(self, game: Game) -> tuple[Any, ...]:
        """Its evaluation too."""
        return *super().parts(game), *evaluations.sources(game, str(self.options["eval"]))

    def policy(self, game: Game) -> Policy:
        """A table of its own."""
        evaluation = evaluations.make(game, str(self.options["eval"]))
        depth, nodes = int(self.options["depth"]), int(self.options["nodes"])
        return new_iterative_deepening(game, evaluation, depth, nodes, float(self.options["megabytes"]))

    def meaning(self, game: Game) -> str:
        """The evaluation at the end of the best line."""
        name = evaluations.chosen(game, str(self.options["eval"]))
        ends = "±10¹²: won or lost, less the plies until then"
        return f"evaluation '{name}' at the end of the best line found ({ends})"

    def choose(self, position: Position) -> Move:
        """Deepen until a limit is reached."""
        if not self.options["ms"]:
            return super().choose(position)
        return position.game.moves[int(self._think(position, every=False).info[CHOSEN])]

    def explain(self, position: Position) -> Explanation:
        """Every move as deep as the limits allow."""
        if not self.options["ms"]:
            return super().explain(position)
        policy = self._think(position, every=True)
        n, depth = len(position.legal_moves), int(policy.info[DEPTH])
        scores = [
            MoveScore(Move(position.game, int(move)), float(value), f"depth {depth}")
            for move, value in zip(policy.workspace.moves[:n], policy.workspace.values[:n], strict=True)
        ]
        return Explanation(self.meaning(position.game), tuple(sorted(scores, key=lambda s: -s.value)))

    def _think(self, position: Position, every: bool) -> Policy:
        policy = self.policy_for(position)
        rules = position.game.rules
        begin_search(policy, rules, position.state, every)
        search_nodes(policy, rules, 1)  # compiles, if it must: that is not thinking
        search_for(
            self.options["ms"], lambda nodes: bool(search_nodes(policy, rules, nodes)), first=500, least=100
        )
        return policy

    def searched(self) -> tuple[int, int]:
        """Depth reached and nodes searched for the last move."""
        if self._policy is None:
            return 0, 0
        return int(self._policy.info[DEPTH]), int(self._policy.info[NODES])
