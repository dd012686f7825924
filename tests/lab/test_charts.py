"""What charts show, and the pictures of them."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from papamu.lab.compare.comparison import Comparison, compare
from papamu.lab.render.chart_data import COLOURS, Chart, Line, charts_of, thinned
from papamu.lab.render.export import as_pictures
from papamu.lab.render.html_chart import chart_html
from papamu.lab.render.svg_chart import WIDTH, svg
from papamu.lab.run.cell import Cell, Work
from papamu.lab.run.runner import Outcome
from papamu.lab.study import Entry, PaperTable
from tests.lab.made_up_study import Learner, curves, learner, opponents, repeated, results, round_robin, rows

SVG = "{http://www.w3.org/2000/svg}"


def chart_of(table: PaperTable) -> Chart:
    (chart,) = charts_of(compare(table, results()))
    return chart


def runs(*told: list[list[float]]) -> Comparison:
    """One entry with so many seeds, and these curves."""
    table = PaperTable("1", "runs", (Entry("A", "won", learner("A")),), 10, 0, repeats=len(told))
    done = {
        learner("A").with_replicate(seed).key: Outcome({"won": 0.5, "curve": curve}, 1.0, "box")
        for seed, curve in enumerate(told)
    }
    return compare(table, done)


# -- what they show ---------------------------------------------------------------------------------


def test_one_line_an_entry() -> None:
    chart = chart_of(curves())
    assert [(line.group, line.name) for line in chart.lines] == [(kind, f"{kind} / won") for kind in "ABC"]
    assert chart.lines[0].x[-1] == 200_000
    assert (chart.name, chart.legend, chart.along) == ("figure-6", "representation", "games learned from")
    assert all(line.band is None and line.dead == () for line in chart.lines)
    assert chart.note.endswith("; one line per entry, its first seed")


def test_an_entry_says_which_curve_is_its_own_or_none() -> None:
    table = replace(
        curves(),
        entries=(
            Entry("A", "teacher", learner("A"), curve="curve_teacher"),
            Entry("A", "random", learner("A"), curve="curve_random"),
            Entry("A", "none", learner("A"), curve=""),
            Entry("A", "no such", learner("A"), curve="no such"),
        ),
    )
    chart = chart_of(table)
    assert [line.name for line in chart.lines] == ["A / teacher", "A / random"]
    low, high = (line.y[-1] for line in chart.lines)
    assert low == pytest.approx(high - 0.3, abs=0.06)
    assert [line.group for line in chart.lines] == ["teacher", "random"]
    assert chart.groups == ("teacher", "random", "none", "no such")  # one row: columns have the colours
    assert charts_of(compare(replace(table, entries=table.entries[2:]), results())) == []


def test_several_figures_of_one_network_are_one_line() -> None:
    entries = tuple(Entry("A", name, learner("A"), f"won_{name}") for name in ("random", "teacher"))
    (line,) = chart_of(replace(curves(), entries=entries)).lines
    assert line.name == "A"


def test_one_chart_a_column() -> None:
    charts = charts_of(compare(opponents(), results()))
    assert [(chart.name, chart.title) for chart in charts] == [
        ("figure-15-1", "random"), ("figure-15-2", "teacher"),
    ]  # fmt: skip
    assert [line.name for line in charts[1].lines] == ["A", "B"]
    assert charts[0].lines[0].y != charts[1].lines[0].y


def test_figures_over_rows() -> None:
    judged = compare(rows(), results())
    (chart,) = charts_of(judged)
    assert [line.name for line in chart.lines] == [f"depth {depth}" for depth in (1, 2, 3, 4)]
    assert chart.ticks == tuple("abcdefghijklmnopqr")
    assert (chart.along, chart.legend) == ("function", "depth")
    assert chart.lines[2].y[1] == pytest.approx(judged.results[6].mean)
    assert chart.lines[2].x == tuple(range(18))


def test_rows_that_are_not_done_are_left_out() -> None:
    done = {entry.cell.key: results()[entry.cell.key] for entry in rows().entries[4:9]}  # all of b, one of c
    (chart,) = charts_of(compare(rows(), done))
    assert [line.x for line in chart.lines] == [(1, 2), (1,), (1,), (1,)]


def test_tables_of_matches_have_no_chart() -> None:
    assert charts_of(compare(round_robin(), results())) == []


def test_several_seeds_are_a_mean_and_a_band() -> None:
    (chart,) = charts_of(
        runs([[10, 0.2, 0], [20, 0.5, 0.1]], [[10, 0.6, 0], [20, 0.7, 0.3]], [[10, 0.1, 0], [20, 0.3, 0]])
    )
    (line,) = chart.lines
    assert (line.x, line.y) == ((10, 20), (0.3, 0.5))
    assert line.band == ((0.1, 0.3), (0.6, 0.7))
    assert line.dead == (0.0, 0.1333)
    assert chart.note.endswith(
        "one line per entry: the mean of its seeds, the band from the lowest to the highest"
    )


def test_a_run_that_ended_early_leaves_the_others() -> None:
    (chart,) = charts_of(runs([[10, 0.2, 0]], [[10, 0.4, 0], [20, 0.8, 0]]))
    (line,) = chart.lines
    assert (line.x, line.y, line.band) == ((10, 20), (0.3, 0.8), ((0.2, 0.8), (0.4, 0.8)))


def test_bands_of_many_lines_would_hide_one_another() -> None:
    kinds = [f"{number}" for number in range(7)]
    entries = tuple(Entry(kind, "won", Cell(Work.of("nowhere:learn"), Learner(kind))) for kind in kinds)
    told = {"won": 0.5, "curve": [[10, 0.5, 0], [20, 0.6, 0]]}
    for count, banded in ((6, True), (7, False)):
        table = PaperTable("1", "many", entries[:count], 10, 0, repeats=2)
        done = {
            entry.cell.with_replicate(seed).key: Outcome(told, 1.0, "box")
            for entry in entries
            for seed in (0, 1)
        }
        (chart,) = charts_of(compare(table, done))
        assert all(bool(line.band) == banded for line in chart.lines)
        assert ("band" in chart.note) == banded


def test_a_point_before_the_first_game_is_kept() -> None:
    assert thinned([(0, 0.5, 0.0), (10, 0.7, 0.0)]) == [(0, 0.5, 0.0), (10, 0.7, 0.0)]


def test_the_browser_is_told_of_dead_units_only_where_there_are_any() -> None:
    alive = Chart("x", "", "", (Line("a", "a", (1, 2), (0.5, 0.6)),), ("a",))
    dying = replace(alive, lines=(replace(alive.lines[0], dead=(0.0, 0.5)),))
    assert '"dead":[' not in chart_html(alive)
    assert '"dead":[0.0,0.5]' in chart_html(dying)


# -- pictures ---------------------------------------------------------------------------------------


def drawn(text: str) -> ElementTree.Element:
    """A picture that loads nothing, and stays inside its frame."""
    root = ElementTree.fromstring(text)
    assert not re.search(r"href|url\(|<style|<script", text)
    height = float(root.attrib["height"])
    for line in root.iter():
        points = re.findall(r"(-?[\d.]+),(-?[\d.]+)", line.attrib.get("points", ""))
        points += [
            (line.attrib[x], line.attrib[y]) for x, y in (("x", "y"), ("cx", "cy")) if x in line.attrib
        ]
        for x, y in points:
            assert 0 <= float(x) <= WIDTH
            assert 0 <= float(y) <= height
    return root


def texts(root: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in root.iter(f"{SVG}text")]


def test_a_picture_of_curves() -> None:
    ((name, text),) = as_pictures(compare(repeated(), results())).items()
    assert name == "figure-7.svg"
    root = drawn(text)
    assert [line.attrib["stroke"] for line in root.iter(f"{SVG}polyline")] == list(COLOURS[:3])
    assert [band.attrib["fill"] for band in root.iter(f"{SVG}polygon")] == list(COLOURS[:3])
    assert list(root.iter(f"{SVG}circle")) == []
    said = texts(root)
    for word in (
        "figure-7: ten runs",
        "A",
        "B",
        "C",
        "0 %",
        "100 %",
        "0",
        "50,000",
        "200,000",
        "representation:",
    ):
        assert word in said


def test_higher_shares_stand_higher_and_later_games_further_right() -> None:
    chart = Chart("x", "", "", (Line("a", "a", (0, 50, 100), (0.0, 0.5, 1.0)),), ("a",))
    (line,) = drawn(svg(chart, "x")).iter(f"{SVG}polyline")
    (left, low), (x, y), (right, high) = (
        map(float, point.split(",")) for point in line.attrib["points"].split()
    )
    assert left < x < right
    assert high < y < low
    assert (x, y) == (pytest.approx((left + right) / 2), pytest.approx((low + high) / 2))


def test_a_picture_over_rows() -> None:
    ((_, text),) = as_pictures(compare(rows(), results())).items()
    root = drawn(text)
    assert len(list(root.iter(f"{SVG}circle"))) == 72
    assert [word for word in texts(root) if len(word) == 1] == list("abcdefghijklmnopqr")


def test_a_picture_of_few_lines_names_each() -> None:
    table = replace(opponents(), chart="curves")
    ((_, text),) = as_pictures(compare(table, results())).items()
    root = drawn(text)
    assert {"A / random", "A / teacher", "B / random", "B / teacher"} <= set(texts(root))
    assert len({line.attrib["stroke"] for line in root.iter(f"{SVG}polyline")}) == 4


def test_a_picture_with_odd_signs_and_long_names() -> None:
    entries = tuple(Entry(f'<b> & "{kind}" {"long " * 20}', "won", learner(kind)) for kind in "ABC")
    table = PaperTable("a b/c", "x < y & z " * 30, entries, 10, 0, dead=0.34)
    ((name, text),) = as_pictures(compare(table, results())).items()
    assert name == "a-b-c.svg"
    drawn(text)
    assert "stroke-dasharray" in text  # where dead networks are
    over = replace(table, chart="rows")
    ((_, text),) = as_pictures(compare(over, results())).items()
    assert text.count("rotate(") == 3
    ElementTree.fromstring(text)
