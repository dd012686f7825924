"""The work of the paper as cells; the unit of cost is a second."""

from __future__ import annotations

from papamu.lab.run.cell import Cell, Work
from papamu.learn.som.map_training import MapCourse
from papamu.learn.som.td_session import Learning
from papamu.learn.som.thresholds import GENETIC, STATISTICAL, ZERO
from papamu.papers.reversi.parameters import BoardRetrieval, PatternNetwork, StageMapTraining, ValueLearning
from papamu.papers.reversi.tables.scale import Size

TRAIN_MAP = Work("papamu.papers.reversi.maps:train_map", "papamu.papers.reversi.work.maps:train_map")
RETRIEVE = Work("papamu.papers.reversi.work:retrieve", "papamu.papers.reversi.work.retrieval:retrieve_boards")
LEARN_VALUES = Work("papamu.papers.reversi.work:learn", "papamu.papers.reversi.work.map_values:learn_values")
TRAIN_PATTERNS = Work(
    "papamu.papers.reversi.work:own", "papamu.papers.reversi.work.networks:train_pattern_network"
)


def map_cell(maps: MapCourse, stage: int) -> Cell:
    """The training of a map; other cells wait for it."""
    steps = maps.first[stage] * 30e-6 + maps.second[stage] * 11e-6
    return Cell(
        TRAIN_MAP, StageMapTraining(maps, stage), cost=steps * maps.rows * maps.cols / 2_500, early=True
    )


def retrieval_cell(maps: MapCourse, thresholds: str, games: int, fresh: bool = False) -> Cell:
    """Boards that are retrieved from maps."""
    return Cell(
        RETRIEVE, BoardRetrieval(maps, thresholds, fresh, games), cost=5.0 + 10.0 * (thresholds == GENETIC)
    )


def learning_cell(size: Size, maps: MapCourse, way: str, search: int = 0, games: int = 0) -> Cell:
    """Values that are learned on maps."""
    thresholds = ZERO if maps.inner else STATISTICAL
    learning = Learning(way=way, search=search, games=games or size.games)
    cost = learning.games * 1.4e-3 * maps.rows * maps.cols / 2_500
    return Cell(LEARN_VALUES, ValueLearning(maps, thresholds, learning, size.tests), cost=cost)


def pattern_cell(size: Size) -> Cell:
    """Our own network."""
    params = PatternNetwork(size.pattern_games, tests=size.tests)
    return Cell(TRAIN_PATTERNS, params, cost=size.pattern_games * 1.2e-3 + size.tests * 1e-3)
