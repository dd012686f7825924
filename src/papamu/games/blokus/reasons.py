"""Why a Blokus placement is illegal, in words: which rule it breaks, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from papamu.core.errors import PapamuError, listing, nearest
from papamu.games.blokus.pieces import NAMES, ORIENTATIONS, Shape

if TYPE_CHECKING:
    from papamu.games.blokus.game import BlokusGame
    from papamu.kernel.bits import State

_BESIDE = ((-1, 0), (1, 0), (0, -1), (0, 1))
_CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def broken_rule(game: BlokusGame, state: State, move: int) -> str:
    """The rule that the placement breaks, for the player to move; nothing if it breaks none."""
    rules = game.rules
    who = game.turn(state)
    if not 0 <= move < game.facts.actions:
        return ""
    number, anchor = divmod(move, rules.cells)
    piece, shape = ORIENTATIONS[number]
    top, left = divmod(anchor, game.cols)
    squares = [(top + row, left + col) for row, col in shape]
    if NAMES[piece] not in game.pieces_left(state, who):
        return f"{game.player_name(who)} has already placed the piece {NAMES[piece]}"

    def owner(row: int, col: int) -> int | None:
        """The player on a cell; none: nobody, or it is no cell."""
        if not (0 <= row < game.rows and 0 <= col < game.cols):
            return None
        bit = 1 << (col + 4)
        return next(
            (one for one in range(game.num_players) if int(state[int(rules.board[one]) + row]) & bit), None
        )

    def name(square: tuple[int, int]) -> str:
        return game.cell_name(square[0] * game.cols + square[1])

    if not all(row < game.rows and col < game.cols for row, col in squares):
        return "it lies outside the board"
    for square in squares:
        there = owner(*square)
        if there is not None:
            return f"it overlaps {game.player_name(there)}'s piece on {name(square)}"
    for square in squares:
        if any(owner(square[0] + down, square[1] + right) == who for down, right in _BESIDE):
            return f"it touches a piece of the same player along an edge at {name(square)}"
    start = divmod(int(rules.start[who]), game.cols)
    if not state[rules.used + who]:
        return "" if start in squares else f"the first piece must cover the start square {name(start)}"
    touches = any(owner(row + down, col + right) == who for row, col in squares for down, right in _CORNERS)
    return "" if touches else "it touches no piece of the same player at a corner"


def find_piece(name: str) -> int:
    """The number of a piece, or an error with the nearest right name."""
    known = {one.lower(): number for number, one in enumerate(NAMES)}
    if name.lower() not in known:
        close = nearest(name, known)
        raise PapamuError(f"there is no piece {name!r}{close}: there are {listing(NAMES, len(NAMES))}")
    return known[name.lower()]


def orientations_of(piece: int) -> list[tuple[int, Shape]]:
    """The numbers and shapes of all ways in which a piece can lie."""
    return [(number, one.squares) for number, one in enumerate(ORIENTATIONS) if one.piece == piece]


def drawn(shape: Shape) -> list[str]:
    """A piece as it lies, in lines."""
    high, wide = (1 + max(square[axis] for square in shape) for axis in (0, 1))
    return ["".join("■ " if (row, col) in shape else "  " for col in range(wide)) for row in range(high)]
