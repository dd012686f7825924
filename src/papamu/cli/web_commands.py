"""The command that starts the browser app."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.lab_commands import Runs


@app.command()
def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where it listens (0: any free port).")] = 8765,
    host: Annotated[
        str, typer.Option(help="The address it listens on; other machines reach it only if you change this.")
    ] = "127.0.0.1",
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Another name that browsers may call it by (may be repeated)."),
    ] = None,
    book: Annotated[
        Path | None, typer.Option(help="The file of all tables (default: with your other data).")
    ] = None,
    runs: Runs = Path("runs"),
    thinkers: Annotated[int, typer.Option(min=1, max=64, help="Processes in which agents think.")] = 2,
    open_it: Annotated[bool, typer.Option("--open/--no-open", help="Show the page in the browser.")] = True,
) -> None:
    """Play, watch, review and learn in the browser: starts the page on this machine.

    Games are kept: after a stop, even a sudden one, the same command goes on with all of them.
    """
    from papamu.cli.serving import run

    run(host, port, tuple(allow_host or ()), book, runs, thinkers, open_it)


@app.command()
def ladder(
    specs: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]…", help="Only these games (default: all five).")
    ] = None,
    games: Annotated[
        int, typer.Option(min=0, max=10**6, help="Play so many games of each pair anew (0: only show).")
    ] = 0,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Threads.")] = 1,
    runs: Runs = Path("runs"),
) -> None:
    """How strong the agents are that the page offers: ratings with error bars; --games makes them again."""
    from papamu.cli.ladders import run

    run(specs or [], games, jobs, runs)
