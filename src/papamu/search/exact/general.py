"""The general solver: exact values of any two-player game without chance."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from papamu.core.errors import PapamuError
from papamu.games.game import Game
from papamu.games.rules import legal_moves, play, player, returns
from papamu.kernel.bits import State
from papamu.search.canonical_state import canonical, symmetry
from papamu.search.exact.alphabeta_proof import (
    BEST,
    DONE,
    NODES,
    STACK_FULL,
    WORST,
    double_stack,
    new_proof,
    search_nodes,
    start_proof,
)
from papamu.search.exact.contract import Solution, Watch
from papamu.search.transposition import new_table

_PLIES = 64  # the stack at first
_MOST_PLIES = 1 << 14  # so deep goes no game that ends
_SLICE = 0.1  # seconds between two calls of `watch`


def fits(game: Game) -> str | None:
    """Why this game cannot be solved, or `None` if it can (given time)."""
    facts = game.facts
    solvable = "a solver takes games for two players, without chance, that always end"
    if facts.num_players != 2 or not facts.zero_sum:
        return f"{game} is not a game of two against each other: {solvable}"
    if facts.chance:
        return f"{game} has chance events: {solvable}"
    if facts.endless:
        return f"{game} {facts.endless}: {solvable}"
    return None


class GeneralSolver:
    """Alpha-beta with a transposition table and the game's symmetries; values are 1, 0 and -1."""

    counts = ""

    def __init__(self, game: Game, megabytes: float = 256) -> None:
        reason = fits(game)
        if reason is not None:
            raise PapamuError(reason)
        self.game = game
        nothing = symmetry(game, game.new_state())
        self._proof = new_proof(game, new_table(game, megabytes), nothing, _PLIES)
        self._budget = 100  # nodes in a slice: found out by trying

    def solve(self, state: State, every: bool = False, watch: Watch | None = None) -> Solution:
        """The exact value; all best moves, or with `every` the exact value of each legal move."""
        began = perf_counter()
        self._proof = self._proof._replace(symmetry=symmetry(self.game, state))
        self._proof.info[NODES] = 0
        values: dict[bytes, float] = {}  # by canonical child
        best = WORST
        children = self._children(state)
        for _, sign, key, child in sorted(children.values(), key=lambda child: child[0]):
            if key in values:
                continue
            # Equal ones must show that they are equal: the window begins just below the best so far.
            low = WORST if every or best == WORST else float(np.nextafter(best, WORST))
            alpha, beta = (low, BEST) if sign > 0 else (-BEST, -low)
            values[key] = sign * self._value(child, alpha, beta, watch)
            best = max(best, values[key])
        if not children:
            best = self._result(state)
        found = {move: values[key] for move, (_, _, key, _) in children.items()}
        if not every:
            found = {move: value for move, value in found.items() if value == best}
        return Solution(best, found, int(self._proof.info[NODES]), perf_counter() - began)

    def _children(self, state: State) -> dict[int, tuple[int, int, bytes, State]]:
        """For each move: how many replies, the sign of its value, the canonical state after it, the state."""
        rules = self.game.rules
        moves = np.zeros(rules.max_moves, dtype=np.int64)
        replies = np.zeros(rules.max_moves, dtype=np.int64)
        mover = int(player(rules, state))
        children = {}
        for move in moves[: legal_moves(rules, state, moves)].tolist():
            child, key = state.copy(), state.copy()
            play(rules, child, move)
            canonical(self._proof.symmetry, child, key)
            sign = 1 if player(rules, child) == mover else -1
            children[move] = (int(legal_moves(rules, child, replies)), sign, key.tobytes(), child)
        return children

    def _value(self, state: State, alpha: float, beta: float, watch: Watch | None) -> float:
        """The value of a position for its player to move."""
        start_proof(self._proof, state, alpha, beta)
        stage = -1
        while stage != DONE:
            began = perf_counter()
            stage = search_nodes(self._proof, self.game.rules, self._budget)
            if stage == STACK_FULL:
                if len(self._proof.states) >= _MOST_PLIES:
                    raise PapamuError(
                        f"{self.game} has not ended after {_MOST_PLIES} plies: can positions repeat?"
                    )
                self._proof = double_stack(self._proof)
            took = perf_counter() - began
            if stage != DONE and took < _SLICE / 2:
                self._budget *= 2
            elif took > 2 * _SLICE:
                self._budget = max(1, self._budget // 2)
            if watch is not None:
                watch(int(self._proof.info[NODES]))
        return float(self._proof.value[0])

    def _result(self, state: State) -> float:
        """What a finished game is worth to the player to move."""
        out = np.zeros(2)
        returns(self.game.rules, state, out)
        return float(out[player(self.game.rules, state)])
