"""What a residual network sees of a position, and where it speaks of each move.

It always looks as the player to move. Each kind of piece is a plane of its own: own men, the next player's
men, own kings …; then a plane of ones, which shows where the board ends; one for each seat but the first;
and what else a game has to say (`extra_planes`). Where the players sit opposite each other (checkers), the
second sees the board turned around, so that both always move up.

Moves are spoken of cell by cell: so many numbers a cell (its *voices*), then those that belong to no cell.
So a network is made of convolutions alone, and fits every size of its game that has the same voices.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from papamu.core.errors import PapamuError
from papamu.games.game import Game
from papamu.games.rules import Codes, Moves, Rules, observe, player
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.kernel.symmetry import symmetries
from papamu.learn.convnet.alphazero.extra_planes import Picture, further, further_planes


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
    voices, beside, places = game.move_layout()
    turned = np.tile(np.arange(cells, dtype=np.int64), (players, 1))
    spoken = np.tile(places, (players, 1))
    if _is_turned(game):
        turned[1] = turned[1, ::-1]
        spoken[1] = places[_turned_moves(game, turned[1])]
    extra = int(further_planes(game.rules))
    return View(codes + players + extra, codes, voices, beside, turned, spoken)


def _is_turned(game: Game) -> bool:
    """Does the second player see the board turned around?"""
    return game.players_opposite and game.num_players == 2 and game.says_cells


# -- seeing ---------------------------------------------------------------------------------------


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
    if not game.says_cells or _is_turned(game):
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
