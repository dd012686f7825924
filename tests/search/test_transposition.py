"""The transposition table never answers for another position, keeps to its size, and forgets at once."""

from __future__ import annotations

import numpy as np
import pytest

import papamu
from papamu.core.errors import PapamuError
from papamu.games.rules import NONE
from papamu.kernel.bits import State
from papamu.kernel.random import next32, stream
from papamu.search.transposition import (
    DEEPEST,
    EXACT,
    LOWER,
    UPPER,
    TranspositionTable,
    bound_at,
    clear,
    depth_at,
    filled_share,
    find_slot,
    move_at,
    new_table,
    state_hash,
    store,
    value_at,
)
from tests.effort import effort

GAME = papamu.load("clobber:4x4")


def a_state(*words: int) -> State:
    return np.array(words, dtype=np.uint64)


def entry(kept: TranspositionTable, state: State) -> tuple[float, int, int, int] | None:
    slot = find_slot(kept, state)
    if slot == NONE:
        return None
    return value_at(kept, slot), depth_at(kept, slot), bound_at(kept, slot), move_at(kept, slot)


def test_what_is_stored_is_found() -> None:
    kept = new_table(GAME, 0.01)
    state = a_state(2**63 + 5, 2**64 - 1, 1)
    assert entry(kept, state) is None
    store(kept, state, -0.25, 7, LOWER, 63)
    assert entry(kept, state) == (-0.25, 7, LOWER, 63)
    store(kept, state, 0.5, 3, UPPER, NONE)
    assert entry(kept, state) == (0.5, 3, UPPER, NONE)
    store(kept, state, 1e12, 10**6, EXACT, 2**31)
    assert entry(kept, state) == (1e12, DEEPEST, EXACT, 2**31)
    for other in (a_state(2**63 + 5, 2**64 - 1, 0), a_state(2**64 - 1, 2**63 + 5, 1), a_state(0, 0, 0)):
        assert entry(kept, other) is None


def test_every_answer_is_the_last_word_about_this_position() -> None:
    """Far more positions than slots: entries get lost, but none is ever about another position."""
    kept = new_table(GAME, 0.004)
    assert len(kept.rows) < 200
    rng, told, lost = stream(1), {}, 0
    for number in range(effort(20_000, 2_000)):
        state = a_state(int(next32(rng)) % 64, int(next32(rng)) % 8 << 60, number % 2)
        key = state.tobytes()
        found = entry(kept, state)
        assert found is None or found == told[key]
        lost += found is None and key in told
        told[key] = (number / 7, int(next32(rng)) % 30, 1 + number % 3, number % 99 - 1)
        value, depth, bound, move = told[key]
        store(kept, state, value, depth, bound, move)
        assert entry(kept, state) == told[key]
    assert lost > 0
    assert filled_share(kept) == 1.0


def test_deep_entries_outlive_shallow_ones() -> None:
    kept = new_table(GAME, 0.001)  # thirteen buckets
    deep = [a_state(number, 0, 0) for number in range(3)]
    for state in deep:
        store(kept, state, 1.0, 100, EXACT, 1)
    surviving = [state for state in deep if entry(kept, state)]
    for number in range(1000):
        store(kept, a_state(number, 1, 1), 0.0, number % 50, EXACT, 2)
    assert surviving
    assert all(entry(kept, state) == (1.0, 100, EXACT, 1) for state in surviving[:1])


def test_forgetting_takes_no_clearing_and_outlasts_the_generations() -> None:
    kept = new_table(GAME, 0.001)
    state = a_state(1, 2, 0)
    store(kept, state, 1.0, 1, EXACT, 1)
    clear(kept)
    assert entry(kept, state) is None
    assert filled_share(kept) == 0.0
    assert kept.rows[:, -1].any()  # still there, but of another generation
    store(kept, state, 1.0, 1, EXACT, 1)
    kept.generation[0] = 0xFFFF
    store(kept, a_state(5, 5, 1), 1.0, 1, EXACT, 1)
    for _ in range(3):  # back to the first generations: nothing may rise again
        clear(kept)
        assert entry(kept, state) is None
        assert entry(kept, a_state(5, 5, 1)) is None


def test_it_keeps_to_its_memory() -> None:
    for spec, megabytes in (("clobber:4x4", 1.0), ("checkers:8x8", 0.5), ("konane:10x10", 2.0)):
        kept = new_table(papamu.load(spec), megabytes)
        used = kept.rows.nbytes + kept.values.nbytes
        assert 0.99 * megabytes * 2**20 < used <= megabytes * 2**20
        assert kept.rows.ctypes.data % 64 == 0
        assert kept.rows.flags.c_contiguous
    with pytest.raises(PapamuError, match="megabytes"):
        new_table(GAME, 0.0)


@pytest.mark.parametrize("word", [0, 1, 2])
def test_states_that_differ_little_spread_well(word: int) -> None:
    """Buckets are chosen by the upper bits of the hash: near states must not crowd together."""
    buckets, count = 256, effort(16_384, 2_048)
    loads = np.zeros(buckets)
    for number in range(count):
        state = a_state(3, 5, 1)
        state[word] = number << (20 if word else 0)
        loads[int(state_hash(state)) >> 24] += 1
    mean = count / buckets
    assert ((loads - mean) ** 2 / mean).sum() < buckets + 6 * (2 * buckets) ** 0.5
