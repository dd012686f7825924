"""Clobber's rules on bitboards, for every rectangle and option.

State: the black stones (`words` words), the white stones (`words`), then the colour to move.
Move: from-cell * 4 + direction (up, left, down, right).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games import rules as contract
from papamu.games.rules import NONE, Codes, Floats, Moves, Rules
from papamu.games.two_colour_boards import observe_stones, place_stones
from papamu.kernel.bits import (
    FULL,
    U0,
    U1,
    Four,
    State,
    ahead,
    behind,
    bit,
    count,
    count_four,
    flip,
    has,
    lowest,
    pick_of_four,
    word_at,
)
from papamu.kernel.grid import STEPS, pack, step_deltas, step_mask, words_for
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, draw

TWO_PLAYERS, ALTERNATE, ANY = range(3)


class Clobber(NamedTuple):
    """What is fixed in a game of Clobber on a rectangle."""

    rows: int
    cols: int
    cells: int
    num_players: int
    state_size: int
    max_moves: int
    words: int
    cannibal: np.uint64  # all ones if own stones may be captured, else zero
    solitaire: int  # TWO_PLAYERS, ALTERNATE or ANY
    random_start: int
    delta: NDArray[np.int64]  # [direction]: how a step changes the cell number
    inside: NDArray[np.uint64]  # [direction, word]: cells from which the step stays on the board
    stones: int  # how many stones there are at the start
    start: NDArray[np.uint64]  # [2 * words]: black, then white stones


def make(
    board: NDArray[np.int8], cannibal: bool = False, solitaire: int = TWO_PLAYERS, random_start: bool = False
) -> Clobber:
    """The rules for this starting board (codes: 0 empty, 1 black, 2 white)."""
    rows, cols = board.shape
    words = words_for(rows * cols)
    edges = rows * (cols - 1) + cols * (rows - 1)
    return Clobber(
        rows=rows,
        cols=cols,
        cells=rows * cols,
        num_players=1 if solitaire else 2,
        state_size=2 * words + 1,
        max_moves=max(1, 2 * edges),
        words=words,
        cannibal=FULL if cannibal else U0,
        solitaire=solitaire,
        random_start=int(random_start),
        delta=step_deltas(rows, cols),
        inside=np.array([step_mask(rows, cols, *step) for step in STEPS]),
        stones=int((board > 0).sum()),
        start=np.concatenate([pack(board == 1), pack(board == 2)]),
    )


@jit
def _targets(rules: Clobber, state: State, own: int, word: int) -> np.uint64:
    """What the stones of the board at `own` may move onto."""
    foes = word_at(state, rules.words - own, rules.words, word)
    return foes | (word_at(state, own, rules.words, word) & rules.cannibal)


@jit
def _movers(rules: Clobber, state: State, own: int, word: int) -> Four:
    """The stones of the board at `own` that can move up, left, down, right (one word of them)."""
    before = _targets(rules, state, own, word - 1)
    here = _targets(rules, state, own, word)
    after = _targets(rules, state, own, word + 1)
    row = np.uint64(rules.delta[2])
    stones = state[own + word]
    return (
        stones & rules.inside[0, word] & behind(before, here, row),
        stones & rules.inside[1, word] & behind(before, here, U1),
        stones & rules.inside[2, word] & ahead(here, after, row),
        stones & rules.inside[3, word] & ahead(here, after, U1),
    )


@jit
def _movable(rules: Clobber, state: State, word: int) -> Four:
    """The same for whoever may move now: the colour to move, or both in solitaire `any`."""
    own = np.int64(state[2 * rules.words]) * rules.words
    up, left, down, right = _movers(rules, state, own, word)
    if rules.solitaire == ANY:
        up2, left2, down2, right2 = _movers(rules, state, rules.words - own, word)
        return up | up2, left | left2, down | down2, right | right2
    return up, left, down, right


_place_stones = jit(place_stones)


@contract.reset.register(Clobber)
def reset_clobber(rules: Clobber, state: State, rng: Stream) -> None:
    _place_stones(rules, state, rng)
    if rules.random_start:
        for cell in range(rules.cells):
            if has(state, 0, cell) or has(state, rules.words, cell):
                if has(state, 0, cell) != (draw(rng, 2) == 0):
                    flip(state, 0, cell)
                    flip(state, rules.words, cell)


@contract.player.register(Clobber)
def player(rules: Rules, state: State) -> int:
    """The colour to move is the player, except that solitaire has only one."""
    if rules.solitaire:
        return 0
    return np.int64(state[2 * rules.words])


@contract.legal_moves.register(Clobber)
def legal_moves_clobber(rules: Clobber, state: State, out: Moves) -> int:
    n = 0
    for word in range(rules.words):
        up, left, down, right = _movable(rules, state, word)
        left_over = up | left | down | right
        while left_over != U0:
            low = lowest(left_over)
            here = bit(low)
            left_over ^= here
            move = (64 * word + low) * 4
            if up & here != U0:
                out[n] = move
                n += 1
            if left & here != U0:
                out[n] = move + 1
                n += 1
            if down & here != U0:
                out[n] = move + 2
                n += 1
            if right & here != U0:
                out[n] = move + 3
                n += 1
    return n


@contract.random_move.register(Clobber)
def random_move_clobber(rules: Clobber, state: State, rng: Stream) -> int:
    word = 0
    masks = _movable(rules, state, 0)
    total = count_four(masks)
    for later in range(1, rules.words):
        total += count_four(_movable(rules, state, later))
    if total == 0:
        return NONE
    n = draw(rng, total)
    while n >= count_four(masks):
        n -= count_four(masks)
        word += 1
        masks = _movable(rules, state, word)
    index, direction = pick_of_four(masks, n)
    return (64 * word + index) * 4 + direction


@contract.play.register(Clobber)
def play_clobber(rules: Clobber, state: State, move: int) -> None:
    cell = move >> 2
    target = cell + rules.delta[move & 3]
    words = rules.words
    own = np.int64(state[2 * words]) * words
    if rules.solitaire == ANY and not has(state, own, cell):
        own = words - own
    flip(state, own, cell)
    if rules.cannibal == U0 or has(state, words - own, target):
        flip(state, words - own, target)
        flip(state, own, target)
    # Otherwise a cannibal: the own stone on the target is replaced by its like.
    if rules.solitaire != ANY:
        state[2 * words] ^= U1


@contract.is_over.register(Clobber)
def is_over_clobber(rules: Clobber, state: State) -> bool:
    for word in range(rules.words):
        if count_four(_movable(rules, state, word)):
            return False
    return True


@contract.returns.register(Clobber)
def returns(rules: Rules, state: State, out: Floats) -> None:
    """Last to move wins; solitaire falls from 1 (one stone left) to -1 (none removed)."""
    if rules.solitaire:
        left = count(state, 0, 2 * rules.words)
        out[0] = max(-1.0, min(1.0, 1.0 - 2.0 * (left - 1) / max(1, rules.stones - 1)))
    else:
        loser = np.int64(state[2 * rules.words])
        out[loser] = -1.0
        out[1 - loser] = 1.0


@contract.scores.register(Clobber)
def scores(rules: Rules, state: State, out: Floats) -> None:
    """Stones on the board (solitaire: all that are left, the fewer the better)."""
    out[0] = count(state, 0, rules.words)
    if rules.solitaire:
        out[0] += count(state, rules.words, rules.words)
    else:
        out[1] = count(state, rules.words, rules.words)


@contract.mobility.register(Clobber)
def mobility_clobber(rules: Clobber, state: State, who: int) -> int:
    total = 0
    for word in range(rules.words):
        total += count_four(_movers(rules, state, who * rules.words, word))
    return total


contract.observe.register(Clobber)(observe_stones)


@contract.changes.register(Clobber)
def changes_clobber(rules: Clobber, state: State, move: int, viewer: int, cells: Moves, codes: Codes) -> int:
    cell = move >> 2
    cells[0] = cell
    codes[0] = 0
    cells[1] = cell + rules.delta[move & 3]
    codes[1] = 1 if has(state, 0, cell) == (viewer == 0) else 2
    return 2
