"""Reaching a position by text, moves and chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.rules import random_move
from papamu.kernel.random import draw, stream


def reach(game: Game, text: str | None, moves: Sequence[str], random: int, seed: int) -> Position:
    """The position of a text (or the start) after these moves and so many random ones."""
    rng = stream(seed)
    position = game.from_text(text) if text else game.start(seed=seed)
    for move in moves:
        position = position.play(move, seed=draw(rng, 2**31))
    for _ in range(random):
        if position.is_over:
            break
        position = position.play(int(random_move(game.rules, position.state, rng)), seed=draw(rng, 2**31))
    return position


def facts(position: Position) -> dict[str, Any]:
    """Everything about a position, for JSON."""
    return {
        "game": str(position.game),
        "position": position.to_text(),
        "board": position.board.tolist(),
        "player": position.player,
        "over": position.is_over,
        "returns": position.returns,
        "scores": position.scores,
        "legal": [str(move) for move in position.legal_moves],
    }
