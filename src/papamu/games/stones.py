"""What the two-colour games share: states that begin with a board of black and a board of white.

The functions here have the shape of the contract; each game registers those that fit it.
"""

from __future__ import annotations

import numpy as np

from papamu.games.rules import Codes, Floats, Rules
from papamu.kernel.bits import U0, State, count, has
from papamu.kernel.grid import pack
from papamu.kernel.random import Stream


def place_stones(rules: Rules, state: State, rng: Stream) -> None:
    """`reset`: the stones of `rules.start`, and 0 in the last word."""
    for word in range(2 * rules.words):
        state[word] = rules.start[word]
    state[2 * rules.words] = U0


def count_stones(rules: Rules, state: State, out: Floats) -> None:
    """`scores`: the stones of each colour."""
    out[0] = count(state, 0, rules.words)
    out[1] = count(state, rules.words, rules.words)


def observe_stones(rules: Rules, state: State, viewer: int, out: Codes) -> None:
    """`observe`: 1 the viewer's stones (viewer 0 is Black), 2 the other's."""
    for cell in range(rules.cells):
        black = has(state, 0, cell)
        white = has(state, rules.words, cell)
        if black or white:
            out[cell] = 1 if black == (viewer == 0) else 2
        else:
            out[cell] = 0


def stones_state(board: Codes, last_word: int) -> State:
    """The state of a board of codes: black, white, and one more word."""
    return np.concatenate([pack(board == 1), pack(board == 2), np.array([last_word], dtype=np.uint64)])
