"""`papamu perft`: count positions ply by ply."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from papamu.cli import app
from papamu.cli.options import AsJson, GameSpec
from papamu.core.errors import PapamuError

if TYPE_CHECKING:
    from papamu.games.position import Position


@app.command()
def perft(
    spec: GameSpec,
    depth: Annotated[int, typer.Option(min=1, max=30, help="Number of plies.")] = 5,
    divide: Annotated[bool, typer.Option(help="Show the count for each first move.")] = False,
    turns: Annotated[
        bool, typer.Option(help="Count a whole turn as one ply (the usual perft of checkers).")
    ] = False,
    position: Annotated[str | None, typer.Option(help="Start from this position text.")] = None,
    as_json: AsJson = False,
) -> None:
    """Count positions ply by ply: the standard test of game rules."""
    from papamu.games.registry import load

    game = load(spec)
    start = game.from_text(position) if position else game.start(seed=0)
    if divide and turns:
        raise PapamuError("--divide counts plies, so it cannot be combined with --turns")
    if divide:
        _show_by_first_move(start, depth, as_json)
    else:
        _show_by_depth(start, depth, turns, as_json)


def _show_by_first_move(start: Position, depth: int, as_json: bool) -> None:
    from papamu.games.perft import divide

    parts = divide(start, depth)
    if as_json:
        print(json.dumps([{"move": move, "nodes": nodes} for move, nodes in parts]))
        return
    total = 0
    for move, nodes in parts:
        total += nodes
        print(f"{move:<16} {nodes:>20,}", flush=True)
    print(f"{'total':<16} {total:>20,}")


def _show_by_depth(start: Position, depth: int, turns: bool, as_json: bool) -> None:
    from time import perf_counter

    from papamu.games.perft import perft

    if as_json:
        counts = perft(start, depth, turns)
        print(json.dumps([{"depth": at, "nodes": nodes} for at, nodes in enumerate(counts, start=1)]))
        return
    began = perf_counter()
    for at in range(1, depth + 1):  # line by line, so that something is seen while it counts
        print(f"{at:>3} {perft(start, at, turns)[-1]:>20,}", flush=True)
    print(f"{perf_counter() - began:.2f} s", file=sys.stderr)
