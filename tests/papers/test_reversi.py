"""The Reversi paper as data and as work: what it prints, what we make again, and that it can be run."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from papamu.core.errors import PapamuError, StoreError
from papamu.core.locks import hold
from papamu.lab.run.cell import Cell, CellContext
from papamu.lab.run.reproduction import Reproduction, cells_of
from papamu.lab.run.runner import run
from papamu.lab.study import SCALES, Entry
from papamu.learn.online.course import ITSELF, Course
from papamu.learn.som.map_training import MapCourse
from papamu.learn.som.td_session import Learning
from papamu.learn.som.thresholds import model_with_thresholds
from papamu.papers import find
from papamu.papers.common import cell_training as learning
from papamu.papers.common.published_figures import figures
from papamu.papers.reversi.parameters import BoardRetrieval, PatternNetwork, StageMapTraining, ValueLearning
from papamu.papers.reversi.tables.cells import LEARN_VALUES, RETRIEVE, TRAIN_MAP, TRAIN_PATTERNS
from papamu.papers.reversi.work import map_values, maps, networks, retrieval
from papamu.training import loop

PAPER = find("reversi")
TABLES = {table.name: table for table in PAPER.tables("paper")}


def entries(name: str) -> dict[tuple[str, str], Entry]:
    return {(entry.row, entry.column): entry for entry in TABLES[name].entries}


# -- what is printed --------------------------------------------------------------------------------

PRINTED = {
    "2": """
                     Statistical  GA    IP    0.1   0.5   0.8
    Board Positions  0.76         0.45  NA    0.74  0.72  0.66
    Disks            0.68         0.86  0.86  0.68  0.58  0.44""",
    "4": """
                      TD(0)  MC    TD(λ)
    Conventional SOM  0.47   0.56  0.48
    IP-SOM            0.47   0.58  0.50""",
    "6": """
                    [1, 10]  [11, 20]  [21, 30]  [31, 40]  [41, 50]  [51, 60]
    Retrieval rate  0.99     0.85      0.76      0.70      0.65      0.67""",
    "7": """
                           MC    TD(λ)
    3 SOMs without search  0.58  0.50
    7 SOMs with search     0.58  0.60""",
}


@pytest.mark.parametrize("name", PRINTED)
def test_published_figures_stand_where_the_paper_has_them(name: str) -> None:
    head, *lines = [re.split(r"\s{2,}", line.strip()) for line in PRINTED[name].strip("\n").splitlines()]
    expected = {
        (line[0], column): float(share)
        for line in lines
        for column, share in zip(head, line[1:], strict=True)
        if share != "NA"
    }
    assert {(one.row, one.column): one.share for one in figures("reversi", name)} == expected
    ours = {place: entry.published for place, entry in entries(name).items() if entry.published is not None}
    assert ours == expected


def test_differing_squares() -> None:
    """“4.76 squares in the IP-SOM … 15.33 squares” of 64."""
    found = entries("7.2.1")
    assert found["IP-SOM", "squares"].published == pytest.approx(4.76 / 64)
    assert found["conventional SOM", "squares"].published == pytest.approx(15.33 / 64)


# -- what is made again -----------------------------------------------------------------------------


def test_every_table_is_there_at_every_scale() -> None:
    for scale in SCALES:
        assert [table.name for table in PAPER.tables(scale)] == [
            "1",
            "2",
            "7.2.1",
            "4",
            "5",
            "6",
            "7",
            "beyond",
        ]


def test_maps_are_those_of_tables_1_and_5() -> None:
    three = [entry.cell.params for entry in TABLES["1"].entries]
    assert [told.stage for told in three] == [0, 1, 2] * 2
    for told in three:
        assert told.maps.spans == ((0, 25), (26, 45), (46, 60))
        assert told.maps.data == (18_000, 14_000, 10_124)
        assert told.maps.first == (90_000, 70_000, 60_000) and told.maps.second == (900_000, 700_000, 600_000)
    assert [told.maps.winner for told in three] == ["euclid"] * 3 + ["inner"] * 3
    (seven,) = {entry.cell.params.maps for entry in TABLES["5"].entries}
    assert seven.data == (1_900_000, 1_200_000, 1_000_000, 600_000, 600_000, 400_000, 350_000)
    assert seven.first == tuple(5 * boards for boards in seven.data)
    assert seven.second == tuple(50 * boards for boards in seven.data)
    assert (seven.rows, seven.cols, seven.winner, seven.alphas) == (50, 50, "inner", (0.1, 0.01))


def test_learners_are_those_of_tables_4_and_7() -> None:
    told = {place: entry.cell.params for place, entry in entries("4").items()}
    assert told["Conventional SOM", "MC"].learning == Learning(way="mc")
    assert told["Conventional SOM", "MC"].thresholds == "statistical"
    assert told["IP-SOM", "TD(λ)"].thresholds == "zero" and told["IP-SOM", "TD(λ)"].maps.inner
    assert told["IP-SOM", "TD(0)"].learning.way == "td0"
    again = {place: entry.cell for place, entry in entries("7").items()}
    assert again["3 SOMs without search", "MC"].key == entries("4")["IP-SOM", "MC"].cell.key  # once for both
    searching = again["7 SOMs with search", "TD(λ)"].params
    assert searching.learning == Learning(way="td", search=4) and len(searching.maps.spans) == 7


def test_maps_come_first_and_all_who_use_them_have_their_seed() -> None:
    cells = Reproduction.of(PAPER, "paper").cells
    assert {cell.work for cell in cells if cell.early} == {TRAIN_MAP}
    seeds: dict[MapCourse, set[int]] = {}
    for cell in cells:
        if isinstance(cell.params, StageMapTraining | BoardRetrieval | ValueLearning):
            seeds.setdefault(cell.params.maps, set()).add(cell.seed(1))
    assert len(seeds) == 3 and all(len(found) == 1 for found in seeds.values())
    assert len(set.union(*seeds.values())) == 3
    trained = {
        (cell.params.maps, cell.params.stage) for cell in cells if isinstance(cell.params, StageMapTraining)
    }
    assert trained == {(course, stage) for course in seeds for stage in range(len(course.spans))}


# -- it runs ----------------------------------------------------------------------------------------

TINY = MapCourse("reversi:4x4", "1-6,7-12", 3, 3, data=(12, 12), first=(15, 15), second=(20, 20))
WAYS = {
    "zero": BoardRetrieval(TINY, "zero", games=3),
    "statistical": BoardRetrieval(replace(TINY, winner="euclid"), "statistical", games=3),
    "genetic": BoardRetrieval(replace(TINY, winner="euclid"), "genetic", games=3),
    "0.5": BoardRetrieval(replace(TINY, winner="euclid"), "0.5", fresh=True, games=3),
}


def task(folder: Path, shared: Path | None = None, seed: int = 5) -> CellContext:
    folder.mkdir(exist_ok=True)
    return CellContext(seed, folder, lambda share: None, shared)


@pytest.fixture
def trainings(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Which maps are really trained."""
    heard: list[tuple[str, int]] = []
    train = maps._train

    def listen(course: MapCourse, stage: int, *rest: Any) -> None:
        heard.append((course.winner, stage))
        train(course, stage, *rest)

    monkeypatch.setattr(maps, "_train", listen)
    return heard


