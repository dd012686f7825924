"""Blokus's rules: moves, play, scores. The board, its corners and which pieces fit there are in `placements`."""

from __future__ import annotations

import numpy as np

from papamu.games import rules as contract
from papamu.games.blokus import pieces
from papamu.games.blokus.placements import (
    ALL_PIECES,
    SINGLE,
    STUCK,
    U3,
    UP_TO_1,
    UP_TO_2,
    UP_TO_3,
    UP_TO_4,
    Blokus,
    corner_cells,
    corner_key,
    count_reaches,
    find_turn,
    first_row,
    fitting_reaches,
    mark_done,
    nth_reach,
    rows_above,
    rows_down,
)
from papamu.games.rules import NONE, Codes, Floats, Moves
from papamu.kernel.bits import U0, U1, State, lowest, popcount
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, draw


@contract.reset.register(Blokus)
def reset_blokus(rules: Blokus, state: State, rng: Stream) -> None:
    for word in range(rules.state_size):
        state[word] = U0


@contract.player.register(Blokus)
def player_blokus(rules: Blokus, state: State) -> int:
    return np.int64(state[rules.status] & U3)


@jit
def _over(rules: Blokus, state: State) -> bool:
    return (state[rules.status] >> STUCK) & rules.everyone == rules.everyone


@contract.is_over.register(Blokus)
def is_over_blokus(rules: Blokus, state: State) -> bool:
    return _over(rules, state)


@contract.legal_moves.register(Blokus)
def legal_moves_blokus(rules: Blokus, state: State, out: Moves) -> int:
    if _over(rules, state):
        return 0
    who = np.int64(state[rules.status] & U3)
    first = first_row(rules, state, who)
    used = state[rules.used + who]
    n = 0
    near = rows_above(rules, state, who)
    for row in range(rules.rows):
        near = rows_down(rules, state, who, row, near)
        corners = corner_cells(rules, state, who, row, first) & ~near[4]
        while corners != U0:
            corner = lowest(corners)
            corners &= corners - U1
            key = corner_key(near, corner, used)
            near = mark_done(near, corner)
            cell = row * rules.cols + corner - 4
            for word in range(pieces.WORDS):
                fitting = fitting_reaches(rules, key, word)
                while fitting != U0:
                    out[n] = cell + rules.step[64 * word + lowest(fitting)]
                    n += 1
                    fitting &= fitting - U1
    return n


@jit
def _drawn(rules: Blokus, state: State, who: int, used: np.uint64, rng: Stream) -> int:
    """A random placement of a piece that is not among those `used`, or NONE.

    One pass: the move drawn so far gives way to one of a corner's k with chance k / all up to there.
    """
    first = first_row(rules, state, who)
    total = 0
    drawn = 0
    drawn_cell = 0
    drawn_key = U0
    near = rows_above(rules, state, who)
    for row in range(rules.rows):
        near = rows_down(rules, state, who, row, near)
        corners = corner_cells(rules, state, who, row, first) & ~near[4]
        while corners != U0:
            corner = lowest(corners)
            corners &= corners - U1
            key = corner_key(near, corner, used)
            near = mark_done(near, corner)
            here = count_reaches(rules, key)
            total += here
            n = draw(rng, total)
            if n < here:
                drawn = n
                drawn_key = key
                drawn_cell = row * rules.cols + corner - 4
    return drawn_cell + rules.step[nth_reach(rules, drawn_key, drawn)] if total > 0 else NONE


@contract.random_move.register(Blokus)
def random_move_blokus(rules: Blokus, state: State, rng: Stream) -> int:
    if _over(rules, state):
        return NONE
    who = np.int64(state[rules.status] & U3)
    return _drawn(rules, state, who, state[rules.used + who], rng)


