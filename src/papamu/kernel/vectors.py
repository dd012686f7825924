"""Sums over rows of float32, eight at a time and always in the same order.

LLVM does not turn a sum into vector instructions unless it may change the order of its terms, and then
the result depends on the machine. Here the order is fixed: eight partial sums, the rest added to the
first, then halves to halves. Compiled it is written out as vectors; interpreted, the same sums are made
one by one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from papamu.kernel.jit import JIT

Row = NDArray[np.float32]
Index = NDArray[np.int64]
Units = NDArray[np.int16]
Sums = NDArray[np.int32]
F0, F1 = np.float32(0), np.float32(1)
LANES = 8


def dot(a: Row, a_at: int, b: Row, b_at: int, n: int) -> np.float32:
    """Σ a × b over n numbers that begin at `a_at` and `b_at`."""
    sums = [F0] * LANES
    for k in range(n):
        sums[k % LANES if k < n - n % LANES else 0] += a[a_at + k] * b[b_at + k]
    return _folded(sums)


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
    sums = [F0] * LANES
    for k in range(n):
        x = root[k] + a * w[a_at + k] + b * w[b_at + k]
        sums[k % LANES if k < n - n % LANES else 0] += (x if x > F0 else below * x) * w[c_at + k]
    return _folded(sums)


def add_rows(into: Row, w: Row, stride: int, which: Index, by: Row, many: int) -> None:
    """into[j] += by[k] × w[which[k] × stride + j], one row k after the other, for j below `stride`.

    `stride` is a multiple of LANES: rows are padded with zeros.
    """
    for k in range(many):
        for j in range(stride):
            into[j] += by[k] * w[which[k] * stride + j]


def change_rows(w: Row, stride: int, which: Index, by: Row, many: int, step: np.float32, along: Row) -> None:
    """w[which[k] × stride + j] += (step × by[k]) × along[j] for each row k and j below `stride`."""
    for k in range(many):
        for j in range(stride):
            w[which[k] * stride + j] += (step * by[k]) * along[j]


def largest(row: Row, n: int) -> np.float32:
    """The largest of n numbers, none of which is NaN; n is a multiple of LANES and not zero."""
    found = row[0]
    for k in range(n):
        found = max(found, row[k])
    return found


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


def add_units(
    root: Sums, root_at: int, w: Units, w_at: int, stride: int, which: Index, by: Sums, many: int
) -> None:
    """root[j] += Σ by[k] × w[which[k] × stride + j], for j below `stride`."""
    for k in range(many):
        for j in range(stride):
            root[root_at + j] += by[k] * np.int32(w[w_at + int(which[k]) * stride + j])


def pull_rows(w: Row, stride: int, hood: Row, to: Row, many: int, squares: Row) -> None:
    """w[k × stride + j] += hood[j] × (to[k] − w[k × stride + j]) for each row k below `many` and j below
    `stride`.

    `squares[j]` becomes the sum of w² over the rows. `stride` is a multiple of LANES.
    """
    for j in range(stride):
        squares[j] = F0
    for k in range(many):
        for j in range(stride):
            w[k * stride + j] += hood[j] * (to[k] - w[k * stride + j])
            squares[j] += w[k * stride + j] * w[k * stride + j]


def _folded(sums: list[np.float32]) -> np.float32:
    s0, s1, s2, s3, s4, s5, s6, s7 = sums
    return ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7))


if JIT:
    _FLOAT = ir.FloatType()
    _VECTOR = ir.VectorType(_FLOAT, LANES)
    _INT32 = ir.IntType(32)

    def _data(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        return context.make_array(kind)(context, builder, value).data

    def _load(builder: Any, data: Any, index: Any, whole: bool) -> Any:
        """Eight numbers from here on, or one."""
        at = builder.gep(data, [index])
        if not whole:
            return builder.load(at)
        found = builder.load(builder.bitcast(at, _VECTOR.as_pointer()))
        found.align = 4  # rows begin anywhere
        return found

    def _spread(builder: Any, number: Any, whole: bool) -> Any:
        """The number in all eight lanes."""
        if not whole:
            return number
        one = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), number, _INT32(0))
        return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(_INT32, LANES), [0] * LANES))

    def _fold(builder: Any, sums: Any, rest: Any) -> Any:
        """The sum of the lanes, `rest` being the first one with what was left over."""
        sums = builder.insert_element(sums, rest, _INT32(0))
        lanes = [builder.extract_element(sums, _INT32(k)) for k in range(LANES)]
        s0, s1, s2, s3, s4, s5, s6, s7 = lanes
        left = builder.fadd(builder.fadd(s0, s4), builder.fadd(s2, s6))
        right = builder.fadd(builder.fadd(s1, s5), builder.fadd(s3, s7))
        return builder.fadd(left, right)

    def _summed(builder: Any, n: Any, term: Any) -> Any:
        """Σ term(k, whole) for k below n: eight at a time, then one by one into the first lane."""
        word = n.type
        many = builder.and_(n, ir.Constant(word, -LANES))
        sums = cgutils.alloca_once_value(builder, ir.Constant(_VECTOR, [0.0] * LANES))
        with cgutils.for_range_slice(builder, word(0), many, word(LANES), word) as (k, _):
            builder.store(builder.fadd(builder.load(sums), term(k, True)), sums)
        first = builder.extract_element(builder.load(sums), _INT32(0))
        rest = cgutils.alloca_once_value(builder, first)
        with cgutils.for_range_slice(builder, many, n, word(1), word) as (k, _):
            builder.store(builder.fadd(builder.load(rest), term(k, False)), rest)
        return _fold(builder, builder.load(sums), builder.load(rest))

    def _store(builder: Any, data: Any, index: Any, value: Any) -> None:
        at = builder.bitcast(builder.gep(data, [index]), _VECTOR.as_pointer())
        builder.store(value, at).align = 4

    def _by_block(builder: Any, stride: Any, block: Any) -> None:
        """block(j, vectors) for all j below `stride`: four vectors at a time, then all that are left."""
        word = stride.type
        end = builder.and_(stride, ir.Constant(word, -4 * LANES))
        with cgutils.for_range_slice(builder, word(0), end, word(4 * LANES), word) as (j, _):
            block(j, 4)
        left = builder.sub(stride, end)
        for vectors in (1, 2, 3):
            with builder.if_then(builder.icmp_signed("==", left, word(vectors * LANES))):
                block(end, vectors)

    def _vectors_at(builder: Any, data: Any, index: Any, vectors: int) -> list[Any]:
        return [_load(builder, data, builder.add(index, index.type(LANES * v)), True) for v in range(vectors)]

    @intrinsic
    def _add_rows(typing_context: Any, into: Any, w: Any, stride: Any, which: Any, by: Any, many: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            into, w, which, by = (_data(context, builder, signature.args[k], args[k]) for k in (0, 1, 3, 4))
            stride, many = args[2], args[5]

            def block(j: Any, vectors: int) -> None:
                sums = [
                    cgutils.alloca_once_value(builder, found)
                    for found in _vectors_at(builder, into, j, vectors)
                ]
                with cgutils.for_range(builder, many, intp=many.type) as loop:
                    row = builder.load(builder.gep(which, [loop.index]))
                    at = builder.add(builder.mul(row, stride), j)
                    times = _spread(builder, builder.load(builder.gep(by, [loop.index])), True)
                    for total, found in zip(sums, _vectors_at(builder, w, at, vectors), strict=True):
                        builder.store(builder.fadd(builder.load(total), builder.fmul(times, found)), total)
                for v, total in enumerate(sums):
                    _store(builder, into, builder.add(j, j.type(LANES * v)), builder.load(total))

            _by_block(builder, stride, block)
            return context.get_dummy_value()

        i = types.int64
        return types.void(into, w, i, which, by, i), generate

    @intrinsic
    def _change_rows(
        typing_context: Any, w: Any, stride: Any, which: Any, by: Any, many: Any, step: Any, along: Any
    ) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            w, which, by, along = (_data(context, builder, signature.args[k], args[k]) for k in (0, 2, 3, 6))
            stride, many, step = args[1], args[4], args[5]

            def block(j: Any, vectors: int) -> None:
                directions = _vectors_at(builder, along, j, vectors)
                with cgutils.for_range(builder, many, intp=many.type) as loop:
                    row = builder.load(builder.gep(which, [loop.index]))
                    at = builder.add(builder.mul(row, stride), j)
                    amount = builder.fmul(step, builder.load(builder.gep(by, [loop.index])))
                    times = _spread(builder, amount, True)
                    for v, direction in enumerate(directions):
                        here = builder.add(at, at.type(LANES * v))
                        change = builder.fmul(times, direction)
                        _store(builder, w, here, builder.fadd(_load(builder, w, here, True), change))

            _by_block(builder, stride, block)
            return context.get_dummy_value()

        i = types.int64
        return types.void(w, i, which, by, i, types.float32, along), generate

    @intrinsic
    def _pull_rows(
        typing_context: Any, w: Any, stride: Any, hood: Any, to: Any, many: Any, squares: Any
    ) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            w, hood, to, squares = (_data(context, builder, signature.args[k], args[k]) for k in (0, 2, 3, 5))
            stride, many = args[1], args[4]

            def block(j: Any, vectors: int) -> None:
                by = _vectors_at(builder, hood, j, vectors)
                zero = ir.Constant(_VECTOR, [0.0] * LANES)
                sums = [cgutils.alloca_once_value(builder, zero) for _ in by]
                with cgutils.for_range(builder, many, intp=many.type) as loop:
                    at = builder.add(builder.mul(loop.index, stride), j)
                    x = _spread(builder, builder.load(builder.gep(to, [loop.index])), True)
                    for v, (share, total) in enumerate(zip(by, sums, strict=True)):
                        here = builder.add(at, at.type(LANES * v))
                        was = _load(builder, w, here, True)
                        now = builder.fadd(was, builder.fmul(share, builder.fsub(x, was)))
                        _store(builder, w, here, now)
                        builder.store(builder.fadd(builder.load(total), builder.fmul(now, now)), total)
                for v, total in enumerate(sums):
                    _store(builder, squares, builder.add(j, j.type(LANES * v)), builder.load(total))

            _by_block(builder, stride, block)
            return context.get_dummy_value()

        i = types.int64
        return types.void(w, i, hood, to, i, squares), generate

    _SUMS = ir.VectorType(_INT32, LANES)
    _UNITS = ir.VectorType(ir.IntType(16), LANES)
    _LONG = ir.IntType(64)

    def _spread_int(builder: Any, number: Any) -> Any:
        one = builder.insert_element(ir.Constant(_SUMS, ir.Undefined), number, _INT32(0))
        return builder.shuffle_vector(one, one, ir.Constant(_SUMS, [0] * LANES))

    def _ints_at(builder: Any, data: Any, index: Any, kind: Any, align: int) -> Any:
        found = builder.load(builder.bitcast(builder.gep(data, [index]), kind.as_pointer()))
        found.align = align
        return found

    def _by_sums(context: Any, builder: Any, signature: Any, args: Any, then: Any) -> None:
        """then(j, four sums) for root[j] + Σ by[k] × w[which[k] × stride + j], four vectors at a time."""
        root, w, which, by = (_data(context, builder, signature.args[k], args[k]) for k in (0, 2, 5, 6))
        root_at, w_at, stride, many = args[1], args[3], args[4], args[7]
        word = stride.type
        zero = ir.Constant(_SUMS, [0] * LANES)
        sums = [cgutils.alloca_once_value(builder, zero) for _ in range(4)]
        with cgutils.for_range_slice(builder, word(0), stride, word(4 * LANES), word) as (j, _):
            for v in range(4):
                at = builder.add(builder.add(root_at, j), word(LANES * v))
                builder.store(_ints_at(builder, root, at, _SUMS, 4), sums[v])
            with cgutils.for_range(builder, many, intp=word) as loop:
                row = builder.load(builder.gep(which, [loop.index]))
                at = builder.add(builder.add(builder.mul(row, stride), j), w_at)
                times = _spread_int(builder, builder.load(builder.gep(by, [loop.index])))
                for v in range(4):
                    units = _ints_at(builder, w, builder.add(at, word(LANES * v)), _UNITS, 2)
                    change = builder.mul(times, builder.sext(units, _SUMS))
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
            low = ir.Constant(_SUMS, [-(2**31)] * LANES)
            best = [cgutils.alloca_once_value(builder, low) for _ in range(4)]
            where = [cgutils.alloca_once_value(builder, ir.Constant(_SUMS, [0] * LANES)) for _ in range(4)]

            def compare(j: Any, sums: list[Any]) -> None:
                here = _spread_int(builder, builder.trunc(j, _INT32))
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
                    value = builder.sext(builder.extract_element(values, _INT32(lane)), _LONG)
                    place = builder.zext(builder.extract_element(places, _INT32(lane)), _LONG)
                    place = builder.add(place, _LONG(LANES * v + lane))
                    both = builder.add(builder.shl(value, _LONG(32)), builder.sub(_LONG(2**32 - 1), place))
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

    @intrinsic
    def _add_units(
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
            data = _data(context, builder, signature.args[0], args[0])

            def keep(j: Any, sums: list[Any]) -> None:
                for v, total in enumerate(sums):
                    at = builder.add(builder.add(args[1], j), j.type(LANES * v))
                    into = builder.bitcast(builder.gep(data, [at]), _SUMS.as_pointer())
                    builder.store(total, into).align = 4

            _by_sums(context, builder, signature, args, keep)
            return context.get_dummy_value()

        i = types.int64
        return types.void(root, i, w, i, i, which, by, i), generate

    @overload(add_units, strict=False)
    def _add_units_fast(
        root: Any, root_at: Any, w: Any, w_at: Any, stride: Any, which: Any, by: Any, many: Any
    ) -> Any:
        return lambda root, root_at, w, w_at, stride, which, by, many: _add_units(
            root, root_at, w, w_at, stride, which, by, many
        )

    @intrinsic
    def _largest(typing_context: Any, row: Any, n: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            row, n = _data(context, builder, signature.args[0], args[0]), args[1]

            def larger(a: Any, b: Any) -> Any:
                return builder.select(builder.fcmp_ordered(">", a, b), a, b)

            best = cgutils.alloca_once_value(builder, _load(builder, row, n.type(0), True))
            with cgutils.for_range_slice(builder, n.type(0), n, n.type(LANES), n.type) as (k, _):
                builder.store(larger(builder.load(best), _load(builder, row, k, True)), best)
            lanes = [builder.extract_element(builder.load(best), _INT32(k)) for k in range(LANES)]
            while len(lanes) > 1:
                lanes = [larger(a, b) for a, b in zip(lanes[::2], lanes[1::2], strict=True)]
            return lanes[0]

        return types.float32(row, types.int64), generate

    @overload(largest, strict=False)
    def _largest_fast(row: Any, n: Any) -> Any:
        return lambda row, n: _largest(row, n)

    @overload(pull_rows, strict=False)
    def _pull_rows_fast(w: Any, stride: Any, hood: Any, to: Any, many: Any, squares: Any) -> Any:
        return lambda w, stride, hood, to, many, squares: _pull_rows(w, stride, hood, to, many, squares)

    @overload(add_rows, strict=False)
    def _add_rows_fast(into: Any, w: Any, stride: Any, which: Any, by: Any, many: Any) -> Any:
        return lambda into, w, stride, which, by, many: _add_rows(into, w, stride, which, by, many)

    @overload(change_rows, strict=False)
    def _change_rows_fast(w: Any, stride: Any, which: Any, by: Any, many: Any, step: Any, along: Any) -> Any:
        return lambda w, stride, which, by, many, step, along: _change_rows(
            w, stride, which, by, many, step, along
        )

    @intrinsic
    def _dot(typing_context: Any, a: Any, a_at: Any, b: Any, b_at: Any, n: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind_a, _, kind_b, _, _ = signature.args
            data_a = _data(context, builder, kind_a, args[0])
            data_b = _data(context, builder, kind_b, args[2])

            def term(k: Any, whole: bool) -> Any:
                left = _load(builder, data_a, builder.add(args[1], k), whole)
                return builder.fmul(left, _load(builder, data_b, builder.add(args[3], k), whole))

            return _summed(builder, args[4], term)

        return types.float32(a, types.int64, b, types.int64, types.int64), generate

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
            root = _data(context, builder, kind_root, args[0])
            w = _data(context, builder, kind_w, args[1])
            spread = {
                whole: [_spread(builder, number, whole) for number in (a, b, below)]
                for whole in (True, False)
            }

            def term(k: Any, whole: bool) -> Any:
                by_a, by_b, slope = spread[whole]
                from_a = builder.fmul(by_a, _load(builder, w, builder.add(a_at, k), whole))
                from_b = builder.fmul(by_b, _load(builder, w, builder.add(b_at, k), whole))
                x = builder.fadd(builder.fadd(_load(builder, root, k, whole), from_a), from_b)
                zero = ir.Constant(_VECTOR, [0.0] * LANES) if whole else ir.Constant(_FLOAT, 0.0)
                value = builder.select(builder.fcmp_ordered(">", x, zero), x, builder.fmul(slope, x))
                return builder.fmul(value, _load(builder, w, builder.add(c_at, k), whole))

            return _summed(builder, n, term)

        f, i = types.float32, types.int64
        return f(root, w, i, f, i, f, i, i, f), generate

    @overload(dot, strict=False)
    def _dot_fast(a: Any, a_at: Any, b: Any, b_at: Any, n: Any) -> Any:
        return lambda a, a_at, b, b_at, n: _dot(a, a_at, b, b_at, n)

    @overload(bent_dot, strict=False)
    def _bent_dot_fast(
        root: Any, w: Any, a_at: Any, a: Any, b_at: Any, b: Any, c_at: Any, n: Any, below: Any
    ) -> Any:
        return lambda root, w, a_at, a, b_at, b, c_at, n, below: _bent_dot(
            root, w, a_at, a, b_at, b, c_at, n, below
        )
