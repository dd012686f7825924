"""The Clobber solver: exact results for two players, on rectangles of up to 64 cells.

Papers: Albert, Grossman, Nowakowski and Wolfe, "An Introduction to Clobber" (2005); Nagai, "Df-pn Algorithm
for Searching AND/OR Trees and Its Applications" (2002); Ueda, Hashimoto, Hashimoto and Iida, "Weak
Proof-Number Search" (2008).
"""

from __future__ import annotations

import time

import numpy as np

from papamu.core.errors import PapamuError
from papamu.games.clobber.game import ClobberGame
from papamu.games.game import Game
from papamu.games.rules import legal_moves, play
from papamu.kernel.bits import U0, State
from papamu.search.exact.clobber.pn_search import BEGIN, GO_ON, NODES, TAKE_APART, WANT, make_search, run
from papamu.search.exact.clobber.small_components import find_values
from papamu.search.exact.contract import Solution, Watch
from papamu.search.exact.registry import register_solver


@register_solver("clobber")
class ClobberSolver:
    """Solves positions of one game of Clobber; remembers what it found within `megabytes`."""

    counts = ""

    def __init__(self, game: ClobberGame, megabytes: int = 1024) -> None:
        if not self.fits(game):
            raise PapamuError(
                f"{game}: this solver is for two players on rectangles of up to 64 cells, without cannibals"
            )
        if megabytes < 1:
            raise PapamuError(f"a table of {megabytes} megabytes is not possible: it must be 1 or more")
        self.game = game
        self._search = make_search(megabytes, game.rules.cells)

    @classmethod
    def fits(cls, game: Game) -> bool:
        """Is this a game that the solver is for?"""
        if not isinstance(game, ClobberGame):
            return False
        rules = game.rules
        return bool(rules.words == 1 and rules.num_players == 2 and rules.cannibal == U0)

    def solve(self, state: State, every: bool = False, watch: Watch | None = None) -> Solution:
        """Who wins, and by which moves; with `every` the losing moves are named too."""
        began = time.perf_counter()
        rules = self.game.rules
        moves = np.empty(rules.max_moves, dtype=np.int64)
        count = legal_moves(rules, np.ascontiguousarray(state), moves)
        values: dict[int, float] = {}
        known: dict[
            bytes, float
        ] = {}  # by the sum that a move leads to: the board's symmetries make many equal
        nodes = 0
        search = self._search
        for move in moves[:count]:
            after = np.array(state, dtype=np.uint64)
            play(rules, after, move)
            mover = int(after[2])
            many = self._take_apart(after[mover], after[1 - mover])
            sum_after = search.parts[0, :many].tobytes()
            if sum_after not in known:
                value, nodes = self._run(nodes, watch)
                known[sum_after] = float(-value)
            values[int(move)] = known[sum_after]
        best = max(values.values(), default=-1.0)
        kept = {move: value for move, value in values.items() if every or value == best}
        return Solution(best, kept, nodes, time.perf_counter() - began)

    def _take_apart(self, own: np.uint64, foe: np.uint64) -> int:
        """Put a board at ply 0, as a sum of parts; returns how many."""
        search = self._search
        while (many := run(search, TAKE_APART, own, foe, self.game.cols, 0)) == WANT:
            find_values(search.small, search.box)
        return int(many)

    def _run(self, nodes: int, watch: Watch | None) -> tuple[int, int]:
        """Solve the sum at ply 0, in slices of a tenth of a second; its value and all nodes so far."""
        search = self._search
        task, share, pause = BEGIN, 4, 4
        last = time.perf_counter()
        while True:
            value = run(search, task, U0, U0, 0, pause)
            task = GO_ON
            here = int(search.plies[-1, NODES])
            passed = time.perf_counter() - last
            if value == WANT:
                find_values(search.small, search.box)
            elif value:
                return int(value), nodes + here
            else:
                if passed < 0.05:
                    share *= 2
                pause = here + share
            if value == 0 or passed > 0.1:
                if watch is not None:
                    watch(nodes + here)
                last = time.perf_counter()
