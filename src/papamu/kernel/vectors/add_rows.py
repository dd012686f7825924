"""Some rows of a table, each times its factor, added to one row: the first layer of a network or of a map."""

from __future__ import annotations

from typing import Any

from papamu.kernel.jit import FAST, compile_as_written
from papamu.kernel.vectors.rows import Index, Row


def add_rows(into: Row, w: Row, stride: int, which: Index, by: Row, many: int) -> None:
    """into[j] += by[k] × w[which[k] × stride + j], one row k after the other, for j below `stride`.

    `stride` is a multiple of LANES: rows are padded with zeros.
    """
    for k in range(many):
        row, times = w[which[k] * stride :], by[k]
        for j in range(stride):
            into[j] += times * row[j]


# By four vectors, whose sums stay in registers over all rows: 34 rows of 32 take 22 ns, plain loops 91 ns; 36 rows of
# 104 take 100 and 198 ns (python -m papamu.bench.vectors: Zen 5, Numba 0.68).
if FAST:
    from numba.core import cgutils, types
    from numba.extending import intrinsic, overload

    from papamu.kernel.vectors.llvm import by_block, data_of, load_vectors, spread, store
    from papamu.kernel.vectors.rows import LANES

    @intrinsic
    def _add_rows(typing_context: Any, into: Any, w: Any, stride: Any, which: Any, by: Any, many: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            into, w, which, by = (data_of(context, builder, signature.args[k], args[k]) for k in (0, 1, 3, 4))
            stride, many = args[2], args[5]

            def block(j: Any, vectors: int) -> None:
                sums = [
                    cgutils.alloca_once_value(builder, found)
                    for found in load_vectors(builder, into, j, vectors)
                ]
                with cgutils.for_range(builder, many, intp=many.type) as loop:
                    row = builder.load(builder.gep(which, [loop.index]))
                    at = builder.add(builder.mul(row, stride), j)
                    times = spread(builder, builder.load(builder.gep(by, [loop.index])), True)
                    for total, found in zip(sums, load_vectors(builder, w, at, vectors), strict=True):
                        builder.store(builder.fadd(builder.load(total), builder.fmul(times, found)), total)
                for v, total in enumerate(sums):
                    store(builder, into, builder.add(j, j.type(LANES * v)), builder.load(total))

            by_block(builder, stride, block)
            return context.get_dummy_value()

        i = types.int64
        return types.void(into, w, i, which, by, i), generate

    @overload(add_rows, strict=False)
    def _add_rows_fast(into: Any, w: Any, stride: Any, which: Any, by: Any, many: Any) -> Any:
        return lambda into, w, stride, which, by, many: _add_rows(into, w, stride, which, by, many)

else:
    compile_as_written(add_rows)
