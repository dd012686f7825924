"""The checkers report's networks: shapes, inputs, learning, files, the agent; small ones, on small boards."""

from __future__ import annotations

import builtins
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import papamu
from papamu.agents import opponents
from papamu.agents.cnn import CnnAgent, MoveValuer
from papamu.agents.registry import agent
from papamu.arena import api
from papamu.core.errors import AgentError, ModelError, PapamuError
from papamu.learn.convnet import torch_import as framework
from papamu.learn.convnet.checkers_report import model_file as net_model
from papamu.learn.convnet.checkers_report.course import ReportCourse, course_of, published
from papamu.learn.convnet.checkers_report.inputs import inputs_of, planes_of, training_pairs
from papamu.learn.convnet.checkers_report.model_file import ReportModel
from papamu.learn.convnet.checkers_report.networks import build_network
from papamu.learn.convnet.checkers_report.trainer import DIVERGED, ReportTrainer
from papamu.learn.tensor_file import write_tensors
from papamu.learn.tree_data import Boards, TreeData, collect_boards
from tests.effort import effort

GAME = "checkers:6x6,rules=program"
TINY = ReportCourse(GAME, 2, hidden=3, epochs=6, train=12, lr=1e-2)


@pytest.fixture(scope="module")
def boards() -> Boards:
    return collect_boards(TreeData(GAME, effort(150, 30), 24, 2))


@pytest.fixture(scope="module")
def model(boards: Boards) -> ReportModel:
    training = ReportTrainer(TINY, boards)
    training.step(6)
    return training.model()


# -- what they are --------------------------------------------------------------------------------


def test_the_three_networks_are_the_reports() -> None:
    game = papamu.load("checkers:10x10")
    kinds = {}
    for version in (1, 2, 3):
        net = build_network(published(version, str(game)), game)
        kinds[version] = [type(layer).__name__ for layer in net]
        shapes = [tuple(one.shape) for name, one in net.named_parameters() if name.endswith("weight")]
        if version == 1:
            assert shapes == [(10, 1, 3, 3), (10,), (10, 10, 3, 3), (10,), (810, 40), (1, 810)]
        if version == 2:
            assert shapes == [(8, 1, 3, 3), (8, 8, 3, 3), (1, 32)]
        if version == 3:
            assert shapes == [(4, 1, 2, 2), (4,), (1, 64)]
    block = ["Conv2d", "BatchNorm2d", "ReLU", "MaxPool2d"]
    assert kinds[1] == [*block, *block, "Flatten", "Linear", "Linear"]
    assert kinds[2] == ["Conv2d", "MaxPool2d", "Conv2d", "MaxPool2d", "Flatten", "Linear"]
    assert kinds[3] == [*block, "Flatten", "Linear"]
    told = [(one.hidden, one.kernel, one.lr, one.momentum) for one in (published(v, GAME) for v in (1, 2, 3))]
    assert told == [(10, 3, 1e-5, 0.9), (8, 3, 1e-3, 0.9), (4, 2, 1e-3, 0.9)]


def test_without_padding_nothing_is_left_of_the_board() -> None:
    for version in (1, 2):
        with pytest.raises(PapamuError, match="leaves nothing of a board of 10x10"):
            build_network(published(version, GAME, padding=0, pool_padding=0), papamu.load("checkers:10x10"))


@pytest.mark.parametrize(
    "told, said",
    [
        ({"version": 4}, "1, 2 and 3"),
        ({"lr": math.nan}, "lr cannot be nan"),
        ({"inputs": "plane"}, "did you mean 'planes'"),
        ({"pool_padding": 2}, "half of the kernel"),
        ({"epochs": 0}, "epochs cannot be 0"),
    ],
)
def test_mistakes(told: dict[str, Any], said: str) -> None:
    with pytest.raises(PapamuError, match=said):
        replace(TINY, **told)


def test_codes_are_for_two_players() -> None:
    with pytest.raises(PapamuError, match="blokus:5x5 has 4"):
        build_network(ReportCourse("blokus:5x5"), papamu.load("blokus:5x5"))


