"""The work of the thesis as cells; the unit of cost is a second."""

from __future__ import annotations

from papamu.lab.run.cell import Cell, Work
from papamu.papers.konane.parameters import Match, TaughtNetwork, TdNetwork, UnsmoothedCurve

PLAY = Work("papamu.papers.konane.work:play", "papamu.papers.konane.work.matches:play")
TEACH = Work("papamu.papers.konane.training:teach", "papamu.papers.konane.work.networks:teach_network")
RECORD_CURVE = Work(
    "papamu.papers.konane.training:look_closely", "papamu.papers.konane.work.networks:record_unsmoothed_curve"
)
TRAIN_TD = Work(
    "papamu.papers.konane.training:learn_alone", "papamu.papers.konane.work.networks:train_td_network"
)

_TURNS = {"4x4": 3.5, "6x6": 9.0, "8x8": 16.0}  # of one player in a game
_CHOICES = {"4x4": 2.5, "6x6": 5.5, "8x8": 8.0}  # moves at a turn


def match_cell(params: Match) -> Cell:
    """A match of players that do not learn."""
    depths = [int(who[-1]) for who in (params.first, params.second) if who != "random"]
    return Cell(
        PLAY, params, cost=params.games * sum(_thinking_cost(params.board, depth) for depth in depths)
    )


def _thinking_cost(board: str, depth: int) -> float:
    """One player that searches to this depth, for a game."""
    return _TURNS[board] * (1e-6 + 1e-7 * _CHOICES[board] ** depth)


def taught_cell(params: TaughtNetwork) -> Cell:
    """A network with a teacher, and its tests."""
    return Cell(TEACH, params, cost=_teaching_cost(params))


def _teaching_cost(params: TaughtNetwork) -> float:
    cells = {"4x4": 16, "6x6": 36, "8x8": 64}[params.board]
    inputs = cells * (2 if params.representation == "C" else 1) * (2 if params.compares else 1)
    positions = _TURNS[params.board] * _CHOICES[params.board] * (2 if params.compares else 1)
    learning = positions * (3e-7 + 8e-10 * inputs * params.hidden)
    saved = params.games / params.every * params.tests * 8 * _thinking_cost(params.board, 1)
    return params.games * (learning + _thinking_cost(params.board, params.depth)) + saved


def td_cell(params: TdNetwork) -> Cell:
    """A network without a teacher, and its tests."""
    turns = _TURNS[params.board] * _CHOICES[params.board]
    return Cell(TRAIN_TD, params, cost=params.games * turns * 1e-6 + 400 * params.tests * 1e-4)


def curve_cell(params: UnsmoothedCurve) -> Cell:
    """The curve of a network with a teacher, not smoothed."""
    return Cell(RECORD_CURVE, params, cost=_teaching_cost(params.taught))
