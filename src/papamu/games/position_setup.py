"""Setting up a position: from a text or the start, by moves, by chance; or whatever stands for one in Python."""

from __future__ import annotations

from collections.abc import Sequence

from papamu.core.errors import PapamuError
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.record import Record
from papamu.games.registry import load
from papamu.games.rules import random_move
from papamu.kernel.random import draw, stream


def set_up(game: Game, text: str | None, moves: Sequence[str], random: int, seed: int) -> Position:
    """The position of a text (or the start) after these moves and then this many random ones."""
    rng = stream(seed)
    position = game.from_text(text) if text else game.start(seed=seed)
    for move in moves:
        position = position.play(move, seed=draw(rng, 2**31))
    for _ in range(random):
        if position.is_over:
            break
        position = position.play(int(random_move(game.rules, position.state, rng)), seed=draw(rng, 2**31))
    return position


def as_position(given: Game | Position | Record | str) -> Position:
    """A position; the start of a game or of a spec's; the last position of a record."""
    if isinstance(given, Record):
        return given.replay()
    if isinstance(given, str):
        given = load(given)
    if isinstance(given, Game):
        return given.start(seed=0)
    if not isinstance(given, Position):
        raise PapamuError(f"{given!r:.60} is no position: give a Position, a game or its spec")
    return given
