"""One call per ply: what `Position` asks of the rules, bound to the rules of one game.

From Python, a kernel that gets a game's rules costs 3 to 4 µs, whatever it does, and a ply asks four of them: who is
to move, is it over, what is legal, play. Here one call answers all, and the rules stay behind a handle
(`kernel.handle`).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games.planes import PlaneLayout, write_planes
from papamu.games.rules import NONE, Codes, Moves, Rules, is_over, legal_moves, play, player
from papamu.kernel.bits import State
from papamu.kernel.handle import CODES, NUMBER, NUMBERS, PICTURES, WORDS, bind, opened
from papamu.kernel.jit import jit

_PLAYER_BITS = 8  # of what `step` returns: moves, player, and whether it is over
_MOST = (1 << _PLAYER_BITS) - 1


@jit
def step(handle: Any, state: State, move: int, after: State, moves: Moves) -> int:
    """Copy a state, play a move in the copy (`NONE`: none), and tell of it: moves, player and end in one number."""
    rules = opened(handle)
    for word in range(rules.state_size):
        after[word] = state[word]
    if move != NONE:
        play(rules, after, move)
    count = np.int64(legal_moves(rules, after, moves))
    over = np.int64(is_over(rules, after))
    return int((count << np.int64(9)) | (np.int64(player(rules, after)) << np.int64(1)) | over)


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


class Glance(NamedTuple):
    """What one call tells of a state."""

    state: State
    moves: list[int]
    player: int
    is_over: bool


class Stepper:
    """The calls for one game's rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.size, self.most = int(rules.state_size), int(rules.max_moves)
        self._step = bind(step, rules, WORDS, NUMBER, WORDS, NUMBERS)

    def step(self, state: State, move: int = NONE) -> Glance:
        """A copy of a state, after a legal move if one is given."""
        after = np.empty(self.size, np.uint64)
        moves = np.empty(self.most, np.int64)
        told = self._step(state, move, after, moves)
        return Glance(after, moves[: told >> 9].tolist(), (told >> 1) & _MOST, told & 1 == 1)

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
