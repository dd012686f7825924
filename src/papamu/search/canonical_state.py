"""Canonical states: of all positions that mean the same turned or mirrored, the smallest.

A symmetry is a permutation of cells, and a board of one word is permuted a byte at a time by table. Only
games take part whose states begin with boards and do not name cells anywhere else (`Game.symmetric_state`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games.game import Game
from papamu.games.rules import legal_moves, play
from papamu.kernel.bits import U0, State
from papamu.kernel.grid import unpack
from papamu.kernel.jit import jit

_BOARDS = 2  # black, then white: one word each
_SAMPLES = 16  # random games that show where stones get to
_BYTE = np.uint64(0xFF)
_U8 = np.uint64(8)


class Symmetry(NamedTuple):
    """The symmetries besides the identity: none means that every state is canonical."""

    images: NDArray[np.uint64]  # [symmetry, byte of the board, its value]: where those cells go


def symmetry(game: Game, state: State) -> Symmetry:
    """The symmetries that this position and all that can follow it have, and that bring something."""
    tables = np.zeros((0, game.rules.cells), dtype=np.int64)
    if game.symmetric_state and game.rules.cells <= 64:
        # In these games the rules are symmetric; only where a game begins they may be less so.
        tables = _useful(game, state, game.symmetries(state)[1:])
    return Symmetry(images=_images(tables))


def _images(tables: NDArray[np.int64]) -> NDArray[np.uint64]:
    count, cells = tables.shape
    images = np.zeros((count, -(-cells // 8), 256), dtype=np.uint64)
    values = np.arange(256)
    for index, table in enumerate(tables):
        for cell, goes_to in enumerate(table):
            has_cell = (values >> (cell % 8)) & 1 == 1
            images[index, cell // 8, has_cell] |= np.uint64(1) << np.uint64(goes_to)
    return images


def _useful(game: Game, state: State, tables: NDArray[np.int64]) -> NDArray[np.int64]:
    """Without those that put Black where Black never is: half of them on a chequered Konane board."""
    rules = game.rules
    rng = np.random.default_rng(0)
    moves = np.zeros(rules.max_moves, dtype=np.int64)
    black = state[0]
    for _ in range(_SAMPLES):
        here = state.copy()
        while n := legal_moves(rules, here, moves):
            play(rules, here, int(moves[rng.integers(n)]))
            black |= here[0]
    cells = unpack(np.array([black], dtype=np.uint64), rules.cells)
    kept = [table for table in tables if not cells.any() or (cells[table] & cells).any()]
    return np.array(kept, dtype=np.int64).reshape(len(kept), rules.cells)


@jit
def _image(symmetry: Symmetry, index: int, board: np.uint64) -> np.uint64:
    moved = U0
    for byte in range(symmetry.images.shape[1]):
        moved |= symmetry.images[index, byte, np.int64(board & _BYTE)]
        board >>= _U8
    return moved


@jit
def canonical(symmetry: Symmetry, state: State, out: State) -> None:
    """Write the smallest of the equivalent states."""
    for word in range(len(state)):
        out[word] = state[word]
    for index in range(len(symmetry.images)):
        first = _image(symmetry, index, state[0])
        if first <= out[0]:
            second = _image(symmetry, index, state[1])
            if first < out[0] or second < out[1]:
                out[0] = first
                out[1] = second
