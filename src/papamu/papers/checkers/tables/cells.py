"""The work of the report as cells; the unit of cost is a second."""

from __future__ import annotations

from papamu.lab.run.cell import Cell, Work
from papamu.learn.convnet.checkers_report.course import ReportCourse
from papamu.learn.tree_data import TreeData
from papamu.papers.checkers.parameters import PROGRAM, TEXT, AlphaZeroNetwork, NetworkSeries, TreeSeries, spec
from papamu.papers.checkers.tables.scale import NETWORK_BOARD, SIMS, Size

PLAY_TREE = Work(
    "papamu.papers.checkers.work:play_series", "papamu.papers.checkers.work.tree_series:play_tree_series"
)
TRAIN_AND_PLAY = Work(
    "papamu.papers.checkers.work:play_guided", "papamu.papers.checkers.work.networks:train_and_play_network"
)
TRAIN_ALPHAZERO = Work(
    "papamu.papers.checkers.beyond:teach", "papamu.papers.checkers.work.alphazero:train_and_play_alphazero"
)

_GAME_SECONDS = {"6x6": 0.01, "8x8": 0.05, "10x10": 0.1, "12x12": 0.2, "14x14": 0.6}
_ALPHAZERO_SECONDS = 3600.0  # of one core, for a whole training


def tree_cell(
    size: Size, board: str, rules: str = PROGRAM, teleport: float = 0.1, select: str = "uct"
) -> Cell:
    """Games of the tree against the baseline."""
    params = TreeSeries(board, size.sims(SIMS[board]), rules, teleport, select, games=size.tree_games[board])
    slower = 3.0 if rules == TEXT else 1.0
    return Cell(PLAY_TREE, params, cost=1.0 + slower * params.games * _GAME_SECONDS[board])


def network_cell(
    size: Size, course: ReportCourse, data: TreeData, counted: bool = False, plies: int = 1
) -> Cell:
    """A network that learns and plays."""
    params = NetworkSeries(
        course, data, spec(NETWORK_BOARD, PROGRAM, 0.1), size.network_games, counted, plies
    )
    learning = course.epochs * (course.train / 500) * (0.03 if course.version == 1 else 0.012)
    growing = 1.0 + 2e-5 * data.rollouts * data.trees
    return Cell(TRAIN_AND_PLAY, params, cost=growing + learning + params.games * (0.8 if counted else 0.05))


def alphazero_cell(params: AlphaZeroNetwork, share: float, matches: int) -> Cell:
    """A network that learns from this share of its games, then plays matches of at most so many games."""
    cost = 10 + share * _ALPHAZERO_SECONDS + 0.5 * matches * len(params.meetings)
    return Cell(TRAIN_ALPHAZERO, params, cost=cost)
