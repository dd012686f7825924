"""The position that a request names: by a table, or by game, position text and moves."""

from __future__ import annotations

from collections.abc import Sequence

from papamu.core.errors import PapamuError
from papamu.games.position import Position
from papamu.kernel.random import draw, stream
from papamu.web.api.forms import PositionForm
from papamu.web.tables.table_manager import TableManager
from papamu.web.validation import read_game


def find_position(manager: TableManager, form: PositionForm) -> Position:
    """The position of a form, with the line that led to it."""
    if form.table is not None:
        if form.game or form.position or form.moves:
            raise PapamuError("a table is enough: leave out game, position and moves")
        return manager.position(form.table, form.ply)
    if form.game is None:
        raise PapamuError("which position? Give a table, or a game with moves")
    return play_moves(form.game, form.position, form.moves or (), 0)


def play_moves(game: str, text: str | None, moves: Sequence[str], seed: int | None) -> Position:
    """The position of a text (or the start) after these moves."""
    found = read_game(game)
    position = found.from_text(text) if text else found.start(seed=seed)
    rng = stream(seed)
    for number, move in enumerate(moves, start=1):
        try:
            position = position.play(move, seed=int(draw(rng, 2**31)))
        except PapamuError as error:
            raise PapamuError(f"move {number}: {error}") from None
    return position
