"""The rules contract: the functions that every game has, and nothing else is needed to add one.

A game is a `NamedTuple` of *rules* (sizes, options, masks and tables: values, so that one
compilation serves every size) and these functions registered for it. Every algorithm of the
library (playouts, searches, learners) is written against them alone.

- The **rules** record has at least `rows`, `cols`, `cells`, `num_players`, `state_size` (words in a
  state row) and `max_moves` (length of a buffer that holds any position's moves), all `int`.
- A **state** is one row of `state_size` `uint64` words, equal bit for bit for equal positions.
  Searches copy states; they never undo moves.
- A **move** is an integer from a fixed action space of the game, `NONE` is no move at all.
- A **cell code** is 0 for empty, 1 for a stone of the viewing player, 2 for the next player in
  turn order, and so on; checkers kings are 3 (own) and 4; -1 is a cell no piece ever stands on.

None of these functions may allocate, except the defaults that say so.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.kernel.bits import State
from papamu.kernel.generic import generic
from papamu.kernel.random import Stream, draw

NONE = -1
MOST_PLIES = 100_000  # a game that takes longer is counted as a draw

Rules = Any
Moves = NDArray[np.int64]
Floats = NDArray[np.float64]
Codes = NDArray[np.int8]


@generic
def reset(rules: Rules, state: State, rng: Stream) -> None:
    """Write the starting state; only games with a random start look at `rng`."""


@generic
def player(rules: Rules, state: State) -> int:
    """Whose turn it is, from 0."""


@generic
def legal_moves(rules: Rules, state: State, out: Moves) -> int:
    """Write the legal moves in the game's own order into `out`, return how many; 0 when over."""


@generic(default=True, allocates=True)
def random_move(rules: Rules, state: State, rng: Stream) -> int:
    """A uniformly random legal move, or `NONE` when the game is over. The default allocates."""
    moves = np.empty(rules.max_moves, np.int64)
    n = legal_moves(rules, state, moves)
    if n == 0:
        return NONE
    return moves[draw(rng, n)]


@generic(default=True)
def large_move(rules: Rules, state: State, rng: Stream) -> int:
    """A random one of the moves that place most, or `NONE` when the game is over.

    Optional, for games where moves differ in size; elsewhere it is any move.
    """
    return random_move(rules, state, rng)


@generic
def play(rules: Rules, state: State, move: int) -> None:
    """Change the state by a legal move (its deterministic part: see `chance`)."""


@generic(default=True)
def chance(rules: Rules, state: State, rng: Stream) -> int:
    """Draw and apply the random event that may follow a move; `NONE` if nothing was to be drawn.

    Call it after every `play`. Games without chance leave it alone.
    """
    return NONE


@generic(default=True)
def outcomes(rules: Rules, state: State, out: Moves, odds: Floats) -> int:
    """The random events that may happen now with their probabilities; 0 if none is to be drawn."""
    return 0


@generic(default=True)
def settle(rules: Rules, state: State, outcome: int) -> None:
    """Apply one of the `outcomes` instead of drawing it."""
    return


@generic
def is_over(rules: Rules, state: State) -> bool:
    """Is the game finished?"""


@generic
def returns(rules: Rules, state: State, out: Floats) -> None:
    """One number per player in -1 … 1: what the finished game is worth to each."""


@generic
def scores(rules: Rules, state: State, out: Floats) -> None:
    """What the game counts for each player (stones, discs, squares) at any time."""


@generic
def mobility(rules: Rules, state: State, who: int) -> int:
    """How many moves `who` would have, were it their turn. Optional: only evaluations ask for it."""


@generic
def observe(rules: Rules, state: State, viewer: int, out: Codes) -> None:
    """The cell codes as `viewer` sees them, cell by cell in reading order."""


@generic
def changes(rules: Rules, state: State, move: int, viewer: int, cells: Moves, codes: Codes) -> int:
    """Which cells a move *would* change, and to which codes for `viewer`; returns how many.

    It feeds incremental networks and animations: the state is the one before the move.
    """