@contract.large_move.register(Blokus)
def large_move_blokus(rules: Blokus, state: State, rng: Stream) -> int:
    """Of the largest pieces that can be placed at all."""
    if _over(rules, state):
        return NONE
    who = np.int64(state[rules.status] & U3)
    used = state[rules.used + who]
    move = NONE
    smaller = UP_TO_4  # count as used as long as a larger piece can be placed
    while move == NONE:
        if used | smaller != ALL_PIECES:
            move = _drawn(rules, state, who, used | smaller, rng)
        if smaller == UP_TO_4:
            smaller = UP_TO_3
        elif smaller == UP_TO_3:
            smaller = UP_TO_2
        elif smaller == UP_TO_2:
            smaller = UP_TO_1
        else:
            smaller = U0
    return move


@contract.play.register(Blokus)
def play_blokus(rules: Blokus, state: State, move: int) -> None:
    orientation = move // rules.cells
    anchor = move - orientation * rules.cells
    row = anchor // rules.cols
    col = np.uint64(anchor - row * rules.cols + 4)
    who = np.int64(state[rules.status] & U3)
    piece = rules.piece[orientation]
    for r in range(5):  # rows below the shape change nothing
        state[rules.board[who] + np.uint64(row + r)] |= rules.shape[orientation, r] << col
    state[rules.used + who] |= U1 << np.uint64(piece)
    single = SINGLE + np.uint64(who)
    if rules.official and piece == 0 and state[rules.used + who] == ALL_PIECES:
        state[rules.status] |= U1 << single  # where it counts, and nowhere else: equal positions, equal words
    find_turn(rules, state, who + 1 if who + 1 < rules.num_players else 0)


@jit
def _score(rules: Blokus, state: State, who: int) -> int:
    used = state[rules.used + who]
    squares = (
        5 * popcount(used)
        - popcount(used & UP_TO_4)
        - popcount(used & UP_TO_3)
        - popcount(used & UP_TO_2)
        - popcount(used & UP_TO_1)
    )
    if not rules.official:
        return squares
    if used != ALL_PIECES:
        return squares - pieces.ALL_SQUARES
    return 20 if (state[rules.status] >> (SINGLE + np.uint64(who))) & U1 else 15


@contract.scores.register(Blokus)
def scores_blokus(rules: Blokus, state: State, out: Floats) -> None:
    """The squares placed, or (official) minus the squares left, with bonuses."""
    for who in range(rules.num_players):
        out[who] = _score(rules, state, who)


@contract.returns.register(Blokus)
def returns_blokus(rules: Blokus, state: State, out: Floats) -> None:
    """By rank: 1 for the first, -1 for the last, evenly between; equal scores share."""
    for who in range(rules.num_players):
        score = _score(rules, state, who)
        ahead = 0  # twice the rank: two for each better player, one for each equal other
        for other in range(rules.num_players):
            difference = _score(rules, state, other) - score
            ahead += (difference > 0) + (difference >= 0)
        out[who] = 1.0 - (ahead - 1) / (rules.num_players - 1)


@contract.observe.register(Blokus)
def observe_blokus(rules: Blokus, state: State, viewer: int, out: Codes) -> None:
    for cell in range(rules.cells):
        out[cell] = 0
    for who in range(rules.num_players):
        code = 1 + (who - viewer + rules.num_players) % rules.num_players
        for row in range(rules.rows):
            bits = state[rules.board[who] + np.uint64(row)]
            while bits != U0:
                out[row * rules.cols + lowest(bits) - 4] = code
                bits &= bits - U1


@contract.changes.register(Blokus)
def changes_blokus(rules: Blokus, state: State, move: int, viewer: int, cells: Moves, codes: Codes) -> int:
    orientation = move // rules.cells
    who = np.int64(state[rules.status] & U3)
    code = 1 + (who - viewer + rules.num_players) % rules.num_players
    cell = move - orientation * rules.cells
    n = 0
    for row in range(5):
        bits = rules.shape[orientation, row]
        while bits != U0:
            cells[n] = cell + lowest(bits)
            codes[n] = code
            bits &= bits - U1
            n += 1
        cell += rules.cols
    return n
