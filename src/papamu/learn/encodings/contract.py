"""Encodings: how a board becomes the inputs of a network.

An encoding is a record with at least `inputs` (how many there are), `most` (how many can be other than zero)
and `entries` (see `Sight`). It lists the inputs that are not zero, as a player sees the board, and it says
which a move would change, so that a network looks at a move without looking at the whole board again.

`Planes` are the encodings where each cell speaks for itself: every plane gives every cell one input,
whose value follows from the cell's code.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.games.game import Game
from papamu.games.rules import Codes, Moves, Rules, changes, observe
from papamu.kernel.bits import State
from papamu.kernel.generic import generic
from papamu.kernel.vectors import F0

Inputs = NDArray[np.float32]
Encoding = Any


class Sight(NamedTuple):
    """Room for what one player sees of a position, and for what a move would change of it."""

    codes: Codes  # [cells]: what stands where
    active: Moves  # [most]: which inputs are not zero
    amounts: Inputs  # [most]: their values
    cells: Moves  # [cells]: which cells a move changes
    turned: Codes  # [cells]: into what
    which: Moves  # [2 × most]: which inputs a move changes
    by: Inputs  # [2 × most]: by how much
    raw: Moves  # [most]: patterns have numbers before they are inputs
    moved: Moves  # [most]: how much a move changes those
    touched: Moves  # which of them
    shift: Moves  # [1]: where the inputs of this phase of the game begin


def sight(game: Game, encoding: Encoding) -> Sight:
    """Room for what this encoding sees."""
    cells, most = game.rules.cells, encoding.most
    return Sight(
        codes=np.zeros(cells, dtype=np.int8),
        active=np.zeros(most, dtype=np.int64),
        amounts=np.zeros(most, dtype=np.float32),
        cells=np.zeros(cells, dtype=np.int64),
        turned=np.zeros(cells, dtype=np.int8),
        which=np.zeros(2 * most, dtype=np.int64),
        by=np.zeros(2 * most, dtype=np.float32),
        raw=np.zeros(most, dtype=np.int64),
        moved=np.zeros(most, dtype=np.int64),
        touched=np.zeros(encoding.entries, dtype=np.int64),
        shift=np.zeros(1, dtype=np.int64),
    )


@generic
def encode(encoding: Encoding, rules: Rules, state: State, viewer: int, sight: Sight) -> int:
    """Write what `viewer` sees into `sight.codes`, `active`, `amounts`; how many inputs are not zero."""


@generic
def difference(encoding: Encoding, rules: Rules, state: State, move: int, viewer: int, sight: Sight) -> int:
    """Which inputs a move would change (`sight.which`) and by how much (`sight.by`); returns how many.

    The state is the one before the move, and `encode` has just seen it.
    """


class Planes(NamedTuple):
    """Each cell has one input on each plane."""

    inputs: int
    most: int  # inputs that can be other than zero at the same time
    entries: int  # of `Sight.touched`: none, cells are inputs at once
    planes: int
    places: Moves  # [viewer, plane, cell]: which input it is
    values: Inputs  # [viewer, plane, 1 + code]: its value


def planes(game: Game, values: list[list[float]], places: Moves | None = None) -> Planes:
    """Planes with these values for the codes 0, 1, 2 … (of codes that are not named: 0), for every viewer."""
    return planes_by_viewer(game, [values] * game.num_players, places)


def planes_by_viewer(game: Game, values: list[list[list[float]]], places: Moves | None = None) -> Planes:
    """The same where codes are worth something else to each viewer."""
    count, cells = len(values[0]), game.rules.cells
    if places is None:
        one = np.arange(count * cells, dtype=np.int64).reshape(count, cells)
        places = np.tile(one, (game.num_players, 1, 1))
    table = np.zeros((game.num_players, count, 8), dtype=np.float32)
    for viewer, of_viewer in enumerate(values):
        for plane, row in enumerate(of_viewer):
            table[viewer, plane, 1 : 1 + len(row)] = row
    return Planes(count * cells, count * cells, 0, count, np.ascontiguousarray(places), table)


@encode.register(Planes)
def encode_planes(encoding: Planes, rules: Rules, state: State, viewer: int, sight: Sight) -> int:
    observe(rules, state, viewer, sight.codes)
    n = 0
    for plane in range(encoding.planes):
        for cell in range(rules.cells):
            value = encoding.values[viewer, plane, 1 + sight.codes[cell]]
            sight.active[n] = encoding.places[viewer, plane, cell]
            sight.amounts[n] = value
            n += 1 if value != F0 else 0
    return n


@difference.register(Planes)
def difference_planes(
    encoding: Planes, rules: Rules, state: State, move: int, viewer: int, sight: Sight
) -> int:
    n = 0
    for index in range(changes(rules, state, move, viewer, sight.cells, sight.turned)):
        cell = sight.cells[index]
        for plane in range(encoding.planes):
            was = encoding.values[viewer, plane, 1 + sight.codes[cell]]
            will_be = encoding.values[viewer, plane, 1 + sight.turned[index]]
            if was != will_be:
                sight.which[n] = encoding.places[viewer, plane, cell]
                sight.by[n] = will_be - was
                n += 1
    return n
