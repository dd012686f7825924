"""The list of `papamu games`: names, sizes, options."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

from papamu.games.catalogue import available_games


def facts() -> list[dict[str, Any]]:
    """Every game, for JSON."""
    return [
        {"name": game.name, "default": game.default, "sizes": game.sizes, "options": dict(game.options)}
        for game in available_games()
    ]


def show() -> None:
    """For people: a table, and how a game is written."""
    table = Table("game", "default", "sizes", "options", box=None, header_style="bold", pad_edge=False)
    for game in facts():
        options = " ".join(f"{name}=" for name in game["options"])
        table.add_row(game["name"], game["default"], game["sizes"], options)
    console = Console()
    console.print(table)
    console.print("\nA game is written name:size,option=value — for example clobber:5x6,cannibal=true.")
    console.print("`papamu rules GAME` shows its rule card, `papamu play GAME` plays it.")
