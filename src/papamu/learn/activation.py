"""Activation functions and their slopes, for one value at a time.

ReLU, Leaky ReLU and linear are one function with different slopes below zero. At zero itself the thesis
leaves the slope undefined; here it is the one from below, as in PyTorch.
"""

from __future__ import annotations

import numpy as np

from papamu.errors import PapamuError, listing, nearest
from papamu.kernel.jit import jit
from papamu.kernel.vectors import F0, F1

BENT, SIGMOID, TANH = range(3)
ACTIVATIONS = {  # kind, and the slope below zero (of SIGMOID: what is added to its slope everywhere)
    "relu": (BENT, 0.0),
    "leaky-relu": (BENT, 0.01),  # Clobber thesis, equation 4.1
    "leakier-relu": (BENT, 0.1),  # its nodes come back to life ten times as fast
    "linear": (BENT, 1.0),
    "sigmoid": (SIGMOID, 0.0),
    "conx": (SIGMOID, 0.1),  # Conx, the library of the Konane thesis: no node is ever too sure to learn
    "tanh": (TANH, 0.0),
}
_FAR = np.float32(80)  # beyond it e^x leaves float32


def check_activation(name: str) -> str:
    """The name itself, or an error that says which there are."""
    if name not in ACTIVATIONS:
        raise PapamuError(
            f"there is no activation {name!r}{nearest(name, ACTIVATIONS)}: there are {listing(ACTIVATIONS)}"
        )
    return name


@jit
def curved(kind: int, x: np.float32) -> np.float32:
    """Sigmoid or tanh."""
    if kind == TANH:
        return np.tanh(x)
    return F1 / (F1 + np.exp(min(max(-x, -_FAR), _FAR)))


@jit
def activated(kind: int, below: np.float32, x: np.float32) -> np.float32:
    """The value of a node with this invalue."""
    if kind == BENT:
        return x if x > F0 else below * x
    return curved(kind, x)


@jit
def slope(kind: int, below: np.float32, x: np.float32, value: np.float32) -> np.float32:
    """The derivative at the invalue `x`, where the node has this value."""
    if kind == BENT:
        return F1 if x > F0 else below
    if kind == TANH:
        return F1 - value * value
    return value * (F1 - value) + below
