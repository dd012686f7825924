"""What a network learned, to look at: the figures are the network's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from papamu.agents.mlp import MlpAgent
from papamu.games.registry import load
from papamu.learn.encodings.contract import encode
from papamu.learn.mlp import model_file
from papamu.learn.mlp.model_file import build_network
from papamu.learn.mlp.network import value_of
from papamu.learn.online.course import Course
from papamu.training.insight import _look, insight
from papamu.training.request import MlpRequest
from papamu.training.train import train

COURSES = {
    "cells": Course("clobber:3x3", hidden=(6,), lr=1e-4, target=10.0, games=200),
    "windows": Course("clobber:3x3", hidden=(6, 3), activation="tanh", output="sigmoid", encoding="2x2,1x3",
                      start="he", lr=0.1, target=1.0, lost=0.0, games=200),
    "linear": Course("reversi:4x4", hidden=(), activation="linear", encoding="players+2x2", start="small",
                     lr=0.01, target=1.0, games=50),
}  # fmt: skip


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    runs = tmp_path_factory.mktemp("runs")
    return {
        name: train(MlpRequest(course=course, tests=0, runs=runs)).file for name, course in COURSES.items()
    }


@pytest.mark.parametrize("name", COURSES)
def test_it_computes_what_the_network_computes(files: dict[str, Path], name: str) -> None:
    model = model_file.load(files[name])
    game = load(model.course.game)
    encoding, _ = build_network(model.course, game)
    look = _look(game, encoding, model)
    policy = MlpAgent.of(model).policy(game)
    for board, output in zip(look.boards[:20], look.outputs, strict=False):
        many = encode(encoding, game.rules, board.state, 1 - board.player, policy.sight)
        own = value_of(policy.net, policy.sight.active, policy.sight.amounts, many)
        assert output == pytest.approx(float(own), rel=1e-4, abs=1e-5)


def test_worth_is_how_much_the_output_changes(files: dict[str, Path]) -> None:
    model = model_file.load(files["windows"])
    game = load(model.course.game)
    encoding, _ = build_network(model.course, game)
    before = _look(game, encoding, model)
    one = int(np.argmax(np.abs(before.worth)))
    step = 1e-3  # of one input of every board, as a shift of the first layer's bias
    rows = model_file._tensors(model.net)["layer0"]
    rows[-1] += step * rows[one]
    after = _look(game, encoding, model)
    assert (after.outputs - before.outputs).mean() / step == pytest.approx(before.worth[one], rel=0.05)


def test_what_is_shown(files: dict[str, Path]) -> None:
    cells = insight(files["cells"])
    assert [board["title"] for board in cells["stones"]] == ["An own stone", "An opponent's stone"]
    own, other = (board["values"] for board in cells["stones"])
    assert own == [-value for value in other] and len(own) == 9, "cells has one input for both"
    assert cells["patterns"] == [] and all(len(unit["boards"]) == 3 for unit in cells["units"])
    windows = insight(files["windows"])
    assert windows["stones"] == [] and windows["patterns"]
    worths = [one["worth"] for one in windows["patterns"]]
    assert worths == sorted(worths, reverse=True)
    assert {(one["rows"], one["cols"]) for one in windows["patterns"]} <= {(2, 2), (1, 3)}
    assert all(any(one["cells"]) and one["seen"] >= 0.04 for one in windows["patterns"])
    linear = insight(files["linear"])
    assert linear["units"] == [] and len(linear["stones"]) == 2 and linear["patterns"]
