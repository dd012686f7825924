"""Which encodings there are, by name: `cells`, or windows like `3x3` or `3x3,2x4`."""

from __future__ import annotations

import re
from collections.abc import Callable

from papamu.errors import PapamuError, listing, nearest
from papamu.games.game import Game
from papamu.learn.encoding import Encoding, planes
from papamu.learn.patterns import patterns


def _cells(game: Game) -> Encoding:
    """One input a cell: 1 for an own stone, −1 for another's, 0 empty (Clobber thesis); kings count twice."""
    others = [-1.0] * (game.num_players - 1)
    has_kings = len(game.alphabet) > 1 + game.num_players
    return planes(game, [[0.0, 1.0, *others, *([2.0, -2.0] if has_kings else [])]])


_WINDOWS = re.compile(r"[1-9]x[1-9](,[1-9]x[1-9])*")
ENCODINGS: dict[str, Callable[[Game], Encoding]] = {"cells": _cells}


def encoding(game: Game, name: str) -> Encoding:
    """The encoding of this name for a game, or an error that says which there are."""
    if _WINDOWS.fullmatch(name):
        return patterns(game, [(int(a), int(b)) for a, b in (one.split("x") for one in name.split(","))])
    if name not in ENCODINGS:
        there = f"{listing(ENCODINGS)}, or windows like 3x3 or 3x3,2x4"
        raise PapamuError(f"there is no encoding {name!r}{nearest(name, ENCODINGS)}: there are {there}")
    return ENCODINGS[name](game)
