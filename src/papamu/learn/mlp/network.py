"""The multi-layer perceptron: forward pass and backpropagation, one position at a time, in float32.

The formulas are those of the Clobber thesis (§4.4).

The weights of all layers lie in one array, layer by layer; in a layer, one row for each node it comes
from (the bias node last), so that a change of one input is one row to add. Sums over a row are always
added up in the same order, compiled and interpreted: the same training gives the same weights, bit for
bit (sigmoid and tanh: up to the last bit of the system's own functions).

    value of a node      g(invalue), invalue = Σ weight × value of the layer before
    output node          Δ = (target − output) × g'(invalue)
    hidden node j        Δ_j = g'(invalue_j) × Σ_i W_ji × Δ_i
    weights              W_ji ← W_ji + α × value_j × Δ_i    (with momentum m: V ← m V + that, W ← W + V)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PapamuError
from papamu.games.rules import Moves
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, uniform
from papamu.kernel.vectors import F0, F1, LANES, add_rows, bent_dot, change_rows, dot
from papamu.learn.mlp.activation import activated, slope
from papamu.learn.mlp.choices import ACTIVATIONS, BENT, STARTS, check_activation

Weights = NDArray[np.float32]

_FADED = math.log(1e-12)  # of a speed, so much is nothing: no weight in float32 shows it
_LARGE = 4_000  # weights: below, one pass over all is faster than looking which rows are awake
WIDE_AWAKE = 1 << 40  # steps
MOST_WEIGHTS = 50_000_000  # 200 MB: beyond it somebody has mistyped a number


class Mlp(NamedTuple):
    """A network with room to think in."""

    layers: int  # of weights: hidden layers + 1
    bias: int  # 1: every layer but the last has one more node, which is always 1
    sizes: Moves  # [layers + 1]: nodes, from the inputs to the output
    strides: Moves  # [layers]: from row to row: the nodes, padded with zeros to whole vectors
    at: Moves  # [layers + 1]: where each layer's weights begin in `weights`, and where all end
    kinds: Moves  # [layers]: BENT, SIGMOID or TANH
    below: Weights  # [layers]: the slope below zero of BENT ones, what is added to that of SIGMOID
    weights: Weights
    wired: Weights  # 1 and 0 for the first layer's weights if not all of them exist, else one 1
    speed: Weights  # the same size if there is momentum, else one number
    awake: Moves  # [inputs]: for so many steps the first layer's weights from it may have a speed
    invalues: Weights  # [layers, widest]
    values: Weights  # [layers, widest]
    deltas: Weights  # [layers, widest]
    root: Weights  # [widest]: the first layer's invalues of the board before a move
    order: Moves  # [widest]: 0, 1, 2 …: all rows of a layer
    bank: Weights  # [seats, weights]: those of each seat's own network; [1, 1] if there is only one
    worn: Moves  # [1]: whose of them are in `weights`


def new_mlp(
    sizes: Sequence[int],
    activations: Sequence[str],
    bias: bool = True,
    momentum: bool = False,
    wired: NDArray[np.bool_] | None = None,
    seats: int = 1,
) -> Mlp:
    """A network of these sizes, inputs first, an activation for each layer after them; all weights zero.

    `wired[input, node]` says which inputs the nodes of the first layer see; without it all see all. With
    several `seats` these are as many networks of one shape, of which one at a time is worn (see `load_seat`).
    """
    layers = len(sizes) - 1
    if layers < 1 or min(sizes) < 1:
        raise PapamuError("a network has inputs, and at least one node in every layer")
    if len(activations) != layers:
        raise PapamuError(f"{layers} layers need {layers} activations, not {len(activations)}")
    strides = [1 if after == 1 else after + -after % LANES for after in sizes[1:]]
    strides[0] = sizes[1] + -sizes[1] % LANES
    at = [0]
    for before, stride in zip(sizes[:-1], strides, strict=True):
        at.append(at[-1] + (before + int(bias)) * stride)
    if at[-1] * seats > MOST_WEIGHTS:
        raise PapamuError(
            f"a network of {at[-1] * seats:,} weights is too large: {MOST_WEIGHTS:,} are possible"
        )
    kinds = [ACTIVATIONS[check_activation(name)] for name in activations]
    sees = np.ones(1, dtype=np.float32)
    if wired is not None:
        whole = np.ones((sizes[0] + int(bias), strides[0]), dtype=np.float32)
        whole[: sizes[0], : sizes[1]] = wired
        sees = whole.ravel()
    room = (layers, max(size + -size % LANES for size in sizes[1:]))
    return Mlp(
        layers=layers,
        bias=int(bias),
        sizes=np.array(sizes, dtype=np.int64),
        strides=np.array(strides, dtype=np.int64),
        at=np.array(at, dtype=np.int64),
        kinds=np.array([kind for kind, _ in kinds], dtype=np.int64),
        below=np.array([below for _, below in kinds], dtype=np.float32),
        weights=np.zeros(at[-1], dtype=np.float32),
        wired=sees,
        speed=np.zeros(at[-1] if momentum else 1, dtype=np.float32),
        awake=np.zeros(sizes[0] if momentum else 1, dtype=np.int64),
        invalues=np.zeros(room, dtype=np.float32),
        values=np.zeros(room, dtype=np.float32),
        deltas=np.zeros(room, dtype=np.float32),
        root=np.zeros(room[1], dtype=np.float32),
        order=np.arange(room[1], dtype=np.int64),
        bank=np.zeros((seats, at[-1]) if seats > 1 else (1, 1), dtype=np.float32),
        worn=np.zeros(1, dtype=np.int64),
    )


def init_weights(net: Mlp, how: str, rng: Stream) -> None:
    """Draw new weights.

    `thesis` (Clobber): uniform 0 … 1, and 0.1 for bias nodes. `he` and `xavier`: uniform around 0, bias
    nodes 0. `small` (Conx, of the Konane thesis): uniform −0.1 … 0.1, bias nodes too. `unit`: the same with
    −1 … 1. Of several networks each has its own weights.
    """
    for seat in range(len(net.bank)):
        net.worn[0] = seat
        _init_one(net, how, rng)
        store_seat(net)


def _init_one(net: Mlp, how: str, rng: Stream) -> None:
    assert how in STARTS
    for layer in range(net.layers):
        rows = matrix(net, layer)
        before, after = int(net.sizes[layer]), int(net.sizes[layer + 1])
        if how in ("small", "unit"):
            before = len(rows)
        widest = {"he": np.sqrt(6.0 / before), "small": 0.1, "unit": 1.0}.get(
            how, np.sqrt(6.0 / (before + after))
        )
        drawn = np.array([uniform(rng) for _ in range(before * after)]).reshape(before, after)
        rows[:before] = drawn if how == "thesis" else (2 * drawn - 1) * widest
        rows[before:] = 0.1 if how == "thesis" else 0.0
    net.weights[: len(net.wired)] *= net.wired
    net.speed[:] = 0
    net.awake[:] = 0


def matrix(net: Mlp, layer: int, of: Weights | None = None) -> Weights:
    """The weights of a layer (or the numbers for them in `of`): a row for each node it comes from."""
    first, end = net.at[layer], net.at[layer + 1]
    rows = (net.weights if of is None else of)[first:end].reshape(-1, int(net.strides[layer]))
    return rows[:, : int(net.sizes[layer + 1])]


def copy_weights(net: Mlp, other: Mlp) -> None:
    """Those of another network of the same shape, of all seats."""
    net.weights[:] = other.weights
    net.bank[:] = other.bank
    net.worn[:] = other.worn


def all_weights(net: Mlp) -> Weights:
    """[seats, weights]: those of each network, as they are now."""
    return net.bank if len(net.bank) > 1 else net.weights.reshape(1, -1)


@jit
def load_seat(net: Mlp, seat: int) -> None:
    """Be the network of this seat, if each seat has its own."""
    if len(net.bank) > 1 and net.worn[0] != seat:
        for k in range(len(net.weights)):
            net.weights[k] = net.bank[seat, k]
        net.worn[0] = seat


@jit
def store_seat(net: Mlp) -> None:
    """Note what the network that is worn has learned."""
    if len(net.bank) > 1:
        for k in range(len(net.weights)):
            net.bank[net.worn[0], k] = net.weights[k]


@jit
def first_layer(net: Mlp, which: Moves, by: Weights, many: int, into: Weights) -> None:
    """The first layer's invalues where so many inputs are not zero."""
    stride = net.strides[0]
    first = net.sizes[0] * stride
    if net.bias:
        for j in range(stride):
            into[j] = net.weights[first + j]
    else:
        for j in range(stride):
            into[j] = F0
    add_rows(into, net.weights, stride, which, by, many)


