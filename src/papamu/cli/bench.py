"""`papamu bench`: measure speed."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from papamu.bench.cases import KINDS, REPLIES, STARTS
from papamu.cli import app
from papamu.cli.options import AsJson, GameSpecs


@app.command()
def bench(
    specs: GameSpecs = None,
    seconds: Annotated[float, typer.Option(min=0.05, max=600, help="Seconds per measurement.")] = 1.0,
    starts: Annotated[
        bool, typer.Option(help="Also measure starts and the first replies of all levels.")
    ] = True,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND",
            help=f"Measure only this: {', '.join(KINDS[:-1])} or {KINDS[-1]} (may be repeated).",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure speed on one core, and compare it with the targets.

    It measures random games, searches, solvers, training and start-up. OpenSpiel, PyTorch and MiniSom run next
    to Papamu where they are installed (`make bench` installs them).
    """
    from dataclasses import asdict

    from papamu.bench import run
    from papamu.cli.output import bench_table

    kinds = only or (None if starts else [kind for kind in KINDS if kind not in (STARTS, REPLIES)])
    rows = run(specs or None, seconds, only=kinds)
    if as_json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
    else:
        bench_table.show(rows)
