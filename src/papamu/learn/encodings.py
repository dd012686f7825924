"""Which encodings there are, by name: `cells`, `A`, `B`, `C`, `owners`, `players`, `turned`, or windows like
`3x3` or `3x3,2x4`; `others:3x3` are windows to which all other players are one. In Blokus also `pieces` and
`corners`. `others:3x3@4` has inputs of its own for each of four phases. Several are joined by `+`:
`others:3x3+pieces`.

`A`, `B` and `C` are the Konane thesis's representations (§5.1), with its own names; their inputs are
within 0 … 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from papamu.errors import PapamuError, listing, nearest
from papamu.games.game import Game
from papamu.kernel.symmetry import symmetries
from papamu.learn.encoding import Encoding, Planes, planes, planes_by_viewer
from papamu.learn.encodings_blokus import open_corner_counts, used_pieces
from papamu.learn.joining import joined
from papamu.learn.patterns import patterns


def _cells(game: Game) -> Encoding:
    """One input a cell: 1 for an own stone, −1 for another's, 0 empty (Clobber thesis); kings count twice."""
    others = [-1.0] * (game.num_players - 1)
    has_kings = len(game.alphabet) > 1 + game.num_players
    return planes(game, [[0.0, 1.0, *others, *([2.0, -2.0] if has_kings else [])]])


def _a(game: Game) -> Encoding:
    """One input a cell: 1 for an own stone, 0.5 empty, 0 for another's."""
    return planes(game, [[0.5, *_by_owner(game, 1.0, 0.0)]])


def _b(game: Game) -> Encoding:
    """One input a cell, those where the player's own stones stood at the beginning first: 1 if occupied."""
    codes, others = (game.start(seed).seen_by(0) for seed in (0, 1))
    halves = [np.flatnonzero(codes == 1 + player) for player in range(game.num_players)]
    whole = sum(map(len, halves)) == game.rules.cells and (codes == others).all()
    if len({len(half) for half in halves}) > 1 or not whole:
        raise PapamuError(
            f"representation B is not defined on {game}: it needs a board that is always full at the "
            "beginning, with as many stones of each player"
        )
    places = np.zeros((game.num_players, 1, game.rules.cells), dtype=np.int64)
    for viewer in range(game.num_players):
        order = np.concatenate([*halves[viewer:], *halves[:viewer]])
        places[viewer, 0, order] = np.arange(len(order))
    return planes(game, [[0.0, *_by_owner(game, 1.0, 1.0)]], places)


def _c(game: Game) -> Encoding:
    """Two inputs a cell: 1 on the first plane for an own stone, 1 on the second for another's."""
    return planes(game, [[0.0, *_by_owner(game, 1.0, 0.0)], [0.0, *_by_owner(game, 0.0, 1.0)]])


def _owners(game: Game) -> Encoding:
    """One input a cell: the number of its owner, 1 for the first player, whoever looks (Blokus report)."""
    players = game.num_players
    kinds = (len(game.alphabet) - 1) // players
    seen = [[1.0 + (viewer + code) % players for code in range(players)] for viewer in range(players)]
    return planes_by_viewer(game, [[[0.0, *numbers * kinds]] for numbers in seen])


def _players(game: Game) -> Encoding:
    """One plane a player: first the own stones, then those of the next player, and so on."""
    return planes(game, _one_each(game))


def _turned(game: Game) -> Encoding:
    """`players` on a board that is turned until the viewer's start cell is where the first player's is."""
    start = game.start_cells
    if not start:
        raise PapamuError(f"turned needs a game with start cells, like blokus, and {game} has none")
    tables = symmetries(game.rows, game.cols)
    values = _one_each(game)
    cells = game.rules.cells
    places = np.zeros((game.num_players, len(values), cells), dtype=np.int64)
    for viewer in range(game.num_players):
        table = next((one for one in tables if one[start[viewer]] == start[0]), None)
        if table is None:
            raise PapamuError(f"turned needs start cells that lie alike, and those of {game} do not")
        for plane in range(len(values)):
            places[viewer, plane] = plane * cells + table
    return planes(game, values, places)


def _one_each(game: Game) -> list[list[float]]:
    kinds = (len(game.alphabet) - 1) // game.num_players
    codes = game.num_players * kinds
    return [
        [0.0, *[float(code % game.num_players == player) for code in range(codes)]]
        for player in range(game.num_players)
    ]


def _by_owner(game: Game, own: float, others: float) -> list[float]:
    """The values of the codes 1, 2, …: stones of each player, the viewer first, then kings alike."""
    kinds = (len(game.alphabet) - 1) // game.num_players
    return [own, *[others] * (game.num_players - 1)] * kinds


_WINDOWS = re.compile(r"(others:)?([1-9]x[1-9](?:,[1-9]x[1-9])*)(?:@([1-9]))?")
ENCODINGS: dict[str, Callable[[Game], Encoding]] = {
    "cells": _cells,
    "A": _a,
    "B": _b,
    "C": _c,
    "owners": _owners,
    "players": _players,
    "turned": _turned,
    "pieces": used_pieces,
    "corners": open_corner_counts,
}


def encoding(game: Game, name: str) -> Encoding:
    """The encoding of this name for a game, or an error that says which there are."""
    first, plus, others = name.partition("+")
    if plus:
        return joined(game, encoding(game, first), encoding(game, others))
    windows = _WINDOWS.fullmatch(name)
    if windows:
        shapes = [(int(a), int(b)) for a, b in (one.split("x") for one in windows[2].split(","))]
        return patterns(game, shapes, alike=bool(windows[1]), phases=int(windows[3] or 1))
    if name not in ENCODINGS:
        there = f"{listing(ENCODINGS)}, or windows like 3x3 or others:3x3,2x4"
        raise PapamuError(f"there is no encoding {name!r}{nearest(name, ENCODINGS)}: there are {there}")
    return ENCODINGS[name](game)


def neighbourhoods(game: Game, encoding: Encoding) -> NDArray[np.bool_]:
    """[input, cell]: the inputs that belong to a cell or to one directly beside it (Konane thesis, §8)."""
    if not game.size_text:
        raise PapamuError("near needs a board of rows and columns, not a graph")
    if not isinstance(encoding, Planes) or (encoding.places != encoding.places[0]).any():
        raise PapamuError("near needs an encoding where each input always stands for one cell: cells, A or C")
    row, col = np.divmod(np.arange(game.rules.cells), game.cols)
    apart = np.abs(row[:, None] - row) + np.abs(col[:, None] - col)
    return np.tile(apart <= 1, (encoding.planes, 1))
