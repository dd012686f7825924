"""What an agent thinks of each legal move: as a table, on the board, and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from rich.console import Console
from rich.table import Table
from rich.text import Text

from papamu.agents.agent import Agent, Explanation
from papamu.agents.explained import Ranked, all_whole, ranked, value_shown
from papamu.agents.opponents import failure
from papamu.cli.thinking import think
from papamu.errors import AgentError, PapamuError
from papamu.games.drawing import board_lines, status
from papamu.games.position import Position

T = TypeVar("T")

_MOST_ON_BOARD = 99  # a higher rank tells nobody anything, and has no room
_HEAT = (  # viridis, from the best to the worst: light to dark, so that it is read without its colours too
    "bold #000000 on #fde725",
    "bold #000000 on #7ad151",
    "bold #000000 on #22a884",
    "bold #ffffff on #2a788e",
    "bold #ffffff on #414487",
)


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
                **({"board": list(row.board)} if row.board else {}),
            }
            for row in ranked(position, found)[:top]
        ],
    }
