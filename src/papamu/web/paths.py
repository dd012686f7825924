"""How a person clicks a move: the cells of each move in the order in which a hand would touch them.

A move's path begins at the piece that moves and ends where it stops; landings between are on it too.
A move without cells (a pass) has an empty path, and the page shows a button for it.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from papamu.games import rules as contract
from papamu.games.blokus_pieces import NAMES, ORIENTATIONS
from papamu.games.checkers_rules import mover_of
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.kernel.bits import State

_SIGNS = re.compile(r"[-x>:,]")
_MOST_CHAINS, _MOST_HOPS = 60, 12  # what the page is told about; the hops themselves are always there


class Placement(NamedTuple):
    """A Blokus move: which piece, which of its ways to lie, and the upper left cell of its box."""

    piece: str
    turn: int
    at: int


def path(game: Game, move: int) -> list[int]:
    """The cells to click for a move."""
    if game.name == "blokus":
        return blokus_cells(game, move)
    if game.name == "konane":
        return _konane(game, move)
    if game.name == "checkers":
        cell, jump = move >> 3, move & 1
        return [cell, cell + (1 + jump) * int(game.rules.delta[(move >> 1) & 3])]
    if game.name == "clobber" and hasattr(game.rules, "source"):
        return [int(game.rules.source[move]), int(game.rules.target[move])]
    if game.name == "clobber":
        cell, direction = divmod(move, 4)
        return [cell, cell + int(game.rules.delta[direction])]
    return _spelled(game, move)


def _konane(game: Game, move: int) -> list[int]:
    """Where a jumping stone stands, every landing, and where it stops; or the stone taken away."""
    removals = 4 * game.rules.hops * game.rules.cells
    if move >= removals:
        return [move - removals]
    place, jumps = divmod(move, game.rules.hops)
    cell, direction = divmod(place, 4)
    step = 2 * int(game.rules.delta[direction])
    return [cell + hop * step for hop in range(jumps + 2)]


def _spelled(game: Game, move: int) -> list[int]:
    """The cells that the notation names; none if it names anything else (a pass, a number)."""
    cells = [game.find_cell(word) for word in _SIGNS.split(game.move_text(move))]
    return [cell for cell in cells if cell is not None] if None not in cells else []


# -- Blokus -----------------------------------------------------------------------------------

_FIRST = {piece: number for number, (piece, _) in reversed(list(enumerate(ORIENTATIONS)))}


def placement(game: Game, move: int) -> Placement:
    """What a Blokus move lays where."""
    number, at = divmod(move, game.rules.cells)
    piece = ORIENTATIONS[number].piece
    return Placement(NAMES[piece], number - _FIRST[piece], at)


def blokus_cells(game: Game, move: int) -> list[int]:
    """The cells that a Blokus move covers."""
    number, at = divmod(move, game.rules.cells)
    return [at + row * game.cols + col for row, col in ORIENTATIONS[number].squares]


def blokus_pieces() -> dict[str, dict[str, Any]]:
    """Every piece with all its ways to lie, numbered as in `placement`."""
    pieces: dict[str, dict[str, Any]] = {name: {"turns": []} for name in NAMES}
    for piece, squares in ORIENTATIONS:
        pieces[NAMES[piece]]["turns"].append([list(square) for square in squares])
    return pieces


# -- checkers ---------------------------------------------------------------------------------


def chains(position: Position) -> list[dict[str, Any]]:
    """Checkers: two and more hops of one piece in one turn, so that a click on the last square is enough.

    Each hop is a move of its own in the rules, and the turn ends only when no hop is left.
    """
    found: list[dict[str, Any]] = []
    if position.game.name == "checkers":
        for move in position.legal_moves:
            if int(move) & 1:
                _hop_on(position, position.state, int(move), [], [], found)
    return found[:_MOST_CHAINS]


def _hop_on(
    position: Position,
    state: State,
    move: int,
    moves: list[int],
    cells: list[int],
    found: list[dict[str, Any]],
) -> None:
    game = position.game
    start, end = path(game, move)
    if (cells and start != cells[-1]) or len(moves) >= _MOST_HOPS or len(found) >= _MOST_CHAINS:
        return
    moves, cells = [*moves, move], [*(cells or [start]), end]
    after = state.copy()
    contract.play(game.rules, after, move)
    further = []
    if int(mover_of(game.rules, after)) == position.player:
        further = [int(hop) for hop in Position(game, after).legal_moves]
    for hop in further:
        _hop_on(position, after, hop, moves, cells, found)
    if len(moves) > 1:
        found.append({"moves": moves, "path": cells, "ends": not further})
