"""The finished results come with the package, stand in one place, and belong to the tables as they are declared."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path

import pytest

import papamu
from papamu import papers
from papamu.papers.common.shipped_results import (
    other_pictures,
    pictures_of,
    result_rows,
    result_tables,
    seconds_of,
    shipped_comparisons,
    shipped_pictures,
    shipped_report,
)

ROOT = Path(__file__).parents[2]
PACKAGE = Path(papamu.__file__).parent
STUDIES = papers.names()


@pytest.mark.parametrize("study", STUDIES)
def test_every_entry_of_every_table_has_its_line(study: str) -> None:
    tables = papers.find(study).tables("paper")
    assert result_tables(study) == sorted(table.name for table in tables)
    for table in tables:
        lines = result_rows(study, table.name)
        places = [(table.name, entry.row, entry.column) for entry in table.entries]
        assert [(line["table"], line["row"], line["column"]) for line in lines] == places
        printed = [entry.published for entry in table.entries]
        assert [line["published"] for line in lines] == [
            "" if one is None else f"{one:.6g}" for one in printed
        ]
    for found in shipped_comparisons(study):
        assert found.missing == 0
        for result, line in zip(found.results, result_rows(study, found.table.name), strict=True):
            assert result.mean == pytest.approx(float(line["ours"]), rel=1e-4, abs=1e-6)


def test_they_stand_once() -> None:
    heads = {}
    for path in [*ROOT.glob("docs/**/*.csv"), *ROOT.glob("src/**/*.csv"), *ROOT.glob("examples/**/*.csv")]:
        with path.open(encoding="utf-8", newline="") as file:
            heads[path.relative_to(ROOT).as_posix()] = next(csv.reader(file))
    results = [name for name, head in heads.items() if {"ours", "published"} <= set(head)]
    assert len(results) == sum(len(result_tables(study)) for study in STUDIES)
    assert all(name.startswith("src/papamu/papers/") and "/results/" in name for name in results)


def test_the_package_brings_all_its_files_along() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = declared["tool"]["setuptools"]["package-data"]["papamu"]
    packed = {path for pattern in patterns for path in PACKAGE.glob(pattern) if path.is_file()}
    # `**` of setuptools goes into folders, that of pathlib in this Python only names them.
    packed |= {path for path in (PACKAGE / "web" / "static").rglob("*") if "web/static/**" in patterns}
    there = {path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")}
    assert there - packed == set()


def test_a_study_in_words() -> None:
    for study in STUDIES:
        paper = papers.find(study)
        assert 100 < len(paper.abstract) < 600 and paper.found and paper.differs, study


def test_pictures_belong_to_a_table_or_to_the_study() -> None:
    for study in STUDIES:
        of_tables = [one.name for table in result_tables(study) for one in pictures_of(study, table)]
        others = [one.name for one in other_pictures(study)]
        assert sorted([*of_tables, *others]) == sorted(one.name for one in shipped_pictures(study))
        assert all(one.svg.startswith("<svg") and one.title for one in shipped_pictures(study))
    assert [one.name for one in pictures_of("konane", "figure-15")] == [f"figure-15-{n}" for n in range(1, 5)]
    assert other_pictures("konane") == [] and len(other_pictures("reversi")) == 39


def test_work_that_entries_share_counts_once() -> None:
    tables = {found.table.name: found for found in shipped_comparisons("checkers")}
    series = [seconds_of(tables[name].results) for name in ("tree", "nodes", "score", "pieces")]
    together = seconds_of(
        result for name in ("tree", "nodes", "score", "pieces") for result in tables[name].results
    )
    assert together == pytest.approx(max(series))
    report = shipped_report(papers.find("clobber"))
    assert report.missing == 0 and report.warning == ""
    assert report.seconds[""] == pytest.approx(5.4 * 3600, rel=0.02), "docs/papers/clobber.md says 5.4 hours"
