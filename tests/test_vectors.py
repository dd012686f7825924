"""Vector functions of the maps against NumPy, and compiled against interpreted, at odd sizes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from papamu.kernel.jit import jit
from papamu.kernel.vectors import LANES, Index, Row, Sums, Units, add_units, best_after, largest, pull_rows

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


def told(seed: int, stride: int, many: int, size: int) -> tuple[Sums, Units, Index, Sums]:
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
    root, w, which, by = told(seed, stride, many, size)
    rows = w[3:].reshape(6, stride).astype(np.int64)
    sums = root[5:] + sum((int(by[k]) * rows[which[k]] for k in range(many)), np.zeros(stride, np.int64))
    expected = int(sums.max()) * 2**32 + 2**32 - 1 - int(sums.argmax())  # argmax: the first of equal ones
    args = (root, 5, w, 3, stride, which, by, many)
    assert int(_best(*args)) == expected
    assert best_after(*args) == expected


@given(st.integers(1, 4), st.integers(0, 9), st.sampled_from([1, 32_767]), SEEDS)
def test_add_units(blocks: int, many: int, size: int, seed: int) -> None:
    stride = 4 * LANES * blocks
    root, w, which, by = told(seed, stride, many, size)
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
