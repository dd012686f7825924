"""`papamu play`: a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app


@app.command()
def play(
    spec: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game like checkers:6x6; without it a menu asks.")
    ] = None,
    vs: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AGENT",
            help="Your opponent (default: mc:playouts=50; human: another player at this terminal). With more than two "
            "players, repeat it for the next seats; the last one takes all remaining seats.",
        ),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(min=1, max=4, help="Your seat (default: 1, which usually moves first).")
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Only watch: the --vs agents take all seats.")
    ] = False,
    hint: Annotated[
        str | None,
        typer.Option(
            metavar="AGENT", help="Agent that gives hints (default: your opponent, or mc:playouts=200)."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Makes random draws and agents repeatable.")] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the game record to this file when the game ends."),
    ] = None,
    player: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="Your name, for opponents that remember you (see `papamu players`)."
        ),
    ] = "you",
) -> None:
    """Play in the terminal against agents or other people, or watch.

    Without arguments a menu asks for the game, the board and the players, and who begins is drawn at random.
    During the game, type help for the commands.
    """
    from papamu.cli.terminal_game.interrupt import leave
    from papamu.cli.terminal_game.session import play_session, prepare

    game = prepare(spec, vs or [], seat, watch, hint, seed, player)
    if game is not None:
        leave(play_session(game, save))
