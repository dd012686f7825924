"""Neurons drawn towards a board: a step of training a self-organizing map."""

from __future__ import annotations

from typing import Any

from papamu.kernel.jit import FAST, compile_as_written
from papamu.kernel.vectors.rows import F0, Row


def pull_rows(w: Row, stride: int, hood: Row, to: Row, many: int, squares: Row) -> None:
    """w[k × stride + j] += hood[j] × (to[k] − w[k × stride + j]) for each row k below `many` and j below
    `stride`.

    `squares[j]` becomes the sum of w² over the rows. `stride` is a multiple of LANES.
    """
    for j in range(stride):
        squares[j] = F0
    for k in range(many):
        row, x = w[k * stride :], to[k]
        for j in range(stride):
            now = row[j] + hood[j] * (x - row[j])
            row[j] = now
            squares[j] += now * now


# 64 rows of 32 take 87 ns, plain loops 222 ns (python -m papamu.bench.vectors: Zen 5, Numba 0.68): the squares stay in
# registers over all rows.
if FAST:
    from numba.core import cgutils, types
    from numba.extending import intrinsic, overload

    from papamu.kernel.vectors.llvm import by_block, data_of, load, load_vectors, spread, store, zeros
    from papamu.kernel.vectors.rows import LANES

    @intrinsic
    def _pull_rows(
        typing_context: Any, w: Any, stride: Any, hood: Any, to: Any, many: Any, squares: Any
    ) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            w, hood, to, squares = (
                data_of(context, builder, signature.args[k], args[k]) for k in (0, 2, 3, 5)
            )
            stride, many = args[1], args[4]

            def block(j: Any, vectors: int) -> None:
                by = load_vectors(builder, hood, j, vectors)
                sums = [cgutils.alloca_once_value(builder, zeros(True)) for _ in by]
                with cgutils.for_range(builder, many, intp=many.type) as loop:
                    at = builder.add(builder.mul(loop.index, stride), j)
                    x = spread(builder, builder.load(builder.gep(to, [loop.index])), True)
                    for v, (share, total) in enumerate(zip(by, sums, strict=True)):
                        here = builder.add(at, at.type(LANES * v))
                        was = load(builder, w, here, True)
                        now = builder.fadd(was, builder.fmul(share, builder.fsub(x, was)))
                        store(builder, w, here, now)
                        builder.store(builder.fadd(builder.load(total), builder.fmul(now, now)), total)
                for v, total in enumerate(sums):
                    store(builder, squares, builder.add(j, j.type(LANES * v)), builder.load(total))

            by_block(builder, stride, block)
            return context.get_dummy_value()

        i = types.int64
        return types.void(w, i, hood, to, i, squares), generate

    @overload(pull_rows, strict=False)
    def _pull_rows_fast(w: Any, stride: Any, hood: Any, to: Any, many: Any, squares: Any) -> Any:
        return lambda w, stride, hood, to, many, squares: _pull_rows(w, stride, hood, to, many, squares)

else:
    compile_as_written(pull_rows)
