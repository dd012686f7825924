"""The crosstable: the same numbers in the terminal, in files and in a page that needs nothing else."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from papamu.arena.crosstable import Crosstable, per_cent, whole_per_cent
from papamu.arena.crosstable_page import colour
from papamu.arena.ratings import bradley_terry
from papamu.arena.statistics import Tally
from papamu.core.errors import PapamuError

NASTY = '<script>alert("x")</script> & [bold]é,"q"[/bold]'


class Page(HTMLParser):
    """What a page says: tags must nest, texts and titles are collected."""

    VOID = ("meta", "br", "line", "circle")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.cells: list[str] = []
        self.texts: list[str] = []
        self.titles: list[str] = []
        self.rows: list[list[str]] = []
        self.feed(text)
        self.close()
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        names = [name for name, _ in attrs]
        assert not {"src", "href", "onload", "onclick"} & set(names)
        self.titles += [value or "" for name, value in attrs if name == "title"]
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


def table(count: int = 3, nasty: bool = True) -> Crosstable:
    """The first agents are the strongest; the last two never met."""
    rng = np.random.default_rng(1)
    names = [NASTY if nasty and n == 1 else f"agent-{n}" for n in range(count)]
    points = np.zeros((count, count))
    results = {}
    for i in range(count):
        for j in range(i + 1, count):
            if count > 2 and i == count - 2:
                continue
            games = rng.choice([1.0, 0.5, 0.0], p=[0.6, 0.2, 0.2], size=40)
            points[i, j], points[j, i] = games.sum(), 40 - games.sum()
            results[names[i], names[j]] = Tally.of(games)
    return Crosstable(results, bradley_terry(names, points), "Who & what", ["played by a test"])


@pytest.mark.parametrize("count", [0, 1, 2, 3, 12, 40])
def test_the_page_stands_alone(count: int) -> None:
    text = table(count).html()
    seen = Page(text)
    assert not re.search(r"https?:|//|@import|url\(|<script|<link|<img", text)
    assert seen.tags.count("tr") == 2 + 2 * count
    assert seen.tags.count("td") == count * count + 5 * count
    assert "Who & what" in seen.texts
    assert "played by a test" in seen.texts
    assert not re.search(r"\b(nan|inf)\b", text)


def test_the_page_says_what_the_tallies_say() -> None:
    crosstable = table(3)
    seen = Page(crosstable.html())
    names = [agent.name for agent in crosstable.agents]
    heat = {row[1]: row[2:] for row in seen.rows if len(row) == 2 + 3 and row[0] != "#"}
    assert set(heat) == set(names), "names arrive unharmed"
    for name in names:
        for column, other in enumerate(names):
            met = crosstable.meeting(name, other)
            want = "" if name == other else "–" if met is None else str(round(100 * met.score))
            assert heat[name][column] == want
            if met:
                said = f"{name} against {other}: {met.wins} won, {met.draws} drawn, {met.losses} lost"
                assert any(title.startswith(said) for title in seen.titles)
                assert any(f"{100 * met.low:.1f} to {100 * met.high:.1f})" in title for title in seen.titles)
    ratings = {row[1]: row[2:] for row in seen.rows if len(row) == 7 and row[0] != "#"}
    for agent in crosstable.agents:
        assert ratings[agent.name][:3] == [f"{x:+.0f}" for x in (agent.elo, agent.low, agent.high)]
    assert seen.tags.count("circle") == 3


def test_both_sides_of_a_meeting() -> None:
    crosstable = table(3, nasty=False)
    one, other = crosstable.meeting("agent-0", "agent-1"), crosstable.meeting("agent-1", "agent-0")
    assert one is not None and other is not None
    assert (one.wins, one.draws, one.losses) == (other.losses, other.draws, other.wins)
    assert one.games == 40 == one.wins + one.draws + one.losses
    assert (one.low, one.score, one.high) == pytest.approx((1 - other.high, 1 - other.score, 1 - other.low))
    assert crosstable.meeting("agent-1", "agent-2") is None
    assert crosstable.meeting("agent-1", "agent-1") is None


def test_csv_and_json_there_and_back(tmp_path: Path) -> None:
    crosstable = table(4)
    written = crosstable.save(tmp_path / "new" / "folder")
    assert sorted(path.name for path in written) == sorted(
        p.name for p in (tmp_path / "new/folder").iterdir()
    )
    content = json.loads((tmp_path / "new/folder/crosstable.json").read_text(encoding="utf-8"))
    assert content == crosstable.as_dict()
    for name, key in (("crosstable.csv", "meetings"), ("ratings.csv", "ratings")):
        text = (tmp_path / "new/folder" / name).read_text(encoding="utf-8")
        rows = list(csv.DictReader(io.StringIO(text)))
        assert len(rows) == len(content[key])
        for row, want in zip(rows, content[key], strict=True):
            assert {k: v if k in ("agent", "opponent", "name") else float(v) for k, v in row.items()} == want
    assert len(content["meetings"]) == 2 * (6 - 1)
    assert [row["rank"] for row in content["ratings"]] == [1, 2, 3, 4]
    ratings = [row["elo"] for row in content["ratings"]]
    assert ratings == sorted(ratings, reverse=True)
    assert "played by a test" in content["notes"]


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PapamuError, match="cannot write"):
        table().save(tmp_path / "file")
    (tmp_path / "folder" / "ratings.csv").mkdir(parents=True)
    with pytest.raises(PapamuError, match=r"cannot write .*ratings\.csv"):
        table().save(tmp_path / "folder")


def printed(crosstable: Crosstable, width: int) -> str:
    console = Console(width=width, file=io.StringIO(), record=True)
    console.print(crosstable.terminal(width))
    return console.export_text()


def test_the_terminal_shows_names_as_they_are_and_as_many_columns_as_fit() -> None:
    crosstable = table(3)
    text = printed(crosstable, 140)
    for part in ("<script>", "[bold]", "Who & what", "agent-0", "agent-2"):
        assert part in text
    met = crosstable.meeting("agent-0", "agent-2")
    assert met is not None
    assert f" {100 * met.score:.0f} " in text
    wide, narrow = printed(table(40, nasty=False), 300), printed(table(40, nasty=False), 80)
    assert " 39 " in wide.splitlines()[2] and " 39 " not in narrow.splitlines()[2]
    assert all(f"agent-{n} " in narrow for n in range(40))
    assert max(map(len, narrow.splitlines())) <= 80


def test_colours_can_be_told_apart_and_read() -> None:
    def light(text: str) -> float:
        parts = [int(text[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for score in np.linspace(0, 1, 101):
        back, text = colour(float(score))
        dark, bright = sorted((light(back), light(text)))
        assert (bright + 0.05) / (dark + 0.05) >= 4.5, f"WCAG's contrast at {score}"
    assert colour(0.5)[0] == "#f7f7f7"
    assert len({colour(score)[0] for score in (0.0, 0.25, 0.5, 0.75, 1.0)}) == 5


def test_all_and_nothing_are_said_only_when_they_are() -> None:
    assert [per_cent(x) for x in (0, 1, 0.5)] == ["0.0 %", "100.0 %", "50.0 %"]
    assert [per_cent(x) for x in (0.9999, 0.0001)] == [">99.9 %", "<0.1 %"]
    assert [whole_per_cent(x) for x in (0, 0.0001, 0.504, 0.9999, 1)] == ["0", "1", "50", "99", "100"]


def test_results_of_strangers_are_refused() -> None:
    ratings = bradley_terry(["a", "b"], [[0, 1], [1, 0]])
    tally = Tally.of([1, 0])
    for results in ({("a", "x"): tally}, {("a", "a"): tally}, {("a", "b"): tally, ("b", "a"): tally}):
        with pytest.raises(ValueError):
            Crosstable(results, ratings)