# -- what they see --------------------------------------------------------------------------------


def test_codes_are_the_board_and_planes_are_the_viewers() -> None:
    game = papamu.load("checkers:4x4")
    position = game.from_text("..../.1.2/4.../.3..,2")
    board, movers = position.board[None], np.array([1], dtype=np.int8)
    assert (inputs_of(game, "codes", board, movers, 0)[0, 0] == position.board).all()
    assert planes_of(game, "planes") == 6
    mine = inputs_of(game, "planes", board, movers, 0)[0]
    empty, men, foes, kings, their_kings, turn = mine
    assert (empty == (position.board == 0)).all() and not turn.any()
    assert [np.argwhere(plane).tolist() for plane in (men, foes, kings, their_kings)] == [
        [[1, 1]], [[1, 3]], [[3, 1]], [[2, 0]],
    ]  # fmt: skip
    theirs = inputs_of(game, "planes", board, movers, 1)[0][:, ::-1, ::-1]  # turned by half, back again
    assert theirs[-1].all()
    assert (theirs[[0, 2, 1, 4, 3]] == mine[:5]).all()


def test_lessons_of_planes_have_every_view(boards: Boards) -> None:
    game = papamu.load(GAME)
    inputs, worth, numbers = training_pairs(game, "planes", boards)
    assert len(inputs) == len(worth) == len(numbers) == 2 * len(boards)
    assert (worth[: len(boards)] == -worth[len(boards) :]).all()
    assert (numbers == np.tile(np.arange(len(boards)), 2)).all()
    _, one, _ = training_pairs(game, "codes", boards)
    assert one == pytest.approx(boards.utilities[:, int(boards.players[0])])


# -- how they learn -------------------------------------------------------------------------------


def test_the_first_boards_teach_the_last_ones_test_and_errors_are_mean_squares(boards: Boards) -> None:
    course = replace(TINY, lr=0.0, epochs=1)
    training = ReportTrainer(course, boards)
    training.step(1)
    worth = boards.utilities[:, int(boards.players[0])]
    values = training.model().valuer().values(boards.boards, boards.movers, int(boards.players[0]))
    squares = (values - worth) ** 2
    assert training.errors == pytest.approx((squares[:12].mean(), squares[12:].mean()), rel=1e-4)
    mixed = ReportTrainer(replace(course, mixed=True), boards)
    mixed.step(1)
    assert mixed.errors != pytest.approx(training.errors)
    assert sum(mixed.model().facts["boards"]) == len(boards)


@pytest.mark.parametrize("version", [1, 2, 3])
def test_it_learns_and_is_the_same_again(boards: Boards, version: int) -> None:
    kernel = {"kernel": 2, "padding": 0, "pool_padding": 0} if version == 3 else {}
    course = replace(TINY, version=version, lr=1e-3, epochs=30, **kernel)
    one, other = ReportTrainer(course, boards), ReportTrainer(course, boards)
    one.step(30)
    other.step(30)
    assert one.curve == other.curve and one.model().digest == other.model().digest
    assert one.curve[-1][1] < one.curve[0][1]
    assert [epoch for epoch, _, _ in one.curve] == list(range(1, 31)) and one.is_finished
    third = ReportTrainer(replace(course, seed=2), boards)
    third.step(1)
    assert third.curve[0] != one.curve[0]


def test_a_stop_changes_nothing(boards: Boards, tmp_path: Path) -> None:
    for more in ({}, {"batch": 5, "version": 1}):
        course = replace(TINY, **more)
        straight, first, second = (ReportTrainer(course, boards) for _ in range(3))
        straight.step(6)
        first.step(2)
        first.save(tmp_path / "kept")
        second.run(lambda share: None, tmp_path / "kept")
        assert second.curve == straight.curve and second.model().digest == straight.model().digest
        with pytest.raises(ModelError, match="another course"):
            ReportTrainer(replace(course, lr=0.5), boards).resume(tmp_path / "kept")


