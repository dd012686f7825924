"""Values on one scale: whatever an agent's own numbers are, from -1 (lost) to 1 (won) for the player to move."""

from __future__ import annotations

from papamu.games.game import Game
from papamu.search.evaluations.contract import PROVEN

_HALF = 0.25  # an evaluation of this share of the board's cells is half a win


def bounded(value: float, bounds: tuple[float, float] | None, game: Game) -> float:
    """A value of an agent's own scale, brought to -1 … 1.

    With bounds (what a lost and a won game are worth) the scale is stretched. An evaluation without bounds counts
    pieces, moves or squares: 0 stays 0, a quarter of the board's cells becomes ½, and only proven results are ±1.
    """
    if bounds is not None:
        low, high = bounds
        return min(1.0, max(-1.0, 2.0 * (value - low) / (high - low) - 1.0))
    if abs(value) >= PROVEN:
        return 1.0 if value > 0 else -1.0
    return value / (abs(value) + _HALF * float(game.rules.cells))
