"""What a network has learned, to look at: what stones and patterns are worth to it, which boards excite its units.

The network is shown positions of random games. How much its value of a board changes with each input, on the average
of these positions, is what a stone or a pattern is worth to it. Everything here is read from a finished model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.agents.position_sample import positions
from papamu.games.drawing import board_svg
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.registry import load as load_game
from papamu.learn.encodings.concat import Concat
from papamu.learn.encodings.contract import Encoding, Planes, encode, sight
from papamu.learn.encodings.patterns import Patterns
from papamu.learn.mlp import model_file
from papamu.learn.mlp.choices import BENT, TANH
from papamu.learn.mlp.model_file import Model, build_network
from papamu.learn.mlp.network import all_weights, matrix

Json = dict[str, Any]
Array = NDArray[np.float64]

_POSITIONS = 150
_PATTERNS = 5  # that are shown of the best, and of the worst
_SEEN = 0.04  # of the positions must have a pattern that is shown
_UNITS, _BOARDS = 5, 3
_BOARD_PIXELS = 150
_SHAPES = re.compile(r"[1-9]x[1-9]")


@dataclass(frozen=True)
class _Look:
    """A network and what it does on the sample."""

    game: Game
    boards: list[Position]
    inputs: Array  # [board, input]
    outputs: Array  # [board]
    hidden: Array  # [board, unit of the first hidden layer]; no units where there is no hidden layer
    worth: Array  # [input]: how much one more of it changes the output, on the average
    unit_worth: Array  # [unit]: the same for the first hidden layer


def insight(path: Path) -> Json:
    """What the network of this file has learned; empty for networks that compare boards."""
    model = model_file.load(path)
    if model.course.compares:
        return {"stones": [], "patterns": [], "units": [], "positions": 0}
    game = load_game(model.course.game)
    encoding, _ = build_network(model.course, game)
    look = _look(game, encoding, model)
    parts = list(_leaves(encoding, model.course.encoding.split("+")))
    return {
        "stones": [
            board for part, _, at in parts if isinstance(part, Planes) for board in _stones(look, part, at)
        ],
        "patterns": [
            one
            for part, text, at in parts
            if isinstance(part, Patterns)
            for one in _best(look, part, text, at)
        ],
        "units": list(_units(look)),
        "positions": len(look.boards),
    }


def _leaves(encoding: Encoding, names: list[str], at: int = 0) -> Iterator[tuple[Encoding, str, int]]:
    """The single encodings of a joined one, with their names and where their inputs begin."""
    if isinstance(encoding, Concat):
        yield from _leaves(encoding.first, names[:1], at)
        yield from _leaves(encoding.second, names[1:], at + encoding.first.inputs)
    else:
        yield encoding, names[0], at


# -- the network on the sample ---------------------------------------------------------------------------


def _look(game: Game, encoding: Encoding, model: Model) -> _Look:
    boards = list(positions(game, _POSITIONS, distinct=False))
    room = sight(game, encoding)
    inputs = np.zeros((len(boards), encoding.inputs))
    for row, board in zip(inputs, boards, strict=True):
        viewer = (board.player - 1) % game.num_players  # values are those of who has just moved
        many = encode(encoding, game.rules, board.state, viewer, room)
        np.add.at(row, room.active[:many], room.amounts[:many])
    net = model.net
    weights = all_weights(net)[0]
    layers = [matrix(net, layer, weights).astype(np.float64) for layer in range(net.layers)]
    values, slopes = [inputs], []
    for layer, rows in enumerate(layers):
        before = values[-1]
        x = before @ rows[: before.shape[1]] + (rows[before.shape[1]] if net.bias else 0.0)
        value, slope = _activated(int(net.kinds[layer]), float(net.below[layer]), x)
        values.append(value)
        slopes.append(slope)
    back = slopes[-1]  # of the output to the invalues of a layer, from the last to the first
    for layer in range(net.layers - 1, 0, -1):
        to_units = back @ layers[layer][: values[layer].shape[1]].T
        back = to_units * slopes[layer - 1]
    worth = layers[0][: encoding.inputs] @ back.mean(axis=0)
    hidden = values[1] if net.layers > 1 else np.zeros((len(boards), 0))
    unit_worth = to_units.mean(axis=0) if net.layers > 1 else np.zeros(0)
    return _Look(game, boards, inputs, values[-1][:, 0], hidden, worth, unit_worth)


def _activated(kind: int, below: float, x: Array) -> tuple[Array, Array]:
    """Values and slopes of nodes."""
    if kind == BENT:
        return np.where(x > 0, x, below * x), np.where(x > 0, 1.0, below)
    if kind == TANH:
        value = np.tanh(x)
        return value, 1 - value * value
    value = 1 / (1 + np.exp(-np.clip(x, -80, 80)))
    return value, value * (1 - value) + below


# -- what is shown ---------------------------------------------------------------------------------------


def _stones(look: _Look, planes: Planes, at: int) -> Iterator[Json]:
    """What a stone on each cell is worth, compared with an empty cell: one's own, and another's."""
    game = look.game
    if not game.size_text:
        return  # a graph has no rows and columns
    places = at + planes.places[0]
    for code, title in ((1, "An own stone"), (2, "An opponent's stone")):
        more = planes.values[0, :, 1 + code] - planes.values[0, :, 1]
        worth = (more[:, None] * look.worth[places]).sum(axis=0)
        yield {
            "title": title,
            "rows": game.rows,
            "cols": game.cols,
            "values": [_short(value) for value in worth],
        }


def _best(look: _Look, patterns: Patterns, text: str, at: int) -> Iterator[Json]:
    """The patterns that it likes most and least, of those that occur."""
    codes = int(patterns.kinds.max()) + 1
    pictures: dict[int, Json] = {}
    begin = 0
    for shape in _SHAPES.findall(text):
        rows, cols = (int(size) for size in shape.split("x"))
        table = patterns.inputs_of[begin : begin + codes ** (rows * cols)]
        begin += len(table)
        for number, raw in zip(*np.unique(table, return_index=True), strict=True):
            cells = [int(raw) // codes**k % codes for k in range(rows * cols)]
            if any(cells):
                pictures[int(number)] = {"rows": rows, "cols": cols, "cells": cells}
    seen = (look.inputs > 0).mean(axis=0)
    known = [one for one in pictures if seen[at + one] >= _SEEN]
    ranked = sorted(known, key=lambda one: -float(look.worth[at + one]))
    for one in dict.fromkeys([*ranked[:_PATTERNS], *ranked[-_PATTERNS:]]):
        yield {**pictures[one], "worth": _short(look.worth[at + one]), "seen": _short(seen[at + one])}


def _units(look: _Look) -> Iterator[Json]:
    """The units that matter most, each with the boards that excite it most."""
    matters = look.hidden.std(axis=0) * np.abs(look.unit_worth)
    for unit in np.argsort(-matters, kind="stable")[:_UNITS]:
        if matters[unit] <= 0:
            return  # dead, or nobody listens to it
        order = np.argsort(-look.hidden[:, unit], kind="stable")[:_BOARDS]
        yield {
            "unit": int(unit) + 1,
            "raises": bool(look.unit_worth[unit] > 0),
            "boards": [
                {"svg": board_svg(look.boards[at], _BOARD_PIXELS), "value": _short(look.hidden[at, unit])}
                for at in order
            ],
        }


def _short(value: float) -> float:
    return float(f"{value:.4g}") + 0.0
