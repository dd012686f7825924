"""The trajectory of a game: the positions that the learner chose, as network inputs, until it learns from them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from papamu.games.game import Game
from papamu.games.rules import Floats, Moves, Rules
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.learn.encodings.contract import Inputs, encode
from papamu.learn.mlp.value_policy import ValuePolicy
from papamu.learn.online.best_weights import BestWeights
from papamu.learn.online.seat_stats import SEAT_COLUMNS

MOST_STEPS = 512  # moves of a game that are remembered; later ones are not learned from


class Trajectory(NamedTuple):
    """The game that is played now, step by step, and counts over all games."""

    which: Moves  # [MOST_STEPS, most]: the inputs that are not zero in the positions it chose
    by: Inputs  # [MOST_STEPS, most]: their values
    many: Moves  # [MOST_STEPS]: how many they are
    mover: Moves  # [MOST_STEPS]: who chose the position
    exploratory: Moves  # [MOST_STEPS + 1]: 1 if the move was drawn at random and is not the best
    best_value: Inputs  # [MOST_STEPS + 1]: the value of the best move, where another one was drawn
    state: State
    returns: Floats  # [players]: the game's result
    outcome: Floats  # [players]: what the course makes of it for each seat, −1 … 1
    scores: Floats  # [players]
    seat_sums: (
        Floats  # [players, SEAT_COLUMNS]: sums since the last point of the curve; [1, 1]: not asked for
    )
    tally: Moves  # [3]: games played, games won, positions learned from
    best_weights: BestWeights


def new_trajectory(game: Game, most: int, best_weights: BestWeights, with_seats: bool = False) -> Trajectory:
    """An empty trajectory; `with_seats` it also sums up figures of each seat."""
    players = game.num_players
    return Trajectory(
        which=np.zeros((MOST_STEPS, most), dtype=np.int64),
        by=np.zeros((MOST_STEPS, most), dtype=np.float32),
        many=np.zeros(MOST_STEPS, dtype=np.int64),
        mover=np.zeros(MOST_STEPS, dtype=np.int64),
        exploratory=np.zeros(MOST_STEPS + 1, dtype=np.int64),  # the last: of moves that are not remembered
        best_value=np.zeros(MOST_STEPS + 1, dtype=np.float32),
        state=game.new_state(),
        returns=np.zeros(players, dtype=np.float64),
        outcome=np.zeros(players, dtype=np.float64),
        scores=np.zeros(players, dtype=np.float64),
        seat_sums=np.zeros((players, SEAT_COLUMNS) if with_seats else (1, 1), dtype=np.float64),
        tally=np.zeros(3, dtype=np.int64),
        best_weights=best_weights,
    )


@jit
def record_position(policy: ValuePolicy, rules: Rules, mover: int, trajectory: Trajectory, step: int) -> None:
    """Write down the board in `trajectory.state`, which this player has just moved to."""
    sight = policy.sight
    many = encode(policy.encoding, rules, trajectory.state, mover, sight)
    trajectory.many[step] = many
    trajectory.mover[step] = mover
    for k in range(many):
        trajectory.which[step, k] = sight.active[k]
        trajectory.by[step, k] = sight.amounts[k]