@jit
def output_after(net: Mlp, which: Moves, by: Weights, many: int) -> np.float32:
    """The output when these inputs change by so much from those whose invalues are in `net.root`."""
    stride = net.strides[0]
    if net.layers == 2 and net.kinds[0] == BENT and many == 2:  # nearly all moves of Clobber: in one go
        n, c = net.sizes[1], net.at[1]
        a, b = which[0] * stride, which[1] * stride
        x = bent_dot(net.root, net.weights, a, by[0], b, by[1], c, n, net.below[0])
        if net.bias:
            x += net.weights[c + n]
        return activated(net.kinds[1], net.below[1], x)
    for j in range(stride):
        net.invalues[0, j] = net.root[j]
    add_rows(net.invalues[0], net.weights, stride, which, by, many)
    return output(net)


@jit
def _fire(net: Mlp, layer: int) -> None:
    """The values of a layer from its invalues."""
    kind, below = net.kinds[layer], net.below[layer]
    n = net.sizes[layer + 1]
    if kind == BENT:
        for j in range(n):
            x = net.invalues[layer, j]
            net.values[layer, j] = x if x > F0 else below * x
    else:
        for j in range(n):
            net.values[layer, j] = activated(kind, below, net.invalues[layer, j])


@jit
def _next_layer(net: Mlp, layer: int) -> None:
    """The invalues of a layer (not the first) from the values before it."""
    before, stride, first = net.sizes[layer], net.strides[layer], net.at[layer]
    values, into = net.values[layer - 1], net.invalues[layer]
    if stride == 1:
        into[0] = dot(values, 0, net.weights, first, before)
        if net.bias:
            into[0] += net.weights[first + before]
        return
    bias = first + before * stride
    for j in range(stride):
        into[j] = net.weights[bias + j] if net.bias else F0
    add_rows(into, net.weights[first:bias], stride, net.order, values, before)


