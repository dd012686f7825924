"""Checkers' rules on bitboards of the whole board, for every even side and both rule books.

State: the men and kings of player 0 (`words` words), of player 1 (`words`), all kings (`words`),
then one word with: bit 0 the player to move, bit 1 a teleport may follow, bits 8–19 the cell that
must go on jumping plus one, bits 20 and up the quiet plies.
Move: from-cell * 8 + direction * 2 + (1 for a jump), directions up-left, up-right, down-left,
down-right. Steps that leave the board land, in cell numbers, on squares of the other colour, where
nothing ever stands: the masks `one` and `two` know that.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games import rules as contract
from papamu.games.rules import NONE, Codes, Floats, Moves
from papamu.kernel.bits import (
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
from papamu.kernel.grid import pack, step_mask, words_for
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, draw

DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
PENDING = np.uint64(2)
NO_TELEPORT = 0
FIRST_PLAYER, SECOND_PLAYER, RANDOM_PLAYER = range(3)
_FORCED, _QUIET = np.uint64(8), np.uint64(20)
_FORCED_MASK = np.uint64(0xFFF)


class Checkers(NamedTuple):
    """What is fixed in a game of checkers."""

    rows: int
    cols: int
    cells: int
    num_players: int
    state_size: int
    max_moves: int
    words: int
    program: int  # 1: as the authors' program plays: no kings, any piece may go on jumping
    win_by_moves: int  # 1: who cannot move loses; 0: more pieces win
    quiet: int  # so many plies without capture or man's move end the game; 0: never
    first: int  # who begins
    teleport: float  # chance of a teleport after each turn
    delta: NDArray[np.int64]  # [direction]
    one: NDArray[np.uint64]  # [direction, word]: cells from which one step stays on the board
    two: NDArray[np.uint64]  # [direction, word]: the same for a jump
    far: NDArray[np.uint64]  # [player, word]: the far row
    start: NDArray[np.uint64]  # [2 * words]


def make(
    side: int,
    program: bool = False,
    win_by_moves: bool = False,
    quiet: int = 80,
    first: int = FIRST_PLAYER,
    teleport: float = 0.0,
) -> Checkers:
    """The rules for a board of this even side."""
    words = words_for(side * side)
    row, col = np.indices((side, side))
    playable = (row + col) % 2 == 0
    men_rows = (side - 2) // 2
    return Checkers(
        rows=side,
        cols=side,
        cells=side * side,
        num_players=2,
        state_size=3 * words + 1,
        max_moves=4 * side * side,
        words=words,
        program=int(program),
        win_by_moves=int(win_by_moves),
        quiet=int(quiet),
        first=first,
        teleport=float(teleport),
        delta=np.array([down * side + right for down, right in DIAGONALS], dtype=np.int64),
        one=np.array([step_mask(side, side, *step) for step in DIAGONALS]),
        two=np.array([step_mask(side, side, 2 * down, 2 * right) for down, right in DIAGONALS]),
        far=np.array([pack(row == 0), pack(row == side - 1)]),
        start=np.concatenate([pack(playable & (row >= side - men_rows)), pack(playable & (row < men_rows))]),
    )


@jit
def mover_of(rules: Checkers, state: State) -> int:
    return np.int64(state[3 * rules.words] & U1)


@jit
def forced_cell(rules: Checkers, state: State) -> int:
    """The cell that must go on jumping, or -1."""
    return np.int64((state[3 * rules.words] >> _FORCED) & _FORCED_MASK) - 1


@jit
def quiet_plies(rules: Checkers, state: State) -> int:
    return np.int64(state[3 * rules.words] >> _QUIET)


@jit
def status_word(mover: int, pending: int, forced: int, quiet: int) -> np.uint64:
    return (
        np.uint64(mover)
        | (np.uint64(pending) << U1)
        | (np.uint64(forced + 1) << _FORCED)
        | (np.uint64(quiet) << _QUIET)
    )


@jit
def _filled(rules: Checkers, state: State, word: int) -> np.uint64:
    words = rules.words
    return word_at(state, 0, words, word) | word_at(state, words, words, word)


@jit
def _jumpers(rules: Checkers, state: State, mover: int, word: int) -> Four:
    """The mover's pieces that can jump up-left, up-right, down-left, down-right."""
    words = rules.words
    foe = (1 - mover) * words
    foe_before, foe_here = word_at(state, foe, words, word - 1), state[foe + word]
    foe_after = word_at(state, foe, words, word + 1)
    before, here = _filled(rules, state, word - 1), _filled(rules, state, word)
    after = _filled(rules, state, word + 1)
    wide, narrow = np.uint64(rules.cols + 1), np.uint64(rules.cols - 1)
    up, down = _able(rules, state, mover, word)
    return (
        up & rules.two[0, word] & behind(foe_before, foe_here, wide) & ~behind(before, here, wide + wide),
        up
        & rules.two[1, word]
        & behind(foe_before, foe_here, narrow)
        & ~behind(before, here, narrow + narrow),
        down & rules.two[2, word] & ahead(foe_here, foe_after, narrow) & ~ahead(here, after, narrow + narrow),
        down & rules.two[3, word] & ahead(foe_here, foe_after, wide) & ~ahead(here, after, wide + wide),
    )


