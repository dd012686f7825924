"""Blokus on rows of bits, for every rectangle of sides 5 to 26 and two or four players: the board and its corners.

State: a row of bits for each row of each player's board (bit column + 4), an empty row before,
between and after the boards; then the pieces used, one word a player; then the status: the player
to move, who is stuck for good, and whose last piece was the single square.
Move: orientation * cells + the cell at the upper left of the orientation's box.

Finding moves: every placement covers a *corner*, a free cell that touches own squares by a corner
and by no edge, and lies within four steps of it. So what is blocked in the diamond of 41 cells around
the corner, and which pieces are used, decides which of the 414 *reaches* (an orientation and the one
of its squares that lies on the corner) are moves. These 62 bits are the corner's *key*. It is cut
into eleven parts; a table says which reaches each part leaves possible, as a set of 414 bits; the
AND of eleven sets is all moves that cover the corner. A corner that is done counts as blocked for
those after it, so every move is found once, at its first corner in reading order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games import rules as contract
from papamu.games.blokus import pieces
from papamu.games.rules import NONE
from papamu.kernel.bits import FULL, U0, U1, State, lowest, nth_bit, popcount
from papamu.kernel.jit import jit

_U2, U3, _U4 = np.uint64(2), np.uint64(3), np.uint64(4)
_ROW3, _ROW5, _ROW7, _ROW9 = (np.uint64((1 << width) - 1) for width in (3, 5, 7, 9))
# Where the rows of the diamond begin in a key, and after them the pieces used.
_AT1, _AT2, _AT3, _AT4, _AT5, _AT6, _AT7, _AT8, _AT9 = (
    np.uint64(at) for at in (1, 4, 9, 16, 25, 32, 37, 40, 41)
)
_PART = np.uint64((1 << pieces.PART_BITS) - 1)
_WORDS = np.uint64(pieces.WORDS)
# The status: bits 0 and 1 say who is to move, then a flag for each player.
STUCK, SINGLE = np.uint64(4), np.uint64(8)
ALL_PIECES = np.uint64((1 << len(pieces.NAMES)) - 1)
UP_TO_1, UP_TO_2, UP_TO_3, UP_TO_4 = (
    np.uint64(sum(1 << piece for piece, squares in enumerate(pieces.SIZES) if squares <= most))
    for most in (1, 2, 3, 4)
)


class Blokus(NamedTuple):
    """What is fixed in a game of Blokus on a rectangle."""

    rows: int
    cols: int
    cells: int
    num_players: int
    state_size: int
    max_moves: int
    official: int  # 1 if the pieces left are counted, 0 if the squares placed
    used: int  # the word of player 0's pieces used
    status: int  # the status word
    everyone: np.uint64  # a bit for each player
    outside: np.uint64  # the bits of a row that are no cells
    # [4]: the word of each player's upper row (two players stand in it twice); unsigned, because
    # compiled code tests signed indices for being negative: 10 % of the games a second.
    board: NDArray[np.uint64]
    start: NDArray[np.int64]  # [player]: the cell that the first piece must cover
    left: NDArray[np.uint64]  # [part of a key, its bits, word], flat: the reaches that it leaves possible
    step: NDArray[np.int64]  # [reach]: from the number of the cell to that of the move
    piece: NDArray[np.int64]  # [orientation]: its piece
    shape: NDArray[np.uint64]  # [orientation, row]: its squares


def start_cells(rows: int, cols: int, players: int, clockwise: bool) -> list[int]:
    """Where the players' first pieces go, in turn order."""
    right, bottom = cols - 1, rows - 1
    if players == 2:
        inset = 2 * min(rows, cols) // 7  # (4, 4) and (9, 9) in Blokus Duo
        squares = [(inset, inset), (bottom - inset, right - inset)]
    elif clockwise:
        squares = [(0, 0), (0, right), (bottom, right), (bottom, 0)]
    else:
        squares = [(0, 0), (bottom, right), (bottom, 0), (0, right)]
    return [row * cols + col for row, col in squares]


