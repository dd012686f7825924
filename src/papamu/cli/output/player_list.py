"""The list of `papamu players`: players with their ratings, by game and opponent."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

from papamu.agents import person_store


def facts() -> list[dict[str, Any]]:
    """Everything, for JSON: one row for each game and opponent of a player."""
    return [
        {
            "player": person.name, "game": game, "against": agent, "rating": skill.rating,
            "games": skill.games, "points": skill.points, "last": skill.last,
        }
        for person in person_store.all_people()
        for (game, agent), skill in sorted(person.ratings.items())
    ]  # fmt: skip


def show() -> None:
    """For people."""
    console = Console(highlight=False)
    rows = facts()
    if not rows:
        console.print("No one has played an adaptive opponent yet. Try `papamu play GAME --vs adaptive+uct`.")
        return
    table = Table("player", "game", "against", box=None, header_style="bold", pad_edge=False)
    for column in ("rating", "games", "score"):
        table.add_column(column, justify="right")
    table.add_column("last played")
    for row in rows:
        day = row["last"].partition("T")[0]
        score = f"{row['points'] / row['games']:.0%}" if row["games"] else ""
        table.add_row(
            row["player"], row["game"], f"adaptive+{row['against']}", f"{row['rating']:.0f}",
            f"{row['games']:,}", score, day,
        )  # fmt: skip
    console.print(table)
    console.print("\nA rating holds for its game and opponent: 2000 is that opponent at full strength.")
