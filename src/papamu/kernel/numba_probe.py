"""A trial of the fast way with a Numba that nobody has tried yet: `python -m papamu.kernel.numba_probe`.

One kernel that uses all of it: dispatch on records, an inner kernel called with constants, bits, vectors, the
clock, and the disk cache when it is run a second time. It ends with an error if a result is wrong.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.kernel import bits
from papamu.kernel.clock import ticks
from papamu.kernel.generic import generic
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

_STRIDE = 4 * LANES


class Board(NamedTuple):
    """A record with a number and an array."""

    side: int
    words: NDArray[np.uint64]


@generic
def weigh(record: Board, by: int) -> int:
    """Something that is chosen by the record's class."""
    raise NotImplementedError


@weigh.register(Board)
def weigh_board(record: Board, by: int) -> int:
    return record.side * by + bits.popcount(record.words[0])


@jit
def _add(a: int, b: int) -> int:
    return a + b


@jit
def _use_all(record: Board, w: Row, row: Row, units: Units, sums: Sums, which: Index, out: Row) -> int:
    word = record.words[0]
    total = _add(weigh(record, 3), 4)
    lowest, highest = bits.lowest_bit(word), bits.highest_bit(word)
    total += bits.lowest(word) + bits.nth_bit(word, 2) + bits.lowest(lowest) + bits.lowest(highest)
    total += bits.popcount(bits.below(lowest)) + bits.popcount(bits.above(highest))
    total += 0 * ticks()
    add_rows(row, w, _STRIDE, which, w, 2)
    change_rows(w, _STRIDE, which, w, 2, np.float32(0.5), row)
    pull_rows(w, _STRIDE, row, w, 2, out)
    out[0] = dot(w, 1, row, 2, 29)
    out[1] = bent_dot(row, w, 1, out[0], 2, np.float32(0.5), 3, 29, np.float32(0.1))
    out[2] = largest(row, _STRIDE)
    add_units(sums, 0, units, 0, _STRIDE, which, sums, 3)
    return total + best_after(sums, 0, units, 0, _STRIDE, which, sums, 2)


def main() -> None:
    """Compiled and interpreted must give the same."""
    found = []
    for run in (_use_all, getattr(_use_all, "py_func", _use_all)):
        rng = np.random.default_rng(1)
        record = Board(5, np.array([0b1011_0110_1000], dtype=np.uint64))
        w, row, out = (rng.random(size, dtype=np.float32) for size in (4 * _STRIDE, _STRIDE, _STRIDE))
        units, sums = np.arange(4 * _STRIDE, dtype=np.int16), np.arange(_STRIDE, dtype=np.int32)
        total = int(run(record, w, row, units, sums, np.array([2, 0, 1]), out))
        found.append((total, w.tobytes(), row.tobytes(), out.tobytes(), sums.tobytes()))
    if found[0] != found[1]:
        raise SystemExit("compiled and interpreted differ")


if __name__ == "__main__":
    main()
