"""Vector functions against NumPy, and compiled against interpreted, at odd sizes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from papamu.kernel.jit import jit
from papamu.kernel.vectors import (
    LANES,
    Index,
    Row,
    Sums,
    Units,
    add_rows,
    add_units,
    bent_dot,
    best_after,
    change_rows,
    dot,
    largest,
    pull_rows,
)

SEEDS = st.integers(0, 2**32 - 1)


# A compiled caller for each, so that the vector instructions are tested and not the Python twins.
@jit
def _largest(row: Row, n: int) -> np.float32:
    return largest(row, n)


@jit
def _best(
    root: Sums, root_at: int, w: Units, w_at: int, stride: int, which: Index, by: Sums, many: int
) -> int:
    return best_after(root, root_at, w, w_at, stride, which, by, many)


@jit
def _add(
    root: Sums, root_at: int, w: Units, w_at: int, stride: int, which: Index, by: Sums, many: int
) -> None:
    add_units(root, root_at, w, w_at, stride, which, by, many)


@jit
def _pull(w: Row, stride: int, hood: Row, to: Row, many: int, squares: Row) -> None:
    pull_rows(w, stride, hood, to, many, squares)


@jit
def _dot(a: Row, a_at: int, b: Row, b_at: int, n: int) -> np.float32:
    return dot(a, a_at, b, b_at, n)


@jit
def _bent(
    root: Row,
    w: Row,
    a_at: int,
    a: np.float32,
    b_at: int,
    b: np.float32,
    c_at: int,
    n: int,
    below: np.float32,
) -> np.float32:
    return bent_dot(root, w, a_at, a, b_at, b, c_at, n, below)


@jit
def _add_rows(into: Row, w: Row, stride: int, which: Index, by: Row, many: int) -> None:
    add_rows(into, w, stride, which, by, many)


@jit
def _change_rows(w: Row, stride: int, which: Index, by: Row, many: int, step: np.float32, along: Row) -> None:
    change_rows(w, stride, which, by, many, step, along)


def floats(seed: int, size: int) -> Row:
    """Numbers of very different sizes: another order of a sum would show."""
    rng = np.random.default_rng(seed)
    return (rng.normal(size=size) * 10.0 ** rng.integers(-4, 5, size)).astype(np.float32)


@given(st.integers(0, 40), st.integers(0, 5), st.integers(0, 5), SEEDS)
def test_dot_in_a_fixed_order(n: int, a_at: int, b_at: int, seed: int) -> None:
    a, b = floats(seed, n + 6), floats(seed + 1, n + 6)
    products = a[a_at : a_at + n] * b[b_at : b_at + n]
    whole = n - n % LANES
    sums = [np.float32(0)] * LANES
    for k in range(whole):
        sums[k % LANES] += products[k]
    for k in range(whole, n):
        sums[0] += products[k]
    s0, s1, s2, s3, s4, s5, s6, s7 = sums
    expected = ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7))
    assert _dot(a, a_at, b, b_at, n) == dot(a, a_at, b, b_at, n) == expected


@given(st.integers(0, 40), st.sampled_from([0.0, 0.01, 1.0]), SEEDS)
def test_bent_dot_is_dot_after_the_bend(n: int, below: float, seed: int) -> None:
    root, w = floats(seed, n), floats(seed + 1, 3 * n + 4)
    a, b, slope = np.float32(0.3), np.float32(-1.7), np.float32(below)
    x = (root + a * w[1 : 1 + n]) + b * w[n : 2 * n]
    expected = dot(np.where(x > 0, x, slope * x), 0, w, 2 * n + 3, n)
    args = (root, w, 1, a, n, b, 2 * n + 3, n, slope)
    assert _bent(*args) == bent_dot(*args) == expected


@given(st.integers(1, 9), st.integers(0, 7), SEEDS)
def test_rows_are_added_and_changed_one_after_the_other(vectors: int, many: int, seed: int) -> None:
    stride = LANES * vectors
    w, into, by = floats(seed, 6 * stride), floats(seed + 1, stride), floats(seed + 2, many + 1)
    which = np.random.default_rng(seed).integers(0, 6, many + 1)
    step, rows = np.float32(0.7), w.reshape(6, stride).copy()
    sums = into.copy()
    for k in range(many):
        sums += by[k] * rows[which[k]]
    for add in (_add_rows, add_rows):
        found = into.copy()
        add(found, w, stride, which, by, many)
        assert (found == sums).all()
    for k in range(many):
        rows[which[k]] += (step * by[k]) * into
    for change in (_change_rows, change_rows):
        found = w.copy()
        change(found, stride, which, by, many, step, into)
        assert (found == rows.ravel()).all()


def given_rows(seed: int, stride: int, many: int, size: int) -> tuple[Sums, Units, Index, Sums]:
    """Sums of a few rows, whole numbers of either sign; with a small `size` many are equal."""
    rng = np.random.default_rng(seed)
    return (
        rng.integers(-size, size + 1, 5 + stride).astype(np.int32),
        rng.integers(-size, size + 1, 3 + 6 * stride).astype(np.int16),
        rng.integers(0, 6, max(1, many)),
        rng.integers(-2, 3, max(1, many)).astype(np.int32),
    )


@given(st.integers(1, 12), SEEDS)
def test_largest(vectors: int, seed: int) -> None:
    row = -np.random.default_rng(seed).random(LANES * vectors + 3).astype(np.float32)
    n = LANES * vectors
    row[n:] = 1.0  # behind the end
    assert _largest(row, n) == largest(row, n) == row[:n].max()
    row[3] = -np.inf
    assert _largest(row, n) == row[:n].max()
    row[:n] = -np.inf
    assert _largest(row, n) == -np.inf


@given(st.integers(1, 4), st.integers(0, 9), st.sampled_from([1, 300, 32_767]), SEEDS)
def test_best_after_a_change(blocks: int, many: int, size: int, seed: int) -> None:
    stride = 4 * LANES * blocks
    root, w, which, by = given_rows(seed, stride, many, size)
    rows = w[3:].reshape(6, stride).astype(np.int64)
    sums = root[5:] + sum((int(by[k]) * rows[which[k]] for k in range(many)), np.zeros(stride, np.int64))
    expected = int(sums.max()) * 2**32 + 2**32 - 1 - int(sums.argmax())  # argmax: the first of equal ones
    args = (root, 5, w, 3, stride, which, by, many)
    assert int(_best(*args)) == expected
    assert best_after(*args) == expected


@given(st.integers(1, 4), st.integers(0, 9), st.sampled_from([1, 32_767]), SEEDS)
def test_add_units(blocks: int, many: int, size: int, seed: int) -> None:
    stride = 4 * LANES * blocks
    root, w, which, by = given_rows(seed, stride, many, size)
    rows = w[3:].reshape(6, stride).astype(np.int64)
    expected = root.copy()
    expected[5:] += sum((int(by[k]) * rows[which[k]] for k in range(many)), np.zeros(stride, np.int64))
    for add in (_add, add_units):
        found = root.copy()
        add(found, 5, w, 3, stride, which, by, many)
        assert (found == expected).all()


@given(st.integers(1, 9), st.integers(1, 9), SEEDS)
def test_rows_are_pulled_towards_a_board(vectors: int, many: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    stride = LANES * vectors
    w = rng.uniform(-1, 1, (many, stride)).astype(np.float32)
    hood = rng.random(stride).astype(np.float32)
    to = rng.integers(-1, 2, many).astype(np.float32)
    expected = w + hood * (to[:, None] - w)
    for pull in (_pull, pull_rows):
        found, squares = w.ravel().copy(), np.full(stride + 2, 7, dtype=np.float32)
        pull(found, stride, hood, to, many, squares)
        assert (found.reshape(many, stride) == expected).all()  # bit for bit: no step is left out or fused
        assert squares[:stride] == pytest.approx((expected.astype(np.float64) ** 2).sum(axis=0), rel=1e-5)
        assert (squares[stride:] == 7).all()
    one, other = np.zeros(stride, dtype=np.float32), np.zeros(stride, dtype=np.float32)
    _pull(w.ravel().copy(), stride, hood, to, many, one)
    pull_rows(w.ravel().copy(), stride, hood, to, many, other)
    assert (one == other).all()
