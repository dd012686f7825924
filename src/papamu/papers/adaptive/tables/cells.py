"""The work of the study as cells; the unit of cost is a second."""

from __future__ import annotations

from papamu.lab.run.cell import Cell, Work
from papamu.papers.adaptive.parameters import AdaptiveGames, FullStrengthGames
from papamu.papers.adaptive.tables.scale import Size

PLAY_ADAPTIVE = Work(
    "papamu.papers.adaptive.work:accompany",
    "papamu.papers.adaptive.work.simulated_people:play_adaptive_games",
)
PLAY_FULL_STRENGTH = Work(
    "papamu.papers.adaptive.work:play_in_full",
    "papamu.papers.adaptive.work.simulated_people:play_full_strength_games",
)

_SECONDS = {  # a game with 1,000 simulations per move
    "clobber:6x6": 0.007,
    "checkers:6x6,quiet=20": 0.04,
    "reversi:6x6": 0.016,
    "blokus:8x8,players=2": 0.017,
    "konane:6x6": 0.012,
    "blokus:8x8": 0.012,
}


def adaptive_cell(size: Size, game: str, person: str, share: float) -> Cell:
    """The games of a person against the adaptive agent."""
    params = AdaptiveGames(game, _base(size), person, share, size.games, size.settling)
    return Cell(PLAY_ADAPTIVE, params, cost=_game_cost(size, game, person) * size.games)


def full_strength_cell(size: Size, game: str, person: str) -> Cell:
    """The games of a person against the agent at full strength."""
    params = FullStrengthGames(game, _base(size), person, size.full_games)
    return Cell(PLAY_FULL_STRENGTH, params, cost=_game_cost(size, game, person) * size.full_games)


def _base(size: Size) -> str:
    return f"uct:sims={size.sims}"


def _game_cost(size: Size, game: str, person: str) -> float:
    sims = size.sims + (int(person.rpartition("=")[2]) if "sims" in person else 0)
    return _SECONDS[game] * sims / 1_000
