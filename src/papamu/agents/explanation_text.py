"""Explanations as text: ranks, the cells where each move acts, values with as many digits as matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from papamu.agents.agent import Explanation, MoveScore
from papamu.core.frames import text_table
from papamu.games.drawing import status
from papamu.games.position import Move, Position
from papamu.games.rules import changes
from papamu.search.evaluations.contract import MOST, PROVEN, WON

_TOP = 20  # moves that a text shows


@dataclass(frozen=True)
class RankedMove:
    """A move with its place among the others: moves that cannot be told apart share it."""

    rank: int
    move: Move
    value: float
    note: str
    cells: tuple[int, ...]  # where it acts: the cell it leaves, or those it fills
    board: tuple[int, ...] = ()  # what the agent takes the board after it for, see `MoveScore`
    interval: tuple[float, float] | None = None  # see `MoveScore`, as are the others
    mirror: int | None = None
    visits: int | None = None
    outcome: str = ""


def rank_moves(position: Position, found: Explanation) -> list[RankedMove]:
    """The moves with their ranks, best first."""
    rows: list[RankedMove] = []
    for rank, scored in zip(ranks(found.scores), found.scores, strict=True):
        move = Move(position.game, int(scored.move))
        cells = acting_cells(position, move)
        more = scored.board, scored.interval, scored.mirror, scored.visits, scored.outcome
        rows.append(RankedMove(rank, move, scored.value, scored.note, cells, *more))
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
    return proven_outcome(value) or (f"{value:,.0f}" if whole or abs(value) >= 1e6 else f"{value:.3f}")


def proven_outcome(value: float) -> str:
    """What a search has proven (±10¹²: a won or lost game, less the plies until then); nothing if it only estimates."""
    if abs(value) >= PROVEN:
        plies = round(WON - abs(value))  # alpha-beta says how far away it is
        return ("won" if value > 0 else "lost") + (f" in {plies}" if plies > 0 else "")
    if abs(value) > MOST:  # a finished game between won and lost: a rank among four, stones left
        return f"result {value / WON:+.2f}"
    return ""


def explanation_rows(found: Explanation) -> list[dict[str, object]]:
    """A row for each move; for a finished game one with its result."""
    if not found.scores:
        return [{"rank": None, "move": None, "value": None, "outcome": _result(found), "note": found.meaning}]
    known = any(scored.interval for scored in found.scores)
    return [
        {"rank": rank, "move": str(scored.move), "value": scored.value}
        | {"outcome": scored.outcome or proven_outcome(scored.value), "note": scored.note}
        | (dict(zip(("low", "high"), scored.interval or (None, None), strict=True)) if known else {})
        for rank, scored in zip(ranks(found.scores), found.scores, strict=True)
    ]


def explanation_lines(found: Explanation, top: int = _TOP) -> list[str]:
    """What it says, the best moves in a table."""
    if not found.scores:
        return [headline(found)]
    shown = found.scores[:top]
    whole = all_whole_numbers(found.scores)
    width = max(len(format_value(scored.value, whole)) for scored in shown)
    rows = [
        {"rank": rank, "move": str(scored.move), "value": f"{format_value(scored.value, whole):>{width}}"}
        | ({"95 %": interval_text(scored.interval)} if any(one.interval for one in shown) else {})
        | ({"note": scored.note} if any(one.note for one in shown) else {})
        for rank, scored in zip(ranks(found.scores), shown, strict=False)
    ]
    left = len(found.scores) - len(shown)
    more = [f"… and {left:,} more move{'s' * (left != 1)}"] if left else []
    return [headline(found), f"value: {found.meaning}", "", text_table(rows), *more]


def headline(found: Explanation) -> str:
    """Whose opinion it is, and of what."""
    where = f"{found.position.game}: " if found.position is not None else ""
    if not found.scores:
        return f"{where}the game is over: {_result(found)}" if found.position else "nothing is explained"
    moves = "only legal move" if len(found.scores) == 1 else f"{len(found.scores):,} legal moves"
    return f"{where}what {found.agent or 'an agent'} thinks of the {moves}"


def _result(found: Explanation) -> str:
    return status(found.position) if found.position is not None and found.position.is_over else ""


def ranks(scores: Sequence[MoveScore]) -> list[int]:
    """The place of each, best first: as `ties` found them, else equal values share one."""
    if all(scored.rank for scored in scores):
        return [scored.rank for scored in scores]
    found: list[int] = []
    for place, scored in enumerate(scores):
        equal = place > 0 and scored.value == scores[place - 1].value
        found.append(found[-1] if equal else place + 1)
    return found


def interval_text(interval: tuple[float, float] | None) -> str:
    """Where the true value lies, in as few digits as say it."""
    return "" if interval is None else f"{interval[0]:.2f} to {interval[1]:.2f}"


def reason(found: Explanation) -> str:
    """Why the moves of the first rank are the good ones, in a sentence."""
    if len(found.scores) < 2:
        return "It is the only move." if found.scores else ""
    good = found.scores[: ranks(found.scores).count(1)]
    everything, several = len(good) == len(found.scores), len(good) > 1
    mirrored = several and good[0].mirror is not None and len({scored.mirror for scored in good}) == 1
    if everything and mirrored:
        return "All moves are mirror images of each other: none is better than the others."
    sentence = _proof(found, good) or _sampled(found, good) or _valued(everything, several)
    return f"{sentence} They are mirror images of each other." if mirrored else sentence


def _proof(found: Explanation, good: Sequence[MoveScore]) -> str:
    """The reason of a search that has proven who wins."""
    outcomes = [(scored.outcome or proven_outcome(scored.value)).split(" ")[0] for scored in found.scores]
    best, alike = outcomes[0], outcomes.count(outcomes[0]) > len(good)
    if best not in ("won", "drawn", "lost"):
        return ""
    several, by_plies = len(good) > 1, abs(good[0].value) >= PROVEN
    if best == "lost":
        if not alike:
            return "Proved: every move loses."
        how = "the latest" if by_plies else "by the least"
        return f"Proved: every move loses, {'these' if several else 'this one'} {how}."
    does = {"won": "win" if several else "wins", "drawn": "draw" if several else "draws"}[best]
    how = "" if not alike else " soonest" if by_plies else " by the most"
    return f"Proved: {'these' if several else 'this'} {does}{how}."


def _sampled(found: Explanation, good: Sequence[MoveScore]) -> str:
    """The reason of a search that has tried things out."""
    games = sum(scored.visits or 0 for scored in found.scores)
    if not games:
        return ""
    tried = f"It tried {games:,} {found.sample or 'simulations'}"
    if len(good) == len(found.scores):
        return f"{tried}: no move stands out."
    if found.position is not None and found.position.game.num_players == 2:
        return f"{tried}: {'these win' if len(good) > 1 else 'this wins'} most often."
    return f"{tried}: {'these do' if len(good) > 1 else 'this does'} best."


def _valued(everything: bool, several: bool) -> str:
    if everything:
        return "It gives every move the same value."
    return f"It gives {'these moves' if several else 'this move'} its highest value."


def all_whole_numbers(rows: Sequence[RankedMove | MoveScore]) -> bool:
    """Is this counting (pieces, weights), not a share of something?"""
    return all(row.value == round(row.value) for row in rows) and any(abs(row.value) > 1 for row in rows)
