"""The work of the thesis as cells, with about how many seconds each takes."""

from __future__ import annotations

from papamu.lab.experiment import Cell
from papamu.papers.konane.parameters import Alone, Match, Raw, Taught

PLAY = "papamu.papers.konane.work:play"
TEACH = "papamu.papers.konane.training:teach"
RAW = "papamu.papers.konane.training:look_closely"
ALONE = "papamu.papers.konane.training:learn_alone"

_TURNS = {"4x4": 3.5, "6x6": 9.0, "8x8": 16.0}  # of one player in a game
_CHOICES = {"4x4": 2.5, "6x6": 5.5, "8x8": 8.0}  # moves at a turn


def match(params: Match) -> Cell:
    """A match of players that learn nothing."""
    deep = [int(who[-1]) for who in (params.first, params.second) if who != "random"]
    return Cell(PLAY, params, cost=params.games * sum(_thinking(params.board, depth) for depth in deep))


def _thinking(board: str, depth: int) -> float:
    """A player that looks so far ahead, for a game."""
    return _TURNS[board] * (1e-6 + 1e-7 * _CHOICES[board] ** depth)


def teach(params: Taught) -> Cell:
    """A network with a teacher, and its tests."""
    return Cell(TEACH, params, cost=_teaching_cost(params))


def _teaching_cost(params: Taught) -> float:
    cells = {"4x4": 16, "6x6": 36, "8x8": 64}[params.board]
    inputs = cells * (2 if params.representation == "C" else 1) * (2 if params.compares else 1)
    positions = _TURNS[params.board] * _CHOICES[params.board] * (2 if params.compares else 1)
    learning = positions * (3e-7 + 8e-10 * inputs * params.hidden)
    saved = params.games / params.every * params.tests * 8 * _thinking(params.board, 1)
    return params.games * (learning + _thinking(params.board, params.depth)) + saved


def alone(params: Alone) -> Cell:
    """A network without one."""
    turns = _TURNS[params.board] * _CHOICES[params.board]
    return Cell(ALONE, params, cost=params.games * turns * 1e-6 + 400 * params.tests * 1e-4)


def raw(params: Raw) -> Cell:
    """A network looked at closely."""
    return Cell(RAW, params, cost=_teaching_cost(params.taught))
