"""The work of the report as cells; the unit of cost is a second."""

from __future__ import annotations

from papamu.lab.run.cell import Cell, Work
from papamu.papers.blokus.parameters import Changes, RandomOpeningSearchPlayer, SearchPlayer, TrainedNetworks
from papamu.papers.blokus.tables.scale import Size
from papamu.papers.blokus.tables.variants import VARIANTS

TRAIN = Work("papamu.papers.blokus.work:learn", "papamu.papers.blokus.work.networks:train_networks")
PLAY_SEARCH = Work(
    "papamu.papers.blokus.searching:search", "papamu.papers.blokus.work.search_player:play_search_player"
)

_GAME_SECONDS = 0.03  # a game of the report's networks while they learn
_TEST_SECONDS = 0.02
_SIMULATION_SECONDS = 1e-4


def training_cell(games: int, tests: int, changes: Changes) -> Cell:
    """Networks that learn."""
    params = TrainedNetworks(games, tests, changes)
    return Cell(TRAIN, params, cost=5.0 + games * _GAME_SECONDS + 2 * tests * _TEST_SECONDS)


def variant_cell(size: Size, variant: str) -> Cell:
    """A variant of the report's networks."""
    return training_cell(size.games, size.tests, VARIANTS[variant])


def search_cell(
    network: TrainedNetworks, spec: str, sims: int, ordered: bool, rivals: str, games: int
) -> Cell:
    """A search player with so many simulations; without rollouts its games begin at random."""
    kind = RandomOpeningSearchPlayer if "rollout=none" in spec else SearchPlayer
    params = kind(network, spec, ordered, rivals, games)
    return Cell(PLAY_SEARCH, params, cost=20.0 + games * 20 * sims * _SIMULATION_SECONDS)
