"""Checkers: the piece that must go on jumping, and how much of the quiet plies has passed."""

from __future__ import annotations

import numpy as np

from papamu.games.checkers.rules import Checkers, forced_cell, quiet_plies
from papamu.games.planes import Picture, extra_planes, write_extra_planes
from papamu.games.rules import Moves
from papamu.kernel.bits import State


@extra_planes.register
def extra_planes_checkers(rules: Checkers) -> int:
    return 2


@write_extra_planes.register(Checkers)
def write_extra_planes_checkers(
    rules: Checkers, state: State, viewer: int, where: Moves, out: Picture, first: int
) -> None:
    forced = forced_cell(rules, state)
    if forced >= 0:
        out[where[forced], first] = 1.0
    if rules.quiet > 0:
        passed = np.float32(quiet_plies(rules, state) / rules.quiet)
        for cell in range(rules.cells):
            out[cell, first + 1] = passed