@jit
def output(net: Mlp) -> np.float32:
    """The network's output once the first layer's invalues are there."""
    _fire(net, 0)
    for layer in range(1, net.layers):
        _next_layer(net, layer)
        _fire(net, layer)
    return net.values[net.layers - 1, 0]


@jit
def value_of(net: Mlp, which: Moves, by: Weights, many: int) -> np.float32:
    """The network's output where these inputs are not zero."""
    first_layer(net, which, by, many, net.invalues[0])
    return output(net)


@jit
def learn(
    net: Mlp,
    which: Moves,
    by: Weights,
    many: int,
    target: np.float32,
    alpha: np.float32,
    momentum: np.float32,
    logistic: int,
) -> np.float32:
    """One step of backpropagation towards `target` where these inputs are not zero.

    Returns the output before it. With momentum the step is first gathered in `net.speed`. `logistic` leaves
    the slope of the output node out: for a sigmoid that is the step of the logistic loss, which does not stop
    where the network is very sure and very wrong.
    """
    out = value_of(net, which, by, many)
    last = net.layers - 1
    error = target - out
    if logistic == 0:
        error *= slope(net.kinds[last], net.below[last], net.invalues[last, 0], out)
    net.deltas[last, 0] = error
    gathers = momentum != F0
    if gathers or error != F0:  # else the output is dead, and nothing changes
        _step(net, net.speed if gathers else net.weights, which, by, many, alpha)
    if gathers:
        _follow(net, which, many, momentum)
    return out


@jit
def _follow(net: Mlp, which: Moves, many: int, momentum: np.float32) -> None:
    """All weights follow their speeds, and these fade: one pass, which leaves them as the next step begins.

    In a large network the row of an input that was zero for so long that nothing visible is left of its speed
    is not looked at.
    """
    if len(net.speed) < _LARGE:
        _follow_part(net.speed, net.weights, momentum)
        return
    stride, inputs = net.strides[0], net.sizes[0]
    awake = WIDE_AWAKE if momentum >= F1 else 2 + np.int64(_FADED / math.log(momentum))
    for k in range(many):
        net.awake[which[k]] = awake
    for row in range(inputs):
        if net.awake[row] > 0:
            net.awake[row] -= 1
            left = momentum if net.awake[row] > 0 else F0
            at = row * stride
            _follow_part(net.speed[at : at + stride], net.weights[at : at + stride], left)
    _follow_part(net.speed[inputs * stride :], net.weights[inputs * stride :], momentum)


@jit
def _follow_part(speed: Weights, weights: Weights, left: np.float32) -> None:
    for index in range(len(speed)):
        now = speed[index]
        weights[index] += now
        speed[index] = left * now


@jit
def _step(net: Mlp, into: Weights, which: Moves, by: Weights, many: int, alpha: np.float32) -> None:
    """Carry the output's Δ back through all layers, and add the change of each weight to `into`."""
    for layer in range(net.layers - 1, 0, -1):
        _step_layer(net, into, layer, alpha)
    stride, deltas = net.strides[0], net.deltas[0]
    change_rows(into, stride, which, by, many, alpha, deltas)
    if len(net.wired) > 1:
        for k in range(many):
            row = which[k] * stride
            for j in range(stride):
                into[row + j] *= net.wired[row + j]
    if net.bias:
        first = net.sizes[0] * stride
        for j in range(stride):
            into[first + j] += alpha * deltas[j]


@jit
def _step_layer(net: Mlp, into: Weights, layer: int, alpha: np.float32) -> None:
    """The deltas of the layer before, then the weights between."""
    before, n, stride = net.sizes[layer], net.sizes[layer + 1], net.strides[layer]
    first, bias = net.at[layer], net.at[layer] + net.sizes[layer] * net.strides[layer]
    kind, below = net.kinds[layer - 1], net.below[layer - 1]
    deltas, invalues, values = net.deltas[layer], net.invalues[layer - 1], net.values[layer - 1]
    back = net.deltas[layer - 1]
    if stride == 1:  # one output: the same as below, a whole row at a time
        delta = deltas[0]
        for i in range(before):
            back[i] = net.weights[first + i] * delta
        step = alpha * delta
        for i in range(before):
            into[first + i] += step * values[i]
    else:
        for i in range(before):
            back[i] = dot(net.weights, first + i * stride, deltas, 0, n)
        change_rows(into[first:bias], stride, net.order, values, before, alpha, deltas)
    if kind == BENT:
        for i in range(before):
            back[i] *= F1 if invalues[i] > F0 else below
    else:
        for i in range(before):
            back[i] *= slope(kind, below, invalues[i], values[i])
    if net.bias:
        for j in range(stride):
            into[bias + j] += alpha * deltas[j]
