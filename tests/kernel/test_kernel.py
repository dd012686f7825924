"""The kernel layer: bits, streams, grids, symmetries and dispatch, each against the obvious way."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numba.core.errors import NumbaError

from papamu.kernel import bits, grid
from papamu.kernel.generic import generic
from papamu.kernel.jit import FAST, jit
from papamu.kernel.random import draw, next32, stream, streams, uniform
from papamu.kernel.symmetry import permute, symmetries
from tests.effort import effort

WORDS = st.integers(0, 2**64 - 1)


# A compiled caller for each, so that the machine instructions are tested and not the Python twins.
@jit
def compiled_bits(word: np.uint64, n: int) -> tuple[int, int, int]:
    return bits.popcount(word), bits.lowest(word), bits.nth_bit(word, n)


@jit
def compiled_halves(word: np.uint64, n: int) -> int:
    return halves(word, n)


halves = jit(bits._nth_bit_by_halves)


@jit
def compiled_four(
    a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64, n: int
) -> tuple[int, tuple[int, int]]:
    masks = (a, b, c, d)
    return bits.count_four(masks), bits.pick_of_four(masks, n)


@given(word=WORDS.filter(bool), pick=st.integers(0, 63))
def test_bits_of_a_word(word: int, pick: int) -> None:
    ones = [index for index in range(64) if word >> index & 1]
    n = pick % len(ones)
    assert tuple(compiled_bits(np.uint64(word), n)) == (len(ones), ones[0], ones[n])
    assert compiled_halves(np.uint64(word), n) == ones[n]
    assert bits.nth_bit(np.uint64(word), n) == ones[n]


@jit
def compiled_single(word: np.uint64, out: bits.State) -> None:
    out[0], out[1] = bits.lowest_bit(word), bits.highest_bit(word)
    out[2], out[3] = bits.below(out[0]), bits.above(out[1])


@given(word=WORDS)
@example(word=0)
@example(word=1 << 63)
def test_single_bits_of_a_word(word: int) -> None:
    ones = [index for index in range(64) if word >> index & 1]
    lowest, highest = (1 << ones[0], 1 << ones[-1]) if ones else (0, 0)
    below, above = (lowest - 1, 2**64 - 2 * highest) if ones else (0, 0)
    out = np.zeros(4, dtype=np.uint64)
    compiled_single(np.uint64(word), out)
    assert out.tolist() == [lowest, highest, below, above]


@given(words=st.tuples(WORDS, WORDS, WORDS, WORDS).filter(any), pick=st.integers(0, 255))
def test_pick_of_four(words: tuple[int, int, int, int], pick: int) -> None:
    ones = [(index, which) for which, word in enumerate(words) for index in range(64) if word >> index & 1]
    total, found = compiled_four(*(np.uint64(word) for word in words), pick % len(ones))
    assert total == len(ones)
    assert tuple(found) == ones[pick % len(ones)]


@given(cells=st.lists(st.booleans(), min_size=1, max_size=300), delta=st.integers(-150, 150))
def test_look_sees_a_board_shifted(cells: list[bool], delta: int) -> None:
    words = grid.words_for(len(cells))
    if words == 1 and abs(delta) >= 64:
        delta %= 64
    state = np.concatenate([np.array([7], dtype=np.uint64), grid.pack(cells), np.array([9], dtype=np.uint64)])
    seen = np.array([bits.look(state, 1, words, word, delta) for word in range(words)], dtype=np.uint64)
    room = 64 * words
    full = cells + [False] * (room - len(cells))
    expected = [full[i + delta] if 0 <= i + delta < room else False for i in range(room)]
    assert grid.unpack(seen, room).tolist() == expected


@given(cells=st.lists(st.booleans(), min_size=65, max_size=200), by=st.integers(1, 63))
def test_behind_and_ahead_carry_between_words(cells: list[bool], by: int) -> None:
    words = grid.words_for(len(cells))
    state = grid.pack(cells)
    for word in range(words):
        before, here, after = (np.uint64(bits.word_at(state, 0, words, word + step)) for step in (-1, 0, 1))
        assert bits.behind(before, here, np.uint64(by)) == bits.look(state, 0, words, word, -by)
        assert bits.ahead(here, after, np.uint64(by)) == bits.look(state, 0, words, word, by)


def test_has_flip_and_count() -> None:
    state = np.zeros(5, dtype=np.uint64)
    for cell in (0, 63, 64, 150):
        assert not bits.has(state, 1, cell)
        bits.flip(state, 1, cell)
        assert bits.has(state, 1, cell)
    assert bits.count(state, 1, 3) == 4
    assert state[0] == state[4] == 0


def test_streams_do_not_depend_on_compilation() -> None:
    """Figures written down once: the same with the JIT on and off, on every machine."""
    rng = stream(7)
    assert [int(next32(rng)) for _ in range(4)] == STREAM_OF_SEVEN
    assert [int(draw(rng, 10)) for _ in range(8)] == DRAWS_OF_SEVEN


STREAM_OF_SEVEN = [1791935338, 1939356915, 1612335532, 2955304864]
DRAWS_OF_SEVEN = [0, 6, 3, 2, 8, 7, 4, 3]


def test_streams_are_distinct_and_repeatable() -> None:
    many = streams(3, 1000)
    assert len({row.tobytes() for row in many}) == 1000
    assert (streams(3, 1000) == many).all()
    assert (stream(3) != stream(3, 1)).any()
    assert (stream(None) != stream(None)).any()


def test_draws_are_uniform() -> None:
    rng, games = stream(1), effort(120_000, 6_000)
    counts = np.zeros(12)
    for _ in range(games):
        counts[draw(rng, 12)] += 1
    expected = games / 12
    assert ((counts - expected) ** 2 / expected).sum() < 33  # chi-square, 11 degrees: 1 in 2,000
    values = [uniform(rng) for _ in range(2_000)]
    assert min(values) >= 0 and max(values) < 1 and abs(np.mean(values) - 0.5) < 0.03


@pytest.mark.parametrize(("rows", "cols", "many"), [(4, 4, 8), (8, 8, 8), (3, 5, 4), (1, 6, 2), (1, 1, 1)])
def test_symmetries(rows: int, cols: int, many: int) -> None:
    tables = symmetries(rows, cols)
    assert tables.shape == (many, rows * cols)
    assert (tables[0] == np.arange(rows * cols)).all()
    found = {table.tobytes() for table in tables}
    assert len(found) == many
    for one in tables:  # a group: closed, and neighbours stay neighbours
        assert {one[other].tobytes() for other in tables} == found
        for cell in range(rows * cols - 1):
            if (cell + 1) % cols:
                (r, c), (r2, c2) = divmod(int(one[cell]), cols), divmod(int(one[cell + 1]), cols)
                assert abs(r - r2) + abs(c - c2) == 1


def test_permute_moves_codes_to_where_the_table_says() -> None:
    board = np.arange(6, dtype=np.int8).reshape(2, 3)
    for table in symmetries(2, 3):
        moved = permute(table, board).ravel()
        assert all(moved[table[cell]] == board.ravel()[cell] for cell in range(6))


@pytest.mark.parametrize(
    ("rows", "cols", "from_top"), [(4, 5, False), (8, 8, True), (3, 40, False), (120, 1, False)]
)
def test_cell_names_are_read_back(rows: int, cols: int, from_top: bool) -> None:
    names = [grid.cell_name(rows, cols, cell, from_top) for cell in range(rows * cols)]
    assert len(set(names)) == rows * cols
    assert [grid.parse_cell(rows, cols, name, from_top) for name in names] == list(range(rows * cols))


def test_cell_names() -> None:
    assert grid.cell_name(6, 6, 0) == "a6"
    assert grid.cell_name(8, 8, 0, from_top=True) == "a1"
    assert grid.cell_name(1, 30, 26) == "aa1"
    for wrong in ("", "a", "1", "a0", "a7", "g1", "A1", "a1 ", "aaa1", "é1"):
        assert grid.parse_cell(6, 6, wrong) is None


def test_pack_and_unpack() -> None:
    cells = np.arange(130) % 3 == 0
    assert (grid.unpack(grid.pack(cells), 130) == cells).all()
    assert grid.pack([True]).tolist() == [1]


class Apple(NamedTuple):
    weight: int


class Pear(NamedTuple):
    weight: int
    ripe: int


class Stone(NamedTuple):
    weight: int


@generic
def sweetness(fruit: Apple | Pear, water: int) -> int:
    """How sweet it is."""


@sweetness.register(Apple)
def sweetness_apple(fruit: Apple, water: int) -> int:
    return fruit.weight - water


@sweetness.register(Pear)
def sweetness_pear(fruit: Pear, water: int) -> int:
    return fruit.weight * fruit.ripe - water


@generic(default=True)
def price(fruit: Apple | Pear) -> int:
    """What it costs; most things cost their weight."""
    return fruit.weight


@price.register(Pear)
def price_pear(fruit: Pear) -> int:
    return 100


@jit
def worth(fruit: Apple | Pear, water: int) -> int:
    return 1000 * price(fruit) + sweetness(fruit, water)


def test_generic_picks_by_the_record() -> None:
    assert sweetness(Apple(5), 1) == 4
    assert sweetness(Pear(5, 3), 1) == 14
    assert (price(Apple(5)), price(Pear(5, 3))) == (5, 100)


def test_generic_picks_by_the_record_in_compiled_code() -> None:
    assert worth(Apple(5), 1) == 5_004
    assert worth(Pear(5, 3), 1) == 100_014
    assert worth(Pear(6, 3), 2) == 100_016


def test_generic_without_an_implementation_says_so() -> None:
    with pytest.raises(NotImplementedError, match=r"Stone does not say how to `sweetness`"):
        sweetness(Stone(1), 1)


@pytest.mark.skipif(not FAST, reason="only kernels compiled the fast way are kept from allocating")
def test_a_kernel_that_allocates_is_refused() -> None:
    @jit
    def allocates(n: int) -> int:
        return len(np.empty(n))

    with pytest.raises(NumbaError):
        allocates(3)
