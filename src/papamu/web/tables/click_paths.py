"""Several moves that a person makes with one click: two and more hops of one piece in one turn.

The cells of a single move are the game's own to say (`Game.click_path`).
"""

from __future__ import annotations

from typing import Any

from papamu.games import rules as contract
from papamu.games.position import Position
from papamu.kernel.bits import State

_MOST_CHAINS, _MOST_HOPS = 60, 12  # what the page is told about; the hops themselves are always there


def chains(position: Position) -> list[dict[str, Any]]:
    """Where a piece may hop on (`Game.hops`), as in checkers: all ways of two and more hops.

    Each hop is a move of its own in the rules, and the turn ends only when no hop is left.
    """
    found: list[dict[str, Any]] = []
    if position.game.hops:
        for move in position.legal_moves:
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
    path = game.click_path(state, move)
    if len(path) < 2:
        return
    start, end = path[0], path[-1]
    if (cells and start != cells[-1]) or len(moves) >= _MOST_HOPS or len(found) >= _MOST_CHAINS:
        return
    moves, cells = [*moves, move], [*(cells or [start]), end]
    after = state.copy()
    contract.play(game.rules, after, move)
    further = []
    if int(contract.player(game.rules, after)) == position.player:
        further = [int(hop) for hop in Position(game, after).legal_moves]
    for hop in further:
        _hop_on(position, after, hop, moves, cells, found)
    if len(moves) > 1:
        found.append({"moves": moves, "path": cells, "ends": not further})
