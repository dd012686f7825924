"""`papamu serve`: the browser app."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.options import Runs


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
    games_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where all games are kept (default: with your other data)."),
    ] = None,
    runs: Runs = Path("runs"),
    processes: Annotated[int, typer.Option(min=1, max=64, help="Processes in which agents think.")] = 2,
    open_it: Annotated[bool, typer.Option("--open/--no-open", help="Show the page in the browser.")] = True,
    book: Annotated[Path | None, typer.Option(hidden=True, help="--games-file, as 0.1.0 called it.")] = None,
    thinkers: Annotated[
        int | None, typer.Option(min=1, max=64, hidden=True, help="--processes, as 0.1.0 called it.")
    ] = None,
) -> None:
    """Play, watch, review and learn in the browser: starts the page on this machine.

    Games are kept: after a stop, even a sudden one, the same command goes on with all of them.
    """
    from papamu.web.server import serve as run_server

    run_server(
        host=host,
        port=port,
        names=tuple(allow_host or ()),
        games_file=games_file or book,
        runs=runs,
        processes=thinkers or processes,
        open_browser=open_it,
    )
