"""What an agent thinks of each legal move: as a table, on the board, and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from papamu.agents.agent import Agent
from papamu.agents.explanation_text import (
    RankedMove,
    all_whole_numbers,
    format_value,
    interval_text,
    rank_moves,
)
from papamu.cli.output.line import print_line
from papamu.cli.terminal_game.agent_call import explain
from papamu.games.drawing import board_lines
from papamu.games.position import Position

_MOST_NAMED = 8  # good moves in a sentence
_MOST_ON_BOARD = 99  # a higher rank tells nobody anything, and has no room
_HEAT = (  # viridis, from the best to the worst: light to dark, so that it is read without its colours too
    "bold #000000 on #fde725",
    "bold #000000 on #7ad151",
    "bold #000000 on #22a884",
    "bold #ffffff on #2a788e",
    "bold #ffffff on #414487",
)


def show(position: Position, agent: Agent, top: int) -> None:
    """The board with ranks, then the table."""
    console = Console(highlight=False)
    with console.status(Text(f"{agent} is thinking …")):
        explanation = explain(agent, position)
    rows = rank_moves(position, explanation)
    print_line(console, f"{position.game}: what {agent} thinks of the {_moves(len(rows))}\n", style="bold")
    for line in rank_lines(position, rows, console.is_terminal):
        print_line(console, line, markup=console.is_terminal)
    if any(row.cells for row in rows):
        print_line(console, "#1 marks the best moves; moves that cannot be told apart share a rank")
    print_line(console, f"\nvalue: {explanation.meaning}\n")
    console.print(score_table(rows, top))
    if len(rows) > top:
        print_line(console, f"{more_text(rows, top)} (--top {len(rows)} shows all)")
    if len(rows) > 1 and rows[0].rank == rows[-1].rank:
        print_line(console, "It does not prefer any of them.")
    elif agent.has_opinion:
        print_line(console, f"Good moves: {_listing(rows)}. {replace(explanation, position=position).reason}")


def facts(position: Position, agent: Agent, top: int | None) -> dict[str, Any]:
    """The same for JSON."""
    explanation = explain(agent, position)
    name = position.game.cell_name
    return {
        "game": str(position.game),
        "position": position.to_text(),
        "player": position.player,
        "agent": str(agent),
        "meaning": explanation.meaning,
        "moves": [
            {
                "rank": row.rank,
                "move": str(row.move),
                "value": row.value,
                "note": row.note,
                "interval": row.interval and list(row.interval),
                "mirror": row.mirror,
                "cells": [name(cell) for cell in row.cells],
                **({"board": list(row.board)} if row.board else {}),
            }
            for row in rank_moves(position, explanation)[:top]
        ],
    }


def rank_lines(position: Position, rows: Sequence[RankedMove], colour: bool) -> list[str]:
    """The board with the rank of the best move in each cell where one acts."""
    best: dict[int, int] = {}
    for row in rows:  # best first
        for cell in row.cells:
            best.setdefault(cell, row.rank)
    last = max((row.rank for row in rows), default=1)
    marks = {cell: (f"#{rank}", heat(rank, last)) for cell, rank in best.items() if rank <= _MOST_ON_BOARD}
    return board_lines(position, colour, marks)


def heat(rank: int, last: int) -> str:
    """The colour of a rank, where `last` is the lowest."""
    return _HEAT[min(len(_HEAT) - 1, (rank - 1) * len(_HEAT) // max(last, len(_HEAT)))]


def score_table(rows: Sequence[RankedMove], top: int, numbers: Mapping[int, int] | None = None) -> Table:
    """The best moves; `numbers` adds the number of each in a list that was shown."""
    noted, whole = any(row.note for row in rows), all_whole_numbers(rows)
    known = any(row.interval for row in rows)
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("rank", justify="right")
    if numbers is not None:
        table.add_column("number", justify="right")
    table.add_column("move")
    table.add_column("value", justify="right")
    if known:
        table.add_column("95 %")
    if noted:
        table.add_column("note")
    last = max((row.rank for row in rows), default=1)
    for row in rows[:top]:
        texts = [Text(str(row.rank), style=heat(row.rank, last))]
        texts += [] if numbers is None else [Text(str(numbers[int(row.move)]))]
        texts += [Text(str(row.move)), Text(format_value(row.value, whole))]
        texts += [Text(interval_text(row.interval))] if known else []
        table.add_row(*texts, *([Text(row.note)] if noted else []))
    return table


def more_text(rows: Sequence[RankedMove], top: int) -> str:
    """What a short table leaves out."""
    left = len(rows) - top
    return f"… and {left:,} more move{'s' * (left != 1)}" if left > 0 else ""


def _listing(rows: Sequence[RankedMove]) -> str:
    """The moves of the first rank, as many as fit a line."""
    good = [str(row.move) for row in rows if row.rank == 1]
    more = f" and {len(good) - _MOST_NAMED} more" if len(good) > _MOST_NAMED else ""
    return ", ".join(good[:_MOST_NAMED]) + more


def _moves(count: int) -> str:
    return "only legal move" if count == 1 else f"{count:,} legal moves"