@jit
def rooms_beside(rules: Checkers, state: State, word: int) -> Four:
    """The squares beside which a square is empty, in the four directions."""
    before, here = _filled(rules, state, word - 1), _filled(rules, state, word)
    after = _filled(rules, state, word + 1)
    wide, narrow = np.uint64(rules.cols + 1), np.uint64(rules.cols - 1)
    return (
        rules.one[0, word] & ~behind(before, here, wide),
        rules.one[1, word] & ~behind(before, here, narrow),
        rules.one[2, word] & ~ahead(here, after, narrow),
        rules.one[3, word] & ~ahead(here, after, wide),
    )


@jit
def _able(rules: Checkers, state: State, mover: int, word: int) -> tuple[np.uint64, np.uint64]:
    """The mover's pieces that may go up at all, and down: all forward, kings also backward."""
    pieces = state[mover * rules.words + word]
    kings = pieces & state[2 * rules.words + word]
    return (kings, pieces) if mover else (pieces, kings)


@jit
def _steppers(rules: Checkers, state: State, mover: int, word: int) -> Four:
    """The mover's pieces that can step in the four directions."""
    up, down = _able(rules, state, mover, word)
    rooms = rooms_beside(rules, state, word)
    return up & rooms[0], up & rooms[1], down & rooms[2], down & rooms[3]


@jit
def _goers(rules: Checkers, state: State, mover: int, jumping: bool, word: int) -> Four:
    """The pieces that may move: with a piece that must go on jumping, that one alone."""
    if not jumping:
        return _steppers(rules, state, mover, word)
    forced = forced_cell(rules, state)
    only = ~U0
    if forced >= 0:
        only = bit(forced) if forced >> 6 == word else U0
    masks = _jumpers(rules, state, mover, word)
    return masks[0] & only, masks[1] & only, masks[2] & only, masks[3] & only


@jit
def can_jump(rules: Checkers, state: State, mover: int, cell: int) -> bool:
    """Can the piece on this cell jump, or with cell -1: can any?"""
    found = U0
    for word in range(rules.words):
        if cell < 0 or cell >> 6 == word:
            masks = _jumpers(rules, state, mover, word)
            found |= masks[0] | masks[1] | masks[2] | masks[3]
    return found & (bit(cell) if cell >= 0 else ~U0) != U0


@jit
def _exhausted(rules: Checkers, state: State) -> bool:
    """Ended by the count of quiet plies?"""
    return rules.quiet > 0 and quiet_plies(rules, state) >= rules.quiet


@contract.reset.register(Checkers)
def reset_checkers(rules: Checkers, state: State, rng: Stream) -> None:
    for word in range(2 * rules.words):
        state[word] = rules.start[word]
    for word in range(2 * rules.words, 3 * rules.words):
        state[word] = U0
    first = draw(rng, 2) if rules.first == RANDOM_PLAYER else rules.first
    state[3 * rules.words] = np.uint64(first)


@contract.player.register(Checkers)
def player_checkers(rules: Checkers, state: State) -> int:
    return mover_of(rules, state)


@contract.legal_moves.register(Checkers)
def legal_moves_checkers(rules: Checkers, state: State, out: Moves) -> int:
    """Pieces in reading order; each forward-left, forward-right, backward-left, backward-right."""
    if _exhausted(rules, state):
        return 0
    mover = mover_of(rules, state)
    jumping = can_jump(rules, state, mover, forced_cell(rules, state))
    n = 0
    for word in range(rules.words):
        masks = _goers(rules, state, mover, jumping, word)
        pieces = masks[0] | masks[1] | masks[2] | masks[3]
        while pieces != U0:
            here = pieces & ~(pieces - U1)
            pieces ^= here
            for turn in range(4):
                direction = turn ^ (2 * mover)
                if masks[direction] & here != U0:
                    out[n] = (64 * word + lowest(here)) * 8 + direction * 2 + jumping
                    n += 1
    return n


