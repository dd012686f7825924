"""One call per ply: what `Position` asks of the rules, bound to the rules of one game.

From Python, a kernel that gets a game's rules costs 3 to 4 µs, whatever it does, and a ply asks four of them: who is
to move, is it over, what is legal, play. Here one call answers all, and the rules stay behind a handle
(`kernel.handle`).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.games.planes import PlaneLayout, write_planes
from papamu.games.rules import NONE, Codes, Moves, Rules, is_over, legal_moves, play, player
from papamu.kernel.bits import State
from papamu.kernel.handle import CODES, NUMBER, NUMBERS, PICTURES, WORDS, bind, opened
from papamu.kernel.jit import jit

ILLEGAL = -1  # what `step` tells of a move that is not among the legal ones


@jit
def step(handle: Any, state: State, move: int, legal: Moves, count: int, after: State, moves: Moves) -> int:
    """Copy a state, play a move of these legal ones in the copy, and tell of it in one number.

    A count of legal ones below 0 means that nothing is to be played.

    Bit 0: is it over; bits 1 to 8: who is to move; above: how many legal moves were written.
    """
    rules = opened(handle)
    for word in range(rules.state_size):
        after[word] = state[word]
    if count >= 0:
        at = 0
        while at < count and legal[at] != move:
            at += 1
        if at == count:
            return ILLEGAL
        play(rules, after, move)
    written = np.int64(legal_moves(rules, after, moves))
    over = np.int64(is_over(rules, after))
    return int((written << np.int64(9)) | (np.int64(player(rules, after)) << np.int64(1)) | over)


@jit
def draw_afterstates(
    handle: Any,
    layout: PlaneLayout,
    state: State,
    viewer: int,
    moves: Moves,
    after: State,
    table: Moves,
    codes: Codes,
    where: Moves,
    out: NDArray[np.float32],
) -> None:
    """What a viewer sees after each of these moves (`NONE`: of the state itself), as planes [move, plane, cell].

    `after`, `codes` and `where` are room for one state and for one number per cell.
    """
    rules = opened(handle)
    for at in range(len(moves)):
        for word in range(rules.state_size):
            after[word] = state[word]
        if moves[at] != NONE:
            play(rules, after, moves[at])
        write_planes(layout, rules, after, viewer, table, codes, where, out[at].T)


class Stepper:
    """The calls for one game's rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.size, self.most = int(rules.state_size), int(rules.max_moves)
        self.step = bind(step, rules, WORDS, NUMBER, NUMBERS, NUMBER, WORDS, NUMBERS)

    def look(self, state: State) -> tuple[int, Moves]:
        """What `step` tells of a state, and room in which its legal moves stand."""
        moves = np.empty(self.most, np.int64)
        return self.step(state, NONE, moves, -1, np.empty(self.size, np.uint64), moves), moves

    def planes(self, layout: PlaneLayout, state: State, viewer: int, moves: Moves) -> NDArray[np.float32]:
        """[move, plane, cell]: what a viewer sees after each of these moves."""
        cells = len(self._table)
        out = np.empty((len(moves), layout.planes, cells), np.float32)
        after, where = np.empty(self.size, np.uint64), np.empty(cells, np.int64)
        draw = self._planes(layout)
        draw(layout, state, viewer, moves, after, self._table, np.empty(cells, np.int8), where, out)
        return out

    @cached_property
    def _table(self) -> Moves:
        return np.arange(self.rules.cells, dtype=np.int64)

    def _planes(self, layout: PlaneLayout) -> Any:
        if self._draw is None:
            given = (layout, WORDS, NUMBER, NUMBERS, WORDS, NUMBERS, CODES, NUMBERS, PICTURES)
            self._draw = bind(draw_afterstates, self.rules, *given)
        return self._draw

    _draw: Any = None
