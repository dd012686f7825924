"""`papamu ladder`: the ratings of the browser app's agents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.options import Runs


@app.command()
def ladder(
    specs: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]…", help="Only these games (default: all five).")
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            min=0,
            max=10**6,
            help="Play this many games per pair to recompute the ratings (0: only show them).",
        ),
    ] = 0,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Threads.")] = 1,
    runs: Runs = Path("runs"),
) -> None:
    """Show the ratings of the browser app's agents.

    With --games they are recomputed.
    """
    from papamu.cli.output import ladder_table
    from papamu.core.progress_bar import progress_bar
    from papamu.games.registry import load
    from papamu.web.catalogue import ladder as ladders

    for spec in [str(load(spec)) for spec in specs or ladders.boards()]:
        if games:
            with progress_bar(f"rating {spec}", 1, "games") as progress:
                ratings = ladders.make(
                    spec, games, jobs, runs, lambda pair, done, total: progress.reach(done, total, pair)
                )
            print(f"wrote {ladders.write(ratings)}")
        ladder_table.show(ladders.ladder(spec))
