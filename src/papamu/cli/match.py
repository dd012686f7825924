"""`papamu match`: games between agents, and which of them is stronger."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.options import Again, AgentSpecs, AsJson, GameRuns, GameSpec, Jobs, OpeningPlies, Seed


@app.command()
def match(
    spec: GameSpec,
    agents: AgentSpecs,
    games: Annotated[int, typer.Option(min=1, max=10**9, help="Number of games.")] = 1000,
    seed: Seed = 1,
    fixed_seats: Annotated[
        bool,
        typer.Option("--fixed-seats", help="The first agent always takes the first seat, as in some papers."),
    ] = False,
    opening_plies: OpeningPlies = None,
    jobs: Jobs = 1,
    sprt: Annotated[
        str | None,
        typer.Option(help="Stop when this test is decided, e.g. elo0=0,elo1=20 (also alpha=, beta=)."),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="Write a record of every game to this file (JSON lines).")
    ] = None,
    runs: GameRuns = Path("runs"),
    again: Again = False,
    as_json: AsJson = False,
) -> None:
    """Let agents play each other, and test which one is stronger.

    Seats are swapped in pairs (with four players, rotated). Games are saved as they are played: after a stop
    the same command resumes. If there are fewer agents than seats, the last one takes the rest.
    """
    from rich.console import Console

    from papamu.arena.api import as_agents, as_game, open_run
    from papamu.arena.match import play_match
    from papamu.arena.match_records import write_records
    from papamu.arena.match_text import print_match
    from papamu.arena.plan import Plan
    from papamu.arena.sprt import Sprt
    from papamu.arena.summary import summary
    from papamu.cli.output.resume_notice import resume_notice
    from papamu.core.files import check_writable
    from papamu.core.progress_bar import progress_bar

    game = as_game(spec)
    test = Sprt.read(sprt) if sprt else None
    check_writable(save)
    plan = Plan.make(game, as_agents(agents), seed, fixed_seats, opening_plies, save is not None)
    with open_run("match", game, plan.about(), runs, again) as store:
        before = len(store)
        with resume_notice(store.path, before > 0):
            with progress_bar("playing", games, "games") as progress:
                results = play_match(plan, games, store, "", jobs, test, progress.reach)
            if save is not None:
                write_records(plan, store, results.games, save)
        all_kept = len(store) == before
    if as_json:
        print(json.dumps(summary(results), allow_nan=False))
        return
    print_match(Console(highlight=False), results)
    if all_kept:
        print("All of these games were played before; --again plays them from scratch.")
