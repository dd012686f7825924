"""The commands that measure players: match, tournament, statistics, solve."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.commands import AsJson, GameSpec

Agents = Annotated[
    list[str], typer.Argument(metavar="AGENT…", help="Agents like mc:playouts=50; see `papamu agents`.")
]
Seed = Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")]
Openings = Annotated[
    int | None,
    typer.Option(
        "--opening-plies",
        min=0,
        max=200,
        help="Random plies before they play, each opening different (default: 0, or 4 if nobody varies).",
    ),
]
Jobs = Annotated[int, typer.Option(min=1, max=256, help="Threads; the results are the same for any number.")]
Runs = Annotated[
    Path, typer.Option(envvar="PAPAMU_RUNS", help="The folder where games are kept as they are played.")
]
Again = Annotated[bool, typer.Option("--again", help="Forget the games that were kept and play them anew.")]


@app.command()
def match(
    spec: GameSpec,
    agents: Agents,
    games: Annotated[int, typer.Option(min=1, max=10**9, help="How many games.")] = 1000,
    seed: Seed = 1,
    fixed_seats: Annotated[
        bool,
        typer.Option(
            "--fixed-seats", help="The first agent always sits on the first seat, as in some papers."
        ),
    ] = False,
    opening_plies: Openings = None,
    jobs: Jobs = 1,
    sprt: Annotated[
        str | None, typer.Option(help="Stop when this is decided, e.g. elo0=0,elo1=20 (and alpha=, beta=).")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="Write a record of every game to this file (JSON lines).")
    ] = None,
    runs: Runs = Path("runs"),
    again: Again = False,
    as_json: AsJson = False,
) -> None:
    """Let agents play each other, and say whether one is stronger or only lucky.

    Seats are swapped in pairs (with four players rotated). Games are kept as they are played: after a stop
    the same command goes on. If there are fewer agents than seats, the last one takes the rest.
    """
    from papamu.cli.matching import Wanted, run_match

    run_match(
        Wanted(spec, agents, games, seed, opening_plies, jobs, runs, again, as_json), fixed_seats, sprt, save
    )


@app.command()
def tournament(
    spec: GameSpec,
    agents: Agents,
    games: Annotated[
        int, typer.Option(min=1, max=10**8, help="Games of each pair (or each table of four).")
    ] = 200,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Only the first agent against each of the others.")
    ] = False,
    seed: Seed = 1,
    opening_plies: Openings = None,
    jobs: Jobs = 1,
    out: Annotated[
        Path | None, typer.Option(help="Write the crosstable into this folder: HTML heat map, JSON, CSV.")
    ] = None,
    runs: Runs = Path("runs"),
    again: Again = False,
    as_json: AsJson = False,
) -> None:
    """Everybody against everybody: crosstable and ratings with error bars."""
    from papamu.cli.matching import Wanted, run_tournament

    run_tournament(
        Wanted(spec, agents, games, seed, opening_plies, jobs, runs, again, as_json), gauntlet, out
    )


@app.command()
def statistics(
    spec: GameSpec,
    agents: Agents,
    games: Annotated[int, typer.Option(min=1, max=10**6, help="How many games.")] = 100,
    seed: Seed = 1,
    opening_plies: Openings = None,
    jobs: Jobs = 1,
    runs: Runs = Path("runs"),
    again: Again = False,
    as_json: AsJson = False,
) -> None:
    """What happens in games of Blokus: pieces by turn, open corners, territory, who blocks whom.

    The games are those of `papamu match … --save`: what was played once is not played again.
    """
    from papamu.cli.counting import run_statistics
    from papamu.cli.matching import Wanted

    run_statistics(Wanted(spec, agents, games, seed, opening_plies, jobs, runs, again, as_json))


@app.command()
def solve(
    spec: GameSpec,
    position: Annotated[str | None, typer.Option(help="This position text instead of the start.")] = None,
    moves: Annotated[str | None, typer.Option(help="Moves to play first, separated by spaces.")] = None,
    every: Annotated[
        bool, typer.Option("--every", help="The exact value of every move, not only of the best.")
    ] = False,
    megabytes: Annotated[
        int, typer.Option(min=1, max=10**6, help="Memory for what was found; it never takes more.")
    ] = 1024,
    as_json: AsJson = False,
) -> None:
    """Solve a position exactly: who wins, the best moves, nodes and time."""
    from papamu.cli.solving import run

    run(spec, position, moves, every, megabytes, as_json)
