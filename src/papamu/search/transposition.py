"""The transposition table: what a search has found out about positions, in bounded memory.

Rows are indexed by a hash but keep the whole state, so an answer is about this position and no other. A
bucket is two rows side by side: the first keeps the deeper entry, the second the newer one. Forgetting
everything takes no time: entries of an older generation do not count.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PapamuError
from papamu.games.game import Game
from papamu.games.rules import NONE, Floats
from papamu.kernel.bits import U0, U1, State
from papamu.kernel.jit import jit

EXACT, LOWER, UPPER = 1, 2, 3  # the value is this; at least this; at most this
DEEPEST = (1 << 14) - 1  # deeper ones count as this deep

# The last word of a row: bits 0-1 the bound (0: empty), 2-15 depth, 16-31 generation, 32-63 move + 1.
_DEPTH, _GENERATION, _MOVE = np.uint64(2), np.uint64(16), np.uint64(32)
_BOUND_MASK, _DEPTH_MASK, _GENERATION_MASK = np.uint64(3), np.uint64(DEEPEST), np.uint64(0xFFFF)
_LOW32 = np.uint64(0xFFFFFFFF)
_S32 = np.uint64(32)
_C1, _C2, _C3 = np.uint64(0x9E3779B1), np.uint64(0x85EBCA77), np.uint64(0xC2B2AE3D)  # odd, below 2³²
_LINE = 64  # bytes the memory hands over at a time


class TranspositionTable(NamedTuple):
    """Buckets of two rows."""

    rows: NDArray[np.uint64]  # [slot, state_size + 1]: the state, then bound, depth, generation and move
    values: Floats  # [slot]
    generation: NDArray[np.uint64]  # [1]: 1 and up
    buckets: int


def new_table(game: Game, megabytes: float) -> TranspositionTable:
    """An empty table for this game that takes no more than so much memory."""
    width = game.rules.state_size + 1
    buckets = int(megabytes * 2**20) // (2 * 8 * (width + 1))
    if not 1 <= buckets < 2**32:
        raise PapamuError(f"a table of {megabytes} megabytes is not possible: it takes 0.001 or more")
    room = np.zeros(2 * buckets * width + _LINE // 8, dtype=np.uint64)
    skipped = -room.ctypes.data % _LINE // 8  # a bucket of Clobber or Konane is then one line of memory
    return TranspositionTable(
        rows=room[skipped : skipped + 2 * buckets * width].reshape(2 * buckets, width),
        values=np.zeros(2 * buckets, dtype=np.float64),
        generation=np.ones(1, dtype=np.uint64),
        buckets=buckets,
    )


@jit
def state_hash(state: State) -> np.uint64:
    """32 well mixed bits. Halves of words are multiplied by halves: nothing overflows."""
    low, high = U0, U0
    for word in range(len(state) + 2):  # two rounds more, so that the last word is mixed like the first
        if word < len(state):
            low ^= state[word] & _LOW32
            high ^= state[word] >> _S32
        first, second = low * _C1, (high ^ _C3) * _C2
        low = (first ^ (second >> _S32)) & _LOW32
        high = (second ^ (first >> _S32)) & _LOW32
    return low ^ high


@jit
def _first_slot(table: TranspositionTable, state: State) -> int:
    return 2 * np.int64((state_hash(state) * np.uint64(table.buckets)) >> _S32)


@jit
def _is_current(table: TranspositionTable, slot: int) -> bool:
    note = table.rows[slot, table.rows.shape[1] - 1]
    return note & _BOUND_MASK != U0 and (note >> _GENERATION) & _GENERATION_MASK == table.generation[0]


@jit
def _is_about(table: TranspositionTable, slot: int, state: State) -> bool:
    for word in range(len(state)):
        if table.rows[slot, word] != state[word]:
            return False
    return _is_current(table, slot)


@jit
def find_slot(table: TranspositionTable, state: State) -> int:
    """The slot that knows something about this state, or `NONE`."""
    slot = _first_slot(table, state)
    if _is_about(table, slot, state):
        return slot
    if _is_about(table, slot + 1, state):
        return slot + 1
    return NONE


@jit
def bound_at(table: TranspositionTable, slot: int) -> int:
    """`EXACT`, `LOWER` or `UPPER`."""
    return np.int64(table.rows[slot, table.rows.shape[1] - 1] & _BOUND_MASK)


@jit
def depth_at(table: TranspositionTable, slot: int) -> int:
    """How deep the search was."""
    return np.int64((table.rows[slot, table.rows.shape[1] - 1] >> _DEPTH) & _DEPTH_MASK)


@jit
def move_at(table: TranspositionTable, slot: int) -> int:
    """The best move found, or `NONE`."""
    return np.int64(table.rows[slot, table.rows.shape[1] - 1] >> _MOVE) - 1


@jit
def value_at(table: TranspositionTable, slot: int) -> float:
    """The value that is exact or a bound."""
    return table.values[slot]


@jit
def store(table: TranspositionTable, state: State, value: float, depth: int, bound: int, move: int) -> None:
    """Keep this; in a full bucket the shallower entry, or the older of the two, gives way."""
    last = table.rows.shape[1] - 1
    deep = np.uint64(max(0, min(DEEPEST, depth)))
    slot = _first_slot(table, state)
    if _is_about(table, slot + 1, state):
        slot += 1
    elif not _is_about(table, slot, state) and _is_current(table, slot):
        if deep < (table.rows[slot, last] >> _DEPTH) & _DEPTH_MASK:
            slot += 1
        else:  # the deep one steps aside
            for word in range(last + 1):
                table.rows[slot + 1, word] = table.rows[slot, word]
            table.values[slot + 1] = table.values[slot]
    for word in range(last):
        table.rows[slot, word] = state[word]
    about = np.uint64(bound) | (deep << _DEPTH) | (table.generation[0] << _GENERATION)
    table.rows[slot, last] = about | (np.uint64(move + 1) << _MOVE)
    table.values[slot] = value


@jit
def clear(table: TranspositionTable) -> None:
    """Everything is forgotten at once; the memory is only cleared when the generations run out."""
    if table.generation[0] == _GENERATION_MASK:
        last = table.rows.shape[1] - 1
        for slot in range(len(table.rows)):
            table.rows[slot, last] = U0
        table.generation[0] = U0
    table.generation[0] += U1


def filled_share(table: TranspositionTable) -> float:
    """Which share of the slots is in use."""
    notes = table.rows[:, -1]
    current = (notes >> _GENERATION) & _GENERATION_MASK == table.generation[0]
    return float(np.mean(current & (notes & _BOUND_MASK != U0)))
