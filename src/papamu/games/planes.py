"""What a network sees of a position: planes, one number per cell each.

In this order, for a viewer (a player; usually the one to move):

- one plane for each kind of piece: own men, the next player's men, … then own kings, the next player's kings, …;
- the turn: 1 everywhere if the viewer is to move, else -1. It also shows a convolution where the board ends;
- one plane for each seat but the first: 1 everywhere on the viewer's;
- what else the game has to show (`extra_planes`): a file `planes.py` in the game's folder.

Where the players sit opposite each other (Checkers), the second sees the board turned around, so that both always
move up.
"""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PapamuError
from papamu.games.rules import Codes, Moves, Rules, observe, player
from papamu.kernel.bits import State
from papamu.kernel.generic import generic
from papamu.kernel.jit import jit

if TYPE_CHECKING:
    from papamu.games.game import Game

Picture = NDArray[np.float32]  # [cell, plane]


class PlaneLayout(NamedTuple):
    """How one game is seen."""

    planes: int
    codes: int  # kinds of pieces: the first planes
    turned: Moves  # [player, cell]: where a cell of the board lies for this player


@singledispatch
def extra_planes(rules: Rules) -> int:
    """How many further planes this game has."""
    return 0


@generic(default=True)
def write_extra_planes(
    rules: Rules, state: State, viewer: int, where: Moves, out: Picture, first: int
) -> None:
    """Write what cannot be seen from where pieces stand, on the planes from `first` on.

    `where` says where each cell lies in the picture; all planes are zero.
    """
    return


def plane_layout(game: Game) -> PlaneLayout:
    """How this game is seen."""
    from papamu.games.registry import import_part  # it imports `Game`, which has a layout

    if not game.size_text:
        raise PapamuError("planes need a board of rows and columns, not a graph")
    import_part("papamu.games", game.name, "planes")
    players = game.num_players
    codes = len(game.alphabet) - 1
    turned = np.tile(np.arange(game.rules.cells, dtype=np.int64), (players, 1))
    if is_turned(game):
        turned[1] = turned[1, ::-1]
    return PlaneLayout(codes + players + int(extra_planes(game.rules)), codes, turned)


def is_turned(game: Game) -> bool:
    """Does the second player see the board turned around?"""
    return game.players_opposite and game.num_players == 2 and game.says_cells


@jit
def write_planes(
    layout: PlaneLayout,
    rules: Rules,
    state: State,
    viewer: int,
    table: Moves,
    codes: Codes,
    where: Moves,
    out: Picture,
) -> None:
    """Write what a player sees, the board turned and mirrored by a table of `kernel.symmetry`.

    `codes` and `where` are room for one number per cell. Any record with the fields of `PlaneLayout` will do.
    """
    observe(rules, state, viewer, codes)
    turn = np.float32(1.0) if player(rules, state) == viewer else np.float32(-1.0)
    for cell in range(rules.cells):
        for plane in range(layout.planes):
            out[cell, plane] = 0.0
        out[cell, layout.codes] = turn
        if viewer > 0:
            out[cell, layout.codes + viewer] = 1.0
    for cell in range(rules.cells):
        where[cell] = layout.turned[viewer, table[cell]]
        if codes[cell] > 0:
            out[where[cell], codes[cell] - 1] = 1.0
    write_extra_planes(rules, state, viewer, where, out, layout.codes + rules.num_players)
