"""Names of activations and of start weights, apart from the kernels: `papamu train --help` needs only the names."""

from __future__ import annotations

from papamu.core.errors import PapamuError, listing, nearest

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
STARTS = ("thesis", "he", "xavier", "small", "unit")


def check_activation(name: str) -> str:
    """The name itself, or an error that lists the valid ones."""
    if name not in ACTIVATIONS:
        raise PapamuError(
            f"there is no activation {name!r}{nearest(name, ACTIVATIONS)}: there are {listing(ACTIVATIONS)}"
        )
    return name
