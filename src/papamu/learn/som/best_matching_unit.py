"""Which neuron of a self-organizing map wins for a board, looked up for every move of a position.

A board is shown to its stage's map as it stands, then turned and mirrored, until the board retrieved from the
winner is the board itself; if that never happens, the winner of the nearest one counts (Reversi paper, §4).

A move changes a few cells, so the neurons' sums after it are those before it plus a few rows of weights.
Weights are whole numbers here, in units of 2⁻¹⁵: then sums do not depend on the moves that led to a board,
and a board has one winner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games.game import Game
from papamu.games.rules import Codes, Moves, Rules, changes
from papamu.kernel.bits import U0, State, bit, popcount
from papamu.kernel.grid import words_for
from papamu.kernel.jit import jit
from papamu.kernel.vectors import Sums, Units, add_units, best_after
from papamu.learn.som.retrieval import retrieve_boards
from papamu.learn.som.stages import (
    BoardCounter,
    new_board_counter,
    observe_board,
    owner_sign,
    stage_table,
    symmetry_tables,
)

Bits = NDArray[np.uint64]

UNIT = 2.0**15
_ROW = 32  # neurons come in rows of whole vectors
_NOBODY = -(2**30)  # the score of neurons that do not exist


class WinnerLookup(NamedTuple):
    """The maps of all stages, and room to look for winners in."""

    counted: BoardCounter
    cells: int
    neurons: int
    stride: int
    words: int  # of a board in bits
    many_turns: int
    stage_of: Moves  # [number of a board]
    turns: Moves  # [turn × cells]: where a cell goes
    weights: Units  # [stage × cells × stride]
    start: Sums  # [stage × stride]: a neuron's score of the empty board: minus ½ ‖w‖², or 0
    own: Bits  # [stage × neuron × words]: the board that a neuron stands for
    foe: Bits
    discs_only: int  # 1: only occupied cells must agree (IP-SOM)
    nearest: int  # 1: of boards that never match all turns are looked at for the winner; 0: none but itself
    roots: Sums  # [turn × stride]: scores of the board below
    board: Codes  # [cells]: the board before a move
    root: Codes  # [cells]: the board whose scores are in `roots`
    of_stage: Moves  # [1]: by which map; −1: none
    bits: Bits  # [turn × 2 × words]: the board before a move, turned
    turned: Bits  # [2 × words]
    turn: Moves  # [1]: how the board was turned when its winner was found
    changed: Moves  # [cells + 1]: where `board` and `root` differ
    cell: Moves  # [cells]: which cells a move changes
    code: Codes  # [cells]: into what
    which: Moves  # [cells]
    by: Sums  # [cells]


def new_winner_lookup(
    game: Game,
    stages: Sequence[tuple[int, int]],
    weights: NDArray[np.float32],
    thresholds: NDArray[np.float32],
    inner: bool,
    nearest: bool = True,
) -> WinnerLookup:
    """The lookup for these maps: weights [stage, neuron, cell], thresholds [stage, cell]."""
    many, neurons, cells = weights.shape
    stride = neurons + -neurons % _ROW
    table = symmetry_tables(game)
    units = np.zeros((many, cells, stride), dtype=np.int16)
    rounded = np.rint(weights.astype(np.float64) * UNIT).clip(1 - UNIT, UNIT - 1)
    units[:, :, :neurons] = rounded.transpose(0, 2, 1)
    start = np.full((many, stride), _NOBODY, dtype=np.int32)
    half = 0.0 if inner else 0.5 * np.square(weights.astype(np.float64)).sum(axis=2)
    start[:, :neurons] = -np.rint(half * UNIT)
    words = words_for(cells)
    stand_for = np.array([retrieve_boards(weights[s], thresholds[s]) for s in range(many)])

    def in_bits(side: int) -> Bits:
        room = np.zeros((many * neurons, 64 * words), dtype=np.uint8)
        room[:, :cells] = (stand_for == side).reshape(many * neurons, cells)
        return np.packbits(room, axis=1, bitorder="little").view("<u8").astype(np.uint64).ravel()

    return WinnerLookup(
        counted=new_board_counter(game),
        cells=cells,
        neurons=neurons,
        stride=stride,
        words=words,
        many_turns=len(table),
        stage_of=stage_table(stages),
        turns=np.ascontiguousarray(table).ravel(),
        weights=units.ravel(),
        start=start.ravel(),
        own=in_bits(1),
        foe=in_bits(-1),
        discs_only=int(inner),
        nearest=int(nearest),
        roots=np.zeros(len(table) * stride, dtype=np.int32),
        board=np.zeros(cells, dtype=np.int8),
        root=np.zeros(cells, dtype=np.int8),
        of_stage=np.full(1, -1, dtype=np.int64),
        bits=np.zeros(len(table) * 2 * words, dtype=np.uint64),
        turned=np.zeros(2 * words, dtype=np.uint64),
        turn=np.zeros(1, dtype=np.int64),
        changed=np.zeros(cells + 1, dtype=np.int64),
        cell=np.zeros(cells, dtype=np.int64),
        code=np.zeros(cells, dtype=np.int8),
        which=np.zeros(cells, dtype=np.int64),
        by=np.zeros(cells, dtype=np.int32),
    )


@jit
def _score_root(win: WinnerLookup, stage: int) -> None:
    """Bring the scores in `roots` to the board before the move, as this stage's map sees it."""
    cells, stride = win.cells, win.stride
    if win.of_stage[0] != stage:
        win.of_stage[0] = stage
        for cell in range(cells):
            win.root[cell] = 0
        for turn in range(win.many_turns):
            for i in range(stride):
                win.roots[turn * stride + i] = win.start[stage * stride + i]
    many = 0
    for cell in range(cells):
        win.changed[many] = cell
        many += 1 if win.board[cell] != win.root[cell] else 0
    if many == 0:
        return
    for turn in range(win.many_turns):
        for k in range(many):
            cell = win.changed[k]
            win.which[k] = win.turns[turn * cells + cell]
            win.by[k] = np.int32(win.board[cell]) - np.int32(win.root[cell])
        add_units(
            win.roots, turn * stride, win.weights, stage * cells * stride, stride, win.which, win.by, many
        )
    for cell in range(cells):
        win.root[cell] = win.board[cell]


