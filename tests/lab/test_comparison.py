"""Means of cells, pictures without numbers, round robins, repeated runs: judged and shown."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from papamu.cli.output.paper_tables import show
from papamu.cli.output.report_summary import show as show_summary
from papamu.lab import api
from papamu.lab.compare.comparison import Comparison, compare
from papamu.lab.compare.report import Report, gather
from papamu.lab.compare.seed_statistics import errors_apart, interval
from papamu.lab.compare.sentences import sentence, tables_that
from papamu.lab.compare.verdicts import verdict
from papamu.lab.render.export import as_dict, as_markdown
from papamu.lab.render.report_page import report_page
from papamu.lab.run import runner as running
from papamu.lab.run.cell import Cell, Work
from papamu.lab.run.reproduction import Reproduction, cells_of
from papamu.lab.run.runner import Outcome
from papamu.lab.study import Entry, PaperTable
from tests.lab.made_up import outcomes
from tests.lab.made_up_study import (
    PLAYERS,
    STUDY,
    TABLES,
    Learner,
    curves,
    learner,
    opponents,
    pair,
    repeated,
    results,
    round_robin,
    rows,
    won,
)
from tests.lab.test_report_page import read


def report_of(*tables: PaperTable, scale: str = "paper", done: Mapping[str, Outcome] | None = None) -> Report:
    paper = replace(STUDY, tables=lambda scale: tables)
    return gather(Reproduction.of(paper, scale), results() if done is None else done)


def match(share: float) -> Outcome:
    return Outcome({"won": share, "lost": 1 - share, "games": 1000}, 2.0, "box")


def matches(shares: Mapping[tuple[str, str], float]) -> dict[str, Outcome]:
    """Outcomes of the round robin: as published, but for these pairs."""
    pairs = [(one, other) for at, one in enumerate(PLAYERS) for other in PLAYERS[at + 1 :]]
    return {pair(*two)[0].key: match(shares.get(two, won(*two))) for two in pairs}


def at(judged: Comparison, row: str, column: str) -> float:
    (found,) = [one for one in judged.results if (one.entry.row, one.entry.column) == (row, column)]
    return found.mean


# -- means ------------------------------------------------------------------------------------------


def test_a_mean_is_of_all_its_parts_and_pools_their_games() -> None:
    judged = compare(round_robin(), matches({("g", "h"): 0.60, ("g", "i"): 0.35, ("g", "j"): 0.45}))
    (found,) = [one for one in judged.averages if one.entry.row == "g"]
    share = (0.60 + 0.35 + 0.45) / 3
    assert found.mean == pytest.approx(share)
    assert (found.games, found.published_games, found.seconds) == (3000, 3000, 6.0)
    assert found.interval == interval([found.mean], 3000, plain=True)
    assert found.z == errors_apart(found.mean, 3000, (0.65 + 0.30 + 0.40) / 3, 3000)


def test_two_entries_show_one_match_from_both_sides() -> None:
    judged = compare(round_robin(), matches({("g", "h"): 0.61}))
    assert (at(judged, "g", "h"), at(judged, "h", "g")) == (0.61, pytest.approx(0.39))


def test_a_mean_is_done_when_all_its_parts_are() -> None:
    done = matches({})
    del done[pair("i", "j")[0].key]
    judged = compare(round_robin(), done)
    missing = [(one.entry.row, one.entry.column) for one in judged.results if not one.done]
    assert missing == [("i", "j"), ("i", "average"), ("j", "i"), ("j", "average")]
    assert "4 of 16 entries are not computed yet" in sentence(judged)
    report = report_of(round_robin(), done=done)
    assert report.missing == 1


def test_a_shared_cell_is_work_once() -> None:
    report = report_of(round_robin())
    assert len(report.reproduction.cells) == 6
    assert report.seconds["2"] == report.seconds[""] == 12.0
    assert [cell.key for cell in cells_of([round_robin()])] == [
        cell.key for cell in report.reproduction.cells
    ]


def test_a_mean_has_other_games_if_its_entry_says_so() -> None:
    parts = (pair("g", "h"), pair("g", "i"))
    entry = Entry.mean("g", "two", parts, 0.5, games=10, published_games=20)
    (found,) = compare(replace(round_robin(), entries=(entry,), order=()), matches({})).results
    assert (found.games, found.published_games) == (20, 40)
    assert [cell.key for cell in entry.cells] == [cell.key for cell, _ in parts]


def test_several_networks_together_are_dead_when_all_are() -> None:
    cells = [Cell(Work.of("nowhere:learn"), Learner(kind)) for kind in "AB"]
    entry = Entry.mean("A and B", "won", tuple((cell, "won") for cell in cells))
    table = replace(curves(), entries=(entry,))
    for states, said in ((("dead", "alive"), "alive"), (("dead", "dead"), "dead"), (("", ""), "")):
        done = {
            cell.key: Outcome({"won": 0.5, "state": state}, 1.0, "box")
            for cell, state in zip(cells, states, strict=True)
        }
        assert compare(table, done).results[0].states == (said,)


def test_made_up_outcomes_leave_pairs_as_they_are() -> None:
    assert verdict(compare(round_robin(), outcomes([round_robin()]))) == "agrees"


# -- round robins -----------------------------------------------------------------------------------


def test_a_round_robin_says_both_orders_and_both_distances() -> None:
    # One match two points, one eight points from the published figure; both are seen from both sides.
    judged = compare(round_robin(), matches({("g", "h"): 0.67, ("i", "j"): 0.68}))
    assert len(judged.compared) == 12  # the averages are not among them
    assert judged.apart == pytest.approx((2 * 0.02 + 2 * 0.08) / 12)
    assert judged.root_mean_square == pytest.approx(math.sqrt((2 * 0.02**2 + 2 * 0.08**2) / 12))
    assert judged.average_correlation == pytest.approx(1)
    assert judged.correlation is not None
    assert 0.9 < judged.correlation < 0.999
    assert sentence(judged).startswith("2 does not agree: 10 of 12 entries within sampling error")
    assert (
        f"; rank correlation of the averages 1.00, of the single entries {judged.correlation:.2f}; "
        "single entries apart by on average 1.7 points, root mean square 3.4 points." in sentence(judged)
    )


def test_the_averages_have_an_order_of_their_own() -> None:
    # j beats i by so much that they change places.
    judged = compare(round_robin(), matches({("i", "j"): 0.10}))
    assert judged.average_correlation == pytest.approx(0.8)  # 1 - 6·2/60
    told = as_dict(report_of(round_robin(), done=matches({("i", "j"): 0.10})))["tables"][0]
    assert (told["average_correlation"], told["compared"]) == (pytest.approx(0.8), 12)
    assert told["root_mean_square"] == pytest.approx(0.5 * math.sqrt(2 / 12))


def test_both_sides_of_a_match_are_one_chance_to_be_far_apart() -> None:
    judged = compare(round_robin(), matches({}))
    alone = replace(round_robin(), entries=tuple(one for one in round_robin().entries if one.value == "won"))
    only = [found for found in compare(alone, matches({})).compared if not found.entry.summary]
    assert len(only) == 6
    assert judged.bound == pytest.approx(compare(alone, matches({})).bound)


def test_a_table_of_averages_alone_is_judged_by_them() -> None:
    averages = tuple(entry for entry in round_robin().entries if entry.summary)
    judged = compare(replace(round_robin(), entries=averages, order=()), matches({}))
    assert (verdict(judged), len(judged.compared)) == ("agrees", 4)
    assert "single entries" not in sentence(judged)


def test_columns_stand_in_the_order_that_the_table_says() -> None:
    assert round_robin().columns == ["g", "h", "i", "j", "average"]
    assert replace(round_robin(), order=()).columns == ["h", "i", "j", "average", "g"]
    text = as_markdown(report_of(round_robin(), done=matches({})))
    assert "| g |  | 65.0 / **65.0** | 30.0 / **30.0** | 40.0 / **40.0** | 45.0 / **45.0** |" in text


# -- what has no published numbers ------------------------------------------------------------------


def test_a_picture_shows_ours_alone_and_says_so() -> None:
    done = results()
    for entry, share in zip(rows().entries[:2], (0.111, 0.999), strict=True):
        done[entry.cell.key] = match(share)
    report = report_of(rows(), done=done)
    (judged,) = report.comparisons
    assert verdict(judged) == "has no published numbers"
    assert tables_that(verdict(judged), 3) == "tables have no published numbers"
    said = "figure-4 has no published numbers: ours goes from 11.1 % at a / depth 1 to 99.9 % at a / depth 2."
    assert sentence(judged) == said
    assert "| a | **11.1** | **99.9** |" in as_markdown(report)
    text = report_page(report)
    assert "<b>11.1</b></td>" in text
    assert "<i>" not in text.split("</details>")[1]
    assert "(published:" not in text
    console = Console(width=100, record=True, file=io.StringIO())
    show(report, console)
    table = console.export_text().split("In each entry")[0]
    assert "11.1" in table
    assert "–" not in table


def test_a_picture_that_is_not_there_yet() -> None:
    report = report_of(rows(), done={})
    assert sentence(report.comparisons[0]) == "figure-4 is not computed yet."
    one = rows().entries[0].cell.key
    report = report_of(rows(), done={one: match(0.75)})
    said = "ours is 75.0 % at a / depth 1; 71 of 72 entries are not computed yet."
    assert sentence(report.comparisons[0]) == f"figure-4 has no published numbers: {said}"
    assert "| a | **75.0** | – |" in as_markdown(report)


def test_a_table_with_some_published_numbers() -> None:
    report = report_of(curves())
    (judged,) = report.comparisons
    assert len(judged.compared) == 1
    assert sentence(judged).endswith("; nothing is published for 2.")
    assert verdict(judged) == "agrees"
    assert "| A | 72.0 / **" in as_markdown(report)
    assert "\n| B | **" in as_markdown(report)
    done = results()
    del done[learner("A").key]
    (judged,) = report_of(curves(), done=done).comparisons
    assert sentence(judged).startswith("figure-6 cannot be compared yet: ours goes from ")


def test_plain_games_without_numbers_need_no_warning() -> None:
    assert not report_of(rows(), round_robin(), scale="laptop").warning
    assert report_of(rows(), curves(), scale="laptop").warning
    assert report_of(opponents(), scale="laptop").warning


# -- repeated runs ----------------------------------------------------------------------------------


def test_a_table_may_be_repeated_though_others_are_not() -> None:
    of = Reproduction.of(STUDY, "paper")
    networks = [cell for cell in of.cells if isinstance(cell.params, Learner)]
    assert len(networks) == 30
    assert [cell.replicate for cell in networks] == [seed for seed in range(10) for _ in range(3)]
    judged = {one.table.name: one for one in gather(of, results()).comparisons}
    assert judged["figure-6"].seeds == (1, 1)
    assert judged["figure-7"].seeds == (10, 10)
    assert judged["figure-7"].results[0].shares[0] == judged["figure-6"].results[0].mean
    assert len(Reproduction.of(STUDY, "paper", ["figure-7"], seeds=12).cells) == 36


def test_repeated_runs_count_in_the_time_of_their_table() -> None:
    report = gather(Reproduction.of(STUDY, "paper"), results())
    assert "one seed, 10 in figure-7 (experiment's seed 1)" in as_markdown(report)
    assert "1 for each entry, 10 in figure-7; the" in report_page(report)
    assert (report.seconds["figure-6"], report.seconds["figure-7"]) == (6.0, 60.0)


def test_a_repeated_table_does_not_make_the_others_unfinished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    of = Reproduction.of(STUDY, "paper", runs=tmp_path)
    of.folder.mkdir()
    (of.folder / "cells.sqlite").touch()
    done = results()
    monkeypatch.setattr(running, "finished", lambda folder: done)
    pictures, markdown = tmp_path / "all pictures", tmp_path / "docs" / "study.md"
    markdown.parent.mkdir()
    report = api.report(STUDY, "paper", runs=tmp_path)
    api.write_report(report, markdown=markdown, charts=pictures)
    show_summary(report, [pictures / "*.svg"])
    printed = capsys.readouterr().out
    assert "Missing" not in printed
    assert f"wrote {pictures / '*.svg'}" in printed
    names = {path.name for path in pictures.iterdir()}
    assert names == {f"figure-{name}.svg" for name in ("4", "6", "7", "15-1", "15-2")}
    text = markdown.read_text(encoding="utf-8")
    for name in names:
        assert f"(../all%20pictures/{name})" in text
    done |= {cell.with_replicate(1).key: match(0.5) for cell in cells_of([round_robin()])}
    show_summary(api.report(STUDY, "paper", runs=tmp_path), [])
    assert "--seeds 2" in capsys.readouterr().out  # something was done twice that need not be


def test_the_page_of_every_kind_of_table() -> None:
    reader = read(report_page(report_of(*TABLES)))
    places = {f"curves-{name}" for name in ("figure-4", "figure-6", "figure-7", "figure-15-1", "figure-15-2")}
    assert places == {one for one in reader.ids if one.startswith("curves-")}
    assert repeated().seeds(1) == 10