def make(rows: int, cols: int, players: int = 4, clockwise: bool = False, official: bool = False) -> Blokus:
    """The rules for this board and number of players."""
    cells = rows * cols
    used = players * (rows + 1) + 1
    step = [reach.orientation * cells + reach.anchor[0] * cols + reach.anchor[1] for reach in pieces.REACHES]
    return Blokus(
        rows=rows,
        cols=cols,
        cells=cells,
        num_players=players,
        state_size=used + players + 1,
        max_moves=pieces.most_moves(rows, cols),
        official=int(official),
        used=used,
        status=used + players,
        everyone=np.uint64((1 << players) - 1),
        outside=FULL ^ np.uint64(((1 << cols) - 1) << 4),
        board=np.array([1 + (player % players) * (rows + 1) for player in range(4)], dtype=np.uint64),
        start=np.array(start_cells(rows, cols, players, clockwise), dtype=np.int64),
        left=pieces.reaches_left().ravel(),
        step=np.array(step, dtype=np.int64),
        piece=np.array([orientation.piece for orientation in pieces.ORIENTATIONS], dtype=np.int64),
        shape=pieces.shape_rows(),
    )


_Word = np.uint64
# The blocked cells of the nine rows around a row, which is number 4 of them.
Rows = tuple[_Word, _Word, _Word, _Word, _Word, _Word, _Word, _Word, _Word]


@jit
def _blocked(rules: Blokus, state: State, who: int, row: int) -> np.uint64:
    """The cells of a row where `who` may lay nothing: taken, or touching own squares by an edge."""
    if row >= rules.rows:
        return FULL
    here = np.uint64(row)
    board = rules.board
    at = board[who] + here
    own = state[at]
    taken = state[board[0] + here] | state[board[1] + here] | state[board[2] + here] | state[board[3] + here]
    return taken | (own << U1) | (own >> U1) | state[at - U1] | state[at + U1] | rules.outside


@jit
def corner_cells(rules: Blokus, state: State, who: int, row: int, first: int) -> np.uint64:
    """The cells of a row that touch own squares by a corner; `first` is the start cell or NONE."""
    at = rules.board[who] + np.uint64(row)
    beside = state[at - U1] | state[at + U1]
    begin = first - row * rules.cols
    start = U1 << np.uint64(begin + 4) if 0 <= begin < rules.cols else U0
    return (beside << U1) | (beside >> U1) | start


@jit
def first_row(rules: Blokus, state: State, who: int) -> int:
    """The start cell of a player who has placed nothing yet, else NONE."""
    return rules.start[who] if state[rules.used + who] == U0 else NONE


@jit
def rows_above(rules: Blokus, state: State, who: int) -> Rows:
    """The blocked cells around the row above the board."""
    first = _blocked(rules, state, who, 0)
    second = _blocked(rules, state, who, 1)
    third = _blocked(rules, state, who, 2)
    fourth = _blocked(rules, state, who, 3)
    return FULL, FULL, FULL, FULL, FULL, first, second, third, fourth


@jit
def rows_down(rules: Blokus, state: State, who: int, row: int, near: Rows) -> Rows:
    """The blocked cells around `row`, from those around the row before."""
    _, a, b, c, d, e, f, g, h = near
    return a, b, c, d, e, f, g, h, _blocked(rules, state, who, row + 4)


@jit
def mark_done(near: Rows, corner: int) -> Rows:
    """A corner whose placements are found is blocked from now on."""
    a, b, c, d, e, f, g, h, i = near
    return a, b, c, d, e | (U1 << np.uint64(corner)), f, g, h, i