def test_numbers_that_run_away_end_it_and_the_last_good_weights_are_kept(boards: Boards) -> None:
    training = ReportTrainer(replace(TINY, lr=1e5, epochs=50), boards)
    training.step(50)
    assert training.state == DIVERGED and training.is_finished and training.done < 50
    kept = training.model()
    assert all(np.isfinite(one).all() for one in kept.weights.values())
    assert kept.facts["state"] == DIVERGED
    assert all(math.isfinite(one) and math.isfinite(two) for _, one, two in training.curve)


def test_too_little_memory_is_said(boards: Boards, monkeypatch: pytest.MonkeyPatch) -> None:
    training = ReportTrainer(TINY, boards)

    def fail(*_: object) -> None:
        raise RuntimeError("DefaultCPUAllocator: not enough memory: you tried to allocate 1 bytes")

    monkeypatch.setattr(training, "_epoch", fail)
    with pytest.raises(PapamuError, match="too little memory for steps of 12 boards"):
        training.step(1)


def test_boards_of_another_game_are_refused(boards: Boards) -> None:
    with pytest.raises(PapamuError, match="cannot learn from boards of checkers:6x6"):
        ReportTrainer(replace(TINY, game="checkers:8x8"), boards)


# -- files and values -----------------------------------------------------------------------------


