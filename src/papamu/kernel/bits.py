"""Bit tricks on boards of any number of 64-bit words.

Bit `i` of a board (bit `i % 64` of word `i // 64`) is cell `i`, counted in reading order from the
upper left. A board is a run of words inside a state row, given by the index of its first word.
The first seven functions exist three times: as plain Python, as one or two machine instructions, and as the arithmetic
that Numba compiles when it is used the plain way.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.kernel.jit import FAST, compile_as_written, jit

State = NDArray[np.uint64]

U0 = np.uint64(0)
U1 = np.uint64(1)
FULL = np.uint64(0xFFFFFFFFFFFFFFFF)
_U63, _U64 = np.uint64(63), np.uint64(64)


def popcount(word: np.uint64) -> int:
    """How many bits are set."""
    return int(word).bit_count()


def lowest(word: np.uint64) -> int:
    """The index of the lowest set bit; the word must not be zero."""
    value = int(word)
    return (value & -value).bit_length() - 1


def nth_bit(word: np.uint64, n: int) -> int:
    """The index of the n-th (from 0) set bit; there must be more than n."""
    value = int(word)
    for _ in range(n):
        value &= value - 1
    return (value & -value).bit_length() - 1


def lowest_bit(word: np.uint64) -> np.uint64:
    """The lowest set bit alone; nothing of nothing."""
    return np.uint64(int(word) & -int(word))


def highest_bit(word: np.uint64) -> np.uint64:
    """The highest set bit alone; nothing of nothing."""
    return np.uint64(1 << (int(word).bit_length() - 1) if word else 0)


def below(one: np.uint64) -> np.uint64:
    """All bits lower than this one; nothing below nothing."""
    return np.uint64(int(one) - 1 if one else 0)


def above(one: np.uint64) -> np.uint64:
    """All bits higher than this one; nothing above nothing."""
    return np.uint64((-2 * int(one)) & 0xFFFFFFFFFFFFFFFF)


if FAST:
    import llvmlite.binding
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic, overload

    def _has_fast_pdep() -> bool:
        """PDEP finds the n-th bit in one instruction; the first two Zens have it, but slowly."""
        features = llvmlite.binding.get_host_cpu_features()
        slow = llvmlite.binding.get_host_cpu_name() in ("znver1", "znver2")
        return bool(features.get("bmi2")) and not slow

    @intrinsic
    def _ctpop(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.uint64), generate

    @intrinsic
    def _cttz(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), generate

    @overload(popcount, strict=False)
    def _popcount(word: Any) -> Any:
        return lambda word: _ctpop(word)

    @overload(lowest, strict=False)
    def _lowest(word: Any) -> Any:
        return lambda word: _cttz(word)

    @intrinsic
    def _blsi(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.and_(args[0], builder.neg(args[0]))

        return types.uint64(types.uint64), generate

    @intrinsic
    def _highest(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = ir.IntType(64)
            zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))
            shift = builder.and_(zeros, ir.Constant(kind, 63))  # of nothing: any bit, taken away below
            return builder.and_(args[0], builder.lshr(ir.Constant(kind, 1 << 63), shift))

        return types.uint64(types.uint64), generate

    @intrinsic
    def _below(typing_context: Any, one: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = ir.IntType(64)
            some = builder.icmp_unsigned("!=", args[0], ir.Constant(kind, 0))
            return builder.sub(args[0], builder.zext(some, kind))

        return types.uint64(types.uint64), generate

    @intrinsic
    def _above(typing_context: Any, one: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.neg(builder.add(args[0], args[0]))

        return types.uint64(types.uint64), generate

    @overload(lowest_bit, strict=False)
    def _lowest_bit_fast(word: Any) -> Any:
        return lambda word: _blsi(word)

    @overload(highest_bit, strict=False)
    def _highest_bit_fast(word: Any) -> Any:
        return lambda word: _highest(word)

    @overload(below, strict=False)
    def _below_fast(one: Any) -> Any:
        return lambda one: _below(one)

    @overload(above, strict=False)
    def _above_fast(one: Any) -> Any:
        return lambda one: _above(one)

    @intrinsic
    def _pdep(typing_context: Any, source: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            function = builder.module.declare_intrinsic(
                "llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, (word, word))
            )
            return builder.call(function, args)

        return types.uint64(types.uint64, types.uint64), generate

    @overload(nth_bit, strict=False)
    def _nth_bit(word: Any, n: Any) -> Any:
        if _has_fast_pdep():
            return lambda word, n: _cttz(_pdep(np.uint64(1) << np.uint64(n), word))
        return _nth_bit_by_halves

else:

    def _popcount_plain(word: np.uint64) -> int:
        """The bits of each pair, of each four, of each eight; the product adds up the eights."""
        left = np.uint64(word)
        left -= (left >> U1) & np.uint64(0x5555555555555555)
        pairs = np.uint64(0x3333333333333333)
        left = (left & pairs) + ((left >> np.uint64(2)) & pairs)
        left = (left + (left >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
        return np.int64((left * np.uint64(0x0101010101010101)) >> np.uint64(56))

    def _lowest_plain(word: np.uint64) -> int:
        return popcount(lowest_bit(word) - U1)

    def _lowest_bit_plain(word: np.uint64) -> np.uint64:
        return np.uint64(word) & (~np.uint64(word) + U1)

    def _highest_bit_plain(word: np.uint64) -> np.uint64:
        seen = np.uint64(word)
        for by in (1, 2, 4, 8, 16, 32):
            seen |= seen >> np.uint64(by)
        return seen ^ (seen >> U1)

    def _below_plain(one: np.uint64) -> np.uint64:
        return np.uint64(one) - U1 if one else U0

    def _above_plain(one: np.uint64) -> np.uint64:
        return ~(np.uint64(one) << U1) + U1

    _PLAIN = (
        (popcount, _popcount_plain),
        (lowest, _lowest_plain),
        (lowest_bit, _lowest_bit_plain),
        (highest_bit, _highest_bit_plain),
        (below, _below_plain),
        (above, _above_plain),
    )


def _nth_bit_by_halves(word: np.uint64, n: int) -> int:
    base = 0
    for half in (32, 16, 8):
        here = popcount(word & ((np.uint64(1) << np.uint64(half)) - np.uint64(1)))
        if n >= here:
            n -= here
            word >>= np.uint64(half)
            base += half
    for _ in range(n):
        word &= word - np.uint64(1)
    return base + lowest(word)


if not FAST:
    for _function, _text in (*_PLAIN, (nth_bit, _nth_bit_by_halves)):
        compile_as_written(_function, _text)


@jit
def bit(cell: int) -> np.uint64:
    """The bit of a cell within its word."""
    return U1 << (np.uint64(cell) & _U63)


@jit
def has(state: State, first: int, cell: int) -> bool:
    """Is the cell set on the board that begins at word `first`?"""
    return (state[first + (cell >> 6)] >> (np.uint64(cell) & _U63)) & U1 != U0


@jit
def flip(state: State, first: int, cell: int) -> None:
    """Set the cell if it is clear, clear it if it is set."""
    state[first + (cell >> 6)] ^= bit(cell)


@jit
def shifted(word: np.uint64, delta: int) -> np.uint64:
    """One-word board seen `delta` cells further: bit i of the result is bit i + delta."""
    if delta >= 0:
        return word >> np.uint64(delta)
    return word << np.uint64(-delta)


@jit
def look(state: State, first: int, words: int, word: int, delta: int) -> np.uint64:
    """Word number `word` of a board seen `delta` cells further; nothing lies beyond its ends."""
    if words == 1:
        return shifted(state[first], delta)
    at = word + (delta >> 6)
    by = delta & 63
    seen = U0
    if 0 <= at < words:
        seen = state[first + at] >> np.uint64(by)
    if by != 0 and 0 <= at + 1 < words:
        seen |= state[first + at + 1] << np.uint64(64 - by)
    return seen


@jit
def count(state: State, first: int, words: int) -> int:
    """How many cells are set."""
    total = 0
    for word in range(first, first + words):
        total += popcount(state[word])
    return total


# Four masks, one a direction: how the games with four directions find and draw their moves.

Four = tuple[np.uint64, np.uint64, np.uint64, np.uint64]


@jit
def word_at(state: State, first: int, words: int, word: int) -> np.uint64:
    """A word of a board; nothing lies beyond its ends."""
    return state[first + word] if 0 <= word < words else U0


@jit
def behind(before: np.uint64, here: np.uint64, by: np.uint64) -> np.uint64:
    """The word `here` seen `by` cells back (0 < by < 64), `before` being the word before it."""
    return (here << by) | (before >> (_U64 - by))


@jit
def ahead(here: np.uint64, after: np.uint64, by: np.uint64) -> np.uint64:
    """The word `here` seen `by` cells further (0 < by < 64), `after` being the word after it."""
    return (here >> by) | (after << (_U64 - by))


@jit
def count_four(masks: Four) -> int:
    """How many bits are set in all four."""
    return popcount(masks[0]) + popcount(masks[1]) + popcount(masks[2]) + popcount(masks[3])


@jit
def pick_of_four(masks: Four, n: int) -> tuple[int, int]:
    """The n-th bit of all four as (index, which mask).

    Without branches, because nothing can predict which one a random draw will take.
    """
    zero, one, two, three = masks
    past_zero = popcount(zero)
    past_one = past_zero + popcount(one)
    past_two = past_one + popcount(two)
    which = int(n >= past_zero) + int(n >= past_one) + int(n >= past_two)
    mask = (three if n >= past_two else two) if n >= past_one else (one if n >= past_zero else zero)
    past = (
        (past_two if n >= past_two else past_one) if n >= past_one else (past_zero if n >= past_zero else 0)
    )
    return nth_bit(mask, n - past), which


@jit
def copy(state: State, into: State) -> None:
    """Copy a state word by word (an assignment of slices would allocate)."""
    for word in range(len(state)):
        into[word] = state[word]
