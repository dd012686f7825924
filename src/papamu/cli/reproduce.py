"""`papamu reproduce`: the tables of a study, next to the published ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.options import AsJson, CsvFolder, PaperName, Runs, Seed


@app.command()
def reproduce(
    paper: PaperName,
    tables: Annotated[
        list[str] | None, typer.Argument(metavar="[TABLE]…", help="Only these tables, like 5.4.")
    ] = None,
    scale: Annotated[
        str,
        typer.Option(
            help="smoke (a quick try), laptop (minutes per study) or paper (the published size, up to hours)."
        ),
    ] = "smoke",
    jobs: Annotated[
        int, typer.Option(min=1, max=256, help="Processes; the results are the same for any number.")
    ] = 1,
    seeds: Annotated[
        int, typer.Option(min=1, max=1000, help="Number of runs per entry, each with its own seed.")
    ] = 1,
    seed: Seed = 1,
    on: Annotated[str, typer.Option(help="Where to run: local, ray or ray=ADDRESS.")] = "local",
    runs: Runs = Path("runs"),
    csv: CsvFolder = None,
    as_json: AsJson = False,
) -> None:
    """Reproduce a study's tables next to the published figures.

    Finished work is saved at once and never computed twice: after a stop the same command resumes.
    """
    from papamu.cli.output import paper_tables
    from papamu.cli.output.resume_notice import resume_notice
    from papamu.core.files import make_folder
    from papamu.core.progress_bar import progress_bar
    from papamu.lab.api import reproduce as run_cells
    from papamu.lab.api import write_csv
    from papamu.lab.render.export import as_dict
    from papamu.lab.run.reproduction import Reproduction
    from papamu.papers import find

    reproduction = Reproduction.of(find(paper), scale, tables or (), seeds, seed, runs)
    if csv is not None:
        make_folder(csv)  # refuses a wrong place before hours of work
    begun = (reproduction.folder / "cells.sqlite").exists()
    cost = sum(cell.cost for cell in reproduction.cells)
    with (
        resume_notice(reproduction.folder, begun, "cells"),
        progress_bar("reproducing", cost, weighed=True) as progress,
    ):
        report = run_cells(reproduction, jobs, on, progress.weigh)
    if csv is not None:
        write_csv(report, csv)
    if as_json:
        print(json.dumps(as_dict(report), ensure_ascii=False, allow_nan=False))
    else:
        paper_tables.show_reproduction(report, csv)
