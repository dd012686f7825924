"""Statistics by seat while networks learn: scores, ranks, first moves and prediction errors since the last point."""

from __future__ import annotations

from papamu.games.rules import Floats
from papamu.kernel.jit import jit

# What is summed up for each seat: games, scores, ranks, cells of the first move, squared errors, positions.
GAMES, SCORES, RANKS, FIRST, ERRORS, POSITIONS = range(6)
SEAT_COLUMNS = 6


@jit
def is_sole_winner(returned: Floats, players: int, seat: int) -> bool:
    """Is this seat's result better than any other's? (Of two players: has it won?)"""
    if returned[seat] <= 0.0:
        return False
    for other in range(players):
        if other != seat and returned[other] >= returned[seat]:
            return False
    return True


@jit
def add_to_seats(sums: Floats, players: int, returned: Floats, scored: Floats) -> None:
    """Add a finished game to the sums of each seat; equal results share their ranks."""
    for seat in range(players):
        rank = 1.0
        for other in range(players):
            if other != seat:
                better, equal = returned[other] > returned[seat], returned[other] == returned[seat]
                rank += 1.0 if better else 0.5 if equal else 0.0
        sums[seat, GAMES] += 1.0
        sums[seat, SCORES] += scored[seat]
        sums[seat, RANKS] += rank
