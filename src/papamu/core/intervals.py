"""Confidence intervals of shares: how far a mean of few results can be from the truth."""

from __future__ import annotations

import math
from statistics import NormalDist

_NORMAL = NormalDist()


def z_of(confidence: float) -> float:
    """How many standard deviations either way hold this share of a normal distribution (0.95: 1.96)."""
    return _NORMAL.inv_cdf(0.5 + confidence / 2)


def wilson(wins: float, games: float, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's interval for a share (1927); draws may count as half a win."""
    if games <= 0:
        return 0.0, 1.0
    z2 = z_of(confidence) ** 2
    share = wins / games
    centre = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = math.sqrt(z2 * (share * (1 - share) / games + z2 / (4 * games * games))) / (1 + z2 / games)
    # At the ends the bound is the end itself; rounding must not move it inside.
    return (
        0.0 if share <= 0 else max(0.0, centre - half),
        1.0 if share >= 1 else min(1.0, centre + half),
    )