@contract.random_move.register(Checkers)
def random_move_checkers(rules: Checkers, state: State, rng: Stream) -> int:
    if _exhausted(rules, state):
        return NONE
    mover = mover_of(rules, state)
    jumping = can_jump(rules, state, mover, forced_cell(rules, state))
    word = 0
    masks = _goers(rules, state, mover, jumping, 0)
    total = count_four(masks)
    for later in range(1, rules.words):
        total += count_four(_goers(rules, state, mover, jumping, later))
    if total == 0:
        return NONE
    n = draw(rng, total)
    while n >= count_four(masks):
        n -= count_four(masks)
        word += 1
        masks = _goers(rules, state, mover, jumping, word)
    index, direction = pick_of_four(masks, n)
    return (64 * word + index) * 8 + direction * 2 + jumping


@contract.play.register(Checkers)
def play_checkers(rules: Checkers, state: State, move: int) -> None:
    words = rules.words
    mover = mover_of(rules, state)
    cell = move >> 3
    direction = (move >> 1) & 3
    jumping = move & 1
    target = cell + (1 + jumping) * rules.delta[direction]
    king = has(state, 2 * words, cell)
    flip(state, mover * words, cell)
    flip(state, mover * words, target)
    if king:
        flip(state, 2 * words, cell)
        flip(state, 2 * words, target)
    crowned = False
    if not king and not rules.program and rules.far[mover, target >> 6] & bit(target) != U0:
        flip(state, 2 * words, target)
        crowned = True
    again = False
    if jumping:
        taken = cell + rules.delta[direction]
        flip(state, (1 - mover) * words, taken)
        if has(state, 2 * words, taken):
            flip(state, 2 * words, taken)
        again = not crowned and can_jump(rules, state, mover, -1 if rules.program else target)
    if again:
        state[3 * words] = status_word(mover, 0, -1 if rules.program else target, 0)
    else:
        counted = rules.quiet > 0 and king and not jumping
        quiet = quiet_plies(rules, state) + 1 if counted else 0
        state[3 * words] = status_word(1 - mover, 1 if rules.teleport > 0.0 else 0, -1, quiet)


@contract.is_over.register(Checkers)
def is_over_checkers(rules: Checkers, state: State) -> bool:
    if _exhausted(rules, state):
        return True
    mover = mover_of(rules, state)
    for word in range(rules.words):
        if count_four(_steppers(rules, state, mover, word)) > 0:
            return False
    return not can_jump(rules, state, mover, -1)


@contract.returns.register(Checkers)
def returns_checkers(rules: Checkers, state: State, out: Floats) -> None:
    """More pieces win (the report), or who cannot move loses (`win=moves`)."""
    if rules.win_by_moves and not _exhausted(rules, state):
        loser = mover_of(rules, state)
        out[loser] = -1.0
        out[1 - loser] = 1.0
        return
    lead = np.sign(count(state, 0, rules.words) - count(state, rules.words, rules.words))
    out[0] = lead
    out[1] = -lead


@contract.scores.register(Checkers)
def scores_checkers(rules: Checkers, state: State, out: Floats) -> None:
    """Pieces on the board, kings count one."""
    out[0] = count(state, 0, rules.words)
    out[1] = count(state, rules.words, rules.words)


@contract.mobility.register(Checkers)
def mobility_checkers(rules: Checkers, state: State, who: int) -> int:
    """Jumps if there are any, else steps; a piece that must go on is not thought of."""
    jumps = 0
    steps = 0
    for word in range(rules.words):
        jumps += count_four(_jumpers(rules, state, who, word))
        steps += count_four(_steppers(rules, state, who, word))
    return jumps if jumps else steps


@contract.observe.register(Checkers)
def observe_checkers(rules: Checkers, state: State, viewer: int, out: Codes) -> None:
    for cell in range(rules.cells):
        if (cell // rules.cols + cell % rules.cols) & 1:
            out[cell] = -1
        elif has(state, 0, cell) or has(state, rules.words, cell):
            code = 1 if has(state, viewer * rules.words, cell) else 2
            out[cell] = code + 2 if has(state, 2 * rules.words, cell) else code
        else:
            out[cell] = 0


@contract.changes.register(Checkers)
def changes_checkers(
    rules: Checkers, state: State, move: int, viewer: int, cells: Moves, codes: Codes
) -> int:
    mover = mover_of(rules, state)
    cell = move >> 3
    jumping = move & 1
    delta = rules.delta[(move >> 1) & 3]
    target = cell + (1 + jumping) * delta
    crowned = not rules.program and rules.far[mover, target >> 6] & bit(target) != U0
    cells[0] = cell
    codes[0] = 0
    cells[1] = target
    codes[1] = (1 if mover == viewer else 2) + (2 if crowned or has(state, 2 * rules.words, cell) else 0)
    if jumping:
        cells[2] = cell + delta
        codes[2] = 0
    return 2 + jumping
