"""What an agent thinks of each legal move: as a table, on the board, and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from papamu.agents.agent import Agent, Explanation
from papamu.agents.opponents import failure
from papamu.cli.thinking import think
from papamu.errors import AgentError, PapamuError
from papamu.games.drawing import board_lines, status
from papamu.games.position import Move, Position
from papamu.games.rules import changes
from papamu.search.evaluation import PROVEN, WON

T = TypeVar("T")

_MOST_ON_BOARD = 99  # a higher rank tells nobody anything, and has no room
_HEAT = (  # viridis, from the best to the worst: light to dark, so that it is read without its colours too
    "bold #000000 on #fde725",
    "bold #000000 on #7ad151",
    "bold #000000 on #22a884",
    "bold #ffffff on #2a788e",
    "bold #ffffff on #414487",
)


@dataclass(frozen=True)
class Ranked:
    """A move with its place among the others: equal values share it."""

    rank: int
    move: Move
    value: float
    note: str
    cells: tuple[int, ...]  # where it acts: the cell it leaves, or those it fills


def explain(agent: Agent, position: Position) -> Explanation:
    """What the agent thinks of a position; somebody else's mistakes become one line too."""
    if position.is_over:
        raise PapamuError(f"the game is over here ({status(position)}): there is no move to explain")
    found = thought(agent, lambda: agent.explain(position))
    if not found.scores or any(scored.move not in position.legal_moves for scored in found.scores):
        raise AgentError(f"{agent} failed: it weighs {'illegal' if found.scores else 'no'} moves")
    return found


def thought(agent: Agent, work: Callable[[], T]) -> T:
    """What an agent thinks; Ctrl-C is heard meanwhile, and its errors name it."""
    try:
        return think(work)
    except PapamuError:
        raise
    except Exception as error:
        raise AgentError(f"{agent} failed: {failure(error)}") from error


def ranked(position: Position, found: Explanation) -> list[Ranked]:
    """The moves with their ranks, best first."""
    rows: list[Ranked] = []
    for place, scored in enumerate(found.scores, start=1):
        equal = bool(rows) and scored.value == rows[-1].value
        rank = rows[-1].rank if equal else place
        move = Move(position.game, int(scored.move))
        rows.append(Ranked(rank, move, scored.value, scored.note, acting_cells(position, move)))
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


def rank_lines(position: Position, rows: Sequence[Ranked], colour: bool) -> list[str]:
    """The board with the rank of the best move in each cell where one acts."""
    best: dict[int, int] = {}
    for row in rows:  # best first
        for cell in row.cells:
            best.setdefault(cell, row.rank)
    last = max((row.rank for row in rows), default=1)
    marks = {cell: (f"#{rank}", heat(rank, last)) for cell, rank in best.items() if rank <= _MOST_ON_BOARD}
    return board_lines(position, colour, marks)


def heat(rank: int, last: int) -> str:
    """The colour of a rank among so many."""
    return _HEAT[min(len(_HEAT) - 1, (rank - 1) * len(_HEAT) // max(last, len(_HEAT)))]


def value_shown(value: float, whole: bool = False) -> str:
    """As many digits as say something: none, where all values are whole."""
    if abs(value) >= PROVEN:
        plies = round(WON - abs(value))  # alpha-beta says how far away it is
        return ("won" if value > 0 else "lost") + (f" in {plies}" if plies > 0 else "")
    if abs(value) >= WON / 1000:  # a finished game between won and lost: a rank among four, stones left
        return f"result {value / WON:+.2f}"
    return f"{value:,.0f}" if whole or abs(value) >= 1e6 else f"{value:.3f}"


def all_whole(rows: Sequence[Ranked]) -> bool:
    """Is this counting (pieces, weights), not a share of something?"""
    return all(row.value == round(row.value) for row in rows) and any(abs(row.value) > 1 for row in rows)


def score_table(rows: Sequence[Ranked], top: int, numbers: Mapping[int, int] | None = None) -> Table:
    """The best moves; `numbers` adds the number of each in a list that was shown."""
    noted, whole = any(row.note for row in rows), all_whole(rows)
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("rank", justify="right")
    if numbers is not None:
        table.add_column("number", justify="right")
    table.add_column("move")
    table.add_column("value", justify="right")
    if noted:
        table.add_column("note")
    last = max((row.rank for row in rows), default=1)
    for row in rows[:top]:
        texts = [Text(str(row.rank), style=heat(row.rank, last))]
        texts += [] if numbers is None else [Text(str(numbers[int(row.move)]))]
        texts += [Text(str(row.move)), Text(value_shown(row.value, whole))]
        table.add_row(*texts, *([Text(row.note)] if noted else []))
    return table


def more_text(rows: Sequence[Ranked], top: int) -> str:
    """What a short table leaves out."""
    left = len(rows) - top
    return f"… and {left:,} more move{'s' * (left != 1)}" if left > 0 else ""


def show(console: Console, position: Position, agent: Agent, top: int) -> None:
    """The board with ranks, then the table."""
    with console.status(Text(f"{agent} is thinking …")):
        found = explain(agent, position)
    rows = ranked(position, found)
    say(console, f"{position.game}: what {agent} thinks of the {_moves(len(rows))}\n", style="bold")
    for line in rank_lines(position, rows, console.is_terminal):
        say(console, line, markup=console.is_terminal)
    if any(row.cells for row in rows):
        say(console, "#1: where the best move acts, and so on (equal values share a rank)")
    say(console, f"\nvalue: {found.meaning}\n")
    console.print(score_table(rows, top))
    if len(rows) > top:
        say(console, f"{more_text(rows, top)} (--top {len(rows)} shows all)")
    if len(rows) > 1 and rows[0].rank == rows[-1].rank:
        say(console, "It does not prefer any of them.")


def say(console: Console, text: str, style: str | None = None, markup: bool = False) -> None:
    """A line for people, as it is."""
    console.print(text, style=style, markup=markup, highlight=False, soft_wrap=True)


def _moves(count: int) -> str:
    return "only legal move" if count == 1 else f"{count:,} legal moves"


def as_facts(position: Position, agent: Agent, top: int | None) -> dict[str, Any]:
    """The same for JSON."""
    found = explain(agent, position)
    name = position.game.cell_name
    return {
        "game": str(position.game),
        "position": position.to_text(),
        "player": position.player,
        "agent": str(agent),
        "meaning": found.meaning,
        "moves": [
            {
                "rank": row.rank,
                "move": str(row.move),
                "value": row.value,
                "note": row.note,
                "cells": [name(cell) for cell in row.cells],
            }
            for row in ranked(position, found)[:top]
        ],
    }
