"""`papamu tournament`: every agent against every other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.options import Again, AgentSpecs, AsJson, GameRuns, GameSpec, Jobs, OpeningPlies, Seed


@app.command()
def tournament(
    spec: GameSpec,
    agents: AgentSpecs,
    games: Annotated[
        int, typer.Option(min=1, max=10**8, help="Games per pair (or per table of four).")
    ] = 200,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Only the first agent against each of the others.")
    ] = False,
    seed: Seed = 1,
    opening_plies: OpeningPlies = None,
    jobs: Jobs = 1,
    out: Annotated[
        Path | None, typer.Option(help="Write the crosstable to this folder: HTML heat map, JSON, CSV.")
    ] = None,
    runs: GameRuns = Path("runs"),
    again: Again = False,
    as_json: AsJson = False,
) -> None:
    """Play every agent against every other, and rate them.

    The result is a crosstable, and ratings with error bars. Games are saved as they are played: after a stop
    the same command resumes.
    """
    from papamu.arena.api import as_agents, as_game, open_run
    from papamu.arena.tournament import Tournament
    from papamu.cli.output import crosstable
    from papamu.cli.output.resume_notice import resume_notice
    from papamu.core.progress_bar import progress_bar

    planned = Tournament(as_game(spec), tuple(as_agents(agents)), games, seed, gauntlet, opening_plies)
    with (
        open_run("tournament", planned.game, planned.about(), runs, again) as store,
        resume_notice(store.path, len(store) > 0),
    ):
        with progress_bar("playing", len(planned.tables) * games, "games") as progress:
            standings = planned.play(store, jobs, lambda pair, done, total: progress.reach(done, total, pair))
        table = standings.crosstable()
        files = table.save(out) if out else []
    if as_json:
        print(json.dumps(table.as_dict(), ensure_ascii=False, allow_nan=False))
    else:
        crosstable.show(table, files)
