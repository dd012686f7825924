"""The multi-layer perceptron: against the thesis's formulas, against PyTorch, and a move at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import papamu
from papamu.core.errors import PapamuError
from papamu.kernel.jit import jit
from papamu.kernel.random import stream
from papamu.kernel.vectors import LANES, add_rows, bent_dot, change_rows, dot
from papamu.learn.encodings.contract import encode
from papamu.learn.encodings.registry import encoding
from papamu.learn.mlp.choices import ACTIVATIONS, STARTS
from papamu.learn.mlp.network import Mlp, init_weights, learn, matrix, new_mlp, value_of
from papamu.learn.mlp.value_policy import new_value_policy
from papamu.search.policy import think
from tests.effort import effort
from tests.naive import mlp as naive

SHAPES = [
    ((16, 1), ("relu",)),
    ((16, 20, 1), ("relu", "relu")),
    ((16, 20, 1), ("leaky-relu", "leaky-relu")),
    ((9, 8, 1), ("sigmoid", "sigmoid")),
    ((9, 5, 1), ("tanh", "linear")),
    ((12, 7, 9, 1), ("relu", "leaky-relu", "linear")),
    ((12, 33, 16, 3, 1), ("tanh", "sigmoid", "tanh", "tanh")),
    ((12, 24, 8, 1), ("leakier-relu", "leakier-relu", "sigmoid")),
]


SEEN = [  # games, and how their boards become inputs: each pair is compiled for itself
    ("clobber:4x5", "cells"), ("konane:6x6", "cells"), ("reversi:4x4", "cells"), ("blokus:5x5", "cells"),
    ("konane:6x6", "B"), ("clobber:4x5", "2x3,1x3"), ("checkers:6x6", "2x2"),
]  # fmt: skip


def fresh(
    sizes: tuple[int, ...], names: tuple[str, ...], bias: bool, how: str = "xavier", seed: int = 1
) -> Mlp:
    net = new_mlp(sizes, names, bias, momentum=True)
    init_weights(net, how, stream(seed))
    return net


def some_inputs(count: int, seed: int) -> tuple[Any, Any, Any]:
    """A row of inputs, and the same as the list of those that are not zero."""
    row = np.random.default_rng(seed).integers(-1, 2, count).astype(np.float32)
    row[0] = 0.5
    which = np.flatnonzero(row)
    return row, which, row[which]


def as_lists(net: Mlp) -> list[naive.Layer]:
    return [[[float(w) for w in row] for row in matrix(net, layer)] for layer in range(net.layers)]


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("sizes, names", SHAPES)
def test_one_update_is_the_thesiss(sizes: tuple[int, ...], names: tuple[str, ...], bias: bool) -> None:
    net = fresh(sizes, names, bias)
    twin = as_lists(net)
    for seed in range(5):
        row, which, by = some_inputs(sizes[0], seed)
        out = value_of(net, which, by, len(which))
        expected = naive.forward(twin, names, bias, row.tolist())[0][-1][0]
        assert out == pytest.approx(expected, abs=1e-5)
        learn(net, which, by, len(which), np.float32(0.7), np.float32(0.05), np.float32(0), 0)
        naive.learn(twin, names, bias, row.tolist(), 0.7, 0.05)
        for layer in range(net.layers):
            np.testing.assert_allclose(matrix(net, layer), twin[layer], atol=1e-5)


@pytest.mark.parametrize("momentum", [0.0, 0.9])
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("sizes, names", SHAPES)
def test_updates_are_those_of_pytorch(
    sizes: tuple[int, ...], names: tuple[str, ...], bias: bool, momentum: float
) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is a test tool: make test installs it")
    net = fresh(sizes, names, bias)
    made = {
        "relu": torch.nn.ReLU,
        "leaky-relu": lambda: torch.nn.LeakyReLU(0.01),
        "leakier-relu": lambda: torch.nn.LeakyReLU(0.1),
        "sigmoid": torch.nn.Sigmoid,
        "tanh": torch.nn.Tanh,
        "linear": torch.nn.Identity,
    }
    layers = []
    for k, name in enumerate(names):
        layer = torch.nn.Linear(sizes[k], sizes[k + 1], bias=bias)
        with torch.no_grad():
            layer.weight.copy_(torch.from_numpy(matrix(net, k)[: sizes[k]].T.copy()))
            if bias:
                layer.bias.copy_(torch.from_numpy(matrix(net, k)[sizes[k]].copy()))
        layers += [layer, made[name]()]
    model = torch.nn.Sequential(*layers)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=momentum)
    for seed in range(3):
        row, which, by = some_inputs(sizes[0], seed)
        learn(net, which, by, len(which), np.float32(0.7), np.float32(0.05), np.float32(momentum), 0)
        optimizer.zero_grad()
        loss = 0.5 * (0.7 - model(torch.from_numpy(row))) ** 2  # its slope is the thesis's error
        loss.backward()
        optimizer.step()
    for k in range(net.layers):
        theirs = model[2 * k].weight.detach().numpy().T
        np.testing.assert_allclose(matrix(net, k)[: sizes[k]], theirs, atol=1e-5)
        if bias:
            np.testing.assert_allclose(
                matrix(net, k)[sizes[k]], model[2 * k].bias.detach().numpy(), atol=1e-5
            )


@pytest.mark.parametrize("momentum", [0.01, 0.6])
def test_rows_that_sleep_keep_their_momentum(momentum: float) -> None:
    """A large network, where rows without a speed are passed over, and inputs that come and go for long."""
    sizes, names = (120, 40, 1), ("sigmoid", "sigmoid")
    net, still = fresh(sizes, names, True), fresh(sizes, names, True)
    weights = net.weights.astype(np.float64)
    speed = np.zeros_like(weights)
    rng = np.random.default_rng(1)
    for turn in range(150):
        half = turn // 70 % 2  # for seventy steps the inputs of one half, then of the other
        which = np.sort(rng.choice(60, 20, replace=False)) + 60 * half
        by, target = np.ones(20, dtype=np.float32), np.float32(turn % 3 / 2)
        still.weights[:] = net.weights
        learn(still, which, by, 20, target, np.float32(0.5), np.float32(0), 0)
        speed = momentum * speed + (still.weights.astype(np.float64) - net.weights)
        weights = weights + speed
        learn(net, which, by, 20, target, np.float32(0.5), np.float32(momentum), 0)
        assert net.weights == pytest.approx(weights, abs=1e-5)
    if momentum < 0.1:
        assert not matrix(net, 0, net.speed)[60:120].any()  # asleep for the last ten steps
        assert matrix(net, 0, net.speed)[:60].any()


@pytest.mark.parametrize("how", STARTS)
def test_start_weights(how: str) -> None:
    net = fresh((36, 100, 1), ("relu", "relu"), True, how)
    first = matrix(net, 0)
    assert first.shape == (37, 100)
    alike = {"small": 0.1, "unit": 1.0}  # bias nodes as all others
    if how in alike:
        assert np.abs(first[36]).max() == pytest.approx(alike[how], rel=0.1)
    else:
        assert (first[36] == np.float32(0.1 if how == "thesis" else 0.0)).all()
    if how == "thesis":
        assert (
            first[:36].min() >= 0
            and first[:36].max() < 1
            and first[:36].mean() == pytest.approx(0.5, abs=0.02)
        )
    else:
        widest = {"he": np.sqrt(6 / 36), **alike}.get(how, np.sqrt(6 / 136))
        assert first[:36].mean() == pytest.approx(0, abs=0.03 if how == "unit" else 0.02)
        assert np.abs(first[:36]).max() == pytest.approx(widest, rel=0.01)
    assert (net.weights == fresh((36, 100, 1), ("relu", "relu"), True, how).weights).all()
    assert (net.weights != fresh((36, 100, 1), ("relu", "relu"), True, how, seed=2).weights).any()


@jit
def _compiled_dot(a: Any, a_at: int, b: Any, b_at: int, n: int) -> Any:
    return dot(a, a_at, b, b_at, n)


@jit
def _compiled_bent(
    root: Any, w: Any, a_at: int, a: Any, b_at: int, b: Any, c_at: int, n: int, below: Any
) -> Any:
    return bent_dot(root, w, a_at, a, b_at, b, c_at, n, below)


@jit
def _compiled_add(into: Any, w: Any, stride: int, which: Any, by: Any, many: int) -> None:
    add_rows(into, w, stride, which, by, many)


@jit
def _compiled_change(w: Any, stride: int, which: Any, by: Any, many: int, step: Any, along: Any) -> None:
    change_rows(w, stride, which, by, many, step, along)


@pytest.mark.jit
@given(st.integers(0, 40), st.integers(0, 2**32 - 1))
def test_sums_are_the_same_bit_for_bit_in_the_interpreter(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = (rng.normal(size=64).astype(np.float32) for _ in range(2))
    assert float(_compiled_dot(a, 3, b, 5, n)) == float(dot(a, 3, b, 5, n))
    x, y, below = (np.float32(number) for number in rng.normal(size=3))
    w = rng.normal(size=200).astype(np.float32)
    args = (a, w, 7, x, 51, y, 101, n, below)
    assert float(_compiled_bent(*args)) == float(bent_dot(*args))


@pytest.mark.jit
@given(st.integers(1, 12), st.integers(0, 9), st.integers(0, 2**32 - 1))
def test_rows_are_the_same_bit_for_bit_in_the_interpreter(vectors: int, many: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    stride = vectors * LANES
    w = rng.normal(size=20 * stride).astype(np.float32)
    into, along = (rng.normal(size=stride).astype(np.float32) for _ in range(2))
    which, by = rng.integers(0, 20, many), rng.normal(size=many).astype(np.float32)
    one, other = into.copy(), into.copy()
    _compiled_add(one, w, stride, which, by, many)
    add_rows(other, w, stride, which, by, many)
    assert (one == other).all()
    one, other = w.copy(), w.copy()
    _compiled_change(one, stride, which, by, many, np.float32(0.3), along)
    change_rows(other, stride, which, by, many, np.float32(0.3), along)
    assert (one == other).all()


@settings(max_examples=25)
@given(
    st.sampled_from(SEEN),
    st.sampled_from(SHAPES[:6]),
    st.integers(0, 30),
    st.integers(0, 2**31),
)
def test_a_move_looked_at_incrementally_is_the_board_looked_at_afresh(
    seen: tuple[str, str], shape: tuple[tuple[int, ...], tuple[str, ...]], plies: int, seed: int
) -> None:
    spec, name = seen
    game = papamu.load(spec)
    position = game.start(seed=1)
    rng = np.random.default_rng(seed)
    for _ in range(plies):
        after = position.play(position.legal_moves[int(rng.integers(len(position.legal_moves)))], seed=1)
        if after.is_over:
            break
        position = after
    cells = encoding(game, name)
    net = fresh((cells.inputs, *shape[0][1:]), shape[1], True, seed=seed % 100)
    player = new_value_policy(game, cells, net)
    n = think(player, game.rules, position.state, stream(1), True)
    assert n == len(position.legal_moves)
    for move, value in zip(
        player.workspace.moves[:n].copy(), player.workspace.values[:n].copy(), strict=True
    ):
        state = position.state.copy()
        papamu.games.rules.play(game.rules, state, int(move))
        many = encode(cells, game.rules, state, position.player, player.sight)
        afresh = value_of(net, player.sight.active, player.sight.amounts, many)
        assert value == pytest.approx(float(afresh), abs=1e-4)


def test_bad_networks_are_refused() -> None:
    for sizes, names in [
        ((4,), ()),
        ((4, 0, 1), ("relu",) * 2),
        ((4, 3, 1), ("relu",)),
        ((10**6, 10**6, 1), ("relu",) * 2),
    ]:
        with pytest.raises(PapamuError):
            new_mlp(sizes, names)
    with pytest.raises(PapamuError, match="did you mean 'leaky-relu'"):
        new_mlp((4, 3, 1), ("leaky_relu", "relu"))
    assert len(ACTIVATIONS) == 7


@pytest.mark.parametrize(
    "spec, shape", [("clobber:3x4", (2, 2)), ("clobber:4x4", (3, 3)), ("clobber:4x5", (2, 3))]
)
def test_patterns_are_counted_wherever_they_stand(spec: str, shape: tuple[int, int]) -> None:
    """Against a count by hand: every window, turned and mirrored in all ways, the smallest of them."""
    game = papamu.load(spec)
    windows = encoding(game, f"{shape[0]}x{shape[1]}")
    player = new_value_policy(game, windows, fresh((windows.inputs, 1), ("relu",), True))
    names: dict[tuple[int, ...], int] = {}
    for seed in range(effort(40, 10)):
        position = game.start()
        rng = np.random.default_rng(seed)
        for _ in range(seed % 9):
            if position.is_over:
                break
            position = position.play(position.legal_moves[int(rng.integers(len(position.legal_moves)))])
        many = encode(windows, game.rules, position.state, seed % 2, player.sight)
        board = np.pad(_codes(position, seed % 2), 1)
        expected = []
        for high, wide in {shape, shape[::-1]}:
            for top in range(board.shape[0] - high + 1):
                for left in range(board.shape[1] - wide + 1):
                    inside = (min(top + high, board.shape[0] - 1) - max(top, 1)) * (
                        min(left + wide, board.shape[1] - 1) - max(left, 1)
                    )
                    if inside >= 2:
                        expected.append(_smallest(board[top : top + high, left : left + wide], shape))
        found = sorted(player.sight.active[:many].tolist())
        assert len(found) == len(expected)
        counted: dict[tuple[int, ...], int] = {}
        for pattern in expected:
            counted[pattern] = counted.get(pattern, 0) + 1
        assert sorted(counted.values()) == sorted(found.count(one) for one in set(found))
        names.update(dict.fromkeys(expected, 0))
    assert len(names) <= windows.inputs


def _codes(position: papamu.Position, viewer: int) -> Any:
    codes = np.zeros(position.game.rules.cells, dtype=np.int8)
    papamu.games.rules.observe(position.game.rules, position.state, viewer, codes)
    return codes.reshape(position.game.rows, position.game.cols)


def _smallest(window: Any, shape: tuple[int, int]) -> tuple[int, ...]:
    seen = [np.rot90(turned, k) for turned in (window, window.T) for k in range(4)]
    return min(tuple(one.ravel().tolist()) for one in seen if one.shape == shape)


def test_windows_that_cannot_be_are_refused() -> None:
    with pytest.raises(PapamuError, match="too many patterns"):
        encoding(papamu.load("clobber:6x6"), "4x4")
    with pytest.raises(PapamuError, match=r"cells, A, B, C, owners, .*, or windows like 3x3"):
        encoding(papamu.load("clobber:6x6"), "0x3")
