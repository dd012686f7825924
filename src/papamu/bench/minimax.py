"""How fast minimax looks ahead, and how fast the evaluation functions of the Konane thesis count.

Both work on positions from the course of random games, since moves are many in the middle and few at the
end. All of them are one piece of work, and take the same number of nodes every time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from papamu.agents.minimax import MinimaxAgent
from papamu.bench.cases import Case, Row
from papamu.bench.playouts import in_turn
from papamu.games.game import Game
from papamu.games.registry import load
from papamu.games.rules import Rules, is_over, play, random_move, reset
from papamu.kernel.jit import jit
from papamu.kernel.random import draw, stream
from papamu.search.alphabeta.minimax import Minimax, search
from papamu.search.evaluations.contract import evaluate
from papamu.search.evaluations.konane import KonaneFunction, konane_function

POSITIONS = 64
_PLIES = 40  # most of a random game of Konane on 8×8, which takes 47 on average


def compare(case: Case, seconds: float) -> Row:
    """A case of minimax, or of counting."""
    game = load(case.spec)
    if case.kind == "evaluate":
        rate, _, _ = in_turn(Counts(game), None, seconds)
        measured, unit, each = "moves, movable", "boards/s", POSITIONS
    else:
        looking = Looking(game, case.evaluation, case.depth)
        rate, _, _ = in_turn(looking, None, seconds)
        measured, unit, each = f"minimax, {case.depth} plies", "nodes/s", looking.nodes
    return case.judge(Row(game=case.spec, measured=measured, rate=each * rate, unit=unit))


def positions(game: Game) -> NDArray[np.uint64]:
    """So many positions from random games, none of them over."""
    rng = stream(1)
    found = np.zeros((POSITIONS, game.rules.state_size), dtype=np.uint64)
    for state in found:
        over = True
        while over:
            reset(game.rules, state, rng)
            over = bool(is_over(game.rules, state))
            for _ in range(draw(rng, _PLIES)):
                if over:
                    break
                play(game.rules, state, random_move(game.rules, state, rng))
                over = bool(is_over(game.rules, state))
    return found


@jit
def _search_all(policy: Minimax, rules: Rules, states: NDArray[np.uint64], times: int) -> None:
    for _ in range(times):
        for at in range(len(states)):
            search(policy, rules, states[at], False)


class Looking:
    """Minimax, choosing a move in each of the positions."""

    def __init__(self, game: Game, evaluation: str, depth: int) -> None:
        self.rules = game.rules
        self.states = positions(game)
        self.policy: Minimax = MinimaxAgent({"eval": evaluation, "depth": depth}).policy(game)
        self.nodes = 0  # of all positions, once

    def play(self, times: int) -> None:
        """Search all positions so often."""
        self.policy.stack.nodes[0] = 0
        _search_all(self.policy, self.rules, self.states, times)
        self.nodes = int(self.policy.stack.nodes[0]) // times


@jit
def _count_all(
    moves: KonaneFunction, movable: KonaneFunction, rules: Rules, states: NDArray[np.uint64], times: int
) -> float:
    total = 0.0
    for _ in range(times):
        for at in range(len(states)):
            total += evaluate(moves, rules, states[at], at & 1) + evaluate(movable, rules, states[at], at & 1)
    return total


class Counts:
    """Moves and movable pieces of both players."""

    def __init__(self, game: Game) -> None:
        self.rules = game.rules
        self.states = positions(game)
        self.moves, self.movable = konane_function("i"), konane_function("o")  # own less theirs
        self.total = 0.0

    def play(self, times: int) -> None:
        """Count on all boards so often."""
        self.total = float(_count_all(self.moves, self.movable, self.rules, self.states, times))
