"""`papamu play`: a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app


@app.command()
def play(
    spec: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game like checkers:6x6; asked for if left out.")
    ] = None,
    vs: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AGENT",
            help="Who plays against you (default mc:playouts=50; human: another person). With more than two "
            "players give it again for the next seats; the last one takes all that remain.",
        ),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(min=1, max=4, help="Which player you are (default 1, who mostly begins).")
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="No seat for you: only --vs agents play.")] = False,
    hint: Annotated[
        str | None,
        typer.Option(metavar="AGENT", help="Whom `hint` asks (default: your opponent, or mc:playouts=200)."),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Makes lots and agents repeatable.")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the record there when the game ends.")
    ] = None,
    player: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="Your name, for opponents that remember you (see `papamu players`)."
        ),
    ] = "you",
) -> None:
    """Play in the terminal against agents or other people, or watch agents play.

    Alone, `papamu play` asks for everything: the game, the board, who plays, and it draws lots for who
    begins. In the game, type help.
    """
    from papamu.cli.terminal_game.interrupt import leave
    from papamu.cli.terminal_game.session import play_session, prepare

    game = prepare(spec, vs or [], seat, watch, hint, seed, player)
    if game is not None:
        leave(play_session(game, save))
