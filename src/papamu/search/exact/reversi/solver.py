"""The Reversi solver, up to 8×8: the disc difference at the end of perfect play.

Empty cells at the end count for the winner, as in the published endgames. The search itself, in
`endgame_search`, answers whether a value is above a bound; here these questions are put: first who
wins, then by how much, and which of the other moves are as good.
"""

from __future__ import annotations

from time import perf_counter

import numpy as np

from papamu.core.errors import PapamuError
from papamu.games.game import Game
from papamu.games.reversi.game import ReversiGame
from papamu.games.rules import legal_moves
from papamu.kernel.bits import State, popcount
from papamu.search.exact.contract import Solution, Watch
from papamu.search.exact.registry import register_solver
from papamu.search.exact.reversi import endgame_search
from papamu.search.exact.reversi.last_empties import final, flips_by_rays


@register_solver("reversi")
class ReversiSolver:
    """Solves positions of one game; what it finds it keeps for the next question."""

    counts = "discs"
    counts_note = "empty squares go to the winner"

    def __init__(self, game: ReversiGame, megabytes: int = 256) -> None:
        if not self.fits(game):
            raise PapamuError(f"{game} is too large to solve: this solver takes reversi:4x4, 6x6 and 8x8")
        if megabytes < 0:
            raise PapamuError(
                f"{megabytes} is not a memory size for a solver: it takes a number of megabytes"
            )
        self.game = game
        self.rules = game.rules
        self._end = endgame_search.new_endgame_search(self.rules, megabytes)
        self._watch: Watch | None = None
        self._slice = 1_000  # nodes between two looks at the clock

    @classmethod
    def fits(cls, game: Game) -> bool:
        """Boards that fit into one word."""
        return isinstance(game, ReversiGame) and game.rows <= 8

    def solve(self, state: State, every: bool = False, watch: Watch | None = None) -> Solution:
        """The exact value; all best moves, or with `every` the exact value of each legal move."""
        began = perf_counter()
        rules, mover = self.rules, int(state[2])
        own, foe = np.uint64(state[mover]), np.uint64(state[1 - mover])
        self._watch = watch
        self._end = endgame_search.for_empties(self._end, rules.cells - popcount(own | foe))
        self._end.now[endgame_search.NODES] = 0
        self._end.now[endgame_search.AGE] += 1
        out = np.empty(rules.max_moves, dtype=np.int64)
        after = {
            int(move): self._after(own, foe, int(move)) for move in out[: legal_moves(rules, state, out)]
        }
        values: dict[int, int] = {}
        if not after:
            value = int(final(rules.cells, own, foe))
        elif every:
            guess = 0
            for move, position in after.items():
                values[move] = -self._exact(*position, guess)
                guess = -values[move]  # moves are often nearly as good as each other
            value = max(values.values())
        else:
            value = self._exact(own, foe, 0)
            values = {move: value for move in after if self._bound(*after[move], -value) <= -value}
        return Solution(
            value=float(value),
            values={move: float(value) for move, value in values.items()},
            nodes=int(self._end.now[endgame_search.NODES]),
            seconds=perf_counter() - began,
        )

    def _after(self, own: np.uint64, foe: np.uint64, move: int) -> tuple[np.uint64, np.uint64]:
        """The position after a move, as its next player sees it."""
        if move == self.rules.cells:
            return foe, own
        flips = np.uint64(flips_by_rays(self._end.rays, own, foe, move))
        return foe ^ flips, own ^ flips ^ (np.uint64(1) << np.uint64(move))

    def _exact(self, own: np.uint64, foe: np.uint64, guess: int) -> int:
        """The value: on which side of a guess it lies (of 0: who wins), then on by steps of four."""
        lower, upper = -int(self.rules.cells), int(self.rules.cells)
        while lower < upper:
            alpha = guess - 1 if guess > lower else guess + 1  # values are even
            bound = self._bound(own, foe, alpha)
            if bound > alpha:
                lower = bound
                guess = min(lower + 4, upper)
            else:
                upper = bound
                guess = max(upper - 4, lower)
        return lower

    def _bound(self, own: np.uint64, foe: np.uint64, alpha: int) -> int:
        """A bound on the value that is above `alpha` if the value is, and not if it is not."""
        end = self._end
        empty = self.rules.board[0] & ~(own | foe)
        odd = np.uint64(0)
        for cell in range(self.rules.cells):
            if int(empty) >> cell & 1:
                odd ^= end.quadrants[cell]
        end.boards[0, endgame_search.OWN] = own
        end.boards[0, endgame_search.FOE] = foe
        end.boards[0, endgame_search.ODD] = odd
        end.frames[0, endgame_search.ALPHA] = alpha
        end.now[endgame_search.PLY] = 0
        while True:
            began = perf_counter()
            if endgame_search.search(self.rules, end, int(end.now[endgame_search.NODES]) + self._slice):
                return int(end.now[endgame_search.ANSWER])
            took = perf_counter() - began
            if took < 0.05:
                self._slice *= 2
            elif took > 0.2 and self._slice > 1:
                self._slice //= 2
            if self._watch is not None:
                self._watch(int(end.now[endgame_search.NODES]))
