"""Some rows of whole numbers, each times its factor, added to one row."""

from __future__ import annotations

import numpy as np

from papamu.kernel.jit import compile_as_written
from papamu.kernel.vectors.rows import Index, Sums, Units


def add_units(
    root: Sums, root_at: int, w: Units, w_at: int, stride: int, which: Index, by: Sums, many: int
) -> None:
    """root[j] += Σ by[k] × w[which[k] × stride + j], for j below `stride`."""
    into = root[root_at:]
    even = many - many % 2
    for k in range(0, even, 2):  # two rows at a time: half the loads and stores of the sums
        one, other = w[w_at + which[k] * stride :], w[w_at + which[k + 1] * stride :]
        by_one, by_other = by[k], by[k + 1]
        for j in range(stride):
            into[j] += by_one * np.int32(one[j]) + by_other * np.int32(other[j])
    if even < many:
        row, times = w[w_at + which[even] * stride :], by[even]
        for j in range(stride):
            into[j] += times * np.int32(row[j])


# No LLVM: sums of whole numbers may be made in any order, and LLVM makes vectors of these loops itself. 3 rows of 2,528
# take 167 ns and 8 rows 400 ns (python -m papamu.bench.vectors: Zen 5, Numba 0.68); by hand it was 200 and 515 ns.
compile_as_written(add_units)
