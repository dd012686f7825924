"""Judging and showing: small made-up tables with known answers, and the page as a browser would read it."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from dataclasses import dataclass, replace
from html.parser import HTMLParser

import pytest

from papamu.core.durations import duration
from papamu.lab.compare.comparison import Best, Comparison, Deaths, compare
from papamu.lab.compare.report import Report, gather
from papamu.lab.compare.seed_statistics import errors_apart, interval, rank_correlation, student
from papamu.lab.compare.sentences import sentence
from papamu.lab.compare.verdicts import verdict
from papamu.lab.render.chart_data import thinned
from papamu.lab.render.export import as_csv, as_dict, as_markdown
from papamu.lab.render.html_chart import embedded
from papamu.lab.render.report_page import report_page
from papamu.lab.run.cell import Cell, Work
from papamu.lab.run.reproduction import Reproduction
from papamu.lab.run.runner import Outcome
from papamu.lab.study import Entry, Paper, PaperTable
from papamu.papers import find
from tests.lab.made_up import outcomes

# -- arithmetic -------------------------------------------------------------------------------------


def test_rank_correlation() -> None:
    assert rank_correlation([1, 2, 3, 4], [10, 20, 30, 40]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    assert rank_correlation([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]) == pytest.approx(0.8)  # 1 - 6·4/120
    # Ties share their places: 1, 2.5, 2.5, 4 against 1, 2, 3, 4.
    assert rank_correlation([1, 2, 2, 3], [1, 2, 3, 4]) == pytest.approx(4.5 / math.sqrt(4.5 * 5))
    assert rank_correlation([1, 2], [1, 2]) is None
    assert rank_correlation([1, 1, 1], [1, 2, 3]) is None


def test_student() -> None:
    assert (student(1), student(9), student(30)) == (12.706, 2.262, 2.042)
    assert student(60) == pytest.approx(2.000, abs=0.005)
    assert student(10**6) == pytest.approx(1.96, abs=0.001)


def test_interval_of_one_seed_is_that_of_its_games() -> None:
    low, high = interval([0.5], 100, plain=False)
    assert (low, high) == (pytest.approx(0.4038, abs=1e-4), pytest.approx(0.5962, abs=1e-4))


def test_interval_of_several_seeds_is_that_of_their_spread() -> None:
    low, high = interval([0.4, 0.5, 0.6], 10**6, plain=False)
    assert high - 0.5 == pytest.approx(4.303 * 0.1 / math.sqrt(3))
    assert 0.5 - low == pytest.approx(high - 0.5)
    assert interval([0.1, 0.9, 0.95], 100, plain=False) == (0.0, 1.0)  # never beyond what a share can be


def test_seeds_that_fall_together_are_no_surer_than_their_games() -> None:
    assert interval([0.5, 0.5, 0.5], 100, plain=False) == interval([0.5], 300, plain=False)


def test_plain_games_only_become_more_by_seeds() -> None:
    assert interval([0.4, 0.6], 500, plain=True) == interval([0.5], 1000, plain=True)


def test_standard_errors() -> None:
    assert errors_apart(0.55, 1000, 0.50, 1000) == pytest.approx(0.05 / math.sqrt(0.525 * 0.475 * 0.002))
    assert errors_apart(0.7, 10, 0.7, 1000) == 0
    assert errors_apart(0.0, 1000, 1.0, 1000) < -40


def test_standard_errors_where_almost_everything_is_won() -> None:
    # One loss in ten against three in a thousand: chance gives us at least one of the four rare games in
    # 3.9 % of all deals, and exactly one in 3.84 %: half of that is 1.94 %, which is 2.06 standard errors.
    assert errors_apart(0.9, 10, 0.997, 1000) == pytest.approx(-2.06, abs=0.01)
    assert errors_apart(0.997, 1000, 0.9, 10) == pytest.approx(2.06, abs=0.01)
    assert errors_apart(0.1, 10, 0.003, 1000) == pytest.approx(2.06, abs=0.01)
    assert errors_apart(1.0, 10, 0.997, 1000) == pytest.approx(0.0, abs=0.1)


def test_durations() -> None:
    assert [duration(s) for s in (0.26, 45, 90, 3600, 9000)] == ["0.3 s", "45 s", "2 min", "60 min", "2.5 h"]


# -- judging ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Made:
    """Parameters of work that is never done."""

    name: str


PUBLISHED = {
    ("low", "a"): 0.34, ("low", "b"): 0.60, ("low", "c"): 0.70,
    ("mid", "a"): 0.40, ("mid", "b"): 0.80, ("mid", "c"): 0.90,
    ("high", "a"): 0.95, ("high", "b"): 0.345, ("high", "c"): 0.33,
}  # fmt: skip
TABLE = PaperTable(
    name="1",
    title="a made-up <table> & more",
    entries=tuple(
        Entry(row, column, Cell(Work.of("nowhere:nothing"), Made(row + column)), published=share)
        for (row, column), share in PUBLISHED.items()
    ),
    games=1000,
    published_games=1000,
    corner="rate \\ target",
    dead=0.34,
    note="a <note> with *stars* | and bars",
)


def made(
    shares: dict[tuple[str, str], float], states: dict[tuple[str, str], str] | None = None
) -> Comparison:
    return compare(TABLE, found(shares, states))


def found(
    shares: dict[tuple[str, str], float], states: dict[tuple[str, str], str] | None = None, seed: int = 0
) -> dict[str, Outcome]:
    by_place = {(entry.row, entry.column): entry.cell.with_replicate(seed).key for entry in TABLE.entries}
    said = states or {}
    return {
        by_place[place]: Outcome({"won": share, "games": 1000, "state": said.get(place, "alive")}, 2.0, "box")
        for place, share in shares.items()
    }


def test_the_same_figures_agree() -> None:
    judged = made(PUBLISHED)
    assert judged.correlation == judged.row_correlation == judged.column_correlation == pytest.approx(1)
    assert judged.deaths == Deaths(both=3, published_only=0, ours_only=0, neither=6)
    assert judged.best == (Best("high", "a", 0.95), Best("high", "a", 0.95))
    assert (judged.near, judged.missing, judged.apart) == (9, 0, 0)
    assert verdict(judged) == "agrees"
    assert not judged.plain  # networks are no plain games


def test_a_difference_of_five_points_is_near_and_of_more_is_not() -> None:
    shares = {**PUBLISHED, ("low", "b"): 0.65, ("low", "c"): 0.751}
    judged = made(shares)
    assert judged.near == 8
    assert judged.apart == pytest.approx((0.05 + 0.051) / 9)
    furthest = judged.furthest
    assert furthest is not None and (furthest.entry.row, furthest.entry.column) == ("low", "c")


def test_deaths_by_state_and_by_share() -> None:
    # Alive in name but with a dead one's share; dead in name; diverged where the published one lives.
    shares = {**PUBLISHED, ("high", "c"): 0.5, ("mid", "b"): 0.2, ("mid", "c"): 0.354}
    states = {("high", "b"): "dead", ("mid", "b"): "diverged"}
    judged = made(shares, states)
    assert judged.deaths == Deaths(both=2, published_only=1, ours_only=2, neither=4)
    assert judged.deaths.agreeing == pytest.approx(6 / 9)
    assert "dead in both 2, only published 1, only ours 2" in sentence(judged)
    assert len(judged.survivors) == 4
    assert judged.survivors_apart == 0.0 and judged.survivors_correlation == pytest.approx(1)
    assert "where both live (4 entries) on average 0.0 apart, rank correlation 1.00" in sentence(judged)
    lower = made({**shares, ("low", "b"): 0.5}, states)
    assert lower.survivors_apart == pytest.approx(0.1 / 4)


def test_dead_networks_have_no_order() -> None:
    # The three dead ones in another order: that is all the difference there is.
    judged = made({**PUBLISHED, ("low", "a"): 0.33, ("high", "b"): 0.34, ("high", "c"): 0.35})
    assert judged.correlation is not None and judged.correlation < 0.99
    assert judged.living_correlation == pytest.approx(1)


def test_the_opposite_does_not_agree() -> None:
    judged = made({place: 1 - share for place, share in PUBLISHED.items()})
    assert judged.correlation == pytest.approx(-1)
    assert verdict(judged) == "does not agree"
    assert sentence(judged).startswith("1 does not agree: 0 of 9 entries within 5 points")
    assert "best published 95.0 % at high / a, ours 67.0 % at high / c" in sentence(judged)


def test_a_pattern_without_the_level() -> None:
    lifted = {place: share if share < 0.36 else share - 0.06 for place, share in PUBLISHED.items()}
    lifted["mid", "a"] = 0.40
    judged = made(lifted)
    assert judged.near == 4
    assert verdict(judged) == "agrees in its pattern"


def test_another_method_shall_be_better_not_equal() -> None:
    judged = made(PUBLISHED)
    better = {place: min(1.0, share + 0.2) for place, share in PUBLISHED.items()}
    for shares, said in ((better, "goes beyond"), (PUBLISHED, "does not go beyond")):
        judged = made(shares)
        judged = replace(judged, table=replace(judged.table, beyond=True))
        assert verdict(judged) == said
        assert "is published" in sentence(judged)


def test_an_entry_may_be_a_share_of_other_games_than_its_table() -> None:
    few, *rest = TABLE.entries
    table = replace(TABLE, entries=(replace(few, games=10, published_games=0), *rest))
    judged = compare(table, found(PUBLISHED))
    first, second, *_ = judged.results
    assert (first.games, first.published_games, second.games, second.published_games) == (10, 0, 1000, 1000)
    assert first.interval == interval([0.34], 10, plain=False)
    text = report_page(
        gather(Reproduction(replace(PAPER, tables=lambda scale: (table,)), "paper", (table,)), {})
    )
    assert "10 or 1,000 games per entry and seed (published: 1,000)" in text
    assert "published 34 % (given in words)" in text


def test_what_is_missing_is_said_and_not_counted() -> None:
    judged = made({place: PUBLISHED[place] for place in [("low", "a"), ("low", "b"), ("mid", "b")]})
    assert (judged.missing, len(judged.compared)) == (6, 3)
    assert judged.correlation == pytest.approx(1)
    assert judged.row_correlation is None  # two rows have no order to speak of
    assert "6 of 9 entries are not computed yet" in sentence(judged)
    nothing = made({})
    assert verdict(nothing) == "is not computed"
    assert sentence(nothing) == "1 is not computed yet."
    assert (nothing.correlation, nothing.best, nothing.deaths, nothing.apart) == (None, None, None, None)


def test_several_seeds() -> None:
    place = ("mid", "a")
    done = {}
    for seed, share in enumerate((0.34, 0.50, 0.60)):
        done |= found({place: share}, seed=seed)
    judged = compare(TABLE, done, seeds=4)  # the fourth is not done
    (finding,) = judged.compared
    assert finding.shares == (0.34, 0.50, 0.60)
    assert finding.mean == pytest.approx(0.48)
    assert finding.difference == pytest.approx(0.08)
    assert finding.dead_seeds(TABLE.dead) == 1
    assert not finding.mostly_dead(TABLE.dead)
    assert finding.z is None
    assert finding.seconds == 6.0
    assert judged.seeds == (0, 3)


def test_plain_games_are_noise_or_an_error() -> None:
    table = replace(TABLE, dead=None)
    keys = {entry.cell.key: entry.published or 0.0 for entry in table.entries}
    near = {key: Outcome({"won": share, "games": 1000}, 1.0, "box") for key, share in keys.items()}
    judged = compare(table, near)
    assert judged.plain
    assert verdict(judged) == "agrees"
    assert "9 of 9 entries within sampling error" in sentence(judged)
    assert judged.bound == pytest.approx(2.766, abs=0.001)  # for nine entries together
    far = next(iter(keys))
    judged = compare(table, {**near, far: Outcome({"won": 0.44, "games": 1000}, 1.0, "box")})
    assert [stray.entry.cell.key for stray in judged.strays] == [far]
    assert verdict(judged) == "does not agree"
    assert "too far apart: low / a" in sentence(judged)


# -- showing ----------------------------------------------------------------------------------------

PAPER = Paper(
    name="made-up",
    title='On <b>nothing</b> & "more"',
    author="A. <script>alert(1)</script>",
    year=2018,
    where="nowhere",
    tables=lambda scale: (TABLE,),
    minutes={},
)


class Reader(HTMLParser):
    """Checks that elements nest, and collects what the page would load and what it says."""

    VOID = frozenset({"meta", "br", "link", "img", "input", "hr"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.titles: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        self.scripts += tag == "script"
        for name, value in attrs:
            if name in ("src", "data", "poster", "srcset") or (name == "href" and tag == "link"):
                self.loads.append(value or "")
            elif name == "href":
                self.links.append(value or "")
            elif name == "id":
                self.ids.append(value or "")
            elif name == "title":
                self.titles.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert not reader.open
    return reader


def report_of(done: dict[str, Outcome], seeds: int = 1) -> Report:
    return gather(Reproduction(PAPER, "paper", (TABLE,), seeds), done)


def whole() -> Report:
    of = Reproduction.of(find("clobber"), "laptop", seeds=2)
    return gather(of, outcomes(of.tables, 2))


def test_the_page_is_whole_and_loads_nothing() -> None:
    text = report_page(whole())
    reader = read(text)
    assert reader.loads == []
    assert all(link.startswith("#") and link[1:] in reader.ids for link in reader.links)
    assert len(set(reader.ids)) == len(reader.ids)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg\b)|@import|url\(", text)
    assert text.count("export function drawChart(") == 1
    for table in find("clobber").tables("laptop"):
        assert f'id="table-{table.name}"' in text
        assert f"papamu reproduce clobber {table.name} --scale laptop --seeds 2" in text
    assert "This is the scale laptop" in text
    curves = re.findall(r'<script type="application/json" id="curves-[^"]+">(.*?)</script>', text)
    assert len(curves) == 19  # all tables but 5.1 to 5.3
    assert all(json.loads(told)["lines"] for told in curves)


def test_everything_is_escaped() -> None:
    text = report_page(report_of(found(PUBLISHED)))
    reader = read(text)
    assert reader.scripts == 0  # no curves, no script; and none from the author's name
    assert "On &lt;b&gt;nothing&lt;/b&gt; &amp; &quot;more&quot;" in text
    assert "a made-up &lt;table&gt; &amp; more" in text
    assert "a &lt;note&gt;" in text
    assert embedded({"a": "</script><!-- &"}) == '{"a":"\\u003c/script\\u003e\\u003c!-- \\u0026"}'
    machine = report_page(whole())
    assert "a machine &lt;of&gt; ours &amp; theirs" in machine


def test_entries_have_both_figures_their_state_and_more_on_hover() -> None:
    states = {("high", "b"): "dead", ("mid", "b"): "diverged"}
    text = report_page(report_of(found({**PUBLISHED, ("mid", "b"): 0.61}, states)))
    assert "<i>34.5</i> <b>34.5</b>†</td>" in text
    assert "<i>80.0</i> <b>61.0</b>‡</td>" in text
    (said,) = [title for title in read(text).titles if title.startswith("mid / b")]
    assert said == (
        "mid / b; published 80.00 % of 1,000 games; ours 61.00 % (95 %: 57.9 to 64.0); -19.00 points; "
        "state: diverged"
    )


def test_seeds_on_the_page() -> None:
    done = found(PUBLISHED) | found({**PUBLISHED, ("mid", "c"): 0.34}, seed=1)
    text = report_page(report_of(done, seeds=2))
    assert "<i>90.0</i> <b>62.0</b>†1</td>" in text
    assert "2 seeds: 90.0, 34.0" in text


def test_missing_entries_on_the_page() -> None:
    report = report_of(found({("low", "a"): 0.34}))
    text = report_page(report)
    read(text)
    assert report.missing == 8
    assert text.count('class="missing"') == 8
    assert "1 of 9 pieces of work" in text
    assert "computes the missing entries" in text
    read(report_page(report_of({})))


def test_curves_are_thinned_by_their_games() -> None:
    assert thinned([(10, 0.5, 0.0), (20, 0.7, 0.1)]) == [(10, 0.5, 0.0), (20, 0.7, 0.1)]
    many = [(10.0 * k, k / 240, 0.0) for k in range(1, 241)]
    points = thinned(many)
    assert len(points) == 120
    assert points[0] == (20, round(1.5 / 240, 4), 0.0)
    assert points[-1][0] == 2400


def test_csv_has_all_figures() -> None:
    judged = compare(TABLE, found({("mid", "b"): 0.78}))
    lines = list(csv.DictReader(io.StringIO(as_csv(judged))))
    assert len(lines) == 9
    (line,) = [line for line in lines if line["ours"]]
    assert (line["row"], line["column"], line["published"], line["ours"]) == ("mid", "b", "0.8", "0.78")
    assert float(line["difference"]) == pytest.approx(-0.02)
    assert float(line["low"]) < 0.78 < float(line["high"])
    assert (line["states"], line["shares"], line["seeds"], line["z"]) == ("alive", "0.78", "1", "")
    assert lines[0]["low"] == lines[0]["ours"] == ""


def test_json_has_all_figures() -> None:
    told = json.loads(json.dumps(as_dict(report_of(found(PUBLISHED))), allow_nan=False))
    assert told["seconds"] == 18.0
    assert told["tables"][0]["dead"] == {"both": 3, "published_only": 0, "ours_only": 0, "neither": 6}
    assert len(told["tables"][0]["figures"]) == 9


def test_markdown_is_a_table_with_signs_as_they_are() -> None:
    text = as_markdown(report_of(found({("low", "a"): 0.34, ("low", "b"): 0.61}, {("low", "a"): "dead"})))
    assert "| rate \\\\ target | a | b | c |\n| --- | ---: | ---: | ---: |" in text
    assert "| low | 34.0 / **34.0**† | 60.0 / **61.0** | 70.0 / – |" in text
    assert "a made-up \\<table\\> & more" in text
    assert "\\*stars\\*" in text
    assert "papamu reproduce made-up 1 --scale paper" in text


def test_only_networks_are_warned_of() -> None:
    for names, warned in ((["5.1", "5.2"], False), (["5.2", "5.4"], True)):
        of = Reproduction.of(find("clobber"), "laptop", names)
        assert bool(gather(of, outcomes(of.tables)).warning) == warned


def test_shared_cells_count_once_in_the_time() -> None:
    of = Reproduction.of(find("clobber"), "paper", ["5.17"])
    report = gather(of, outcomes(of.tables))
    assert report.seconds["5.17"] == report.seconds[""] == 4.5  # three networks, four figures each


def test_the_whole_report_names_every_verdict() -> None:
    report = whole()
    assert sum(map(len, report.verdicts.values())) == len(report.comparisons)
    assert report.missing == 0
