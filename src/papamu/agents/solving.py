"""The agent that knows: exact play, where a position can be solved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from papamu.agents.agent import Agent, Explanation, Scored
from papamu.errors import AgentError
from papamu.games.game import Game
from papamu.games.position import Move, Position
from papamu.kernel.random import draw
from papamu.search.solution import Solution, Solver
from papamu.search.solvers import refusal, solver
from papamu.spec import Option

# Boards that are solved from the start in seconds to minutes; any game has positions that are easy enough.
_FEASIBLE = {"clobber": 25, "konane": 36, "reversi": 16, "checkers": 16, "blokus": 36}


class SolveAgent(Agent):
    """Exact play."""

    name = "solve"
    title = "exact play: keeps the true value of the game, equal moves at random"
    options_declared = (
        Option("megabytes", 1024, "memory for what it has found; it never takes more", low=1, high=10**6),
        Option("nodes", 10**9, "gives up after so many nodes", low=1, high=10**15),
    )

    def __init__(self, options: Mapping[str, Any] | None = None, inner: Agent | None = None) -> None:
        super().__init__(options, inner)
        self._game: Game | None = None
        self._solver: Solver | None = None

    def refusal(self, game: Game) -> str | None:
        """Games that cannot be solved at all."""
        return refusal(game)

    def refusal_from_start(self, game: Game) -> str | None:
        """Boards that take too long from the start."""
        reason = refusal(game)
        if reason:
            return reason
        most = _FEASIBLE.get(game.name)
        cells = int(game.rules.cells)
        if most is not None and cells > most:
            return f"{cells} cells are too many to solve from the start, {most} are the most"
        return None

    def solution(self, position: Position, every: bool = False) -> Solution:
        """The exact value; what was found before is not searched again."""
        if self._solver is None or self._game != position.game:
            self._solver, self._game = solver(position.game, int(self.options["megabytes"])), position.game
        most = int(self.options["nodes"])

        def watch(nodes: int) -> None:
            if nodes > most:
                raise AgentError(f"solve gives up on this position of {position.game} after {nodes:,} nodes")

        return self._solver.solve(position.state, every, watch)

    def clone(self) -> Agent:
        """A new one; what this one has found may be a gigabyte."""
        return type(self)(self.options)

    def choose(self, position: Position) -> int:
        """One of the best moves."""
        if position.is_over:
            raise AgentError(f"the game is over here: {self} has no move to play")
        best = self.solution(position).best
        return best[draw(self.rng, len(best))]

    def meaning(self, game: Game) -> str:
        """True values."""
        if game.name == "reversi":
            return "exact: discs ahead at the end of best play, empty squares to the winner"
        return "exact: 1 wins, 0 draws, -1 loses against best play"

    def explain(self, position: Position) -> Explanation:
        """The true value of every move."""
        values = self.solution(position, every=True).values
        scores = [Scored(Move(position.game, move), float(value)) for move, value in values.items()]
        return Explanation(self.meaning(position.game), tuple(sorted(scores, key=lambda s: -s.value)))
