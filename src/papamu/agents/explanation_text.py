"""Explanations as text: ranks, the cells where each move acts, values with as many digits as matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from papamu.agents.agent import Explanation
from papamu.games.position import Move, Position
from papamu.games.rules import changes
from papamu.search.evaluations.contract import PROVEN, WON


@dataclass(frozen=True)
class RankedMove:
    """A move with its place among the others: equal values share it."""

    rank: int
    move: Move
    value: float
    note: str
    cells: tuple[int, ...]  # where it acts: the cell it leaves, or those it fills
    board: tuple[int, ...] = ()  # what the agent takes the board after it for, see `MoveScore`


def rank_moves(position: Position, found: Explanation) -> list[RankedMove]:
    """The moves with their ranks, best first."""
    rows: list[RankedMove] = []
    for place, scored in enumerate(found.scores, start=1):
        equal = bool(rows) and scored.value == rows[-1].value
        rank = rows[-1].rank if equal else place
        move = Move(position.game, int(scored.move))
        cells = acting_cells(position, move)
        rows.append(RankedMove(rank, move, scored.value, scored.note, cells, scored.board))
    return rows


def acting_cells(position: Position, move: int) -> tuple[int, ...]:
    """Where a move acts: the cell that it leaves, otherwise all empty cells that it fills."""
    rules, before = position.game.rules, position.board.ravel()
    cells, codes = np.empty(rules.cells, dtype=np.int64), np.empty(rules.cells, dtype=np.int8)
    n = int(changes(rules, position.state, int(move), 0, cells, codes))
    changed = list(zip(cells[:n].tolist(), codes[:n].tolist(), strict=True))
    if changed and changed[0][1] == 0:
        return (changed[0][0],)
    filled = tuple(cell for cell, code in changed if code > 0 and before[cell] == 0)
    return filled or tuple(cell for cell, code in changed if code == 0)


def format_value(value: float, whole: bool = False) -> str:
    """As many digits as say something: none, where all values are whole."""
    if abs(value) >= PROVEN:
        plies = round(WON - abs(value))  # alpha-beta says how far away it is
        return ("won" if value > 0 else "lost") + (f" in {plies}" if plies > 0 else "")
    if abs(value) >= WON / 1000:  # a finished game between won and lost: a rank among four, stones left
        return f"result {value / WON:+.2f}"
    return f"{value:,.0f}" if whole or abs(value) >= 1e6 else f"{value:.3f}"


def all_whole_numbers(rows: Sequence[RankedMove]) -> bool:
    """Is this counting (pieces, weights), not a share of something?"""
    return all(row.value == round(row.value) for row in rows) and any(abs(row.value) > 1 for row in rows)
