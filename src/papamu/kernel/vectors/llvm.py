"""What the vector functions share when they write LLVM: loads, stores, loops by vectors, sums in a fixed order.

`data` is a pointer to an array's first number, `whole` says whether eight numbers are meant or one. Rows may begin
anywhere, so every load and store is aligned to one number only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils

from papamu.kernel.vectors.rows import LANES

FLOAT = ir.FloatType()
VECTOR = ir.VectorType(FLOAT, LANES)
INT32 = ir.IntType(32)
INT64 = ir.IntType(64)
SUMS = ir.VectorType(INT32, LANES)
UNITS = ir.VectorType(ir.IntType(16), LANES)


def data_of(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    """The pointer to an array's first number."""
    return context.make_array(kind)(context, builder, array).data


def load(builder: Any, data: Any, index: Any, whole: bool) -> Any:
    """Eight numbers from here on, or one."""
    at = builder.gep(data, [index])
    if not whole:
        return builder.load(at)
    found = builder.load(builder.bitcast(at, VECTOR.as_pointer()))
    found.align = 4
    return found


def load_ints(builder: Any, data: Any, index: Any, kind: Any, align: int) -> Any:
    """Eight whole numbers of this vector type from here on."""
    found = builder.load(builder.bitcast(builder.gep(data, [index]), kind.as_pointer()))
    found.align = align
    return found


def load_vectors(builder: Any, data: Any, index: Any, vectors: int) -> list[Any]:
    """So many vectors, one after the other."""
    return [load(builder, data, builder.add(index, index.type(LANES * v)), True) for v in range(vectors)]


def store(builder: Any, data: Any, index: Any, value: Any) -> None:
    """Write eight numbers."""
    at = builder.bitcast(builder.gep(data, [index]), VECTOR.as_pointer())
    builder.store(value, at).align = 4


def spread(builder: Any, number: Any, whole: bool) -> Any:
    """The number in all eight lanes."""
    return _in_all_lanes(builder, number, VECTOR) if whole else number


def spread_int(builder: Any, number: Any) -> Any:
    """The whole number in all eight lanes."""
    return _in_all_lanes(builder, number, SUMS)


def _in_all_lanes(builder: Any, number: Any, kind: Any) -> Any:
    one = builder.insert_element(ir.Constant(kind, ir.Undefined), number, INT32(0))
    return builder.shuffle_vector(one, one, ir.Constant(SUMS, [0] * LANES))


def zeros(whole: bool) -> Any:
    """Zero in all lanes, or one zero."""
    return ir.Constant(VECTOR, [0.0] * LANES) if whole else ir.Constant(FLOAT, 0.0)


def by_block(builder: Any, stride: Any, block: Callable[[Any, int], None]) -> None:
    """block(j, vectors) for all j below `stride`: four vectors at a time, then all that are left."""
    word = stride.type
    end = builder.and_(stride, ir.Constant(word, -4 * LANES))
    with cgutils.for_range_slice(builder, word(0), end, word(4 * LANES), word) as (j, _):
        block(j, 4)
    left = builder.sub(stride, end)
    for vectors in (1, 2, 3):
        with builder.if_then(builder.icmp_signed("==", left, word(vectors * LANES))):
            block(end, vectors)


def summed(builder: Any, n: Any, term: Callable[[Any, bool], Any]) -> Any:
    """Σ term(k, whole) for k below n: eight at a time, then one by one into the first lane."""
    word = n.type
    many = builder.and_(n, ir.Constant(word, -LANES))
    sums = cgutils.alloca_once_value(builder, zeros(True))
    with cgutils.for_range_slice(builder, word(0), many, word(LANES), word) as (k, _):
        builder.store(builder.fadd(builder.load(sums), term(k, True)), sums)
    first = builder.extract_element(builder.load(sums), INT32(0))
    rest = cgutils.alloca_once_value(builder, first)
    with cgutils.for_range_slice(builder, many, n, word(1), word) as (k, _):
        builder.store(builder.fadd(builder.load(rest), term(k, False)), rest)
    return _folded(builder, builder.load(sums), builder.load(rest))


def _folded(builder: Any, sums: Any, rest: Any) -> Any:
    """The sum of the lanes, `rest` being the first one with what was left over."""
    sums = builder.insert_element(sums, rest, INT32(0))
    lanes = [builder.extract_element(sums, INT32(k)) for k in range(LANES)]
    s0, s1, s2, s3, s4, s5, s6, s7 = lanes
    left = builder.fadd(builder.fadd(s0, s4), builder.fadd(s2, s6))
    right = builder.fadd(builder.fadd(s1, s5), builder.fadd(s3, s7))
    return builder.fadd(left, right)
