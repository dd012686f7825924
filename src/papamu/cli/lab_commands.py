"""The commands of the laboratory: papers, reproduce, report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.arena_commands import Seed
from papamu.cli.commands import AsJson

PaperName = Annotated[str, typer.Argument(metavar="PAPER", help="A study; see `papamu papers`.")]
Runs = Annotated[Path, typer.Option(envvar="PAPAMU_RUNS", help="The folder where runs are kept.")]
Csv = Annotated[Path | None, typer.Option("--csv", help="Write a CSV file for each table into this folder.")]


@app.command()
def papers(as_json: AsJson = False) -> None:
    """The published studies that can be made again: their tables, scales and how long they take."""
    from papamu.cli.reproducing import list_papers

    list_papers(as_json)


@app.command()
def reproduce(
    paper: PaperName,
    tables: Annotated[
        list[str] | None, typer.Argument(metavar="[TABLE]…", help="Only these tables, like 5.4.")
    ] = None,
    scale: Annotated[
        str, typer.Option(help="smoke (seconds), laptop (minutes) or paper (the published size).")
    ] = "smoke",
    jobs: Annotated[
        int, typer.Option(min=1, max=256, help="Processes; the results are the same for any number.")
    ] = 1,
    seeds: Annotated[
        int, typer.Option(min=1, max=1000, help="How often each entry is made, with other seeds.")
    ] = 1,
    seed: Seed = 1,
    on: Annotated[str, typer.Option(help="local, ray or ray=ADDRESS.")] = "local",
    runs: Runs = Path("runs"),
    csv: Csv = None,
    as_json: AsJson = False,
) -> None:
    """Make the tables of a study again, and put our figures beside the published ones.

    What is finished is kept at once and never computed twice: after a stop the same command goes on.
    """
    from papamu.cli.reproducing import run_reproduction
    from papamu.lab.reproduction import Reproduction
    from papamu.papers import find

    wanted = Reproduction.of(find(paper), scale, tables or (), seeds, seed, runs)
    run_reproduction(wanted, jobs, on, csv, as_json)


@app.command()
def report(
    paper: PaperName,
    scale: Annotated[
        str | None, typer.Option(help="smoke, laptop or paper; if not said, the one that is most complete.")
    ] = None,
    seeds: Annotated[
        int | None, typer.Option(min=1, max=1000, help="How many seeds; if not said, as many as there are.")
    ] = None,
    seed: Seed = 1,
    runs: Runs = Path("runs"),
    out: Annotated[
        Path | None, typer.Option(help="Where to write the page (default: into the folder of the run).")
    ] = None,
    open_it: Annotated[bool, typer.Option("--open", help="Show the page in the browser.")] = False,
    csv: Csv = None,
    markdown: Annotated[Path | None, typer.Option(help="Also write the tables as Markdown.")] = None,
    charts: Annotated[
        Path | None, typer.Option(help="Write the charts as SVG into this folder; the Markdown shows them.")
    ] = None,
) -> None:
    """One page with everything that is finished: tables side by side, curves, and where they agree."""
    from papamu.cli.reproducing import run_report
    from papamu.papers import find

    run_report(find(paper), scale, seeds, seed, runs, out, open_it, csv, markdown, charts)
