"""`papamu solve`: the exact value of a position, the best moves, nodes and time."""

from __future__ import annotations

import json
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from papamu.cli import app
from papamu.cli.options import AsJson, GameSpec, MoveTexts, PositionText

if TYPE_CHECKING:
    from papamu.games.position import Position

_UNSOLVED = 1  # the exit code: nobody made a mistake, but there is no answer


class _OutOfTimeError(Exception):
    """The time is up; `nodes` were searched."""

    def __init__(self, nodes: int) -> None:
        super().__init__(nodes)
        self.nodes = nodes


@app.command()
def solve(
    spec: GameSpec,
    position: PositionText = None,
    moves: MoveTexts = None,
    every: Annotated[
        bool, typer.Option("--every", help="Show the exact value of every move, not only of the best.")
    ] = False,
    megabytes: Annotated[
        int, typer.Option(min=1, max=10**6, help="Memory limit for stored positions.")
    ] = 1024,
    seconds: Annotated[
        float, typer.Option(min=0.1, max=10**7, help="Give up after so many seconds (exit code 1).")
    ] = 120.0,
    as_json: AsJson = False,
) -> None:
    """Solve a position exactly.

    Only small boards and the ends of games can be solved; the command says so before it starts, and gives up in time.
    """
    from papamu.core.durations import duration
    from papamu.core.progress_bar import progress_bar
    from papamu.games.position_setup import set_up
    from papamu.games.registry import load
    from papamu.search.exact.api import solve as solve_position
    from papamu.search.exact.registry import refusal

    reached = set_up(load(spec), position, (moves or "").split(), 0, 0)
    doubt = "" if refusal(reached.game) or reached.is_over else _doubt(reached)
    if doubt:
        typer.echo(f"{doubt} Trying for {duration(seconds)} (--seconds).", err=True)
    begun = last = 0.0

    with progress_bar("solving", seconds, weighed=True) as progress:

        def watch(nodes: int) -> None:
            nonlocal begun, last
            now = monotonic()
            begun = begun or now  # before this, code was compiled
            if now - begun > seconds:
                raise _OutOfTimeError(nodes)
            if now - last > 0.2:
                last = now
                progress.weigh(now - begun, seconds, f"of {duration(seconds)}, {nodes:,} nodes")

        try:
            solved = solve_position(reached, every, megabytes, watch=watch)
        except _OutOfTimeError as stop:
            unsolved = stop.nodes
        else:
            unsolved = 0
    if unsolved:
        typer.echo(
            f"papamu: {reached.game} is not solved: {unsolved:,} nodes in {duration(seconds)} were not enough. "
            "Try --seconds, a smaller board, or a position nearer to the end.",
            err=True,
        )
        raise typer.Exit(_UNSOLVED)
    print(json.dumps(solved.facts()) if as_json else solved)


def _doubt(position: Position) -> str:
    """Why this may not finish, in a sentence; nothing where whole games on such a board are known to be solved."""
    game = position.game
    most, cells = game.solvable_cells, int(game.rules.cells)
    if most is None or cells <= most:
        return ""
    return (
        f"{game} has {cells} cells; whole games are known to be solvable up to {most}: this may not finish."
    )
