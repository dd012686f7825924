"""Activation functions and their slopes, for one value at a time.

ReLU, Leaky ReLU and linear are one function with different slopes below zero. At zero itself the thesis
leaves the slope undefined; here it is the one from below, as in PyTorch.
"""

from __future__ import annotations

import numpy as np

from papamu.kernel.jit import jit
from papamu.kernel.vectors import F0, F1
from papamu.learn.mlp.choices import BENT, TANH

_FAR = np.float32(80)  # beyond it e^x leaves float32


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