def test_files(model: ReportModel, tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    model.save(path)
    again = net_model.load(path)
    assert again.course == model.course and again.digest == model.digest and again.player == model.player
    assert again.facts["torch"] and len(again.facts["curve"]) == 6
    write_tensors(path, {"kind": "som"}, {})
    with pytest.raises(ModelError, match="no convolutional network"):
        net_model.load(path)
    broken = {**model.weights, "0.bias": np.full_like(model.weights["0.bias"], np.nan)}
    ReportModel(model.course, broken, 0).save(path)
    with pytest.raises(ModelError, match="not all of its weights are numbers"):
        net_model.load(path)
    ReportModel(model.course, {name: one for name, one in model.weights.items() if name != "0.bias"}, 0).save(
        path
    )
    with pytest.raises(ModelError, match=r"not the weights of a network of this course: 0\.bias"):
        net_model.load(path).valuer()
    write_tensors(path, {"kind": "cnn", "course": {"game": GAME, "hidden": "many"}, "player": 0}, {})
    with pytest.raises(ModelError, match="damaged"):
        net_model.load(path)
    with pytest.raises(ValueError, match="mixed=1"):
        course_of({"game": GAME, "mixed": 1})


def test_batches_give_what_single_boards_give(
    model: ReportModel, boards: Boards, monkeypatch: pytest.MonkeyPatch
) -> None:
    valuer = model.valuer()
    whole = valuer.values(boards.boards, boards.movers, 0)
    one = [
        valuer.values(boards.boards[k : k + 1], boards.movers[k : k + 1], 0)[0] for k in range(len(boards))
    ]
    assert whole == pytest.approx(one, abs=1e-5)
    monkeypatch.setattr(net_model, "_PART", 7)
    assert valuer.values(boards.boards, boards.movers, 0) == pytest.approx(whole, abs=1e-5)


def test_the_sign_is_right_for_the_other_player_unless_it_is_the_published_way(
    model: ReportModel, boards: Boards
) -> None:
    def values(perspective: str, viewer: int) -> list[float]:
        changed = replace(model, course=replace(model.course, perspective=perspective))
        return changed.valuer().values(boards.boards, boards.movers, viewer).tolist()

    assert values("right", model.player) == values("published", 0) == values("published", 1)
    assert values("right", 1 - model.player) == [-one for one in values("right", model.player)]


def test_batch_norm_as_published_depends_on_the_company(boards: Boards) -> None:
    for batchnorm in ("batch", "eval"):
        course = replace(TINY, version=1, batchnorm=batchnorm, lr=1e-4)
        training = ReportTrainer(course, boards)
        training.step(3)
        valuer = training.model().valuer()
        few = valuer.values(boards.boards[:4], boards.movers[:4], 0)
        many = valuer.values(boards.boards, boards.movers, 0)[:4]
        assert (few == pytest.approx(many, abs=1e-5)) is (batchnorm == "eval")


# -- the agent ------------------------------------------------------------------------------------


def test_it_plays_the_move_to_the_best_board(model: ReportModel, tmp_path: Path) -> None:
    path = tmp_path / "a,b=c+d.safetensors"
    model.save(path)
    player = agent(f"cnn:{path}")
    position = papamu.load(GAME).start()
    valuer = model.valuer()
    for _ in range(4):
        after = [position.play(move) for move in position.legal_moves]
        boards, movers = (
            np.array([p.board for p in after]),
            np.array([p.player for p in after], dtype=np.int8),
        )
        values = valuer.values(boards, movers, position.player).tolist()
        assert player.choose(position) == position.legal_moves[values.index(max(values))]
        told = {str(scored.move): scored.value for scored in player.explain(position).scores}
        assert [told[str(move)] for move in position.legal_moves] == pytest.approx(values, abs=1e-5)
        position = position.play(player.choose(position))
    assert player.deterministic and not player.is_compiled and model.digest in player.identity
    results = api.match(GAME, player, "random", games=2, seed=1)
    assert results.games == 2 and player.clone().choose(position) == player.choose(position)


def test_refusals(model: ReportModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = CnnAgent.of(model)
    with pytest.raises(AgentError, match="its network was made for checkers:6x6"):
        player.check(papamu.load("checkers:8x8"))
    with pytest.raises(AgentError, match="its network was made for checkers:6x6"):
        player.check(papamu.load("reversi:6x6"))
    player.check(papamu.load("checkers:6x6,teleport=0.1"))
    with pytest.raises(ModelError, match="there is no model file"):
        agent(f"cnn:{tmp_path / 'none'}").check(papamu.load(GAME))
    monkeypatch.setattr(framework, "find_spec", lambda name: None)
    with pytest.raises(
        AgentError, match=r"PyTorch, which is not installed: .* -m pip install -e '\.\[torch\]'"
    ):
        player.check(papamu.load(GAME))


def test_without_torch_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def no_torch(name: str, *rest: Any, **named: Any) -> Any:
        if name == "torch":
            raise ImportError(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", no_torch)
    with pytest.raises(PapamuError, match="pip install"):
        framework.import_torch()


def test_ours_plays_where_no_file_is_named() -> None:
    game = papamu.load("checkers:10x10")
    player = agent("cnn")
    assert player.choose(game.start()) in game.start().legal_moves
    with pytest.raises(AgentError, match="made for checkers:10x10"):
        player.check(papamu.load("checkers:8x8"))


def test_the_menu_has_it_where_it_can_play(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "cnn" in [text for _, text in opponents.PRESETS]
    assert opponents.plays("cnn", papamu.load("checkers:10x10"))
    assert not opponents.plays("cnn", papamu.load("checkers:8x8"))
    monkeypatch.setattr(framework, "find_spec", lambda name: None)
    assert not opponents.plays("cnn", papamu.load("checkers:10x10"))


def test_looking_at_the_answers_too(model: ReportModel) -> None:
    game = papamu.load(GAME)
    valuer, sight = MoveValuer(model, game), model.valuer()
    position = game.start()
    for ply in range(effort(14, 4)):
        if position.is_over:
            break
        me = position.player
        expected = []
        for move in position.legal_moves:
            after = position.play(move)
            last = [after.play(answer) for answer in after.legal_moves] or [after]
            movers = np.array([one.player for one in last], dtype=np.int8)
            values = sight.values(np.array([one.board for one in last]), movers, me)
            expected.append(values.max() if after.player == me else values.min())
        moves, values = valuer.value_replies(position.state)
        assert moves.tolist() == list(map(int, position.legal_moves))
        assert values == pytest.approx(expected, abs=1e-5)
        position = position.play(position.legal_moves[ply % len(position.legal_moves)])
