"""`papamu report`: one page with the finished results of a study."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from papamu.cli import app
from papamu.cli.options import CsvFolder, PaperName, Runs, Seed

if TYPE_CHECKING:
    from papamu.lab.compare.report import Report
    from papamu.lab.study import Paper


@app.command()
def report(
    paper: PaperName,
    scale: Annotated[
        str | None, typer.Option(help="smoke, laptop or paper (default: the most complete).")
    ] = None,
    seeds: Annotated[
        int | None, typer.Option(min=1, max=1000, help="Number of seeds (default: all that were run).")
    ] = None,
    seed: Seed = 1,
    runs: Runs = Path("runs"),
    out: Annotated[
        Path | None, typer.Option(help="Where to write the page (default: the run's folder).")
    ] = None,
    open_it: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    csv: CsvFolder = None,
    markdown: Annotated[Path | None, typer.Option(help="Also write the tables as Markdown.")] = None,
    charts: Annotated[
        Path | None, typer.Option(help="Write the charts as SVG to this folder; the Markdown shows them.")
    ] = None,
) -> None:
    """Write one page with the finished results of a study.

    It shows tables next to the published ones, learning curves, and where they agree. Before your first run it
    shows the results of the published size that come with Papamu.
    """
    import webbrowser

    from papamu.cli.output import report_summary
    from papamu.lab import api
    from papamu.papers import find

    study = find(paper)
    found = _shipped(study, scale, runs) if (seeds, seed) == (None, 1) else None
    found = found or api.report(study, scale, seeds, seed, runs)
    page = api.write_report(found, out, csv, markdown, charts)
    report_summary.show(found, [page, markdown, charts and charts / "*.svg", csv and csv / "*.csv"])
    if open_it:
        webbrowser.open(page.absolute().as_uri())


def _shipped(paper: Paper, scale: str | None, runs: Path) -> Report | None:
    """The results that come with Papamu, where there is no run of the study to show instead."""
    from papamu.papers.common.shipped_results import SCALE, shipped_report

    found = shipped_report(paper, runs) if scale in (None, SCALE) else None
    if found is None or (found.reproduction.folder / "cells.sqlite").exists():
        return None
    typer.echo(
        f"There is no run of {paper.name} here: these are the results that come with Papamu.", err=True
    )
    return found
