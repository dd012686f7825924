"""`papamu serve`: the browser app."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.options import Runs


@app.command()
def serve(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port to listen on (0: any free port).")
    ] = 8765,
    host: Annotated[
        str,
        typer.Option(
            help="The address to listen on; other machines can reach the app only if you change it."
        ),
    ] = "127.0.0.1",
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Another host name that browsers may use (may be repeated)."),
    ] = None,
    games_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File where all games are saved (default: in your data folder)."),
    ] = None,
    runs: Runs = Path("runs"),
    processes: Annotated[
        int, typer.Option(min=1, max=64, help="Number of processes in which agents think.")
    ] = 2,
    prepare: Annotated[
        bool, typer.Option(help="Compile all opponents in the background, so that nobody waits for them.")
    ] = True,
    open_it: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
    book: Annotated[Path | None, typer.Option(hidden=True, help="--games-file, as 0.1.0 called it.")] = None,
    thinkers: Annotated[
        int | None, typer.Option(min=1, max=64, hidden=True, help="--processes, as 0.1.0 called it.")
    ] = None,
) -> None:
    """Start the browser app: play, watch, review and train.

    Games are saved: after a shutdown or crash the same command restores all of them.
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
        prepare=prepare,
    )
