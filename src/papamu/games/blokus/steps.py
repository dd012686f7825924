"""Blokus step by step: choose a piece, then how it lies, then where; numbers are those of the legal moves."""

from __future__ import annotations

from papamu.core.errors import PapamuError
from papamu.games.blokus.game import BlokusGame
from papamu.games.blokus.pieces import NAMES
from papamu.games.blokus.reasons import drawn, find_piece, orientations_of
from papamu.games.position import Position

USAGE = "piece [NAME [N]] the pieces left; how one can lie; where it can go as it lies in orientation N"


def steps(position: Position, text: str) -> list[str]:
    """What to say to `piece`, `piece V5` or `piece V5 2`, in lines."""
    game = position.game
    assert isinstance(game, BlokusGame)
    words = text.split()
    if not words:
        return _pieces(game, position)
    piece = find_piece(words[0])
    if NAMES[piece] not in game.pieces_left(position.state, position.player):
        who = game.player_name(position.player)
        raise PapamuError(f"{who} has already placed the piece {NAMES[piece]}")
    ways = orientations_of(piece)
    if len(words) == 1:
        return _ways(game, position, piece)
    if len(words) > 2 or not words[1].isascii() or not words[1].isdigit():
        raise PapamuError("write piece NAME, or piece NAME NUMBER: how it lies, from 1")
    chosen = int(words[1][:9])
    if not 1 <= chosen <= len(ways):
        raise PapamuError(f"{NAMES[piece]} has no orientation {words[1]}: they are numbered 1 to {len(ways)}")
    number = ways[chosen - 1][0]
    placed = [
        f"{at}. {move}"
        for at, move in enumerate(position.legal_moves, start=1)
        if int(move) // game.rules.cells == number
    ]
    if not placed:
        raise PapamuError(f"{NAMES[piece]} can be placed nowhere as it lies in orientation {chosen}")
    return [*placed, "Type the number of a move."]


def _count(game: BlokusGame, position: Position) -> dict[int, int]:
    """How many legal moves there are with each orientation."""
    counted: dict[int, int] = {}
    for move in position.legal_moves:
        number = int(move) // game.rules.cells
        counted[number] = counted.get(number, 0) + 1
    return counted


def _pieces(game: BlokusGame, position: Position) -> list[str]:
    counted = _count(game, position)
    left = game.pieces_left(position.state, position.player)
    places = {
        name: sum(counted.get(number, 0) for number, _ in orientations_of(NAMES.index(name))) for name in left
    }
    listed = "  ".join(f"{name} ({many})" for name, many in places.items())
    return [
        f"Pieces left, and in how many ways each can be placed: {listed}",
        "piece NAME shows how it can lie.",
    ]


def _ways(game: BlokusGame, position: Position, piece: int) -> list[str]:
    counted = _count(game, position)
    lines: list[str] = []
    for at, (number, shape) in enumerate(orientations_of(piece), start=1):
        lines.append(f"{at}: {counted.get(number, 0)} places")
        lines += [f"    {line}".rstrip() for line in drawn(shape)]
    return [*lines, f"piece {NAMES[piece]} NUMBER lists the places."]
