"""What the two-colour games share: states that begin with a board of black and a board of white."""

from __future__ import annotations

import numpy as np

from papamu.games.rules import Codes, Floats
from papamu.kernel.bits import State, count, has
from papamu.kernel.grid import pack
from papamu.kernel.jit import jit


@jit
def observe_stones(state: State, words: int, cells: int, viewer: int, out: Codes) -> None:
    """Cell codes: 1 the viewer's stones (viewer 0 is Black), 2 the other's."""
    for cell in range(cells):
        black = has(state, 0, cell)
        white = has(state, words, cell)
        if black or white:
            out[cell] = 1 if black == (viewer == 0) else 2
        else:
            out[cell] = 0


@jit
def count_stones(state: State, words: int, out: Floats) -> None:
    """How many stones each colour has."""
    out[0] = count(state, 0, words)
    out[1] = count(state, words, words)


def stones_state(board: Codes, last_word: int) -> State:
    """The state of a board of codes: black, white, and one more word."""
    return np.concatenate([pack(board == 1), pack(board == 2), np.array([last_word], dtype=np.uint64)])
