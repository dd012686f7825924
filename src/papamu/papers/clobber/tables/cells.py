"""The work of the thesis as cells; the unit of cost is a game of a small network that learns."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from papamu.lab.run.cell import Cell, Work
from papamu.papers.clobber.parameters import PLAYOUTS, Match, MonteCarloTest, PatternNetwork, Training

PLAY = Work("papamu.papers.clobber.work:play", "papamu.papers.clobber.work.matches:play")
TRAIN = Work("papamu.papers.clobber.training:train", "papamu.papers.clobber.work.networks:train")
PLAY_MONTE_CARLO = Work(
    "papamu.papers.clobber.training:train_and_meet",
    "papamu.papers.clobber.work.networks:train_and_play_monte_carlo",
)
TRAIN_PATTERNS = Work(
    "papamu.papers.clobber.training:train_own", "papamu.papers.clobber.work.networks:train_pattern_network"
)


def match_cell(params: Match) -> Cell:
    """A match of players that do not learn."""
    playouts = [int(part) for part in re.findall(r"playouts=(\d+)", params.black)]
    return Cell(PLAY, params, cost=params.games * (1 + _thinking_cost(params.board, playouts)))


def training_cell(params: Training) -> Cell:
    """A network of the thesis."""
    return Cell(TRAIN, params, cost=_training_cost(params))


def monte_carlo_cell(params: MonteCarloTest) -> Cell:
    """A network that learns, then plays against Monte Carlo."""
    thinking = params.games * _thinking_cost("6x6", PLAYOUTS)
    return Cell(PLAY_MONTE_CARLO, params, cost=_training_cost(params.training) + thinking)


def pattern_cell(params: PatternNetwork) -> Cell:
    """Our own network."""
    learning = 25 * (params.games + params.tests) * _squares(params.board) / 36
    return Cell(TRAIN_PATTERNS, params, cost=learning + params.meetings * _thinking_cost(params.board, (50,)))


def _training_cost(params: Training) -> float:
    layers = (_squares(params.board), *params.hidden, 1)
    weights = sum((before + 1) * after for before, after in pairwise(layers))
    return (params.games + params.tests) * (weights + 2000) / 2000


def _thinking_cost(board: str, playouts: Iterable[int]) -> float:
    """Monte Carlo for a game: moves, choices at each, and plies of a playout all grow with the board."""
    return 2.7e-4 * sum(playouts) * _squares(board) ** 3


def _squares(board: str) -> int:
    rows, columns = board.split("x")
    return int(rows) * int(columns)
