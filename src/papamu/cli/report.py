"""`papamu report`: one page with the finished results of a study."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from papamu.cli import app
from papamu.cli.options import CsvFolder, PaperName, Runs, Seed


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

    It shows tables next to the published ones, learning curves, and where they agree.
    """
    import webbrowser

    from papamu.cli.output import report_summary
    from papamu.lab import api
    from papamu.papers import find

    found = api.report(find(paper), scale, seeds, seed, runs)
    page = api.write_report(found, out, csv, markdown, charts)
    report_summary.show(found, [page, markdown, charts and charts / "*.svg", csv and csv / "*.csv"])
    if open_it:
        webbrowser.open(page.absolute().as_uri())
