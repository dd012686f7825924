"""The list of `papamu players`: who has played here, and how good they are at what."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

from papamu.agents import people


def facts() -> list[dict[str, Any]]:
    """Everything, for JSON: one line for each game and opponent of a player."""
    return [
        {
            "player": person.name, "game": game, "against": agent, "rating": skill.rating,
            "games": skill.games, "points": skill.points, "last": skill.last,
        }
        for person in people.everybody()
        for (game, agent), skill in sorted(person.skills.items())
    ]  # fmt: skip


def show() -> None:
    """For people."""
    console = Console(highlight=False)
    found = facts()
    if not found:
        console.print(
            "Nobody has played against an adaptive opponent yet: `papamu play GAME --vs adaptive+uct`."
        )
        return
    table = Table("player", "game", "against", box=None, header_style="bold", pad_edge=False)
    for column in ("rating", "games", "score"):
        table.add_column(column, justify="right")
    table.add_column("last played")
    for one in found:
        day = one["last"].partition("T")[0]
        score = f"{one['points'] / one['games']:.0%}" if one["games"] else ""
        table.add_row(
            one["player"], one["game"], f"adaptive+{one['against']}", f"{one['rating']:.0f}",
            f"{one['games']:,}", score, day,
        )  # fmt: skip
    console.print(table)
    console.print("\nA rating belongs to its game and opponent: 2000 is that opponent at full strength.")


def forget(name: str) -> None:
    """Remove a player."""
    people.forget(name)
    print(f"Forgot {people.checked(name)}.")
