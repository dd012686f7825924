"""The three networks of the checkers report, as PyTorch modules.

version 1: [convolution, batch norm, ReLU, pooling] twice, two linear layers;
version 2: [convolution, pooling] twice, one linear layer, and no activation at all but the pooling;
version 3: [convolution, batch norm, ReLU, pooling] once, one linear layer.
"""

from __future__ import annotations

from typing import Any

from papamu.games.game import Game
from papamu.learn.convnet.checkers_report.course import ReportCourse
from papamu.learn.convnet.checkers_report.inputs import planes_of
from papamu.learn.convnet.torch_import import import_torch


def build_network(course: ReportCourse, game: Game) -> Any:
    """The network of a course for this game, its start weights drawn by the course's seed."""
    course.check(game)
    found = import_torch()
    with found.random.fork_rng(devices=[]):
        found.manual_seed(course.seed)
        return found.nn.Sequential(*_layers(found.nn, course, game))


def _layers(nn: Any, course: ReportCourse, game: Game) -> list[Any]:
    hidden = course.hidden
    rows, cols = course.left_of(game.rows, game.cols)
    flat = hidden * rows * cols
    layers = _block(nn, course, planes_of(game, course.inputs))
    if course.version != 3:
        layers += _block(nn, course, hidden)
    layers.append(nn.Flatten())
    if course.version == 1:
        wide = hidden * (game.rows - 1) * (game.cols - 1)
        return [*layers, nn.Linear(flat, wide), nn.Linear(wide, 1)]
    return [*layers, nn.Linear(flat, 1)]


def _block(nn: Any, course: ReportCourse, planes: int) -> list[Any]:
    convolution = nn.Conv2d(planes, course.hidden, course.kernel, padding=course.padding)
    pooling = nn.MaxPool2d(course.kernel, padding=course.pool_padding)
    if course.version == 2:
        return [convolution, pooling]
    return [convolution, nn.BatchNorm2d(course.hidden), nn.ReLU(), pooling]
