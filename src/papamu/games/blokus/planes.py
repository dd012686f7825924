"""Blokus: the pieces that each player has used, the viewer first."""

from __future__ import annotations

import numpy as np

from papamu.games.blokus.pieces import NAMES
from papamu.games.blokus.placements import Blokus
from papamu.games.planes import Picture, extra_planes, write_extra_planes
from papamu.games.rules import Moves
from papamu.kernel.bits import U1, State


@extra_planes.register
def extra_planes_blokus(rules: Blokus) -> int:
    return len(NAMES) * rules.num_players


@write_extra_planes.register(Blokus)
def write_extra_planes_blokus(
    rules: Blokus, state: State, viewer: int, where: Moves, out: Picture, first: int
) -> None:
    count = len(NAMES)
    for turn in range(rules.num_players):
        used = state[rules.used + (viewer + turn) % rules.num_players]
        for piece in range(count):
            if (used >> np.uint64(piece)) & U1:
                for cell in range(rules.cells):
                    out[cell, first + turn * count + piece] = 1.0
