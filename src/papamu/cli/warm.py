"""`papamu warm`: compile ahead of time."""

from __future__ import annotations

from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.options import GameSpecs


@app.command()
def warm(
    specs: GameSpecs = None,
    agents: Annotated[
        bool, typer.Option(help="Also compile agents, matches and solvers, which take most of the time.")
    ] = True,
) -> None:
    """Compile everything now, so that nothing waits at its first use.

    For all games this takes minutes, once.
    """
    from papamu.core.progress_bar import progress_bar
    from papamu.kernel.cache import compiled_folder
    from papamu.warm import jobs as compile_jobs

    jobs = compile_jobs(specs or None, agents)
    with progress_bar("compiling", len(jobs)) as progress:
        for label, job in jobs:
            progress.step(label)
            job()
    print(f"Compiled code is in {compiled_folder()}.")