def test_cells_share_their_maps(tmp_path: Path, trainings: list[tuple[str, int]]) -> None:
    learning = Learning(way="mc", games=4)
    cells = [
        Cell(RETRIEVE, WAYS["zero"]),
        Cell(LEARN_VALUES, ValueLearning(TINY, "zero", learning, tests=2)),
        Cell(TRAIN_MAP, StageMapTraining(TINY, 1), early=True),
        Cell(RETRIEVE, replace(WAYS["zero"], fresh=True)),
    ]
    done = run(cells, tmp_path, {}, seed=2)
    assert trainings == [("inner", 1), ("inner", 0)]
    left = [path.name for path in (tmp_path / "shared").iterdir()]
    assert len(left) == 2 and all(re.fullmatch(r"map-[0-9a-f]{16}-[12]\.safetensors", name) for name in left)
    learned = done[cells[1].key].result
    assert (learned["games"], learned["tests"]) == (4, 2)
    assert [point[0] for point in learned["curve"]] == [1, 2, 3, 4]
    again = run([replace(cells[0], replicate=1)], tmp_path, {}, seed=2)  # another seed: other maps
    assert len(trainings) == 4 and len(again) == 1


@pytest.mark.parametrize("name", WAYS)
def test_without_a_shared_folder_it_is_the_same(
    tmp_path: Path, name: str, trainings: list[tuple[str, int]]
) -> None:
    """As on a cluster: whoever needs a map trains it."""
    with_shared, without = task(tmp_path / "a", tmp_path / "shared"), task(tmp_path / "b")
    found = retrieval.retrieve_boards(WAYS[name], with_shared)
    assert found == retrieval.retrieve_boards(WAYS[name], without)
    assert len(trainings) == 4
    assert all(0 <= found[value] <= 1 for value in ("squares", "discs", "discs_1", "discs_11"))
    assert found["different"] == pytest.approx(16 * (1 - found["squares"]))
    assert found["boards"] <= 3 * 12
    assert retrieval.retrieve_boards(replace(WAYS[name], fresh=not WAYS[name].fresh), with_shared) != found
    assert len(trainings) == 4  # found, not trained


