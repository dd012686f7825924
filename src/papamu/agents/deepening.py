"""Alpha-beta under a clock as an agent."""

from __future__ import annotations

import time

from papamu.agents import evaluations
from papamu.agents.agent import CompiledAgent, Explanation, Scored
from papamu.agents.looking import EVAL
from papamu.agents.searching import MEGABYTES, SLICE
from papamu.games.game import Game
from papamu.games.position import Move, Position
from papamu.search.deepening import CHOSEN, DEPTH, NODES, begin_search, deepening, fits, search_nodes
from papamu.search.policy import Policy
from papamu.spec import Option


class AlphaBetaAgent(CompiledAgent):
    """Iterative deepening."""

    name = "ab"
    title = "alpha-beta, deeper and deeper until the clock says stop"
    options_declared = (
        EVAL,
        Option("ms", 500, "milliseconds a move (0: only the limits below)", low=0, high=10**8),
        Option("depth", 0, "at most so many plies (0: no limit)", low=0, high=60),
        Option("nodes", 0, "at most so many nodes a move (0: no limit)", low=0, high=10**12),
        MEGABYTES,
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
        return fits(game)

    def policy(self, game: Game) -> Policy:
        """A table of its own."""
        evaluation = evaluations.make(game, str(self.options["eval"]))
        depth, nodes = int(self.options["depth"]), int(self.options["nodes"])
        return deepening(game, evaluation, depth, nodes, float(self.options["megabytes"]))

    def meaning(self, game: Game) -> str:
        """The evaluation at the end of the best line."""
        name = evaluations.chosen(game, str(self.options["eval"]))
        ends = "±10¹²: won or lost, less the plies until then"
        return f"evaluation '{name}' at the end of the best line found ({ends})"

    def choose(self, position: Position) -> int:
        """Deepen until a limit is reached."""
        if not self.options["ms"]:
            return super().choose(position)
        return int(self._think(position, every=False).info[CHOSEN])

    def explain(self, position: Position) -> Explanation:
        """Every move as deep as the limits allow."""
        if not self.options["ms"]:
            return super().explain(position)
        policy = self._think(position, every=True)
        n, depth = len(position.legal_moves), int(policy.info[DEPTH])
        scores = [
            Scored(Move(position.game, int(move)), float(value), f"depth {depth}")
            for move, value in zip(policy.desk.moves[:n], policy.desk.values[:n], strict=True)
        ]
        return Explanation(self.meaning(position.game), tuple(sorted(scores, key=lambda s: -s.value)))

    def _think(self, position: Position, every: bool) -> Policy:
        policy = self.sit(position)
        rules = position.game.rules
        begin_search(policy, rules, position.state, every)
        search_nodes(policy, rules, 1)  # compiles, if it must: that is not thinking
        end = time.perf_counter() + self.options["ms"] / 1000
        budget, before = 500, time.perf_counter()
        while before < end and not search_nodes(policy, rules, budget):
            now = time.perf_counter()
            budget = max(100, int(budget * min(4.0, SLICE / max(now - before, 1e-6))))
            before = now
        return policy

    def searched(self) -> tuple[int, int]:
        """Depth reached and nodes searched for the last move."""
        if self._policy is None:
            return 0, 0
        return int(self._policy.info[DEPTH]), int(self._policy.info[NODES])
