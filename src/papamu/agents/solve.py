"""`solve`: exact play, where a position can be solved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from papamu.agents.agent import Agent, Explanation, MoveScore, sort_best_first
from papamu.core.errors import AgentError
from papamu.core.spec import Option
from papamu.games.game import Game
from papamu.games.position import Move, Position
from papamu.search.exact.api import outcome_of
from papamu.search.exact.contract import Solution, Solver
from papamu.search.exact.registry import counts, refusal, solver, solver_kind


class SolveAgent(Agent):
    """Exact play."""

    name = "solve"
    title = "exact play: keeps the true value of the game, ties at random"
    options_declared = (
        Option("megabytes", 1024, "memory limit for stored positions", low=1, high=10**6),
        Option("nodes", 10**9, "gives up after this many nodes", low=1, high=10**15),
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
        most = game.solvable_cells
        cells = int(game.rules.cells)
        if most is not None and cells > most:
            return f"{cells} cells are too many to solve from the start: the limit is {most}"
        return None

    def parts(self, game: Game) -> tuple[Any, ...]:
        """The game's own solver too."""
        kind = solver_kind(game)
        return super().parts(game) if kind is None else (*super().parts(game), kind)

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

    def choose(self, position: Position) -> Move:
        """One of the best moves."""
        if position.is_over:
            raise AgentError(f"the game is over here: {self} has no move to play")
        return position.game.moves[int(self.random_choice(self.solution(position).best))]

    def best_value(self, position: Position) -> float:
        """1 wins, 0 draws, -1 loses, whatever the game counts."""
        value = self.solution(position).value
        return float(value > 0) - float(value < 0)

    @property
    def value_bounds(self) -> tuple[float, float] | None:
        """These."""
        return -1.0, 1.0

    def meaning(self, game: Game) -> str:
        """True values."""
        return exact_meaning(game)

    def explain(self, position: Position) -> Explanation:
        """The true value of every move."""
        if position.is_over:
            raise AgentError(f"the game is over here: {self} has no move to play")
        return exact_explanation(position, self.solution(position, every=True))


def exact_explanation(position: Position, solution: Solution) -> Explanation:
    """A solution with the value of every move, as an explanation."""
    scores = [
        MoveScore(Move(position.game, move), float(value), outcome=outcome_of(value))
        for move, value in solution.values.items()
    ]
    return Explanation(exact_meaning(position.game), sort_best_first(scores))


def exact_meaning(game: Game) -> str:
    """What exact values of this game are."""
    counted, note = counts(game)
    if counted:
        return f"exact: {counted} ahead at the end of best play{', ' * bool(note)}{note}"
    return "exact: 1 wins, 0 draws, -1 loses against best play"
