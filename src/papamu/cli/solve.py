"""`papamu solve`: the exact value of a position, the best moves, nodes and time."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.options import AsJson, GameSpec, MoveTexts, PositionText


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
    as_json: AsJson = False,
) -> None:
    """Solve a position exactly: who wins, the best moves, nodes and time."""
    from rich.console import Console

    from papamu.games.position_setup import set_up
    from papamu.games.registry import load
    from papamu.search.exact.api import solve as solve_position

    reached = set_up(load(spec), position, (moves or "").split(), 0, 0)
    with Console(stderr=True).status("solving …") as status:

        def watch(nodes: int) -> None:
            status.update(f"solving … {nodes:,} nodes")

        solved = solve_position(reached, every, megabytes, watch=watch if sys.stderr.isatty() else None)
    print(json.dumps(solved.facts()) if as_json else solved)
