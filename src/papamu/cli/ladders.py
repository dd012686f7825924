"""`papamu ladder`: show the ratings that come with the package, or play for them again."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from papamu.cli.progress import bar
from papamu.games.registry import load
from papamu.web import ladder as ladders


def run(specs: list[str], games: int, jobs: int, runs: Path) -> None:
    """Every game's ladder, made anew if games are asked for."""
    for spec in [str(load(spec)) for spec in specs or ladders.BOARDS]:
        if games:
            _make(spec, games, jobs, runs)
        _show(spec)


def _make(spec: str, games: int, jobs: int, runs: Path) -> None:
    with bar(f"rating {spec}", 1, "games") as progress:
        found = ladders.make(spec, games, jobs, runs, lambda label, done, of: progress.reach(done, of, label))
    print(f"wrote {ladders.write(found)}")


def _show(spec: str) -> None:
    found = ladders.ladder(spec)
    console = Console(highlight=False)
    table = Table("agent", "level", box=None, header_style="bold", pad_edge=False)
    for head in ("Elo", "from", "to", "games"):
        table.add_column(head, justify="right")
    for one in found["ratings"]:
        level = one["title"] if one["title"] != one["spec"] else ""
        numbers = [f"{one[name]:+}" for name in ("rating", "low", "high")]
        table.add_row(Text(one["spec"]), Text(level), *numbers, f"{one['games']:,}")
    console.print(Text(f"\n{found['game']}", style="bold"))
    console.print(table if found["ratings"] else Text("no ratings yet"))
    console.print(Text(found["command"], style="dim"), soft_wrap=True)
