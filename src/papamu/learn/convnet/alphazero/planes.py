"""What a residual network sees of a position (`games.planes`, as the player to move), and where it speaks of moves.

Moves are spoken of cell by cell: so many numbers a cell (its *voices*), then those that belong to no cell.
So a network is made of convolutions alone, and fits every size of its game that has the same voices.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from papamu.games.game import Game
from papamu.games.planes import Picture, is_turned, write_planes
from papamu.games.rules import Codes, Moves, Rules, player
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.kernel.symmetry import symmetries


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
    layout = game.plane_layout
    voices, beside, places = game.move_layout()
    spoken = np.tile(places, (game.num_players, 1))
    if is_turned(game):
        spoken[1] = places[_turned_moves(game, layout.turned[1])]
    return View(layout.planes, layout.codes, voices, beside, layout.turned, spoken)


# -- seeing ---------------------------------------------------------------------------------------


@jit
def look(
    view: View, rules: Rules, state: State, table: Moves, codes: Codes, where: Moves, out: Picture
) -> None:
    """Write what the player to move sees, the board turned and mirrored by a table of `kernel.symmetry`.

    `codes` and `where` are room for one number a cell.
    """
    write_planes(view, rules, state, player(rules, state), table, codes, where, out)


# -- turning moves --------------------------------------------------------------------------------


def _turned_moves(game: Game, table: Moves) -> Moves:
    """[move]: the move that it becomes when each cell goes where the table says."""
    cells = [game.move_cells(move) for move in range(game.facts.actions)]
    numbers = {here: move for move, here in enumerate(cells) if here is not None}

    def goes_to(move: int) -> int:
        here = cells[move]
        if here is None:
            return move  # never a legal one
        gone = tuple(int(table[cell]) for cell in here)
        return (
            numbers[gone] if gone in numbers else numbers[tuple(sorted(gone))]
        )  # a piece's cells have no order

    return np.array([goes_to(move) for move in range(game.facts.actions)], dtype=np.int64)


class Turns(NamedTuple):
    """The ways to turn and mirror a board, and what becomes of moves: what is learned once counts often."""

    tables: Moves  # [way, cell]: where a cell goes
    moves: Moves  # [way, move]: which move it becomes


@lru_cache(maxsize=64)
def turns_of(game: Game) -> Turns:
    """All ways that leave some position of the game as it is: `turns_here` says which do."""
    tables = symmetries(game.rows, game.cols)
    if not game.says_cells or is_turned(game):
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
