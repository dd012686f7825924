"""The table of `papamu ladder`: agents of a game by their rating."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text


def show(ladder: dict[str, Any]) -> None:
    """For people: the ratings with error bars, and the command that makes them."""
    console = Console(highlight=False)
    table = Table("agent", "name", box=None, header_style="bold", pad_edge=False)
    for head in ("Elo", "from", "to", "games"):
        table.add_column(head, justify="right")
    for row in ladder["ratings"]:
        level = row["title"] if row["title"] != row["spec"] else ""
        numbers = [f"{row[name]:+}" for name in ("rating", "low", "high")]
        table.add_row(Text(row["rated_as"]), Text(level), *numbers, f"{row['games']:,}")
    console.print(Text(f"\n{ladder['game']}", style="bold"))
    console.print(table if ladder["ratings"] else Text("no ratings yet"))
    for note in ladder["notes"]:
        console.print(Text(note, style="dim"))
    console.print(Text(ladder["command"], style="dim"), soft_wrap=True)
