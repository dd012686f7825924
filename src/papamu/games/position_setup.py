"""Setting up a position: from a text or the start, by moves, by chance."""

from __future__ import annotations

from collections.abc import Sequence

from papamu.games.game import Game
from papamu.games.position import Position
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
