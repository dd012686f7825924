"""The command that makes data: data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.arena_commands import Seed
from papamu.cli.commands import AsJson, GameSpec


@app.command()
def data(
    spec: GameSpec,
    rollouts: Annotated[
        int, typer.Option(min=1, max=10**9, help="Rollouts (simulations) of each tree.")
    ] = 10_000,
    nodes: Annotated[int, typer.Option(min=1, max=10**9, help="How many boards are wanted.")] = 1_000,
    min_visits: Annotated[
        int, typer.Option(min=1, max=10**9, help="Nodes with fewer visits are left out.")
    ] = 6,
    out: Annotated[Path | None, typer.Option(help="The file (default: data-GAME-seedS.safetensors).")] = None,
    format: Annotated[
        str, typer.Option(help="safetensors, or parquet (pip install 'papamu[parquet]').")
    ] = "safetensors",
    order: Annotated[
        str,
        typer.Option(
            help="Which nodes come first: program (branch by branch, as in the report), visits or random."
        ),
    ] = "program",
    rollout: Annotated[
        str, typer.Option(help="tree: the checkers report's search; random: ordinary UCT.")
    ] = "tree",
    c: Annotated[
        float | None, typer.Option(min=0, help="How much it explores (default: 1; with random 1.41).")
    ] = None,
    trees: Annotated[
        int, typer.Option(min=1, max=10**7, help="One from the start; more from positions of random games.")
    ] = 1,
    megabytes: Annotated[float, typer.Option(min=1, help="Memory of a tree; it never takes more.")] = 1000.0,
    seed: Seed = 1,
    as_json: AsJson = False,
) -> None:
    """Grow a search tree and write its well-visited boards with what they are worth: data to learn from.

    Each board comes with who moves, the mean of what each player got, and its visits.
    """
    from papamu.cli.harvesting import run
    from papamu.learn.harvest import Harvest

    explore = c if c is not None else 1.41 if rollout == "random" else 1.0
    told = Harvest(spec, rollouts, nodes, min_visits, rollout, order, explore, trees, megabytes, seed)
    run(told, out, format, as_json)
