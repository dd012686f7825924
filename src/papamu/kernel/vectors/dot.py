"""Σ a × b: the output of a network's node."""

from __future__ import annotations

from typing import Any

import numpy as np

from papamu.kernel.jit import FAST, compile_as_written
from papamu.kernel.vectors.rows import F0, LANES, Row


def _lane(a: Row, b: Row, n: int, lane: int) -> np.float32:
    """One of the eight partial sums; the rest belongs to the first."""
    whole = n - n % LANES
    total = F0
    for k in range(lane, whole, LANES):
        total += a[k] * b[k]
    if lane == 0:
        for k in range(whole, n):
            total += a[k] * b[k]
    return total


def dot(a: Row, a_at: int, b: Row, b_at: int, n: int) -> np.float32:
    """Σ a × b over n numbers that begin at `a_at` and `b_at`."""
    a, b = a[a_at:], b[b_at:]
    left = (_lane(a, b, n, 0) + _lane(a, b, n, 4)) + (_lane(a, b, n, 2) + _lane(a, b, n, 6))
    right = (_lane(a, b, n, 1) + _lane(a, b, n, 5)) + (_lane(a, b, n, 3) + _lane(a, b, n, 7))
    return left + right


compile_as_written(_lane)

# 20 numbers 1.8 ns, plain loops 10 ns; 100 numbers 4.9 and 46 ns (python -m papamu.bench.vectors: Zen 5, Numba 0.68).
if FAST:
    from numba.core import types
    from numba.extending import intrinsic, overload

    from papamu.kernel.vectors.llvm import data_of, load, summed

    @intrinsic
    def _dot(typing_context: Any, a: Any, a_at: Any, b: Any, b_at: Any, n: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind_a, _, kind_b, _, _ = signature.args
            data_a = data_of(context, builder, kind_a, args[0])
            data_b = data_of(context, builder, kind_b, args[2])

            def term(k: Any, whole: bool) -> Any:
                left = load(builder, data_a, builder.add(args[1], k), whole)
                return builder.fmul(left, load(builder, data_b, builder.add(args[3], k), whole))

            return summed(builder, args[4], term)

        return types.float32(a, types.int64, b, types.int64, types.int64), generate

    @overload(dot, strict=False)
    def _dot_fast(a: Any, a_at: Any, b: Any, b_at: Any, n: Any) -> Any:
        return lambda a, a_at, b, b_at, n: _dot(a, a_at, b, b_at, n)

else:
    compile_as_written(dot)