def test_the_genetic_algorithm_brings_more_discs_back(tmp_path: Path) -> None:
    shown = [
        retrieval.retrieve_boards(WAYS[name], task(tmp_path, tmp_path)) for name in ("statistical", "genetic")
    ]
    assert shown[1]["discs"] >= shown[0]["discs"]


def test_a_map_that_somebody_else_trains_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trainings: list[tuple[str, int]]
) -> None:
    whole = maps.train_map(StageMapTraining(TINY, 0), task(tmp_path / "a", tmp_path / "one"))
    (there,) = (tmp_path / "one").glob("*.safetensors")
    path = tmp_path / "two" / there.name
    path.parent.mkdir()
    monkeypatch.setattr(learning, "_WAIT", 0.0)
    heard: list[float] = []

    def other(share: float) -> None:
        heard.append(share)
        if len(heard) == 3:
            path.write_bytes(there.read_bytes())

    with hold(path):
        found = maps.train_map(
            StageMapTraining(TINY, 0), CellContext(5, tmp_path / "b", other, tmp_path / "two")
        )
    assert found == whole and heard == [0.0, 0.0, 0.0, 1.0]
    assert len(trainings) == 1


def test_where_nothing_can_be_written_nobody_waits(tmp_path: Path) -> None:
    maps.train_map(StageMapTraining(TINY, 0), task(tmp_path / "a", tmp_path / "one"))
    (there,) = (tmp_path / "one").glob("*.safetensors")
    (tmp_path / "two" / f"{there.name}.lock").mkdir(parents=True)
    with pytest.raises(StoreError, match="cannot write"):
        maps.train_map(StageMapTraining(TINY, 0), task(tmp_path / "b", tmp_path / "two"))
    (tmp_path / "file").touch()
    with pytest.raises(PapamuError, match="cannot write"):
        maps.train_map(StageMapTraining(TINY, 0), task(tmp_path / "c", tmp_path / "file"))


def test_a_cell_that_is_stopped_while_it_learns_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    params = ValueLearning(TINY, "zero", Learning(way="td", games=9), tests=3)
    straight = map_values.learn_values(params, task(tmp_path / "a"))
    monkeypatch.setattr(loop, "SAVE_EVERY", -1.0)
    heard: list[float] = []

    def stop(share: float) -> None:
        heard.append(share)
        if len(heard) % 7 == 0:
            raise KeyboardInterrupt

    (tmp_path / "b").mkdir()
    stops = 0
    while True:
        try:
            found = map_values.learn_values(params, CellContext(5, tmp_path / "b", stop))
            break
        except KeyboardInterrupt:
            stops += 1
    assert found == straight and stops > 3


def test_games_of_a_test_teach_nothing() -> None:
    weights = np.random.default_rng(1).uniform(-1, 1, (2, 9, 16)).astype(np.float32)
    session = map_values.session_of(model_with_thresholds(TINY, weights, "zero"), Learning(way="td", games=5))
    session.run()
    values, visits = session.policy.values.copy(), session.policy.visits.copy()
    found = map_values.play_without_learning(session, 8)
    assert (session.policy.values == values).all() and (session.policy.visits == visits).all()
    assert found["tests"] == 8 and 0 <= found["tested_wins"] <= found["tested"] <= 1
    assert session.done == 5


def test_our_own_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It meets Random with the closing search and without, as Black and on both sides.

    Nothing is learned or played here: its kernels take a minute to compile, and others test them.
    """
    asked: list[tuple[str, bool]] = []
    learned: list[Course] = []

    def match(game: str, one: Any, other: Any, **told: Any) -> Any:
        asked.append((one.name, told["fixed_seats"]))
        assert (game, other.name, told["games"], told["opening_plies"]) == ("reversi:8x8", "random", 7, 0)
        return SimpleNamespace(scores=np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 0.0]]))

    monkeypatch.setattr(networks.api, "match", match)
    monkeypatch.setattr(networks.networks, "run", lambda session, task, share: learned.append(session.course))
    found = Cell(TRAIN_PATTERNS, PatternNetwork(games=9, tests=7)).execute(task(tmp_path))
    (course,) = learned
    assert (course.games, course.way, course.seat, course.encoding) == (9, "td", ITSELF, "3x3,1x8")
    assert asked == [("mlp", True), ("mlp", False), ("endgame", True), ("endgame", False)]
    assert [found[f"won{which}"] for which in ("", "_black", "_closing", "_closing_black")] == [0.75] * 4
    assert found["games"] == 7


def test_scales_are_smaller_and_smaller() -> None:
    for name in TABLES:
        costs = []
        for scale in ("smoke", "laptop", "paper"):
            (table,) = (one for one in PAPER.tables(scale) if one.name == name)
            costs.append(sum(cell.cost for cell in cells_of([table])))
        assert costs == sorted(costs)
