"""Which encodings there are, by name: `cells`, `A`, `B`, `C`, or windows like `3x3` or `3x3,2x4`.

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
from papamu.learn.encoding import Encoding, Planes, planes
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


def _by_owner(game: Game, own: float, others: float) -> list[float]:
    """The values of the codes 1, 2, …: stones of each player, the viewer first, then kings alike."""
    kinds = (len(game.alphabet) - 1) // game.num_players
    return [own, *[others] * (game.num_players - 1)] * kinds


_WINDOWS = re.compile(r"[1-9]x[1-9](,[1-9]x[1-9])*")
ENCODINGS: dict[str, Callable[[Game], Encoding]] = {"cells": _cells, "A": _a, "B": _b, "C": _c}


def encoding(game: Game, name: str) -> Encoding:
    """The encoding of this name for a game, or an error that says which there are."""
    if _WINDOWS.fullmatch(name):
        return patterns(game, [(int(a), int(b)) for a, b in (one.split("x") for one in name.split(","))])
    if name not in ENCODINGS:
        there = f"{listing(ENCODINGS)}, or windows like 3x3 or 3x3,2x4"
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
