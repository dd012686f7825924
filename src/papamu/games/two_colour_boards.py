"""Boards of two colours: what Clobber, Konane and Reversi share, from setting up stones to counting them.

The functions here have the shape of the contract; each game registers those that fit it.
"""

from __future__ import annotations

import numpy as np

from papamu.games.rules import Codes, Floats, Rules
from papamu.kernel.bits import U0, U1, State, count
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
    mine = 0 if viewer == 0 else rules.words
    for word in range(rules.words):
        own, other = state[mine + word], state[rules.words - mine + word]
        for bit in range(min(64, rules.cells - 64 * word)):
            at = np.uint64(bit)
            out[64 * word + bit] = np.int64((own >> at) & U1) + 2 * np.int64((other >> at) & U1)


def stones_state(board: Codes, last_word: int) -> State:
    """The state of a board of codes: black, white, and one more word."""
    return np.concatenate([pack(board == 1), pack(board == 2), np.array([last_word], dtype=np.uint64)])
