"""The best weights so far: those after the hundred training games of which the network won most.

This is the rule of the Konane thesis (§3.2). Only games won in training decide, never a test.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from papamu.games.rules import Moves
from papamu.kernel.jit import jit
from papamu.learn.encodings.contract import Inputs
from papamu.learn.mlp.network import Mlp

WINDOW = 100  # games


class BestWeights(NamedTuple):
    """The last games, and the weights of the best time."""

    recent: Moves  # [WINDOW]: 1 for games won, the oldest overwritten by the newest
    high: Moves  # [2]: most games won of the last hundred; after how many games in all that was
    weights: Inputs  # as many as the network has; one number if nothing is to be kept


def new_best_weights(net: Mlp, wanted: bool) -> BestWeights:
    """Room for the best weights, or for nothing."""
    size = len(net.weights) if wanted else 1
    return BestWeights(
        recent=np.zeros(WINDOW, dtype=np.int64),
        high=np.zeros(2, dtype=np.int64),
        weights=np.zeros(size, dtype=np.float32),
    )


@jit
def note_game(best: BestWeights, net: Mlp, games: int, won: int) -> None:
    """A game, the last of so many, was won or not: keep the weights if the last hundred went best."""
    if len(best.weights) != len(net.weights):
        return
    best.recent[(games - 1) % WINDOW] = won
    if games < WINDOW:
        return
    total = 0
    for k in range(WINDOW):
        total += best.recent[k]
    if total > best.high[0]:
        best.high[0] = total
        best.high[1] = games
        for k in range(len(net.weights)):
            best.weights[k] = net.weights[k]
