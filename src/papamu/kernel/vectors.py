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
