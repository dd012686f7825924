"""The multi-layer perceptron as the Clobber thesis writes it (§4.4): lists and loops, in double precision."""

from __future__ import annotations

import math
from collections.abc import Sequence

LEAKS = {"leaky-relu": 0.01, "leakier-relu": 0.1}
Layer = list[list[float]]  # [from, to]; the bias node is the last row


def g(name: str, x: float) -> float:
    if name == "relu":
        return max(0.0, x)
    if name in LEAKS:
        return x if x > 0 else LEAKS[name] * x
    if name in ("sigmoid", "conx"):
        return 1 / (1 + math.exp(-x))
    return math.tanh(x) if name == "tanh" else x


def slope(name: str, x: float) -> float:
    if name == "relu" or name in LEAKS:
        return 1.0 if x > 0 else LEAKS.get(name, 0.0)
    if name in ("sigmoid", "conx"):
        return g(name, x) * (1 - g(name, x)) + (0.1 if name == "conx" else 0.0)
    return 1 - math.tanh(x) ** 2 if name == "tanh" else 1.0


def forward(
    layers: Sequence[Layer], names: Sequence[str], bias: bool, row: Sequence[float]
) -> tuple[list[list[float]], list[list[float]]]:
    """Values of every layer from the inputs on (with bias nodes), and invalues of every layer after them."""
    values = [[*row, 1.0] if bias else list(row)]
    invalues = []
    for layer, name in zip(layers, names, strict=True):
        sums = [sum(values[-1][i] * layer[i][j] for i in range(len(layer))) for j in range(len(layer[0]))]
        invalues.append(sums)
        fired = [g(name, x) for x in sums]
        values.append([*fired, 1.0] if bias and layer is not layers[-1] else fired)
    return values, invalues


def learn(
    layers: Sequence[Layer],
    names: Sequence[str],
    bias: bool,
    row: Sequence[float],
    target: float,
    alpha: float,
    momentum: float = 0.0,
    speeds: Sequence[Layer] | None = None,
) -> float:
    """One update, in place; with momentum also of the speeds. Returns the output before it."""
    values, invalues = forward(layers, names, bias, row)
    deltas = [[(target - values[-1][0]) * slope(names[-1], invalues[-1][0])]]
    for k in range(len(layers) - 1, 0, -1):
        nodes = len(invalues[k - 1])
        deltas.insert(
            0,
            [
                slope(names[k - 1], invalues[k - 1][j])
                * sum(layers[k][j][i] * deltas[0][i] for i in range(len(deltas[0])))
                for j in range(nodes)
            ],
        )
    for k, layer in enumerate(layers):
        for j in range(len(layer)):
            for i in range(len(layer[0])):
                step = alpha * values[k][j] * deltas[k][i]
                if speeds is not None:
                    speeds[k][j][i] = step = momentum * speeds[k][j][i] + step
                layer[j][i] += step
    return values[-1][0]
