"""The tables of `papamu statistics`: what happens in games of Blokus, for each player."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

_BY_TURN = {
    "size": "Squares of the piece, turn by turn",
    "corners": "Open corners after each turn",
    "territory": "Territory after each turn: free cells on which no other player can lay a piece",
}


def show(statistics: dict[str, Any], seed: int) -> None:
    """For people; `statistics` as `BlokusStatistics.as_dict` gives them."""
    console = Console(highlight=False)
    players = statistics["players"]
    head = f"{statistics['game']}: {statistics['games']:,} games, seats in turn, seed {seed}"
    console.print(Text(head, style="bold"))
    whole = _table("player", ["squares", "turns"])
    for one in players:
        whole.add_row(Text(one["name"]), f"{one['squares']:.1f}", f"{one['turns']:.1f}")
    console.print(whole)
    names = [one["name"] for one in players]
    for key, title in _BY_TURN.items():
        table = _table("turn", names)
        by_turn = [{at["turn"]: at[key] for at in one["by_turn"]} for one in players]
        for turn in sorted(set().union(*by_turn)):
            table.add_row(str(turn), *[f"{at[turn]:.1f}" if turn in at else "–" for at in by_turn])
        _show_table(console, title, table)
    pieces = _table("piece", names)
    for piece in players[0]["pieces"]:
        used = [one["pieces"][piece] for one in players]
        pieces.add_row(
            piece, *[f"{at['turn']:.1f} ({at['placed']:.0%})" if at["placed"] else "–" for at in used]
        )
    _show_table(console, "Mean turn at which a piece is placed (in brackets: share of games)", pieces)
    blocked = _table("who \\ whom", names)
    for who, one in enumerate(players):
        taken = [f"{count:.1f}" if whom != who else "–" for whom, count in enumerate(one["blocked"])]
        blocked.add_row(Text(one["name"]), *taken)
    _show_table(console, "Who blocks whom: open corners taken away per game", blocked)


def _table(first: str, columns: list[str]) -> Table:
    table = Table(first, box=None, header_style="bold", pad_edge=False)
    for name in columns:
        table.add_column(Text(name), justify="right")
    return table


def _show_table(console: Console, title: str, table: Table) -> None:
    console.print()
    console.print(Text(title, style="bold"))
    console.print(table)
