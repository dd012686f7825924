"""Which neuron wins after some cells of the board changed, in whole numbers."""

from __future__ import annotations

from typing import Any

from papamu.kernel.jit import FAST, compile_as_written
from papamu.kernel.vectors.rows import Index, Sums, Units


def best_after(
    root: Sums, root_at: int, w: Units, w_at: int, stride: int, which: Index, by: Sums, many: int
) -> int:
    """Where root[j] + Σ by[k] × w[which[k] × stride + j] is largest, and how large.

    Returns the size × 2³² + (2³² − 1 − the place), so that of two such numbers the larger is the better
    one, and the first of equal ones. Whole numbers, because then it does not matter in which steps a sum
    came about, in two bytes, so that twice as many of them are near at hand. `stride` is a multiple of 4
    × LANES.
    """
    best, at = -(2**31), 0
    for j in range(stride):
        total = int(root[root_at + j])
        for k in range(many):
            total += int(by[k]) * int(w[w_at + int(which[k]) * stride + j])
        if total > best:
            best, at = total, j
    return best * 2**32 + (2**32 - 1 - at)


# 3 rows of 2,528 take 275 ns, plain loops 7,100 ns; 8 rows 590 and 10,300 ns (python -m papamu.bench.vectors: Zen 5,
# Numba 0.68): LLVM does not make vectors of a search for the place of the largest.
if FAST:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic, overload

    from papamu.kernel.vectors.llvm import INT32, INT64, SUMS, UNITS, data_of, load_ints, spread_int
    from papamu.kernel.vectors.rows import LANES

    def _by_sums(context: Any, builder: Any, signature: Any, args: Any, then: Any) -> None:
        """then(j, four sums) for root[j] + Σ by[k] × w[which[k] × stride + j], four vectors at a time."""
        root, w, which, by = (data_of(context, builder, signature.args[k], args[k]) for k in (0, 2, 5, 6))
        root_at, w_at, stride, many = args[1], args[3], args[4], args[7]
        word = stride.type
        zero = ir.Constant(SUMS, [0] * LANES)
        sums = [cgutils.alloca_once_value(builder, zero) for _ in range(4)]
        with cgutils.for_range_slice(builder, word(0), stride, word(4 * LANES), word) as (j, _):
            for v in range(4):
                at = builder.add(builder.add(root_at, j), word(LANES * v))
                builder.store(load_ints(builder, root, at, SUMS, 4), sums[v])
            with cgutils.for_range(builder, many, intp=word) as loop:
                row = builder.load(builder.gep(which, [loop.index]))
                at = builder.add(builder.add(builder.mul(row, stride), j), w_at)
                times = spread_int(builder, builder.load(builder.gep(by, [loop.index])))
                for v in range(4):
                    units = load_ints(builder, w, builder.add(at, word(LANES * v)), UNITS, 2)
                    change = builder.mul(times, builder.sext(units, SUMS))
                    builder.store(builder.add(builder.load(sums[v]), change), sums[v])
            then(j, [builder.load(total) for total in sums])

    @intrinsic
    def _best_after(
        typing_context: Any,
        root: Any,
        root_at: Any,
        w: Any,
        w_at: Any,
        stride: Any,
        which: Any,
        by: Any,
        many: Any,
    ) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            low = ir.Constant(SUMS, [-(2**31)] * LANES)
            best = [cgutils.alloca_once_value(builder, low) for _ in range(4)]
            where = [cgutils.alloca_once_value(builder, ir.Constant(SUMS, [0] * LANES)) for _ in range(4)]

            def compare(j: Any, sums: list[Any]) -> None:
                here = spread_int(builder, builder.trunc(j, INT32))
                for v in range(4):
                    most = builder.load(best[v])
                    more = builder.icmp_signed(">", sums[v], most)
                    builder.store(builder.select(more, sums[v], most), best[v])
                    builder.store(builder.select(more, here, builder.load(where[v])), where[v])

            _by_sums(context, builder, signature, args, compare)
            found = None
            for v in range(4):
                values, places = builder.load(best[v]), builder.load(where[v])
                for lane in range(LANES):
                    value = builder.sext(builder.extract_element(values, INT32(lane)), INT64)
                    place = builder.zext(builder.extract_element(places, INT32(lane)), INT64)
                    place = builder.add(place, INT64(LANES * v + lane))
                    both = builder.add(builder.shl(value, INT64(32)), builder.sub(INT64(2**32 - 1), place))
                    if found is None:
                        found = both
                    else:
                        found = builder.select(builder.icmp_signed(">", both, found), both, found)
            return found

        i = types.int64
        return i(root, i, w, i, i, which, by, i), generate

    @overload(best_after, strict=False)
    def _best_after_fast(
        root: Any, root_at: Any, w: Any, w_at: Any, stride: Any, which: Any, by: Any, many: Any
    ) -> Any:
        return lambda root, root_at, w, w_at, stride, which, by, many: _best_after(
            root, root_at, w, w_at, stride, which, by, many
        )

else:
    compile_as_written(best_after)
