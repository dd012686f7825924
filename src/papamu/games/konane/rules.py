"""Konane's rules on bitboards, for every rectangle and opening rule.

State: the black stones (`words` words), the white stones (`words`), then a word that says what is
to be done: 0 Black opens, 1 White answers, 2 Black jumps, 3 White jumps.
Move: (from-cell * 4 + direction) * hops + (hops jumped - 1) for a jump, directions up, left, down,
right; behind those, one number per cell for the removals of the opening.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games import rules as contract
from papamu.games.rules import NONE, Codes, Floats, Moves
from papamu.games.two_colour_boards import count_stones, observe_stones, place_stones
from papamu.kernel.bits import U0, U1, Four, State, count_four, flip, has, look, lowest, nth_bit, popcount
from papamu.kernel.grid import (
    DOWN,
    LEFT,
    RIGHT,
    STEPS,
    UP,
    chequered,
    pack,
    step_deltas,
    step_mask,
    words_for,
)
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, draw

OPEN, ANSWER, JUMP = range(3)
_U2, _U63 = np.uint64(2), np.uint64(63)


class Konane(NamedTuple):
    """What is fixed in a game of Konane."""

    rows: int
    cols: int
    cells: int
    num_players: int
    state_size: int
    max_moves: int
    words: int
    hops: int  # most jumps in one move on this board
    delta: NDArray[np.int64]  # [direction]: how a step changes the cell number
    reach: NDArray[np.int64]  # [direction]: most jumps in a move that way
    beside: NDArray[np.uint64]  # [direction, word]: cells with a neighbour that way
    inside: NDArray[np.uint64]  # [direction, jumps - 1, word]: cells from which so many stay inside
    opening: NDArray[np.uint64]  # [word]: the stones Black may open with
    start: NDArray[np.uint64]  # [2 * words]: black, then white stones


def make(rows: int, cols: int, opening: str = "seed") -> Konane:
    """The rules for this board and this opening rule (`seed`, `any` or `corners`)."""
    words = words_for(rows * cols)
    board = chequered(rows, cols)
    reach = [(side - 1) // 2 for side in (rows, cols, rows, cols)]
    hops = max(1, *reach)
    inside = np.array(
        [
            [step_mask(rows, cols, 2 * k * down, 2 * k * right) for k in range(1, hops + 1)]
            for down, right in STEPS
        ]
    )
    return Konane(
        rows=rows,
        cols=cols,
        cells=rows * cols,
        num_players=2,
        state_size=2 * words + 1,
        max_moves=max(rows * cols, rows * cols * sum(reach) // 2),
        words=words,
        hops=hops,
        delta=step_deltas(rows, cols),
        reach=np.array(reach, dtype=np.int64),
        beside=np.array([step_mask(rows, cols, *step) for step in STEPS]),
        inside=inside,
        opening=pack(opening_cells(rows, cols, opening)),
        start=np.concatenate([pack(board == 1), pack(board == 2)]),
    )


def opening_cells(rows: int, cols: int, opening: str) -> NDArray[np.bool_]:
    """The black stones that may be removed first; all of them where the rule names none."""
    black = chequered(rows, cols) == 1
    named = np.zeros_like(black)
    if opening in ("seed", "corners"):
        named[np.ix_([0, -1], [0, -1])] = True
    if opening == "seed":
        named[(rows - 1) // 2 : rows // 2 + 1, (cols - 1) // 2 : cols // 2 + 1] = True
    named &= black
    return named if named.any() else black


@jit
def jumpers(
    rules: Konane, state: State, own: int, direction: int, jumps: int, word: int, able: np.uint64
) -> np.uint64:
    """Of the stones of the board at `own` `able` to make one jump less, those that can make so many."""
    foe = rules.words - own
    over = (2 * jumps - 1) * rules.delta[direction]
    onto = 2 * jumps * rules.delta[direction]
    able &= rules.inside[direction, jumps - 1, word] & look(state, foe, rules.words, word, over)
    return able & ~(look(state, own, rules.words, word, onto) | look(state, foe, rules.words, word, onto))


@jit
def removable(rules: Konane, state: State, task: int, word: int) -> np.uint64:
    """The stones that may be taken away in the opening, by Black or in answer."""
    if task == OPEN:
        return rules.opening[word] & state[word]
    found = U0
    for direction in range(4):
        delta = rules.delta[direction]
        filled = look(state, 0, rules.words, word, delta) | look(state, rules.words, rules.words, word, delta)
        found |= rules.beside[direction, word] & ~filled
    return found & state[rules.words + word]


@jit
def _two_rows(rules: Konane) -> np.uint64:
    """How far a vertical jump shifts a board of one word (no jump goes 64 cells: its mask is empty)."""
    return np.uint64(2 * rules.delta[DOWN]) & _U63


@jit
def _ways(rules: Konane, state: State, own: int) -> Four:
    """On a board of one word: from where a jump leads over a foe onto an empty cell, by direction."""
    foes = state[1 - own]
    empty = ~(state[0] | state[1])
    row, two_rows = np.uint64(rules.delta[DOWN]), _two_rows(rules)
    return (
        rules.inside[UP, 0, 0] & (foes << row) & (empty << two_rows),
        rules.inside[LEFT, 0, 0] & (foes << U1) & (empty << _U2),
        rules.inside[DOWN, 0, 0] & (foes >> row) & (empty >> two_rows),
        rules.inside[RIGHT, 0, 0] & (foes >> U1) & (empty >> _U2),
    )


@jit
def _jumping(rules: Konane, state: State, own: int, word: int) -> Four:
    """The stones of a word that can jump, by direction."""
    stones = state[own + word]
    if rules.words == 1:
        up, left, down, right = _ways(rules, state, own)
        return stones & up, stones & left, stones & down, stones & right
    return (
        jumpers(rules, state, own, UP, 1, word, stones),
        jumpers(rules, state, own, LEFT, 1, word, stones),
        jumpers(rules, state, own, DOWN, 1, word, stones),
        jumpers(rules, state, own, RIGHT, 1, word, stones),
    )


@jit
def movers(rules: Konane, state: State, task: int, word: int) -> np.uint64:
    """The stones of a word with which something can be done for this task."""
    if task < JUMP:
        return removable(rules, state, task, word)
    up, left, down, right = _jumping(rules, state, (task & 1) * rules.words, word)
    return up | left | down | right


@jit
def _count_small(rules: Konane, state: State, own: int) -> int:
    """How many jumps there are on a board of one word."""
    up, left, down, right = _ways(rules, state, own)
    two_rows = _two_rows(rules)
    stones = state[own]
    upwards, leftwards, downwards, rightwards = stones & up, stones & left, stones & down, stones & right
    total = 0
    while (
        upwards | leftwards | downwards | rightwards
    ) != U0:  # all jump at once, and on where a way goes on
        total += count_four((upwards, leftwards, downwards, rightwards))
        upwards = (upwards >> two_rows) & up
        leftwards = (leftwards >> _U2) & left
        downwards = (downwards << two_rows) & down
        rightwards = (rightwards << _U2) & right
    return total


@jit
def _count(rules: Konane, state: State, task: int) -> int:
    """How many moves there are for this task."""
    own = (task & 1) * rules.words
    if task >= JUMP and rules.words == 1:
        return _count_small(rules, state, own)
    total = 0
    for word in range(rules.words):
        if task < JUMP:
            total += popcount(removable(rules, state, task, word))
        else:
            for direction in range(4):
                able = state[own + word]
                for jumps in range(1, rules.reach[direction] + 1):
                    able = jumpers(rules, state, own, direction, jumps, word, able)
                    if able == U0:
                        break
                    total += popcount(able)
    return total


contract.reset.register(Konane)(place_stones)
contract.scores.register(Konane)(count_stones)
contract.observe.register(Konane)(observe_stones)


@contract.player.register(Konane)
def player_konane(rules: Konane, state: State) -> int:
    return np.int64(state[2 * rules.words] & U1)


@jit
def _removals(rules: Konane, state: State, task: int, out: Moves) -> int:
    """Write the moves of the opening, return how many."""
    n = 0
    for word in range(rules.words):
        stones = removable(rules, state, task, word)
        while stones != U0:
            out[n] = 4 * rules.hops * rules.cells + 64 * word + lowest(stones)
            n += 1
            stones &= stones - U1
    return n


@contract.legal_moves.register(Konane)
def legal_moves_konane(rules: Konane, state: State, out: Moves) -> int:
    task = np.int64(state[2 * rules.words])
    if task < JUMP:
        return _removals(rules, state, task, out)
    n = 0
    own = (task & 1) * rules.words
    for word in range(rules.words):
        jumping = _jumping(rules, state, own, word)
        stones = jumping[0] | jumping[1] | jumping[2] | jumping[3]
        while stones != U0:
            stone = stones & ~(stones - U1)
            stones ^= stone
            cell = 64 * word + lowest(stone)
            for direction in range(4):
                able = jumping[direction] & stone
                jumps = 0
                while able != U0:
                    out[n] = (cell * 4 + direction) * rules.hops + jumps
                    n += 1
                    jumps += 1
                    if jumps == rules.reach[direction]:
                        break
                    able = jumpers(rules, state, own, direction, jumps + 1, word, able)
    return n


@contract.random_move.register(Konane)
def random_move_konane(rules: Konane, state: State, rng: Stream) -> int:
    task = np.int64(state[2 * rules.words])
    own = (task & 1) * rules.words
    total = _count(rules, state, task)
    if total == 0:
        return NONE
    n = draw(rng, total)
    for word in range(rules.words):
        if task < JUMP:
            able = removable(rules, state, task, word)
            here = popcount(able)
            if n < here:
                return 4 * rules.hops * rules.cells + 64 * word + nth_bit(able, n)
            n -= here
            continue
        for direction in range(4):
            able = state[own + word]
            for jumps in range(1, rules.reach[direction] + 1):
                able = jumpers(rules, state, own, direction, jumps, word, able)
                if able == U0:
                    break
                here = popcount(able)
                if n < here:
                    cell = 64 * word + nth_bit(able, n)
                    return (cell * 4 + direction) * rules.hops + jumps - 1
                n -= here
    return NONE


@contract.play.register(Konane)
def play_konane(rules: Konane, state: State, move: int) -> None:
    task = np.int64(state[2 * rules.words])
    own = (task & 1) * rules.words
    if task < JUMP:
        flip(state, own, move - 4 * rules.hops * rules.cells)
        state[2 * rules.words] = np.uint64(task + 1)
        return
    place, jumps = move // rules.hops, move % rules.hops + 1
    cell, delta = place >> 2, rules.delta[place & 3]
    flip(state, own, cell)
    for jump in range(jumps):
        flip(state, rules.words - own, cell + (2 * jump + 1) * delta)
    flip(state, own, cell + 2 * jumps * delta)
    state[2 * rules.words] ^= U1


@jit
def task_of(rules: Konane, state: State, who: int) -> int:
    """What `who` would have to do, were it their turn: open, answer or jump."""
    return who if np.int64(state[2 * rules.words]) < JUMP else JUMP + who


@contract.mobility.register(Konane)
def mobility_konane(rules: Konane, state: State, who: int) -> int:
    return _count(rules, state, task_of(rules, state, who))


@contract.is_over.register(Konane)
def is_over_konane(rules: Konane, state: State) -> bool:
    task = np.int64(state[2 * rules.words])
    for word in range(rules.words):
        if movers(rules, state, task, word) != U0:
            return False
    return True


@contract.returns.register(Konane)
def returns_konane(rules: Konane, state: State, out: Floats) -> None:
    """Who cannot move loses."""
    loser = np.int64(state[2 * rules.words] & U1)
    out[loser] = -1.0
    out[1 - loser] = 1.0


@contract.changes.register(Konane)
def changes_konane(rules: Konane, state: State, move: int, viewer: int, cells: Moves, codes: Codes) -> int:
    task = np.int64(state[2 * rules.words])
    codes[0] = 0
    if task < JUMP:
        cells[0] = move - 4 * rules.hops * rules.cells
        return 1
    place, jumps = move // rules.hops, move % rules.hops + 1
    cell, delta = place >> 2, rules.delta[place & 3]
    cells[0] = cell
    for jump in range(jumps):
        cells[1 + jump] = cell + (2 * jump + 1) * delta
        codes[1 + jump] = 0
    cells[1 + jumps] = cell + 2 * jumps * delta
    codes[1 + jumps] = 1 if has(state, viewer * rules.words, cell) else 2
    return 2 + jumps
