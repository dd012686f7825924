"""Retrieval: which board a neuron of a map stands for (Reversi paper, §3.2).

Weights are real numbers, so a threshold for each cell decides: above it the viewer's disc, below its negative
the opponent's, empty between. Where the thresholds come from is in `thresholds`; how well boards come back from
their winners is measured in `som_lookup`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from papamu.games.rules import Codes

Weights = NDArray[np.float32]  # [neuron, cell]
Thresholds = NDArray[np.float32]  # [cell]


def retrieve_boards(weights: Weights, thresholds: Thresholds) -> Codes:
    """The boards that neurons stand for, from their weights [neuron, cell]."""
    return ((weights > thresholds).astype(np.int8) - (weights < -thresholds).astype(np.int8)).astype(np.int8)
