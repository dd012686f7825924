"""`papamu statistics`: games of Blokus between agents, and what happens in them."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from papamu.arena.api import as_agents, as_game, run_file
from papamu.arena.match import run
from papamu.arena.plan import Plan
from papamu.arena.records import played
from papamu.cli.matching import Wanted, kept
from papamu.cli.progress import bar
from papamu.games.blokus_statistics import BlokusStatistics

_BY_TURN = {
    "size": "Squares of the piece, turn by turn",
    "corners": "Open corners after each turn",
    "territory": "Territory after each turn: free cells on which nobody else can lay a piece",
}


def run_statistics(wanted: Wanted) -> None:
    """Play the games (or take those that are kept) and show what happened in them."""
    game = as_game(wanted.spec)
    BlokusStatistics.of(game, ())  # says what is wrong before a game is played
    plan = Plan.make(game, as_agents(wanted.agents), wanted.seed, False, wanted.opening_plies, True)
    counted = BlokusStatistics.of(game, _names([str(agent) for agent in plan.agents]))
    path = run_file("match", game, plan.about(), wanted.runs)
    with kept(path, plan.about(), wanted) as store:
        with bar("playing", wanted.games, "games") as progress:
            run(plan, wanted.games, store, "", wanted.jobs, None, progress.reach)
        for one in played(plan, store, wanted.games):
            counted.add(one.last.line, one.seated)
    told = counted.as_dict()
    if wanted.as_json:
        print(json.dumps(told, ensure_ascii=False, allow_nan=False))
    else:
        _show(told, plan.seed)


def _names(agents: list[str]) -> list[str]:
    """Those that are there twice have numbers."""
    return [
        f"{name} ({agents[: place + 1].count(name)})" if agents.count(name) > 1 else name
        for place, name in enumerate(agents)
    ]


def _show(told: dict[str, Any], seed: int) -> None:
    console = Console(highlight=False)
    players = told["players"]
    console.print(Text(f"{told['game']}: {told['games']:,} games, seats in turn, seed {seed}", style="bold"))
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
        _put(console, title, table)
    pieces = _table("piece", names)
    for piece in players[0]["pieces"]:
        used = [one["pieces"][piece] for one in players]
        pieces.add_row(
            piece, *[f"{at['turn']:.1f} ({at['placed']:.0%})" if at["placed"] else "–" for at in used]
        )
    _put(console, "Mean turn at which a piece is placed (in how many games)", pieces)
    blocked = _table("who \\ whom", names)
    for who, one in enumerate(players):
        taken = [f"{count:.1f}" if whom != who else "–" for whom, count in enumerate(one["blocked"])]
        blocked.add_row(Text(one["name"]), *taken)
    _put(console, "Who blocks whom: open corners taken away in a game", blocked)


def _table(first: str, columns: list[str]) -> Table:
    table = Table(first, box=None, header_style="bold", pad_edge=False)
    for name in columns:
        table.add_column(Text(name), justify="right")
    return table


def _put(console: Console, title: str, table: Table) -> None:
    console.print()
    console.print(Text(title, style="bold"))
    console.print(table)