@jit
def set_board(win: WinnerLookup, rules: Rules, state: State, viewer: int) -> int:
    """Look at the board before a move; returns its number."""
    number = observe_board(win.counted, rules, state, viewer, win.board)
    _turn_all(win)
    return number


@jit
def _turn_all(win: WinnerLookup) -> None:
    """Write the board in `board`, turned in all ways, into `bits`."""
    for k in range(win.many_turns * 2 * win.words):
        win.bits[k] = U0
    for cell in range(win.cells):
        code = win.board[cell]
        if code != 0:
            for turn in range(win.many_turns):
                goes = win.turns[turn * win.cells + cell]
                at = (2 * turn + (0 if code > 0 else 1)) * win.words + (goes >> 6)
                win.bits[at] |= bit(goes)


@jit
def _is_retrieved(win: WinnerLookup, stage: int, neuron: int) -> bool:
    """Does the neuron stand for the board in `turned`?"""
    at = (stage * win.neurons + neuron) * win.words
    for word in range(win.words):
        own, foe = win.turned[word], win.turned[win.words + word]
        occupied = own | foe
        has, had = win.own[at + word], win.foe[at + word]
        if win.discs_only:
            has &= occupied
            had &= occupied
        if has != own or had != foe:
            return False
    return True


@jit
def _turn(win: WinnerLookup, turn: int, many: int) -> None:
    """The board after the move, turned.

    Into `turned`, and what it adds to the scores into `which` and `by`.
    """
    for word in range(2 * win.words):
        win.turned[word] = win.bits[2 * turn * win.words + word]
    for k in range(many):
        cell, code = win.cell[k], win.code[k]
        goes = win.turns[turn * win.cells + cell]
        win.which[k] = goes
        win.by[k] = np.int32(code) - np.int32(win.board[cell])
        own, foe = goes >> 6, win.words + (goes >> 6)
        win.turned[own] &= ~bit(goes)
        win.turned[foe] &= ~bit(goes)
        if code > 0:
            win.turned[own] |= bit(goes)
        elif code < 0:
            win.turned[foe] |= bit(goes)


