"""The checkers report: what it prints, how its games are judged, its work at three scales."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import papamu
from papamu.games import rules as contract
from papamu.games.rules import NONE
from papamu.kernel.random import stream, streams
from papamu.lab.compare.comparison import compare
from papamu.lab.compare.entry_result import EntryResult
from papamu.lab.compare.sentences import sentence
from papamu.lab.compare.verdicts import verdict
from papamu.lab.render.export import as_csv
from papamu.lab.run.cell import CellContext
from papamu.lab.run.reproduction import Reproduction, cells_of
from papamu.lab.run.runner import Outcome
from papamu.lab.study import SCALES, Entry, PaperTable
from papamu.learn.convnet.alphazero.course import AlphaZeroCourse
from papamu.learn.convnet.checkers_report.course import ReportCourse
from papamu.learn.tree_data import TreeData
from papamu.papers import find
from papamu.papers.checkers.parameters import AlphaZeroNetwork, NetworkSeries, OpponentMatch, TreeSeries, spec
from papamu.papers.checkers.work.adjudication import Tally, pieces
from papamu.papers.checkers.work.alphazero import train_and_play_alphazero
from papamu.papers.checkers.work.networks import train_and_play_network
from papamu.papers.checkers.work.tree_series import play_tree_series
from papamu.papers.common.published_figures import figures
from papamu.search.mcts.checkers_report_uct import new_report_uct
from papamu.search.mcts.uct import nodes_made
from papamu.search.policy import begin, choose
from tests.effort import effort


def table(name: str, scale: str = "paper") -> PaperTable:
    (found,) = Reproduction.of(find("checkers"), scale, [name]).tables
    return found


def task(path: Path, seed: int = 3) -> CellContext:
    path.mkdir(exist_ok=True)
    return CellContext(seed, path, lambda share: None)


# -- what is printed ------------------------------------------------------------------------------


def test_published_figures() -> None:
    tree = {(one.row, one.column): (one.share, one.games) for one in figures("checkers", "tree")}
    assert [tree["6x6", name] for name in ("won", "tied", "lost")] == [(0.87, 100), (0.04, 100), (0.09, 100)]
    assert all(tree[board, "won"] == (1.0, 0) for board in ("8x8", "10x10", "12x12", "14x14"))
    networks = {(one.row, one.column): one.share for one in figures("checkers", "tree-nn")}
    assert [networks["version 2", name] for name in ("won", "tied", "lost")] == [0.46, 0.03, 0.51]
    assert {one.share for one in figures("checkers", "nodes")} == {45665.0, None}
    assert {one.share for one in figures("checkers", "nn-nodes")} == {17509.0, None}


def test_every_scale_has_every_table() -> None:
    names = ["tree", "nodes", "score", "pieces", "rules", "selection", "cnn", "tree-nn", "nn-nodes", "why"]
    names.append("beyond")
    for scale in SCALES:
        assert [one.name for one in find("checkers").tables(scale)] == names
        assert all(cell.cost > 0 for cell in Reproduction.of(find("checkers"), scale).cells)


def test_work_at_the_published_size() -> None:
    told = [cell.params for cell in cells_of([table("tree")])]
    assert [(one.board, one.sims, one.games) for one in told] == [
        ("6x6", 500, 100), ("8x8", 500, 100), ("10x10", 200, 100), ("12x12", 100, 100), ("14x14", 100, 100),
    ]  # fmt: skip
    assert {(one.rules, one.teleport, one.select, one.c) for one in told} == {("program", 0.1, "uct", 1.0)}
    networks = [cell.params for cell in cells_of([table("tree-nn")])]
    assert [(one.course.version, one.course.epochs, one.course.train) for one in networks] == [
        (1, 500, 500), (2, 500, 500), (3, 500, 500),
    ]  # fmt: skip
    assert {one.data for one in networks} == {TreeData("checkers:10x10,rules=program,first=random")}
    assert {(one.course.batchnorm, one.course.perspective) for one in networks} == {("batch", "published")}
    assert table("tree-nn").repeats == 10


def test_the_steps_that_mend_change_one_thing_each_and_share_their_seeds() -> None:
    rows = [entry.cell for entry in table("why").entries if entry.column == "version 1"]
    assert [cell.params.plies for cell in rows].count(2) == 2
    rows = [cell for cell in rows if cell.params.plies == 1]
    assert len({cell.seed(1) for cell in rows}) == 1
    changed = []
    for before, after in pairwise(rows):
        pairs = [(before.params.course, after.params.course), (before.params.data, after.params.data)]
        changed.append(
            {name for one, other in pairs for name in vars(one) if getattr(one, name) != getattr(other, name)}
        )
    assert changed[:4] == [{"perspective"}, {"batchnorm"}, {"mixed"}, {"trees", "rollouts"}]
    assert changed[6] == {"inputs"}


# -- how games are judged -------------------------------------------------------------------------


def test_the_program_does_not_see_the_last_action() -> None:
    """A capture that ends the game: by the rules player 2 wins, by the board before it nobody does."""
    game = papamu.load("checkers:4x4,rules=program,first=random")
    counted = []
    for seed in range(40):
        position = game.start(seed=seed)
        moves = []
        while not position.is_over:
            move = position.legal_moves[seed % len(position.legal_moves)]
            moves.append(int(move))
            last, position = position, position.play(move)
        opening = stream(seed)
        before, after = pieces(game, opening, moves, [NONE] * len(moves))
        assert (tuple(before), tuple(after)) == (last.scores, position.scores)
        assert (opening == stream(seed)).all()
        tally = Tally()
        tally.add(before, after, 1)
        counted.append(tally.judged[0])
    assert any(rules != published for rules, published in counted)
    assert all(rules in (-1, 0, 1) for rules, _ in counted)


def test_results_of_a_tally() -> None:
    tally = Tally()
    for before, after in (((2, 2), (1, 2)), ((1, 3), (1, 3)), ((3, 1), (3, 1)), ((1, 1), (1, 1))):
        tally.add(np.array(before, float), np.array(after, float), 10)
    found = tally.result()
    assert (found["won"], found["tied"], found["lost"]) == (0.5, 0.25, 0.25)
    assert (found["won_published"], found["tied_published"], found["lost_published"]) == (0.25, 0.5, 0.25)
    assert found["wins_curve"] == [[1, 0, 0], [2, 1, 0], [3, 1, 0], [4, 1, 0]]
    assert found["losses_curve"][-1] == [4, 1, 0] and found["nodes"] == found["nodes_last"] == 10
    assert (found["pieces_baseline"], found["pieces_tree"]) == (1.5, 1.75)


# -- the work -------------------------------------------------------------------------------------


def test_a_series_counts_nodes_game_by_game(tmp_path: Path) -> None:
    params = TreeSeries("4x4", 6, games=effort(6, 3))
    found = play_tree_series(params, task(tmp_path))
    assert found == play_tree_series(params, task(tmp_path)) == json.loads(json.dumps(found))
    assert found["won"] + found["tied"] + found["lost"] == pytest.approx(1)
    game = papamu.load(spec("4x4", "program", 0.1))
    made = []
    for number in range(params.games):  # the same games through Python
        opening, rng = (one.copy() for one in streams(3, 2 * params.games)[2 * number : 2 * number + 2])
        policy, state = new_report_uct(game, 6), game.new_state()
        begin(policy, game.rules)
        contract.reset(game.rules, state, opening)
        while not contract.is_over(game.rules, state):
            if contract.player(game.rules, state) == 1:
                move = int(choose(policy, game.rules, state, rng))
            else:
                move = int(contract.random_move(game.rules, state, rng))
            contract.play(game.rules, state, move)
            contract.chance(game.rules, state, rng)
        made.append(nodes_made(policy))
    assert [count for _, count, _ in found["nodes_curve"]] == made


TINY = NetworkSeries(
    ReportCourse(
        "checkers:6x6,rules=program",
        3,
        2,
        2,
        0,
        0,
        epochs=2,
        train=8,
        batchnorm="batch",
        perspective="published",
    ),
    TreeData("checkers:6x6,rules=program,first=random", 40, 16, 2),
    spec("6x6", "program", 0.1),
    games=2,
    counted=True,
)


def test_a_network_learns_plays_and_counts_the_nodes_of_its_lines(tmp_path: Path) -> None:
    found = train_and_play_network(TINY, task(tmp_path / "a"))
    assert found == train_and_play_network(TINY, task(tmp_path / "b")) == json.loads(json.dumps(found))
    assert found["state"] == "alive" and found["boards"] == 16 and found["player"] in (0, 1)
    assert len(found["train_curve"]) == len(found["test_curve"]) == 2
    assert found["nodes_last"] > 0
    uncounted = train_and_play_network(replace(TINY, counted=False), task(tmp_path / "c"))
    assert "nodes" not in uncounted and uncounted["won"] == found["won"]


def test_a_network_of_ours_learns_from_itself_meets_others_and_is_kept(tmp_path: Path) -> None:
    course = AlphaZeroCourse(
        "clobber:3x4", channels=8, blocks=1, games=4, portion=2, sims=6, quick=3,
        warm_games=4, warm_sims=8, batch=8, gate=2,
    )  # fmt: skip
    params = AlphaZeroNetwork(
        course, (OpponentMatch("clobber:3x4", "random", 4), OpponentMatch("clobber:4x4", "first", 2)), 4
    )
    shared = tmp_path / "shared"
    found = train_and_play_alphazero(params, replace(task(tmp_path / "a"), shared=shared))
    assert found == json.loads(json.dumps(found))
    assert found["score_0"] == (found["wins_0"] + found["draws_0"] / 2) / 4 and 0 <= found["score_1"] <= 1
    (kept,) = shared.iterdir()
    assert kept.name == f"clobber-{found['model']}.safetensors"
    assert [games for games, _, _ in found["curve"]] == [2, 4]
    assert papamu.match("clobber:3x4", f"puct:model={kept},sims=4", "first", games=2).games == 2


# -- numbers that are no shares -------------------------------------------------------------------


def judged_numbers(values: list[float], published: float | None) -> Any:
    cell = cells_of([table("tree")])[0]
    entry = Entry("a", "b", cell, "nodes", published, curve="nodes_curve")
    shown = PaperTable("n", "Nodes", (entry,), 0, 0, "", unit="nodes", curve="Nodes", repeats=len(values))
    curve = [[1, 900.0, 0.0], [2, 1100.0, 0.0]]
    outcomes = {
        cell.with_replicate(at).key: Outcome({"nodes": value, "nodes_curve": curve}, 1.0, "here")
        for at, value in enumerate(values)
    }
    return compare(shown, outcomes, len(values))


def test_numbers_are_shown_as_numbers() -> None:
    from papamu.lab.render.chart_data import charts_of
    from papamu.lab.render.svg_chart import svg

    one = judged_numbers([1234.5], 1000.0)
    assert verdict(one) == "agrees in its size"
    assert sentence(one) == "n agrees in its size: a / b: 1,235 nodes where 1,000 is published."
    found: EntryResult = one.results[0]
    assert found.interval == (1234.5, 1234.5) and found.z is None
    assert verdict(judged_numbers([4000.0], 1000.0)) == "does not agree in size"
    several = judged_numbers([900.0, 1100.0], None)
    low, high = several.results[0].interval
    assert low < 900 < 1100 < high and "has no published numbers" in sentence(several)
    (chart,) = charts_of(several)
    assert chart.top == pytest.approx(1155) and "1,000" in svg(chart, "Nodes")
    assert ",1234.5," in as_csv(one)
