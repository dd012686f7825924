"""The table of the Clobber solver: proof numbers of sums, in memory that never grows.

A sum is known by a key of 128 bits. A slot keeps 88 of them; 12 or more others say which slots are looked
at. Two sums are taken for one only if 100 bits agree by accident: in 10¹⁰ look-ups the chance is below 10⁻¹⁶,
far below that of a faulty memory chip.

Four slots share a cache line. What cost least to find out is overwritten first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.kernel.bits import U1
from papamu.kernel.jit import jit
from papamu.search.exact.clobber.components import FOE, OWN, WIDTH, Parts

INFINITE = 0xFFFF  # a proof number: settled
_WAYS = 4
_BYTES = 16  # of a slot
_LEAST = 2  # bits of the smallest table's index

_LOW32, _LOW16, _LOW8 = np.uint64(0xFFFFFFFF), np.uint64(0xFFFF), np.uint64(0xFF)
_S8, _S24, _S32, _S33, _S40 = np.uint64(8), np.uint64(24), np.uint64(32), np.uint64(33), np.uint64(40)

# Multipliers of MurmurHash3 and SplitMix64, as lower and upper halves.
_A, _B = (np.uint64(0xED558CCD), np.uint64(0xFF51AFD7)), (np.uint64(0x1A85EC53), np.uint64(0xC4CEB9FE))
_C, _D = (np.uint64(0x1CE4E5B9), np.uint64(0xBF58476D)), (np.uint64(0x133111EB), np.uint64(0x94D049BB))


class PnTable(NamedTuple):
    """What is known, and the constants that tell parts of different widths apart."""

    slots: NDArray[np.uint64]  # [slot, 2]: half a key; 24 bits of the other half, effort, phi, delta
    salt: NDArray[np.uint64]  # [half, width]


def make_table(size: int, cells: int) -> PnTable:
    """An empty table of at most so many bytes, and not more than a board of so many cells is likely to fill.

    The start of 4 × 5 fills a tenth of 2²⁰ slots, 5 × 5 a twentieth of 2²⁵. Larger ones take longer to clear.
    """
    bits = min(max(_LEAST, (size // _BYTES).bit_length() - 1), max(14, cells))
    salt = np.random.SeedSequence(0).generate_state(130, np.uint64).reshape(2, 65)
    return PnTable(np.zeros((1 << bits, 2), dtype=np.uint64), salt)


@jit
def _times(word: np.uint64, by: tuple[np.uint64, np.uint64]) -> np.uint64:
    """The lower 64 bits of a product, by parts that do not overflow."""
    low, high = by
    here = word & _LOW32
    product = here * low
    upper = (product >> _S32) + ((here * high) & _LOW32) + (((word >> _S32) * low) & _LOW32)
    return (upper << _S32) | (product & _LOW32)


@jit
def _mix(word: np.uint64, one: tuple[np.uint64, np.uint64], two: tuple[np.uint64, np.uint64]) -> np.uint64:
    word = _times(word ^ (word >> _S33), one)
    word = _times(word ^ (word >> _S32), two)
    return word ^ (word >> _S33)


@jit
def write_key(salt: NDArray[np.uint64], parts: Parts, many: int, key: NDArray[np.uint64]) -> None:
    """The key of a sorted sum, two words."""
    one = U1
    two = U1
    for i in range(many):
        width = np.int64(parts[i, WIDTH])
        one = _mix(_mix(one ^ parts[i, OWN], _A, _B) ^ parts[i, FOE] ^ salt[0, width], _A, _B)
        two = _mix(_mix(two ^ parts[i, OWN], _C, _D) ^ parts[i, FOE] ^ salt[1, width], _C, _D)
    key[0] = one
    key[1] = two


@jit
def _bucket(slots: NDArray[np.uint64], key: NDArray[np.uint64]) -> int:
    return np.int64((key[1] >> _S24) & np.uint64(len(slots) - _WAYS))


@jit
def look_up(slots: NDArray[np.uint64], key: NDArray[np.uint64]) -> tuple[int, int]:
    """The proof numbers phi and delta of a key; both 0 if it is not known."""
    first = _bucket(slots, key)
    for slot in range(first, first + _WAYS):
        if slots[slot, 0] == key[0]:
            facts = slots[slot, 1]
            if (facts ^ (key[1] << _S40)) >> _S40 == np.uint64(0):
                return np.int64((facts >> np.uint64(16)) & _LOW16), np.int64(facts & _LOW16)
    return 0, 0


@jit
def store(slots: NDArray[np.uint64], key: NDArray[np.uint64], phi: int, delta: int, nodes: int) -> None:
    """Keep proof numbers that took so many nodes to find."""
    effort = 0
    while nodes > 0:
        nodes >>= 1
        effort += 1
    first = _bucket(slots, key)
    chosen = first
    least = 1 << 8
    for slot in range(first, first + _WAYS):
        facts = slots[slot, 1]
        kept = int((facts >> _S32) & _LOW8)
        if slots[slot, 0] == key[0] and (facts ^ (key[1] << _S40)) >> _S40 == np.uint64(0):
            chosen = slot
            effort = max(effort, kept)
            break
        if kept < least:
            least = kept
            chosen = slot
    slots[chosen, 0] = key[0]
    slots[chosen, 1] = (
        (key[1] << _S40) | np.uint64(effort) << _S32 | np.uint64(phi) << np.uint64(16) | np.uint64(delta)
    )
