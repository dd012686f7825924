"""Reversi's rules: one word and parallel shifts up to 8×8, rays cell by cell on larger boards.

State: the black discs (`words` words), the white discs (`words`), then the player to move.
Move: the cell a disc is put on; the number of cells is a pass.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games import rules as contract
from papamu.games.rules import NONE, Codes, Floats, Moves
from papamu.games.two_colour_boards import count_stones, observe_stones, place_stones
from papamu.kernel.bits import (
    U0,
    U1,
    State,
    ahead,
    behind,
    bit,
    count,
    flip,
    has,
    lowest,
    nth_bit,
    popcount,
    word_at,
)
from papamu.kernel.grid import pack, words_for
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, draw


class Reversi(NamedTuple):
    """What is fixed in a game of Reversi."""

    rows: int
    cols: int
    cells: int
    num_players: int
    state_size: int
    max_moves: int
    words: int
    board: NDArray[np.uint64]  # [word]: all cells
    middle: np.uint64  # one-word boards: cells in neither outer column, so that no run wraps
    start: NDArray[np.uint64]  # [2 * words]: black, then white discs


def make(side: int) -> Reversi:
    """The rules for a board of this even side."""
    words = words_for(side * side)
    col = np.arange(side * side) % side
    board = np.zeros((side, side), dtype=np.int8)
    low, high = side // 2 - 1, side // 2
    board[low, low] = board[high, high] = 2
    board[low, high] = board[high, low] = 1
    return Reversi(
        rows=side,
        cols=side,
        cells=side * side,
        num_players=2,
        state_size=2 * words + 1,
        max_moves=side * side + 1,  # one more than can be: `legal_moves` writes before it knows
        words=words,
        board=pack(np.ones(side * side, dtype=bool)),
        middle=pack((col > 0) & (col < side - 1))[0],
        start=np.concatenate([pack(board == 1), pack(board == 2)]),
    )


@jit
def _run_up(start: np.uint64, through: np.uint64, shift: np.uint64) -> np.uint64:
    """Cells reached from `start` by shifts to higher cells `through` these, up to six of them."""
    run = through & (start << shift)
    run |= through & (run << shift)
    pairs = through & (through << shift)
    run |= pairs & (run << (shift + shift))
    return run | (pairs & (run << (shift + shift)))


@jit
def _run_down(start: np.uint64, through: np.uint64, shift: np.uint64) -> np.uint64:
    """The same towards lower cells."""
    run = through & (start >> shift)
    run |= through & (run >> shift)
    pairs = through & (through >> shift)
    run |= pairs & (run >> (shift + shift))
    return run | (pairs & (run >> (shift + shift)))


@jit
def _both_ways(own: np.uint64, through: np.uint64, shift: np.uint64) -> np.uint64:
    return (_run_up(own, through, shift) << shift) | (_run_down(own, through, shift) >> shift)


@jit
def moves_in_word(rules: Reversi, own: np.uint64, foe: np.uint64) -> np.uint64:
    """All cells on which `own` may put a disc."""
    side = np.uint64(rules.cols)
    inner = foe & rules.middle
    ends = _both_ways(own, inner, U1) | _both_ways(own, foe, side)
    ends |= _both_ways(own, inner, side - U1) | _both_ways(own, inner, side + U1)
    return ends & ~(own | foe) & rules.board[0]


@jit
def _bracketed(disc: np.uint64, own: np.uint64, through: np.uint64, shift: np.uint64) -> np.uint64:
    up = _run_up(disc, through, shift)
    down = _run_down(disc, through, shift)
    flips = up if (up << shift) & own != U0 else U0
    return flips | (down if (down >> shift) & own != U0 else U0)


@jit
def flips_in_word(rules: Reversi, own: np.uint64, foe: np.uint64, cell: int) -> np.uint64:
    """The discs turned over by a disc on this cell."""
    disc = bit(cell)
    side = np.uint64(rules.cols)
    inner = foe & rules.middle
    flips = _bracketed(disc, own, inner, U1) | _bracketed(disc, own, foe, side)
    return flips | _bracketed(disc, own, inner, side - U1) | _bracketed(disc, own, inner, side + U1)


@jit
def _run_length(rules: Reversi, state: State, own: int, cell: int, down: int, right: int) -> int:
    """Larger boards: how many discs are turned over in one direction."""
    row, col = cell // rules.cols + down, cell % rules.cols + right
    length = 0
    while 0 <= row < rules.rows and 0 <= col < rules.cols:
        at = row * rules.cols + col
        if has(state, own, at):
            return length
        if not has(state, rules.words - own, at):
            return 0
        length += 1
        row += down
        col += right
    return 0


@jit
def _is_move(rules: Reversi, state: State, own: int, cell: int) -> bool:
    """Larger boards: may a disc be put on this empty cell?"""
    for direction in range(9):
        if direction != 4 and _run_length(rules, state, own, cell, direction // 3 - 1, direction % 3 - 1):
            return True
    return False


@jit
def _near(rules: Reversi, state: State, own: int, word: int) -> np.uint64:
    """Larger boards: the empty cells beside an enemy disc, and some across the edge: no others are moves."""
    words, foe = rules.words, rules.words - own
    before, here = word_at(state, foe, words, word - 1), state[foe + word]
    after = word_at(state, foe, words, word + 1)
    side = np.uint64(rules.cols)
    found = (
        behind(before, here, U1)
        | ahead(here, after, U1)
        | behind(before, here, side)
        | ahead(here, after, side)
    )
    found |= behind(before, here, side - U1) | ahead(here, after, side - U1)
    found |= behind(before, here, side + U1) | ahead(here, after, side + U1)
    return found & ~(here | state[own + word]) & rules.board[word]


@jit
def _mobility(rules: Reversi, state: State, own: int) -> int:
    """In how many cells the board at `own` may put a disc."""
    if rules.words == 1:
        return popcount(moves_in_word(rules, state[own], state[rules.words - own]))
    total = 0
    for word in range(rules.words):
        cells = _near(rules, state, own, word)
        while cells != U0:
            total += _is_move(rules, state, own, 64 * word + lowest(cells))
            cells &= cells - U1
    return total


contract.reset.register(Reversi)(place_stones)
contract.scores.register(Reversi)(count_stones)
contract.observe.register(Reversi)(observe_stones)


@contract.player.register(Reversi)
def player_reversi(rules: Reversi, state: State) -> int:
    return np.int64(state[2 * rules.words])


@contract.legal_moves.register(Reversi)
def legal_moves_reversi(rules: Reversi, state: State, out: Moves) -> int:
    own = np.int64(state[2 * rules.words]) * rules.words
    n = 0
    if rules.words == 1:
        found = moves_in_word(rules, state[own], state[1 - own])
        while found != U0:
            out[n] = lowest(found)
            found &= found - U1
            n += 1
    else:
        for word in range(rules.words):
            cells = _near(rules, state, own, word)
            while cells != U0:
                out[n] = 64 * word + lowest(cells)
                n += _is_move(rules, state, own, out[n])
                cells &= cells - U1
    if n == 0 and _mobility(rules, state, rules.words - own):
        out[0] = rules.cells
        n = 1
    return n


@contract.random_move.register(Reversi)
def random_move_reversi(rules: Reversi, state: State, rng: Stream) -> int:
    own = np.int64(state[2 * rules.words]) * rules.words
    if rules.words == 1:
        found = moves_in_word(rules, state[own], state[1 - own])
        if found != U0:
            return nth_bit(found, draw(rng, popcount(found)))
    else:
        total = 0
        drawn = NONE
        for word in range(rules.words):
            cells = _near(rules, state, own, word)
            while cells != U0:
                cell = 64 * word + lowest(cells)
                cells &= cells - U1
                if _is_move(rules, state, own, cell):
                    total += 1
                    if draw(rng, total) == 0:  # the one drawn so far gives way to the k-th with chance 1/k
                        drawn = cell
        if drawn != NONE:
            return drawn
    return rules.cells if _mobility(rules, state, rules.words - own) else NONE


@contract.play.register(Reversi)
def play_reversi(rules: Reversi, state: State, move: int) -> None:
    words = rules.words
    own = np.int64(state[2 * words]) * words
    state[2 * words] ^= U1
    if move == rules.cells:
        return
    if words == 1:
        flips = flips_in_word(rules, state[own], state[1 - own], move)
        state[own] ^= flips | bit(move)
        state[1 - own] ^= flips
        return
    for direction in range(9):
        if direction != 4:
            down, right = direction // 3 - 1, direction % 3 - 1
            for step in range(_run_length(rules, state, own, move, down, right)):
                cell = move + (step + 1) * (down * rules.cols + right)
                flip(state, own, cell)
                flip(state, words - own, cell)
    flip(state, own, move)


@contract.is_over.register(Reversi)
def is_over_reversi(rules: Reversi, state: State) -> bool:
    own = np.int64(state[2 * rules.words]) * rules.words
    return _mobility(rules, state, own) == 0 and _mobility(rules, state, rules.words - own) == 0


@contract.mobility.register(Reversi)
def mobility_reversi(rules: Reversi, state: State, who: int) -> int:
    return _mobility(rules, state, who * rules.words)


@contract.returns.register(Reversi)
def returns_reversi(rules: Reversi, state: State, out: Floats) -> None:
    """More discs win."""
    lead = count(state, 0, rules.words) - count(state, rules.words, rules.words)
    out[0] = np.sign(lead)
    out[1] = -np.sign(lead)


@contract.changes.register(Reversi)
def changes_reversi(rules: Reversi, state: State, move: int, viewer: int, cells: Moves, codes: Codes) -> int:
    if move == rules.cells:
        return 0
    mover = np.int64(state[2 * rules.words])
    code = 1 if mover == viewer else 2
    cells[0] = move
    codes[0] = code
    n = 1
    for direction in range(9):
        if direction != 4:
            down, right = direction // 3 - 1, direction % 3 - 1
            for step in range(_run_length(rules, state, mover * rules.words, move, down, right)):
                cells[n] = move + (step + 1) * (down * rules.cols + right)
                codes[n] = code
                n += 1
    return n
