"""The finished results that come with the package: our figures of every table at the published size, and pictures.

Each study has them once, in its folder `results`: a CSV file per table and SVG pictures, as `papamu report STUDY
--scale paper --csv FOLDER --charts FOLDER` writes them. The page, `papamu papers`, `papamu report` and the documents
all read or show these files.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from html import unescape
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from papamu import __version__, papers
from papamu.lab.compare.comparison import Comparison
from papamu.lab.compare.entry_result import EntryResult
from papamu.lab.compare.report import Report
from papamu.lab.render.chart_data import charts_of, file_stem
from papamu.lab.render.picture import Picture
from papamu.lab.run.reproduction import Reproduction
from papamu.lab.study import Entry, Paper, PaperTable

SCALE = "paper"  # at which they were made
_FOLDER = "results"
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)


def shipped_report(paper: Paper, runs: Path | None = None) -> Report:
    """The results of a study as a report, like that of a run in the folder `runs`."""
    comparisons = shipped_comparisons(paper.name)
    seconds = {found.table.name: seconds_of(found.results) for found in comparisons}
    whole = seconds_of(result for found in comparisons for result in found.results)
    drawn = {chart.name for found in comparisons for chart in charts_of(found)}
    undrawn = [one for one in shipped_pictures(paper.name) if one.name not in drawn]
    return Report(
        reproduction=Reproduction.of(replace(paper, pictures=lambda _: undrawn), SCALE, runs=runs),
        comparisons=comparisons,
        seconds={**seconds, "": whole},
        machines=("the machine named in docs/papers",),
        sources=(f"results that come with papamu {__version__}",),
        missing=0,
    )


@cache
def shipped_comparisons(study: str) -> tuple[Comparison, ...]:
    """All tables of a study with these results, compared with the published figures."""
    return tuple(shipped_comparison(study, table) for table in papers.find(study).tables(SCALE))


def shipped_comparison(study: str, table: PaperTable) -> Comparison:
    """A table (of the scale `paper`) with the results that come with the package, which have no learning curves."""
    lines = {(line["row"], line["column"]): line for line in result_rows(study, table.name)}
    return Comparison(
        table,
        tuple(_result(table, entry, lines.get((entry.row, entry.column))) for entry in table.entries),
    )


@cache
def result_rows(study: str, table: str) -> Sequence[dict[str, str]]:
    """The lines of a table's CSV file; none where there is no file."""
    path = _folder(study) / f"{table}.csv"
    if not path.is_file():
        return ()
    return tuple(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def result_tables(study: str) -> list[str]:
    """The names of the tables that have results."""
    names = [path.name for path in _folder(study).iterdir()]
    return sorted(name.removesuffix(".csv") for name in names if name.endswith(".csv"))


def seconds_of(results: Iterable[EntryResult]) -> float:
    """How long one worker took for these entries. Those that share their cells were computed once."""
    seen: set[str] = set()
    total = 0.0
    for result in sorted(results, key=lambda one: len(one.entry.cells)):
        keys = {cell.key for cell in result.entry.cells}
        total += result.seconds * len(keys - seen) / len(keys)
        seen |= keys
    return total


# -- pictures ---------------------------------------------------------------------------------------


@cache
def shipped_pictures(study: str) -> list[Picture]:
    """All pictures of a study: the curves of its tables, then maps and boards."""
    found = sorted((path for path in _folder(study).iterdir() if path.name.endswith(".svg")), key=_by_number)
    return [_picture(path) for path in found]


def pictures_of(study: str, table: str) -> list[Picture]:
    """The curves of one table."""
    name = re.compile(re.escape(file_stem(table)) + r"(-\d+)?")
    return [one for one in shipped_pictures(study) if name.fullmatch(one.name)]


def other_pictures(study: str) -> list[Picture]:
    """The pictures that belong to no table."""
    curves = {one.name for table in result_tables(study) for one in pictures_of(study, table)}
    return [one for one in shipped_pictures(study) if one.name not in curves]


def _picture(path: Traversable) -> Picture:
    svg = path.read_text(encoding="utf-8")
    title = _TITLE.search(svg)
    stem = path.name.removesuffix(".svg")
    return Picture(stem, unescape(title[1]) if title else stem, svg)


def _by_number(path: Traversable) -> list[tuple[int, str]]:
    """A file name whose numbers count as numbers: 2 before 10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", path.name)]


# -- files ------------------------------------------------------------------------------------------


def _folder(study: str) -> Traversable:
    return files(f"papamu.papers.{study}") / _FOLDER


def _result(table: PaperTable, entry: Entry, line: dict[str, str] | None) -> EntryResult:
    """What a line of the file says; without one, nothing is known."""
    said = line or {}
    return EntryResult(
        entry=entry,
        shares=tuple(map(float, said.get("shares", "").split())),
        states=tuple(said["states"].split(" ")) if said else (),
        games=int(said.get("games") or 0),
        published_games=int(said.get("published_games") or 0),
        seconds=float(said.get("seconds") or 0),
        curves=(),
        unit=table.unit,
    )
