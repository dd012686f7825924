"""The largest of some numbers: the score of the best neuron of a block."""

from __future__ import annotations

from typing import Any

import numpy as np

from papamu.kernel.jit import FAST, compile_as_written
from papamu.kernel.vectors.rows import Row


def largest(row: Row, n: int) -> np.float32:
    """The largest of n numbers, none of which is NaN; n is a multiple of LANES and not zero."""
    found = row[0]
    for k in range(n):
        found = max(found, row[k])
    return found


# 32 numbers 1.6 ns, plain loops 5.1 ns (python -m papamu.bench.vectors: Zen 5, Numba 0.68).
if FAST:
    from numba.core import cgutils, types
    from numba.extending import intrinsic, overload

    from papamu.kernel.vectors.llvm import INT32, data_of, load
    from papamu.kernel.vectors.rows import LANES

    @intrinsic
    def _largest(typing_context: Any, row: Any, n: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            row, n = data_of(context, builder, signature.args[0], args[0]), args[1]

            def larger(a: Any, b: Any) -> Any:
                return builder.select(builder.fcmp_ordered(">", a, b), a, b)

            best = cgutils.alloca_once_value(builder, load(builder, row, n.type(0), True))
            with cgutils.for_range_slice(builder, n.type(0), n, n.type(LANES), n.type) as (k, _):
                builder.store(larger(builder.load(best), load(builder, row, k, True)), best)
            lanes = [builder.extract_element(builder.load(best), INT32(k)) for k in range(LANES)]
            while len(lanes) > 1:
                lanes = [larger(a, b) for a, b in zip(lanes[::2], lanes[1::2], strict=True)]
            return lanes[0]

        return types.float32(row, types.int64), generate

    @overload(largest, strict=False)
    def _largest_fast(row: Any, n: Any) -> Any:
        return lambda row, n: _largest(row, n)

else:
    compile_as_written(largest)
