"""One row, each time times another factor, added to some rows of a table: a step of learning in the first layer."""

from __future__ import annotations

from typing import Any

import numpy as np

from papamu.kernel.jit import FAST, compile_as_written
from papamu.kernel.vectors.rows import Index, Row


def change_rows(w: Row, stride: int, which: Index, by: Row, many: int, step: np.float32, along: Row) -> None:
    """w[which[k] × stride + j] += (step × by[k]) × along[j] for each row k and j below `stride`."""
    length = np.float32(step)
    for k in range(many):
        row, times = w[which[k] * stride :], length * by[k]
        for j in range(stride):
            row[j] += times * along[j]


# 34 rows of 32 take 31 ns, plain loops 60 ns; 36 rows of 104 take 113 and 133 ns; with 2 rows both are the same
# (python -m papamu.bench.vectors: Zen 5, Numba 0.68).
if FAST:
    from numba.core import cgutils, types
    from numba.extending import intrinsic, overload

    from papamu.kernel.vectors.llvm import by_block, data_of, load, load_vectors, spread, store
    from papamu.kernel.vectors.rows import LANES

    @intrinsic
    def _change_rows(
        typing_context: Any, w: Any, stride: Any, which: Any, by: Any, many: Any, step: Any, along: Any
    ) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            w, which, by, along = (
                data_of(context, builder, signature.args[k], args[k]) for k in (0, 2, 3, 6)
            )
            stride, many, step = args[1], args[4], args[5]

            def block(j: Any, vectors: int) -> None:
                directions = load_vectors(builder, along, j, vectors)
                with cgutils.for_range(builder, many, intp=many.type) as loop:
                    row = builder.load(builder.gep(which, [loop.index]))
                    at = builder.add(builder.mul(row, stride), j)
                    amount = builder.fmul(step, builder.load(builder.gep(by, [loop.index])))
                    times = spread(builder, amount, True)
                    for v, direction in enumerate(directions):
                        here = builder.add(at, at.type(LANES * v))
                        change = builder.fmul(times, direction)
                        store(builder, w, here, builder.fadd(load(builder, w, here, True), change))

            by_block(builder, stride, block)
            return context.get_dummy_value()

        i = types.int64
        return types.void(w, i, which, by, i, types.float32, along), generate

    @overload(change_rows, strict=False)
    def _change_rows_fast(w: Any, stride: Any, which: Any, by: Any, many: Any, step: Any, along: Any) -> Any:
        return lambda w, stride, which, by, many, step, along: _change_rows(
            w, stride, which, by, many, step, along
        )

else:
    compile_as_written(change_rows)