@jit
def corner_key(near: Rows, corner: int, used: np.uint64) -> np.uint64:
    """The key (see `blokus.pieces`) of the corner at this bit of the middle row."""
    a, b, c, d, e, f, g, h, i = near
    at = np.uint64(corner - 4)
    return (
        ((a >> (at + _U4)) & U1)
        | (((b >> (at + U3)) & _ROW3) << _AT1)
        | (((c >> (at + _U2)) & _ROW5) << _AT2)
        | (((d >> (at + U1)) & _ROW7) << _AT3)
        | (((e >> at) & _ROW9) << _AT4)
        | (((f >> (at + U1)) & _ROW7) << _AT5)
        | (((g >> (at + _U2)) & _ROW5) << _AT6)
        | (((h >> (at + U3)) & _ROW3) << _AT7)
        | (((i >> (at + _U4)) & U1) << _AT8)
        | (used << _AT9)
    )


@jit
def fitting_reaches(rules: Blokus, key: np.uint64, word: int) -> np.uint64:
    """One word of the set of reaches that a key leaves possible."""
    left = FULL
    for part in range(pieces.PARTS):
        bits = (key >> np.uint64(pieces.PART_BITS * part)) & _PART
        entry = np.uint64(part << pieces.PART_BITS) + bits
        left &= rules.left[entry * _WORDS + np.uint64(word)]
    return left


@jit
def count_reaches(rules: Blokus, key: np.uint64) -> int:
    """How many reaches a key leaves possible."""
    total = 0
    for word in range(pieces.WORDS):
        total += popcount(fitting_reaches(rules, key, word))
    return total


@jit
def nth_reach(rules: Blokus, key: np.uint64, n: int) -> int:
    """The n-th of the reaches that a key leaves possible."""
    word = 0
    fitting = fitting_reaches(rules, key, 0)
    while n >= popcount(fitting):
        n -= popcount(fitting)
        word += 1
        fitting = fitting_reaches(rules, key, word)
    return 64 * word + nth_bit(fitting, n)


@jit
def can_place(rules: Blokus, state: State, who: int) -> bool:
    """Has the player any move, were it their turn?"""
    first = first_row(rules, state, who)
    used = state[rules.used + who]
    near = rows_above(rules, state, who)
    for row in range(rules.rows):
        near = rows_down(rules, state, who, row, near)
        corners = corner_cells(rules, state, who, row, first) & ~near[4]
        while corners != U0:
            corner = lowest(corners)
            corners &= corners - U1
            if count_reaches(rules, corner_key(near, corner, used)):
                return True
    return False


@contract.mobility.register(Blokus)
def mobility_blokus(rules: Blokus, state: State, who: int) -> int:
    """All placements, whoever is to move."""
    first = first_row(rules, state, who)
    used = state[rules.used + who]
    total = 0
    near = rows_above(rules, state, who)
    for row in range(rules.rows):
        near = rows_down(rules, state, who, row, near)
        corners = corner_cells(rules, state, who, row, first) & ~near[4]
        while corners != U0:
            corner = lowest(corners)
            corners &= corners - U1
            total += count_reaches(rules, corner_key(near, corner, used))
            near = mark_done(near, corner)
    return total


@jit
def open_corners_in(rules: Blokus, state: State, who: int, low: int, high: int) -> int:
    """`open_corners` of the rows from `low` up to `high`."""
    first = first_row(rules, state, who)
    total = 0
    for row in range(low, high):
        total += popcount(corner_cells(rules, state, who, row, first) & ~_blocked(rules, state, who, row))
    return total


@jit
def open_corners(rules: Blokus, state: State, who: int) -> int:
    """How many free cells touch the player's squares by a corner and by no edge."""
    return open_corners_in(rules, state, who, 0, rules.rows)


@jit
def find_turn(rules: Blokus, state: State, who: int) -> None:
    """Give the turn to the first of `who` and those after who can place; the others are stuck."""
    status = state[rules.status]
    turn = who
    for _ in range(rules.num_players):
        if (status >> (STUCK + np.uint64(turn))) & U1 == U0:
            if can_place(rules, state, turn):
                state[rules.status] = (status & ~U3) | np.uint64(turn)
                return
            status |= U1 << (STUCK + np.uint64(turn))
        turn = turn + 1 if turn + 1 < rules.num_players else 0
    state[rules.status] = (status & ~U3) | np.uint64(who)
