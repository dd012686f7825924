"""The Blokus report as a study: its tables at three scales, its observations, what it prints."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from papamu.agents.registry import agent
from papamu.games.registry import load
from papamu.lab.run.cell import Cell, CellContext, Work
from papamu.lab.run.reproduction import Reproduction, cells_of
from papamu.lab.run.runner import Outcome
from papamu.lab.study import SCALES
from papamu.learn.online.course import EACH_OTHER
from papamu.papers import find
from papamu.papers.blokus import parameters, pictures
from papamu.papers.blokus.parameters import LEARNED, SearchPlayer, TrainedNetworks, course_of
from papamu.papers.blokus.tables.beyond import RIVALS, SEARCHES, search_cells
from papamu.papers.blokus.tables.cells import PLAY_SEARCH
from papamu.papers.blokus.tables.ladder import STEPS, ladder_cells
from papamu.papers.blokus.tables.observations import OBSERVATIONS
from papamu.papers.blokus.tables.scale import Size
from papamu.papers.blokus.tables.variants import VARIANTS
from papamu.papers.blokus.work import search_player
from papamu.papers.blokus.work.observations import observe
from papamu.papers.common.published_figures import figures


def test_published_figures() -> None:
    assert [one.share for one in figures("blokus", "last-game")] == [64, 54, 54, 44]


def test_every_scale_has_every_table() -> None:
    names = [[table.name for table in Reproduction.of(find("blokus"), scale).tables] for scale in SCALES]
    assert names[0] == names[1] == names[2]
    last = Reproduction.of(find("blokus"), "paper", ["last-game"]).tables[0]
    assert [entry.published for entry in last.entries if entry.published] == [64, 54, 54, 44]
    assert Size("paper").games >= 5000 and Size("paper").seeds > 1


def test_the_courses_of_text_and_program() -> None:
    text = course_of(TrainedNetworks(10, 1), 7)
    assert (text.hidden, text.bias, text.away, text.divisor) == ((50,) * 5, False, False, 89.0)
    assert (text.encoding, text.worth, text.lr, text.seat) == ("owners", "score", 0.8, EACH_OTHER)
    program = course_of(TrainedNetworks(10, 1, VARIANTS["as the program does"]), 7)
    assert program == replace(text, hidden=(50,) * 6, away=True, divisor=90.0)
    for changes in VARIANTS.values():
        course_of(TrainedNetworks(10, 1, changes), 7)


def test_each_step_of_the_ladder_is_a_course_that_differs_from_the_one_before() -> None:
    steps = ladder_cells(Size("paper"))
    assert len(steps) == len(STEPS) + 1
    courses = [course_of(cell.params, 1) for _, cell in steps]
    assert all(replace(a, games=1) != replace(b, games=1) for a, b in pairwise(courses[:-1]))
    assert courses[-1].games > courses[-2].games
    text = Reproduction.of(find("blokus"), "paper", ["scores"]).tables[0].entries[0].cell
    assert steps[0][1].key == text.key  # done once


def test_observations_of_a_game() -> None:
    game = load("blokus:8x8")
    position = game.start()
    while not position.is_over:  # the last move: the largest piece that there is at the last corner
        position = position.play(position.legal_moves[-1])
    curve = [{"score1": 10.0, "score2": 20.0}, {"score1": 14.0, "score2": 22.0}]
    found = observe(game, position.line, curve, 2)
    assert set(found) == {f"{what}_{key}" for what in ("figure", "seen") for key in OBSERVATIONS}
    assert found["figure_better"] == pytest.approx(3.0) and found["seen_better"] == 1.0
    assert found["figure_locked"] == 2.0 and found["seen_locked"] == 1.0
    scores = position.scores
    assert found["figure_ahead"] == scores[0] - max(scores[1:])


def test_a_search_player_is_ordered_by_the_network_of_the_ladder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a small board. The network is trained once, and found by the next cell of the run."""
    monkeypatch.setattr(parameters, "GAME", "blokus:5x5")
    monkeypatch.setattr(search_player, "GAME", "blokus:5x5")
    _, last = ladder_cells(Size("smoke"))[-1]
    learned = TrainedNetworks(2, 1, (*last.params.changes, ("encoding", "others:2x2")))
    params = SearchPlayer(learned, "uct:sims=4,widen=1,rollout=large", True, LEARNED, 4)
    cell = Cell(PLAY_SEARCH, params)
    assert cell.seed(1) == Cell(Work.of("ladder"), learned).seed(1)
    told: list[float] = []
    for number in (1, 2):
        task = CellContext(cell.seed(1), tmp_path / f"scratch{number}", told.append, tmp_path / "shared")
        task.scratch.mkdir()
        found = cell.execute(task)
        assert found["games"] == 4 and 0 <= found["won"] <= 1 and found["ms"] > 0
        files = [path.name for path in (tmp_path / "shared").glob("*.safetensors")]
        assert files == [search_player.net_file(learned, cell.seed(1))]
        monkeypatch.setattr(search_player, "Session", None)  # nobody trains a second one
    assert told[-1] == 1.0


def test_every_search_player_of_the_study_is_a_player() -> None:
    for name, told, _ in SEARCHES:
        assert agent(told).name == "uct", name
    rows = {(name, rivals) for name, rivals, _ in search_cells(Size("paper"))}
    assert len(rows) == len(SEARCHES) * len(RIVALS)


def test_a_search_that_draws_no_lots_begins_at_random() -> None:
    """Or its games against learned players would be the same again and again."""
    for _, _, cell in search_cells(Size("paper")):
        assert cell.params.openings == (4 if "rollout=none" in cell.params.told else 0)


def test_every_kind_of_network_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its last game, not that of a step of the ladder with the same changes and fewer games."""
    made = Reproduction.of(find("blokus"), "paper")
    outcome = Outcome({"moves": [int(load("blokus").start().legal_moves[0])]}, 1.0, "box")
    done = {cell.key: outcome for cell in cells_of(made.tables)}
    monkeypatch.setattr(pictures, "finished", lambda folder: done)
    names = [picture.name for picture in made.paper.pictures(made)]
    assert len(names) == len(set(names)) == 3 * len(VARIANTS)
