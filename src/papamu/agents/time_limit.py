"""The clock of agents with an option `ms`: search in slices until the time is up (`uct`, `ab`)."""

from __future__ import annotations

import time
from collections.abc import Callable

_SLICE = 0.005  # seconds between two looks at the clock


def search_for(milliseconds: float, search: Callable[[int], bool], first: int, least: int = 1) -> None:
    """Call `search` with a budget of nodes or simulations until the time is up, or until it says it has finished.

    The first budget is `first`, none is below `least`; each later one is to take a slice of time.
    """
    end = time.perf_counter() + milliseconds / 1000
    budget, before = first, time.perf_counter()
    while before < end and not search(budget):
        now = time.perf_counter()
        budget = max(least, int(budget * min(4.0, _SLICE / max(now - before, 1e-6))))
        before = now
