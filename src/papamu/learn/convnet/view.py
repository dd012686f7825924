"""What a residual network sees of a position, and where it speaks of each move.

It always looks as the player to move. Each kind of piece is a plane of its own: own men, the next player's
men, own kings …; then a plane of ones, which shows where the board ends; one for each seat but the first;
and what else a game has to say (`further`). In checkers the second player sees the board turned around, so
that both always move up.

Moves are spoken of cell by cell: so many numbers a cell (its *voices*), then those that belong to no cell.
So a network is made of convolutions alone, and fits every size of its game that has the same voices.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papamu.errors import PapamuError
from papamu.games.blokus_pieces import NAMES, ORIENTATIONS
from papamu.games.blokus_rules import Blokus
from papamu.games.checkers_rules import DIAGONALS, Checkers, forced_cell, quiet_plies
from papamu.games.game import Game
from papamu.games.rules import Codes, Moves, Rules, observe, player
from papamu.kernel.bits import U1, State
from papamu.kernel.generic import generic
from papamu.kernel.grid import STEPS
from papamu.kernel.jit import jit
from papamu.kernel.symmetry import symmetries

Picture = NDArray[np.float32]  # [cell, plane]

_HALF_TURN = ("checkers",)  # games whose second player sees the board turned around


class View(NamedTuple):
    """How one game is seen."""

    planes: int
    codes: int  # kinds of pieces: the first planes
    voices: int  # numbers a cell that speak of moves
    beside: int  # numbers that belong to no cell
    turned: Moves  # [player, cell]: where a cell of the board lies for this player
    places: Moves  # [player, move]: which of the network's numbers speaks of it


@lru_cache(maxsize=64)
def view_of(game: Game) -> View:
    """How this game is seen."""
    if not game.size_text:
        raise PapamuError("a convolutional network needs a board of rows and columns, not a graph")
    cells, players = game.rules.cells, game.num_players
    codes = len(game.alphabet) - 1
    voices, beside, places = _voices(game)
    turned = np.tile(np.arange(cells, dtype=np.int64), (players, 1))
    spoken = np.tile(places, (players, 1))
    if game.name in _HALF_TURN:
        turned[1] = turned[1, ::-1]
        spoken[1] = places[_turned_moves(game, turned[1])]
    return View(codes + players + _further(game), codes, voices, beside, turned, spoken)


# -- seeing ---------------------------------------------------------------------------------------


def _further(game: Game) -> int:
    """How many further planes this game has."""
    return {"checkers": 2, "blokus": len(NAMES) * game.num_players}.get(game.name, 0)


@generic(default=True)
def further(rules: Rules, state: State, viewer: int, where: Moves, out: Picture, first: int) -> None:
    """Write what cannot be seen from where pieces stand, on the planes from `first` on.

    `where` says where each cell lies in the picture; all planes are zero.
    """
    return


@further.register(Checkers)
def _(rules: Checkers, state: State, viewer: int, where: Moves, out: Picture, first: int) -> None:
    """The piece that must go on jumping; how much of the quiet plies has passed."""
    forced = forced_cell(rules, state)
    if forced >= 0:
        out[where[forced], first] = 1.0
    if rules.quiet > 0:
        passed = np.float32(quiet_plies(rules, state) / rules.quiet)
        for cell in range(rules.cells):
            out[cell, first + 1] = passed


@further.register(Blokus)
def _(rules: Blokus, state: State, viewer: int, where: Moves, out: Picture, first: int) -> None:
    """The pieces that each player has used, the viewer first."""
    count = len(NAMES)
    for turn in range(rules.num_players):
        used = state[rules.used + (viewer + turn) % rules.num_players]
        for piece in range(count):
            if (used >> np.uint64(piece)) & U1:
                for cell in range(rules.cells):
                    out[cell, first + turn * count + piece] = 1.0


@jit
def look(
    view: View, rules: Rules, state: State, table: Moves, codes: Codes, where: Moves, out: Picture
) -> None:
    """Write what the player to move sees, the board turned and mirrored by a table of `kernel.symmetry`.

    `codes` and `where` are room for one number a cell.
    """
    viewer = player(rules, state)
    observe(rules, state, viewer, codes)
    for cell in range(rules.cells):
        for plane in range(view.planes):
            out[cell, plane] = 0.0
        out[cell, view.codes] = 1.0
        if viewer > 0:
            out[cell, view.codes + viewer] = 1.0
    for cell in range(rules.cells):
        where[cell] = view.turned[viewer, table[cell]]
        if codes[cell] > 0:
            out[where[cell], codes[cell] - 1] = 1.0
    further(rules, state, viewer, where, out, view.codes + rules.num_players)


# -- speaking of moves ----------------------------------------------------------------------------


def _voices(game: Game) -> tuple[int, int, Moves]:
    """Numbers a cell, numbers beside them, and which of all each move of the game has."""
    cells, actions = game.rules.cells, game.facts.actions
    moves = np.arange(actions, dtype=np.int64)
    if game.name == "reversi":
        return 1, 1, moves
    if game.name == "blokus":  # its moves are numbered by orientation, then by cell
        orientation, cell = np.divmod(moves, cells)
        return len(ORIENTATIONS), 0, cell * len(ORIENTATIONS) + orientation
    if game.name == "konane":  # jumps by cell, then one removal a cell
        jumps = 4 * game.rules.hops
        cell, jump = np.divmod(moves, jumps)
        removed = moves - jumps * cells
        return jumps + 1, 0, np.where(removed < 0, cell * (jumps + 1) + jump, removed * (jumps + 1) + jumps)
    return -(-actions // cells), 0, moves


# The cells that tell a move from all others, in an order that means something: from where, to where.
# Of those that leave the board, (-1,): they are never legal.
def _ends(game: Game, cell: int, down: int, right: int) -> tuple[int, ...]:
    row, col = cell // game.cols + down, cell % game.cols + right
    return (cell, row * game.cols + col) if 0 <= row < game.rows and 0 <= col < game.cols else (-1,)


def _clobber(game: Game, move: int) -> tuple[int, ...]:
    return _ends(game, move // 4, *STEPS[move % 4])


def _checkers(game: Game, move: int) -> tuple[int, ...]:
    down, right = DIAGONALS[(move >> 1) & 3]
    length = 1 + (move & 1)
    return _ends(game, move >> 3, length * down, length * right)


def _konane(game: Game, move: int) -> tuple[int, ...]:
    removals = 4 * game.rules.hops * game.rules.cells
    if move >= removals:
        return (move - removals,)
    place, jumps = divmod(move, game.rules.hops)
    down, right = STEPS[place % 4]
    return _ends(game, place // 4, 2 * (jumps + 1) * down, 2 * (jumps + 1) * right)


def _reversi(game: Game, move: int) -> tuple[int, ...]:
    return (move,) if move < game.rules.cells else ()


def _blokus(game: Game, move: int) -> tuple[int, ...]:
    number, anchor = divmod(move, game.rules.cells)
    top, left = divmod(anchor, game.cols)
    squares = [(top + row, left + col) for row, col in ORIENTATIONS[number].squares]
    if any(row >= game.rows or col >= game.cols for row, col in squares):
        return (-1,)
    return tuple(sorted(row * game.cols + col for row, col in squares))


_ENDS: dict[str, Callable[[Game, int], tuple[int, ...]]] = {
    "clobber": _clobber,
    "checkers": _checkers,
    "konane": _konane,
    "reversi": _reversi,
    "blokus": _blokus,
}


def _turned_moves(game: Game, table: Moves) -> Moves:
    """[move]: the move that it becomes when each cell goes where the table says."""
    ends = [_ENDS[game.name](game, move) for move in range(game.facts.actions)]
    numbers = {cells: move for move, cells in enumerate(ends)}
    unordered = game.name == "blokus"

    def goes_to(move: int) -> int:
        if ends[move] == (-1,):
            return move  # never a legal one
        gone = [int(table[cell]) for cell in ends[move]]
        return numbers[tuple(sorted(gone) if unordered else gone)]

    return np.array([goes_to(move) for move in range(game.facts.actions)], dtype=np.int64)


class Turns(NamedTuple):
    """The ways to turn and mirror a board, and what becomes of moves: what is learned once counts often."""

    tables: Moves  # [way, cell]: where a cell goes
    moves: Moves  # [way, move]: which move it becomes


@lru_cache(maxsize=64)
def turns_of(game: Game) -> Turns:
    """All ways that leave some position of the game as it is: `turns_here` says which do."""
    tables = symmetries(game.rows, game.cols)
    if game.name not in _ENDS or game.name in _HALF_TURN:
        tables = tables[:1]
    if len(tables) == 1:
        return Turns(tables, np.arange(game.facts.actions, dtype=np.int64)[None])
    return Turns(tables, np.array([_turned_moves(game, table) for table in tables]))


def turns_here(game: Game, turns: Turns, state: State) -> int:
    """Which of the ways keep the meaning of this position, as bits."""
    if len(turns.tables) == 1:
        return 1
    here = {table.tobytes() for table in game.symmetries(state)}
    return sum(1 << way for way, table in enumerate(turns.tables) if table.tobytes() in here)
