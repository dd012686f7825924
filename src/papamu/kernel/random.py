"""Explicit random streams.

A stream is an array of two `uint64` words that the caller owns. It is made of shifts and xors
only (xorshift128 with its sum taken over the upper halves), so it gives the same numbers
compiled and interpreted, on one worker or on many. Streams are seeded through NumPy's
`SeedSequence`: different keys give independent streams.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from papamu.kernel.jit import jit

Stream = NDArray[np.uint64]

_S23, _S18, _S5, _S32 = np.uint64(23), np.uint64(18), np.uint64(5), np.uint64(32)
_LOW32 = np.uint64(0xFFFFFFFF)


def stream(seed: int | None, *keys: int) -> Stream:
    """A stream for this seed (`None`: from the system's entropy) and these keys."""
    return streams(seed, 1, *keys)[0]


def streams(seed: int | None, count: int, *keys: int) -> NDArray[np.uint64]:
    """`count` independent streams, one a row."""
    sequence = np.random.SeedSequence(seed, spawn_key=tuple(keys))
    words = sequence.generate_state(2 * count, np.uint64).reshape(count, 2)
    words[:, 0] |= np.uint64(1)  # the one state that must not occur is zero
    return words


@jit
def next32(rng: Stream) -> np.uint64:
    """The next 32 random bits, as a `uint64`."""
    x = rng[0]
    y = rng[1]
    x ^= x << _S23
    x = x ^ y ^ (x >> _S18) ^ (y >> _S5)
    rng[0] = y
    rng[1] = x
    return ((x >> _S32) + (y >> _S32)) & _LOW32


@jit
def draw(rng: Stream, n: int) -> int:
    """Uniform in 0 … n-1 (n below 2³²; the bias is below n/2³²)."""
    return np.int64((next32(rng) * np.uint64(n)) >> _S32)


@jit
def uniform(rng: Stream) -> float:
    """Uniform in [0, 1)."""
    return np.float64(next32(rng)) * (1.0 / 4294967296.0)


@jit
def gamma(rng: Stream, shape: float) -> float:
    """From the gamma distribution of this shape and scale 1 (Marsaglia and Tsang, 2000)."""
    d = (shape if shape >= 1.0 else shape + 1.0) - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    while True:
        normal = math.sqrt(-2.0 * math.log(1.0 - uniform(rng))) * math.cos(2.0 * math.pi * uniform(rng))
        edge = 1.0 + c * normal
        v = edge * edge * edge  # a power would not have the same bits in the interpreter
        if v > 0.0 and math.log(1.0 - uniform(rng)) < 0.5 * normal * normal + d - d * v + d * math.log(v):
            break
    # Below 1 there is a detour over the next larger shape.
    return d * v * ((1.0 - uniform(rng)) ** (1.0 / shape) if shape < 1.0 else 1.0)
