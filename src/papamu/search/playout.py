"""Random playouts: whole games of uniformly random moves, nothing allocated on the way."""

from __future__ import annotations

from papamu.games.rules import NONE, Floats, Rules, chance, large_move, play, random_move, reset, returns
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream


@jit
def playout(rules: Rules, state: State, rng: Stream) -> int:
    """Play on at random until the game is over; the state is left finished. Returns the plies."""
    # Two calls, inlined twice: Clobber then plays half as fast again as with one call in an endless loop.
    plies = 0
    move = random_move(rules, state, rng)
    while move != NONE:
        play(rules, state, move)
        chance(rules, state, rng)
        plies += 1
        move = random_move(rules, state, rng)
    return plies


@jit
def large_playout(rules: Rules, state: State, rng: Stream) -> int:
    """The same, with the moves that place most drawn first."""
    plies = 0
    move = large_move(rules, state, rng)
    while move != NONE:
        play(rules, state, move)
        chance(rules, state, rng)
        plies += 1
        move = large_move(rules, state, rng)
    return plies


@jit
def random_games(rules: Rules, state: State, rng: Stream, games: int, out: Floats, total: Floats) -> int:
    """Whole random games from the start; adds each player's returns to `total`, returns all plies."""
    plies = 0
    for _ in range(games):
        reset(rules, state, rng)
        plies += playout(rules, state, rng)
        returns(rules, state, out)
        for player in range(rules.num_players):
            total[player] += out[player]
    return plies
