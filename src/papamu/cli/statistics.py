"""`papamu statistics`: statistics of Blokus games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.options import Again, AgentSpecs, AsJson, GameRuns, GameSpec, Jobs, OpeningPlies, Seed


@app.command()
def statistics(
    spec: GameSpec,
    agents: AgentSpecs,
    games: Annotated[int, typer.Option(min=1, max=10**6, help="Number of games.")] = 100,
    seed: Seed = 1,
    opening_plies: OpeningPlies = None,
    jobs: Jobs = 1,
    runs: GameRuns = Path("runs"),
    again: Again = False,
    as_json: AsJson = False,
) -> None:
    """Show statistics of Blokus games between agents.

    They are: pieces by turn, open corners, territory, who blocks whom. The games are the same as those of
    `papamu match … --save`; games already played are reused.
    """
    from papamu.arena.api import as_agents, as_game, open_run
    from papamu.arena.blokus_statistics import match_statistics
    from papamu.arena.match import play_match
    from papamu.arena.plan import Plan
    from papamu.cli.output import blokus_tables
    from papamu.cli.output.resume_notice import resume_notice
    from papamu.core.progress_bar import progress_bar
    from papamu.games.blokus.statistics import BlokusStatistics

    game = as_game(spec)
    BlokusStatistics.of(game, ())  # refuses another game before one is played
    plan = Plan.make(game, as_agents(agents), seed, False, opening_plies, True)
    with (
        open_run("match", game, plan.about(), runs, again) as store,
        resume_notice(store.path, len(store) > 0),
    ):
        with progress_bar("playing", games, "games") as progress:
            play_match(plan, games, store, "", jobs, None, progress.reach)
        found = match_statistics(plan, store, games).as_dict()
    if as_json:
        print(json.dumps(found, ensure_ascii=False, allow_nan=False))
    else:
        blokus_tables.show(found, seed)
