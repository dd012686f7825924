"""`papamu papers`, `papamu reproduce` and `papamu report`: run, show, write, and say what is missing."""

from __future__ import annotations

import json
import os
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from rich.console import Console
from rich.table import Table
from rich.text import Text

from papamu import papers
from papamu.cli.keeping import keeping
from papamu.cli.progress import bar
from papamu.cli.table_view import show
from papamu.errors import PapamuError
from papamu.files import make_folder, write_whole
from papamu.lab import running
from papamu.lab.page import page
from papamu.lab.paper import SCALES, Paper
from papamu.lab.renderings import all_pictures, as_csv, as_dict, as_markdown
from papamu.lab.report import Report, gather
from papamu.lab.reproduction import Reproduction, facts, most_complete, seeds_there
from papamu.lab.wording import tables_that

_LISTED = 12  # names of tables in a line about what is missing


def list_papers(as_json: bool) -> None:
    """Which studies there are."""
    found = [papers.find(name) for name in papers.names()]
    if as_json:
        print(json.dumps([facts(paper) for paper in found], ensure_ascii=False))
        return
    console = Console(highlight=False)
    for paper in found:
        console.print(Text.assemble((paper.name, "bold"), f"  {paper.title}"))
        console.print(Text(f"{paper.author}, {paper.where}, {paper.year}\n", style="dim"))
        listed = Table("table", "what it is", box=None, header_style="bold", pad_edge=False)
        listed.add_column("entries", justify="right")
        for table in paper.tables("paper"):
            listed.add_row(Text(table.name), Text(table.title), str(len(table.entries)))
        console.print(listed)
        scales = Table("scale", box=None, header_style="bold", pad_edge=False)
        scales.add_column("pieces of work", justify="right")
        scales.add_column("on two cores")
        for scale in SCALES:
            scales.add_row(scale, f"{len(Reproduction.of(paper, scale).cells):,}", Text(paper.minutes[scale]))
        console.print()
        console.print(scales)
        console.print(Text(f"\npapamu reproduce {paper.name} --scale smoke", style="dim"))


# -- reproduce --------------------------------------------------------------------------------------


def run_reproduction(wanted: Reproduction, jobs: int, on: str, csv: Path | None, as_json: bool) -> None:
    """Do what is missing, then show the tables."""
    if csv is not None:
        make_folder(csv)  # says what is wrong before hours of work
    cells = wanted.cells
    store = wanted.folder / "cells.sqlite"
    with (
        keeping(wanted.folder, store.exists(), "cells"),
        bar("reproducing", sum(cell.cost for cell in cells), weighed=True) as progress,
    ):
        outcomes = running.run(cells, wanted.folder, wanted.about, wanted.seed, jobs, on, progress.weigh)
    report = gather(wanted, outcomes)
    _write_csv(report, csv)
    if as_json:
        print(json.dumps(as_dict(report), ensure_ascii=False, allow_nan=False))
        return
    console = Console(highlight=False)
    show(report, console)
    _say_written(console, csv)
    line = f"{wanted.command(verb='report')} --open"
    console.print(Text(f"One page with the learning curves: {line}", style="dim"), soft_wrap=True)


def _write_csv(report: Report, folder: Path | None) -> None:
    if folder is None:
        return
    for judged in report.judged:
        write_whole(folder / f"{judged.table.name}.csv", as_csv(judged))


def _say_written(console: Console, csv: Path | None, *files: Path | None) -> None:
    for said in (*files, csv / "*.csv" if csv else None):
        if said is not None:
            console.print(Text(f"wrote {said}"), soft_wrap=True)


# -- report -----------------------------------------------------------------------------------------


def run_report(
    paper: Paper,
    scale: str | None,
    seeds: int | None,
    seed: int,
    runs: Path,
    out: Path | None,
    open_it: bool,
    csv: Path | None,
    markdown: Path | None,
    charts: Path | None = None,
) -> None:
    """Write what is finished, and say what is not."""
    asked = Reproduction.of(paper, scale or "smoke", (), seeds or 1, seed, runs)
    outcomes = _finished(asked)
    scale = scale or most_complete(paper, outcomes)
    wanted = Reproduction.of(paper, scale, (), seeds or seeds_there(paper, scale, outcomes), seed, runs)
    report = gather(wanted, outcomes)
    if report.missing == len(wanted.cells):
        raise PapamuError(
            f"nothing of scale {scale} is finished in {str(wanted.folder)!r}: make it with {wanted.command()}"
        )
    path = out or wanted.folder / f"report-{scale}.html"
    for folder in (csv, charts):
        if folder is not None:
            make_folder(folder)
    write_whole(path, page(report))
    _write_csv(report, csv)
    if charts is not None:
        for name, picture in all_pictures(report).items():
            write_whole(charts / name, picture)
    if markdown is not None:
        write_whole(markdown, as_markdown(report, _address(charts, markdown)))
    console = Console(highlight=False)
    for said, names in report.verdicts.items():
        line = f"{len(names)} {tables_that(said, len(names))}: {', '.join(names)}"
        console.print(Text(line), soft_wrap=True)
    _say_missing(console, report)
    _say_written(console, csv, path, markdown, charts / "*.svg" if charts else None)
    if open_it:
        webbrowser.open(path.absolute().as_uri())


def _address(folder: Path | None, page: Path) -> str | None:
    """How a page names a folder."""
    if folder is None:
        return None
    return quote(Path(os.path.relpath(folder, page.parent)).as_posix())


def _finished(asked: Reproduction) -> Mapping[str, running.Outcome]:
    if not (asked.folder / "cells.sqlite").exists():
        raise PapamuError(
            f"nothing is kept in {str(asked.folder)!r}: make it with {asked.command()}, "
            "or say --runs or --seed"
        )
    return running.finished(asked.folder)


def _say_missing(console: Console, report: Report) -> None:
    if not report.missing:
        return
    unfinished = [
        judged.table.name + (f" ({judged.missing} of {len(judged.findings)})" if judged.missing else "")
        for judged in report.judged
        if judged.missing or judged.seeds[0] < judged.table.seeds(report.of.seeds)
    ]
    named = ", ".join(unfinished[:_LISTED]) + (", …" if len(unfinished) > _LISTED else "")
    console.print(
        Text(
            f"Missing: {report.missing:,} of {len(report.of.cells):,} pieces of work, in tables {named}.\n"
            f"This makes them: {report.of.command()}"
        ),
        soft_wrap=True,
    )
