"""`papamu warm`: compile ahead of time."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.options import GameSpecs
from papamu.core.errors import PapamuError


@app.command()
def warm(
    specs: GameSpecs = None,
    agents: Annotated[
        bool, typer.Option(help="Also compile agents, matches and solvers, which take most of the time.")
    ] = True,
    into: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Compile for many processors, into a folder that a release can take along."
        ),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, max=64, help="Number of processes (default: one per core).")
    ] = None,
) -> None:
    """Compile everything now, so that no first use has to wait.

    For all games this takes minutes, once. The browser app does the same by itself while it runs.
    """
    if into is not None:
        from papamu.kernel.portable import building_environment

        os.environ.update(building_environment(into.absolute()))
    from papamu.core.progress_bar import progress_bar
    from papamu.kernel.cache import compiled_folder
    from papamu.warm import jobs as compile_jobs
    from papamu.warm.compile_processes import CompileProcesses, Progress

    labels = [label for label, _ in compile_jobs(specs or None, agents)]
    with progress_bar("compiling", len(labels), "jobs") as bar:

        def show(progress: Progress) -> None:
            bar.reach(progress.done, progress.total, ", ".join(progress.running))

        compiling = CompileProcesses(labels, specs or None, agents, jobs, show)
        try:
            compiling.join()
        finally:
            compiling.close()
    missing = compiling.progress.total - compiling.progress.done
    if missing:
        raise PapamuError(f"{missing} of {len(labels)} could not be compiled: is there enough memory?")
    print(f"All {len(labels)} are compiled, in {compiled_folder()}.")