@jit(inline=False)
def _find(win: WinnerLookup, stage: int, many: int) -> int:
    """The winner of the board after a change of so many cells (`cell`, `code`) of the one before the move."""
    _score_root(win, stage)
    cells, stride = win.cells, win.stride
    chosen = -(2**62)
    for turn in range(win.many_turns):
        _turn(win, turn, many)
        found = best_after(
            win.roots, turn * stride, win.weights, stage * cells * stride, stride, win.which, win.by, many
        )
        if _is_retrieved(win, stage, _neuron(found)):
            win.turn[0] = turn
            return _neuron(found)
        if found > chosen and (turn == 0 or win.nearest):
            win.turn[0] = turn
            chosen = found
    return _neuron(chosen)


@jit
def _neuron(found: int) -> int:
    """The place in what `best_after` says."""
    return 0xFFFFFFFF - (found & 0xFFFFFFFF)


@jit
def winner_after(
    win: WinnerLookup, rules: Rules, state: State, viewer: int, number: int, move: int
) -> tuple[int, int]:
    """The number of the board after a move and its winner; `set_board` has looked at the board before it."""
    many = changes(rules, state, move, viewer, win.cell, win.code)
    standing = 0
    for k in range(many):
        code = win.code[k]
        was = win.board[win.cell[k]]
        win.code[k] = owner_sign(code, rules.num_players)
        standing += (1 if win.code[k] != 0 else 0) - (1 if was != 0 else 0)
    after = min(max(number + (standing if win.counted.grows else -standing), 0), win.counted.last)
    return after, _find(win, win.stage_of[after], many)


@jit
def winner_of(win: WinnerLookup, rules: Rules, state: State, viewer: int) -> tuple[int, int]:
    """The number of a board and its winner."""
    number = set_board(win, rules, state, viewer)
    return number, _find(win, win.stage_of[number], 0)


@jit
def _recall(
    win: WinnerLookup, boards: Codes, neurons: Moves, ways: Moves, numbers: Moves, wrong: Moves, discs: Moves
) -> None:
    """How each of these boards comes back from its winner.

    Of every board: the winner, how it was turned, its number, how many squares are not as they were, and how
    many of its discs.
    """
    for n in range(boards.shape[0]):
        standing = 0
        for cell in range(win.cells):
            win.board[cell] = boards[n, cell]
            standing += 1 if boards[n, cell] != 0 else 0
        number = min(abs(standing - win.counted.standing), win.counted.last)
        _turn_all(win)
        stage = win.stage_of[number]
        neuron = _find(win, stage, 0)
        _turn(win, win.turn[0], 0)
        at = (stage * win.neurons + neuron) * win.words
        wrong[n] = discs[n] = 0
        for word in range(win.words):
            own, foe = win.turned[word], win.turned[win.words + word]
            differ = (own ^ win.own[at + word]) | (foe ^ win.foe[at + word])
            wrong[n] += popcount(differ)
            discs[n] += popcount(differ & (own | foe))
        neurons[n], ways[n], numbers[n] = neuron, win.turn[0], number


@dataclass(frozen=True)
class RecalledBoards:
    """How boards came back from their winners, one number for each board."""

    neurons: Moves  # the winner
    ways: Moves  # how the board was turned for it
    numbers: Moves  # the number of the board
    wrong: Moves  # squares that are not as they were
    discs: Moves  # discs that are not as they were


def recall_boards(win: WinnerLookup, boards: Codes) -> RecalledBoards:
    """Show boards, and see what comes back."""
    found = RecalledBoards(*(np.zeros(len(boards), dtype=np.int64) for _ in range(5)))
    _recall(win, boards, found.neurons, found.ways, found.numbers, found.wrong, found.discs)
    return found
