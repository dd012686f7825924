"""What a network must be shown beyond where pieces stand: how many planes, and what is on them.

Both dispatch on a game's rules, and have a default: nothing more.
"""

from __future__ import annotations

from functools import singledispatch

import numpy as np
from numpy.typing import NDArray

from papamu.games.rules import Moves, Rules
from papamu.kernel.bits import State
from papamu.kernel.generic import generic

Picture = NDArray[np.float32]  # [cell, plane]


@singledispatch
def further_planes(rules: Rules) -> int:
    """How many further planes this game has."""
    return 0


@generic(default=True)
def further(rules: Rules, state: State, viewer: int, where: Moves, out: Picture, first: int) -> None:
    """Write what cannot be seen from where pieces stand, on the planes from `first` on.

    `where` says where each cell lies in the picture; all planes are zero.
    """
    return
