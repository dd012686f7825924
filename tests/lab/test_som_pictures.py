"""Pictures of maps: their numbers by hand, the pictures and the page whole."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from papamu.core.errors import ModelError
from papamu.games.registry import load as load_game
from papamu.lab.compare.report import gather
from papamu.lab.render.chart_data import Chart, Line
from papamu.lab.render.export import all_pictures, as_markdown
from papamu.lab.render.heat_map import NOTHING, Captions, ColourScale, heat_map, number
from papamu.lab.render.neuron_boards import boards_picture
from papamu.lab.render.picture import Picture
from papamu.lab.render.report_page import report_page
from papamu.lab.render.som_page import som_page
from papamu.lab.render.som_picture import errors_picture, hits_picture, numbered, u_picture, values_picture
from papamu.lab.render.som_stage import (
    StageMap,
    StateValues,
    show_boards,
    stage_values,
    stages_of,
    state_values,
    u_matrix,
)
from papamu.lab.render.svg_chart import PLOT, svg
from papamu.lab.run.reproduction import Reproduction
from papamu.lab.study import Paper
from papamu.learn.som.best_matching_unit import new_winner_lookup, recall_boards
from papamu.learn.som.map_training import MapCourse
from papamu.learn.som.model_file import MapModel
from papamu.learn.som.stages import random_boards
from papamu.learn.som.td_session import Learning
from papamu.learn.tensor_file import write_tensors
from papamu.papers import find
from papamu.papers.reversi import parameters
from papamu.papers.reversi.work.maps import map_file

SVG = "{http://www.w3.org/2000/svg}"
GAMES = 4  # random ones that are shown


def course(rows: int = 2, cols: int = 2, winner: str = "inner", stages: str = "1-6,7-12") -> MapCourse:
    many = stages.count(",") + 1
    return MapCourse(
        "reversi:4x4", stages, rows, cols, winner, data=(20,) * many, first=(10,) * many, second=(10,) * many
    )


def random_model(told: MapCourse, threshold: float = 0.0, **more: Any) -> MapModel:
    rng = np.random.default_rng(1)
    stages, cells = len(told.spans), 16
    weights = rng.uniform(-1, 1, (stages, told.rows * told.cols, cells)).astype(np.float32)
    thresholds = np.full((stages, cells), threshold, dtype=np.float32)
    return MapModel(told, weights, thresholds, "zero", **more)


def of_weights(weights: list[float], rows: int, cols: int) -> StageMap:
    """A map whose neurons differ in their first cell alone."""
    told = course(rows, cols, stages="1-12")
    whole = np.zeros((rows * cols, 16), dtype=np.float32)
    whole[:, 0] = weights
    return StageMap(told, 0, whole, np.zeros(16, dtype=np.float32))


def drawn(text: str) -> ElementTree.Element:
    """A picture that loads nothing, names nothing and styles nothing around it."""
    root = ElementTree.fromstring(text)
    assert not re.search(r"href|url\(|<style|<script| id=| class=", text)
    assert root.attrib["width"] == "400"
    (title, *_) = root.iter(f"{SVG}title")
    assert title.text
    for one in root.iter(f"{SVG}text"):
        assert 0 <= float(one.attrib["x"]) <= 400
        assert 0 <= float(one.attrib["y"]) <= float(root.attrib["height"])
    return root


def texts(root: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in root.iter(f"{SVG}text")]


def area(text: str) -> dict[str, int]:
    """How many fields of a heat map have each colour."""
    found: dict[str, int] = {}
    for path in ElementTree.fromstring(text).iter(f"{SVG}path"):
        widths = re.findall(r"h(\d+)v1", path.attrib["d"])
        found[path.attrib["fill"]] = sum(map(int, widths))
    return found


# -- numbers ----------------------------------------------------------------------------------------


def test_u_matrix_by_hand() -> None:
    # 0 1
    # 3 7: each neuron has the other three as neighbours.
    found = u_matrix(of_weights([0, 1, 3, 7], 2, 2))
    expected = [[(1 + 3 + 7) / 3, (1 + 2 + 6) / 3], [(3 + 2 + 4) / 3, (7 + 6 + 4) / 3]]
    assert found == pytest.approx(np.array(expected))


def test_u_matrix_knows_the_edges() -> None:
    assert u_matrix(of_weights([0, 1, 3], 1, 3)) == pytest.approx(np.array([[1, 1.5, 2]]))
    # Of three rows and three columns the middle has eight neighbours, an edge five, a corner three.
    found = u_matrix(of_weights([0, 0, 0, 0, 1, 0, 0, 0, 0], 3, 3))
    assert found == pytest.approx(np.array([[1 / 3, 0.2, 1 / 3], [0.2, 1, 0.2], [1 / 3, 0.2, 1 / 3]]))
    assert u_matrix(of_weights([5], 1, 1)) == pytest.approx(np.array([[0]]))


def test_distances_are_euclidean_over_all_cells() -> None:
    told = course(1, 2, stages="1-12")
    weights = np.zeros((2, 16), dtype=np.float32)
    weights[1, 3], weights[1, 9] = 0.3, -0.4
    assert u_matrix(StageMap(told, 0, weights, np.zeros(16, dtype=np.float32))) == pytest.approx(0.5)


@pytest.mark.parametrize("winner", ["inner", "euclid"])
def test_hits_add_up_to_the_boards_shown(winner: str) -> None:
    model = random_model(course(3, 2, winner), 0.3 if winner == "euclid" else 0.0)
    for of in stages_of(model):
        low, high = of.span
        shown = show_boards(of, GAMES)
        assert shown.hits.sum() == shown.boards
        assert GAMES <= shown.boards <= GAMES * (high - low + 1)
        assert shown.winning == np.count_nonzero(shown.hits) > 0


@pytest.mark.parametrize("winner", ["inner", "euclid"])
def test_a_map_alone_sees_what_it_sees_among_all(winner: str) -> None:
    model = random_model(course(3, 3, winner), 0.3 if winner == "euclid" else 0.0)
    told, game = model.course, load_game(model.course.game)
    eyes = new_winner_lookup(game, told.spans, model.weights, model.thresholds, told.inner, model.nearest)
    for of in stages_of(model):
        low, high = of.span
        shown = show_boards(of, GAMES)
        same = random_boards(game, of.span, GAMES * (high - low + 1), told.seed + 1_000_003, games=GAMES)
        seen = recall_boards(eyes, same)
        assert np.bincount(seen.neurons, minlength=9).tolist() == shown.hits.tolist()
        # Squares that do not come back, counted by the board and by the square.
        if told.inner:
            many = np.count_nonzero(same)
            wrong = seen.discs.sum() / many
            assert shown.discs_only
            assert np.nanmin(shown.wrong) <= wrong <= np.nanmax(shown.wrong)
        else:
            assert shown.wrong.sum() == pytest.approx(seen.wrong.sum() / len(same))


BOARD = np.array([1, 1, -1, 0, 0, 1, -1, 0, 0, -1, 1, 0, 0, 0, 0, 0], dtype=np.int8)  # not symmetric


@pytest.mark.parametrize("winner", ["inner", "euclid"])
def test_errors_by_square_by_hand(winner: str, monkeypatch: pytest.MonkeyPatch) -> None:
    other = BOARD.copy()
    other[5] = -1  # another disc
    other[15] = 1  # a disc too many, if the map knows empty squares
    monkeypatch.setattr(
        "papamu.lab.render.som_stage.random_boards", lambda *told, **more: np.array([BOARD, other])
    )
    threshold = 0.5 if winner == "euclid" else 0.0
    of = StageMap(
        course(1, 1, winner, "1-12"), 0, BOARD[None].astype(np.float32),
        np.full(16, threshold, dtype=np.float32), nearest=False,
    )  # fmt: skip
    shown = show_boards(of, 1)
    assert (shown.boards, shown.hits.tolist(), shown.discs_only) == (2, [2], winner == "inner")
    expected = np.zeros(16)
    expected[5] = 0.5
    if winner == "inner":
        expected[BOARD == 0] = np.nan
        expected[15] = 1.0  # the one disc that ever stood there
    else:
        expected[15] = 0.5
    assert np.array_equal(shown.wrong, expected, equal_nan=True)


def test_turned_boards_are_compared_as_the_map_knows_them(monkeypatch: pytest.MonkeyPatch) -> None:
    turned = [np.rot90(BOARD.reshape(4, 4), k).ravel() for k in range(4)]
    turned += [board.reshape(4, 4).T.ravel() for board in turned]
    monkeypatch.setattr("papamu.lab.render.som_stage.random_boards", lambda *told, **more: np.array(turned))
    weights = BOARD[None].astype(np.float32)
    of = StageMap(course(1, 1, "euclid", "1-12"), 0, weights, np.full(16, 0.5, dtype=np.float32))
    assert show_boards(of, 1).wrong.tolist() == [0.0] * 16


def test_values_of_maps_without_numbers_are_those_of_their_stage() -> None:
    values = np.array([1.0, 2.0, 3.0, 4.0, -5.0, 0.0, 7.0, 8.0])
    visits = np.array([1.0, 1.0, 0.0, 1.0, 2.0, 1.0, 0.0, 1.0])
    model = random_model(course(winner="euclid"), values=values, visits=visits)
    found = state_values(model)
    assert found is not None and (found.visited, found.counted) == (6, True)
    first, second = (stage_values(of, found) for of in stages_of(model))
    assert np.array_equal(first, [[1, 2], [np.nan, 4]], equal_nan=True)
    assert np.array_equal(second, [[-5, 0], [np.nan, 8]], equal_nan=True)


def by_number() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    values, visits = np.zeros((13, 4)), np.zeros((13, 4))
    values[0, 0], visits[0, 0] = 10.0, 1
    values[6, 0], visits[6, 0] = 40.0, 3  # the last number of the first stage
    values[7, 0], visits[7, 0] = -1.0, 2  # the first of the second
    values[12, 3], visits[12, 3] = 6.0, 5
    values[3, 1], visits[3, 1] = np.inf, 5  # ran away
    return values.ravel(), visits.ravel()


def test_values_by_number_are_means_by_visits() -> None:
    values, visits = by_number()
    model = random_model(course(), values=values, visits=visits)
    found = state_values(model)
    assert found is not None and found.visited == 4
    first, second = (stage_values(of, found) for of in stages_of(model))
    assert np.array_equal(first, [[(10 + 3 * 40) / 4, np.nan], [np.nan, np.nan]], equal_nan=True)
    assert np.array_equal(second, [[-1, np.nan], [np.nan, 6]], equal_nan=True)


def test_where_visits_were_not_counted_all_states_with_a_value_count_alike() -> None:
    values, visits = by_number()
    model = random_model(course(), values=values, visits=0 * visits)
    found = state_values(model)
    assert found is not None and (found.visited, found.counted) == (4, False)
    (of, _) = stages_of(model)
    assert stage_values(of, found)[0, 0] == 25.0


def test_what_does_not_belong_together_is_refused() -> None:
    few = random_model(course(), values=np.zeros(3), visits=np.zeros(3))
    with pytest.raises(ModelError, match="more or fewer states"):
        som_page(few, games=GAMES)
    with pytest.raises(ModelError, match="stage 1 is not as large"):
        StageMap(course(3, 3), 0, np.zeros((4, 16), dtype=np.float32), np.zeros(16, dtype=np.float32))
    with pytest.raises(ModelError, match="not numbers"):
        of_weights([np.nan, 0, 0, 0], 2, 2)
    for facts in (
        {"maps": [[]]},
        {"maps": [5, 6]},
        {"curve": [["a"]]},
        {"learning": {"way": "x"}, "won": "y"},
    ):
        with pytest.raises(ModelError):
            som_page(random_model(course(), facts=facts), games=GAMES)


# -- heat maps --------------------------------------------------------------------------------------


def test_every_field_has_a_colour_and_what_is_no_number_is_grey() -> None:
    grid = np.array([[0.0, 0.0, 1.0], [np.nan, 0.5, 1.0]])
    text = heat_map(grid, ColourScale(0, 1), Captions("a <title> & more", "a note", nothing="none"))
    root = drawn(text)
    colours = area(text)
    assert sum(colours.values()) == 6
    assert colours[NOTHING] == 1
    assert colours["#00204d"] == 2 and colours["#ffea46"] == 2
    assert {"a <title> & more", "a note", "0", "0.5", "1", "none"} <= set(texts(root))
    full = heat_map(np.zeros((2, 2)), ColourScale(0, 1), Captions("x", nothing="none"))
    assert "none" not in texts(drawn(full))


def test_values_have_a_white_middle_and_ends_that_say_so() -> None:
    scale = ColourScale(-200, 200, middle=True)
    assert scale.colour(scale.share(0.0))[0] == "#f7f7f7"
    assert scale.colour(scale.share(-900))[0] == "#e66101"
    assert scale.colour(scale.share(900))[0] == "#5e3c99"
    said = texts(drawn(heat_map(np.array([[-900.0, 900.0]]), scale, Captions("x", beyond=True))))
    assert {"≤ −200", "0", "≥ 200"} <= set(said)


def test_roots_keep_small_numbers_apart() -> None:
    scale = ColourScale(0, 100, root=True)
    assert scale.share(25) == pytest.approx(0.5)
    assert scale.at(0.5) == pytest.approx(25)
    assert ColourScale(3, 3).share(3) == 0.0
    assert [number(value) for value in (0.12345, -3, 1234.5)] == ["0.123", "−3", "1,234"]


def test_rows_are_numbered_from_one() -> None:
    assert [label for _, label in numbered(50)] == ["1", "10", "20", "30", "40", "50"]
    assert [label for _, label in numbered(1)] == ["1"]
    assert numbered(4) == [(0, "1"), (1, "2"), (2, "3"), (3, "4")]
    assert numbered(400, 4)[-1] == (99, "400")


def test_large_maps_are_drawn_in_blocks() -> None:
    weights = list(np.arange(250.0))
    text = u_picture(of_weights(weights, 1, 250), "wide")
    root = drawn(text)
    assert sum(area(text).values()) == 84
    assert any("blocks of 3" in said for said in texts(root))
    boards_drawn = drawn(boards_picture(of_weights(weights, 1, 250), "wide"))
    assert len(list(boards_drawn.iter(f"{SVG}title"))) == 1 + 10


# -- pictures of a map ------------------------------------------------------------------------------


def test_boards_show_what_neurons_stand_for() -> None:
    told = course(1, 2, stages="1-12")
    weights = np.zeros((2, 16), dtype=np.float32)
    weights[0, :3] = (0.9, 0.1, -0.5)
    weights[1, 15] = -0.05
    text = boards_picture(StageMap(told, 0, weights, np.full(16, 0.06, dtype=np.float32)), "Map 1")
    root = drawn(text)
    titles = [one.text for one in root.iter(f"{SVG}title")]
    assert titles == ["Map 1: neurons as boards", "row 1, column 1", "row 1, column 2"]
    discs = {
        (path.attrib["stroke"], path.attrib["stroke-opacity"]): path.attrib["d"]
        for path in root.iter(f"{SVG}path")
        if path.attrib["d"].count("M0") or path.attrib["d"].startswith(("M1 0", "M2 0"))
    }
    assert discs == {("#141416", "1"): "M0 0h0", ("#141416", "0.2"): "M1 0h0", ("#fff", "0.6"): "M2 0h0"}
    assert any(said.startswith("All") for said in texts(root))


def test_of_many_neurons_some_boards_are_drawn() -> None:
    of = of_weights([0.5] * 625, 25, 25)
    root = drawn(boards_picture(of, "Map 1"))
    titles = [one.text or "" for one in root.iter(f"{SVG}title")][1:]
    assert len(titles) == 64
    assert titles[:2] == ["row 2, column 2", "row 2, column 5"]
    assert titles[-1] == "row 23, column 23"
    assert any("64 of 625 neurons" in said for said in texts(root))


def test_all_pictures_of_a_map_are_whole() -> None:
    values, visits = by_number()
    model = random_model(course(), values=values, visits=visits)
    found = state_values(model)
    assert found is not None
    for of in stages_of(model):
        shown = show_boards(of, GAMES)
        for text in (
            boards_picture(of, "a & b"),
            u_picture(of, "a & b"),
            hits_picture(of, "a & b", shown),
            values_picture(of, "a & b", found),
            errors_picture(of, "a & b", shown),
        ):
            root = drawn(text)
            assert any(said.startswith("a & b: ") for said in texts(root))
        assert sum(area(hits_picture(of, "x", shown)).values()) == 4
        said = texts(drawn(errors_picture(of, "x", shown)))
        assert {"a", "d", "1", "4"} <= set(said)
        assert sum(word.endswith(" %") for word in said) >= 16 - int(np.isnan(shown.wrong).sum())


def test_nothing_learned_at_a_stage_is_grey() -> None:
    model = random_model(course(winner="euclid"))
    nothing = StateValues(np.zeros((2, 4)), np.zeros((2, 4)), True)
    text = values_picture(next(stages_of(model)), "x", nothing)
    drawn(text)
    assert area(text) == {NOTHING: 4}


# -- the page ---------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Sees that elements nest, and that nothing is loaded."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta",):
            self.open.append(tag)
        assert not {"src", "href", "data"} & {name for name, _ in attrs}
        assert tag not in ("script", "link", "img")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(text: str) -> None:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert not reader.open


def test_the_page_says_what_it_should() -> None:
    values, visits = by_number()
    facts = {
        "maps": [[[5, 3.0, 0.5], [20, 1.25, 0.125]], [[5, 2.0, 0.5], [20, 1.5, 0.25]]],
        "learning": asdict(Learning(games=100)),
        "curve": [[50, 0.25, 0.5], [100, 0.75, 0.0]],
        "opponent": "random <&>",
        "won": 0.625,
        "command": "papamu maps --runs /home/somebody/secret",
        "test": {"games": 200, "won": 150},
    }
    model = random_model(course(), values=values, visits=visits, facts=facts)
    text = som_page(model, games=GAMES)
    read(text)
    for said in (
        "<h1>reversi:4x4: self-organizing maps</h1>",
        "2 of 2 × 2 neurons",
        "by the inner product (IP-SOM)",
        "zero (0)",
        "TD(λ), α 0.4, γ 0.9998, λ 0.8, ε 0.1, 100 games on seat 1 against random &lt;&amp;&gt;",
        "4 of 52 visited",
        "62.5% of the points",
        "150 of 200 games won without learning",
        "Quantisation error 1.25, topographic error 12.5% at the end.",
        "Map 2, moves 7 to 12: values",
    ):
        assert said in text
    assert text.count("<svg") == 3 + 2 * 5
    assert "/home" not in text and "/tmp" not in text and str(Path.cwd()) not in text
    assert som_page(model, games=GAMES) == text


def test_maps_alone_have_no_values_and_no_curves() -> None:
    text = som_page(random_model(course()), "A <title>", games=GAMES)
    read(text)
    assert "<h1>A &lt;title&gt;</h1>" in text
    assert text.count("<svg") == 2 * 4
    assert "How they were trained" not in text and ": values" not in text


def test_a_chart_of_numbers_has_its_own_scale() -> None:
    line = Line("a", "a", (0, 10), (0.0, 7.5))
    text = svg(Chart("x", "", "", (line,), ("a",), along="steps", top=7.5), "x")
    root = ElementTree.fromstring(text)
    (points,) = (one.attrib["points"] for one in root.iter(f"{SVG}polyline"))
    (_, low), (_, high) = (map(float, point.split(",")) for point in points.split())
    assert low - high == PLOT
    assert {"0", "2", "4", "6", "steps"} <= set(texts(root)) and "100 %" not in texts(root)


def test_one_point_is_no_curve() -> None:
    text = som_page(random_model(course(), facts={"maps": [[[5, 3.0, 0.5]], []]}), games=GAMES)
    assert "How they were trained" not in text
    assert "Quantisation error 3.00" in text


# -- the study's report -----------------------------------------------------------------------------


def test_the_report_shows_the_pictures_of_a_study() -> None:
    tables = find("clobber").tables("smoke")[:1]
    shown = [
        Picture("one", "first", "<svg>1</svg>", "A & B"),
        Picture("two", "second", "<svg>2</svg>", "A & B"),
        Picture("three", "[third]", "<svg>3</svg>", "C"),
    ]
    asked = []

    def draw(of: Reproduction) -> list[Picture]:
        asked.append(of)
        return shown

    def report(pictures: Any) -> Any:
        paper = Paper("x", "x", "x", 2018, "x", lambda scale: tables, {}, pictures)
        return gather(Reproduction(paper, "smoke", tables), {})

    with_them = report(draw)
    text = report_page(with_them)
    assert '<h3>A &amp; B</h3>\n<div class="pictures">\n<svg>1</svg><svg>2</svg></div>' in text
    assert all_pictures(with_them)["three.svg"] == "<svg>3</svg>"
    markdown = as_markdown(with_them, "charts")
    assert "#### A & B\n\n![first](charts/one.svg)\n![second](charts/two.svg)\n\n#### C" in markdown
    assert "![\\[third\\]](charts/three.svg)" in markdown
    assert "Pictures" not in as_markdown(with_them)
    assert len(asked) == 1  # drawn once for all of it
    for none in (report(None), report(lambda of: [])):
        assert 'id="pictures"' not in report_page(none)
        assert "Pictures" not in as_markdown(none, "charts")


def test_the_reversi_report_shows_the_maps_that_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("papamu.papers.reversi.pictures.show_boards", lambda of: show_boards(of, 2))
    of = Reproduction.of(find("reversi"), "smoke", runs=tmp_path)
    draw = of.paper.pictures
    assert draw is not None
    assert draw(of) == []
    cells = [cell for cell in of.cells if isinstance(cell.params, parameters.StageMapTraining)]
    rng = np.random.default_rng(1)
    (of.folder / "shared").mkdir(parents=True)
    for cell in (cells[0], cells[-1]):  # a conventional one of three, one by the inner product of seven
        told = replace(cell.params.maps, seed=cell.seed(of.seed))
        weights = rng.uniform(-1, 1, (told.rows * told.cols, 64)).astype(np.float32)
        path = of.folder / "shared" / map_file(told, cell.params.stage)
        write_tensors(path, {"kind": "map"}, {"weights": weights})
    found = draw(of)
    assert [picture.name for picture in found] == [
        f"map-{kind}-{what}"
        for kind in ("conventional-1-of-3", "ip-7-of-7")
        for what in ("neurons", "u-matrix", "hits")
    ]
    assert [picture.group for picture in found][::3] == [
        "Conventional SOM 1 of 3, moves 0 to 25",
        "IP-SOM 7 of 7, moves 57 to 60",
    ]
    for picture in found:
        drawn(picture.svg)
    other = Reproduction.of(find("reversi"), "smoke", seed=2, runs=tmp_path)
    assert draw(other) == []
    write_tensors(path, {"kind": "map"}, {"other": weights})
    with pytest.raises(ModelError, match="holds no map"):
        draw(of)
