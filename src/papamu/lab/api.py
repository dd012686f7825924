"""Reproductions and their reports, as the command line and Python call them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from papamu.core.errors import PapamuError
from papamu.core.files import make_folder, write_whole
from papamu.lab.compare.report import Report, gather
from papamu.lab.render.export import all_pictures, as_csv, as_markdown
from papamu.lab.render.report_page import report_page
from papamu.lab.run import runner
from papamu.lab.run.reproduction import Reproduction, most_complete, seeds_there
from papamu.lab.study import Paper
from papamu.training.progress import watched_shares


def reproduce(
    reproduction: Reproduction,
    jobs: int = 1,
    on: str = "local",
    progress: runner.ReportProgress | None = None,
) -> Report:
    """Run the cells that are missing, and compare the tables with the published ones."""
    about = {"study": reproduction.paper.name, "scale": reproduction.scale}
    with watched_shares(reproduction.folder, about, "reproducing", progress) as watch:
        outcomes = runner.run(
            reproduction.cells, reproduction.folder, reproduction.about, reproduction.seed, jobs, on, watch
        )
    return gather(reproduction, outcomes)


def report(
    paper: Paper,
    scale: str | None = None,
    seeds: int | None = None,
    seed: int = 1,
    runs: Path | None = None,
) -> Report:
    """What is finished of a study: by default the most complete scale, with all seeds there are."""
    outcomes = _finished(Reproduction.of(paper, scale or "smoke", (), seeds or 1, seed, runs))
    scale = scale or most_complete(paper, outcomes)
    seeds = seeds or seeds_there(paper, scale, outcomes)
    reproduction = Reproduction.of(paper, scale, (), seeds, seed, runs)
    found = gather(reproduction, outcomes)
    if found.missing == len(reproduction.cells):
        raise PapamuError(
            f"nothing of scale {scale} is finished in {str(reproduction.folder)!r}: "
            f"compute it with {reproduction.command()}"
        )
    return found


def _finished(reproduction: Reproduction) -> Mapping[str, runner.Outcome]:
    if not (reproduction.folder / "cells.sqlite").exists():
        raise PapamuError(
            f"there are no results in {str(reproduction.folder)!r}: compute them with {reproduction.command()}, "
            "or give another --runs or --seed"
        )
    return runner.finished(reproduction.folder)


def write_report(
    found: Report,
    out: Path | None = None,
    csv: Path | None = None,
    markdown: Path | None = None,
    charts: Path | None = None,
) -> Path:
    """Write the page (by default into the folder of the run) and whatever else has a place; where the page is."""
    path = out or found.reproduction.folder / f"report-{found.reproduction.scale}.html"
    for folder in (csv, charts):
        if folder is not None:
            make_folder(folder)
    write_whole(path, report_page(found))
    if csv is not None:
        write_csv(found, csv)
    if charts is not None:
        for name, picture in all_pictures(found).items():
            write_whole(charts / name, picture)
    if markdown is not None:
        write_whole(markdown, as_markdown(found, _address(charts, markdown)))
    return path


def write_csv(found: Report, folder: Path) -> None:
    """A CSV file for each table, into a folder that is there."""
    for comparison in found.comparisons:
        write_whole(folder / f"{comparison.table.name}.csv", as_csv(comparison))


def _address(folder: Path | None, page: Path) -> str | None:
    """How a page names a folder."""
    if folder is None:
        return None
    return quote(Path(os.path.relpath(folder, page.parent)).as_posix())
