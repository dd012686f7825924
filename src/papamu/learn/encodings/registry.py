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
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PapamuError, listing, nearest
from papamu.games import registry as games
from papamu.games.game import Game
from papamu.games.registry import import_part
from papamu.kernel.symmetry import symmetries
from papamu.learn.encodings.concat import joined
from papamu.learn.encodings.contract import Encoding, Planes, planes, planes_by_viewer
from papamu.learn.encodings.patterns import patterns

Make = Callable[[Game], Encoding]
M = TypeVar("M", bound=Make)

_ANY = ""
_encodings: dict[str, dict[str, Make]] = {_ANY: {}}  # by game, or for any


def register_encoding(name: str, game: str = _ANY) -> Callable[[M], M]:
    """Decorator: this function makes the encoding of this name, for one game or for any.

    What belongs to a built-in game is registered by the file of its name in this folder.
    """

    def add(make: M) -> M:
        _encodings.setdefault(game, {})[name] = make
        return make

    return add


def available(game: Game) -> dict[str, Make]:
    """The encodings of a game, by name."""
    import_part("papamu.learn.encodings", game.name)
    return {**_encodings[_ANY], **_encodings.get(game.name, {})}


def _whose(name: str) -> str:
    """The other game that has an encoding of this name, if there is one."""
    for game in games.names():
        import_part("papamu.learn.encodings", game)
    return next((game for game, found in _encodings.items() if name in found), "")


@register_encoding("cells")
def _cells(game: Game) -> Encoding:
    """One input a cell: 1 for an own stone, −1 for another's, 0 empty (Clobber thesis); kings count twice."""
    others = [-1.0] * (game.num_players - 1)
    has_kings = len(game.alphabet) > 1 + game.num_players
    return planes(game, [[0.0, 1.0, *others, *([2.0, -2.0] if has_kings else [])]])


@register_encoding("A")
def _a(game: Game) -> Encoding:
    """One input a cell: 1 for an own stone, 0.5 empty, 0 for another's."""
    return planes(game, [[0.5, *_by_owner(game, 1.0, 0.0)]])


@register_encoding("B")
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


@register_encoding("C")
def _c(game: Game) -> Encoding:
    """Two inputs a cell: 1 on the first plane for an own stone, 1 on the second for another's."""
    return planes(game, [[0.0, *_by_owner(game, 1.0, 0.0)], [0.0, *_by_owner(game, 0.0, 1.0)]])


@register_encoding("owners")
def _owners(game: Game) -> Encoding:
    """One input a cell: the number of its owner, 1 for the first player, whoever looks (Blokus report)."""
    players = game.num_players
    kinds = (len(game.alphabet) - 1) // players
    seen = [[1.0 + (viewer + code) % players for code in range(players)] for viewer in range(players)]
    return planes_by_viewer(game, [[[0.0, *numbers * kinds]] for numbers in seen])


@register_encoding("players")
def _players(game: Game) -> Encoding:
    """One plane a player: first the own stones, then those of the next player, and so on."""
    return planes(game, _one_each(game))


@register_encoding("turned")
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


def encoding(game: Game, name: str) -> Encoding:
    """The encoding of this name for a game, or an error that says which there are."""
    first, plus, others = name.partition("+")
    if plus:
        return joined(game, encoding(game, first), encoding(game, others))
    windows = _WINDOWS.fullmatch(name)
    if windows:
        shapes = [(int(a), int(b)) for a, b in (one.split("x") for one in windows[2].split(","))]
        return patterns(game, shapes, alike=bool(windows[1]), phases=int(windows[3] or 1))
    known = available(game)
    if name not in known:
        whose = _whose(name)
        if whose:
            raise PapamuError(f"the encoding {name!r} is for {whose}, not for {game}")
        there = f"{listing(known)}, or windows like 3x3 or others:3x3,2x4"
        raise PapamuError(f"there is no encoding {name!r}{nearest(name, known)}: there are {there}")
    return known[name](game)


def sources(game: Game, name: str) -> tuple[Any, ...]:
    """What decides an encoding, for keys of results: what makes it by its name, and the records it is made of."""
    parts: list[Any] = []
    for one in name.split("+"):
        make = available(game).get(one)
        if make is not None:
            parts += [make, type(make(game))]
    return tuple(parts)


def neighbourhoods(game: Game, encoding: Encoding) -> NDArray[np.bool_]:
    """[input, cell]: the inputs that belong to a cell or to one directly beside it (Konane thesis, §8)."""
    if not game.size_text:
        raise PapamuError("near needs a board of rows and columns, not a graph")
    if not isinstance(encoding, Planes) or (encoding.places != encoding.places[0]).any():
        raise PapamuError("near needs an encoding where each input always stands for one cell: cells, A or C")
    row, col = np.divmod(np.arange(game.rules.cells), game.cols)
    apart = np.abs(row[:, None] - row) + np.abs(col[:, None] - col)
    return np.tile(apart <= 1, (encoding.planes, 1))
