"""A network with one hidden layer of ReLUs, looked at after two of its inputs changed."""

from __future__ import annotations

from typing import Any

import numpy as np

from papamu.kernel.jit import FAST, compile_as_written
from papamu.kernel.vectors.rows import F0, LANES, Row


def _lane(
    root: Row,
    from_a: Row,
    a: np.float32,
    from_b: Row,
    b: np.float32,
    out: Row,
    n: int,
    below: np.float32,
    lane: int,
) -> np.float32:
    """One of the eight partial sums; the rest belongs to the first."""
    whole = n - n % LANES
    total = F0
    for k in range(lane, whole, LANES):
        x = (root[k] + a * from_a[k]) + b * from_b[k]
        total += (x if x > F0 else below * x) * out[k]
    if lane == 0:
        for k in range(whole, n):
            x = (root[k] + a * from_a[k]) + b * from_b[k]
            total += (x if x > F0 else below * x) * out[k]
    return total


def bent_dot(
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
    """Σ g(x_j) × w[c_at + j] with x = root + a × w[a_at …] + b × w[b_at …] and g bent at zero.

    That is a network with one hidden layer of ReLUs after two of its inputs changed.
    """
    given = (root, w[a_at:], np.float32(a), w[b_at:], np.float32(b), w[c_at:], n, np.float32(below))
    left = (_lane(*given, 0) + _lane(*given, 4)) + (_lane(*given, 2) + _lane(*given, 6))
    right = (_lane(*given, 1) + _lane(*given, 5)) + (_lane(*given, 3) + _lane(*given, 7))
    return left + right


compile_as_written(_lane)

# 20 nodes 4.8 ns, plain loops 21 ns; 100 nodes 11 and 80 ns (python -m papamu.bench.vectors: Zen 5, Numba 0.68).
if FAST:
    from numba.core import types
    from numba.extending import intrinsic, overload

    from papamu.kernel.vectors.llvm import data_of, load, spread, summed, zeros

    @intrinsic
    def _bent_dot(
        typing_context: Any,
        root: Any,
        w: Any,
        a_at: Any,
        a: Any,
        b_at: Any,
        b: Any,
        c_at: Any,
        n: Any,
        below: Any,
    ) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind_root, kind_w, *_ = signature.args
            _, _, a_at, a, b_at, b, c_at, n, below = args
            root = data_of(context, builder, kind_root, args[0])
            w = data_of(context, builder, kind_w, args[1])
            factors = {
                whole: [spread(builder, number, whole) for number in (a, b, below)] for whole in (True, False)
            }

            def term(k: Any, whole: bool) -> Any:
                by_a, by_b, slope = factors[whole]
                from_a = builder.fmul(by_a, load(builder, w, builder.add(a_at, k), whole))
                from_b = builder.fmul(by_b, load(builder, w, builder.add(b_at, k), whole))
                x = builder.fadd(builder.fadd(load(builder, root, k, whole), from_a), from_b)
                above = builder.fcmp_ordered(">", x, zeros(whole))
                value = builder.select(above, x, builder.fmul(slope, x))
                return builder.fmul(value, load(builder, w, builder.add(c_at, k), whole))

            return summed(builder, n, term)

        f, i = types.float32, types.int64
        return f(root, w, i, f, i, f, i, i, f), generate

    @overload(bent_dot, strict=False)
    def _bent_dot_fast(
        root: Any, w: Any, a_at: Any, a: Any, b_at: Any, b: Any, c_at: Any, n: Any, below: Any
    ) -> Any:
        return lambda root, w, a_at, a, b_at, b, c_at, n, below: _bent_dot(
            root, w, a_at, a, b_at, b, c_at, n, below
        )

else:
    compile_as_written(bent_dot)
