"""What the recipes of several presets have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# What is common to all recipes that the studies found (docs/papers, “beyond”): the output is the probability to win,
# the target the value of the next position.
TD: Mapping[str, Any] = {
    "output": "sigmoid",
    "start": "he",
    "target": 1.0,
    "lost": 0.0,
    "loss": "logistic",
    "way": "td",
}
# Half of the games are against a second player that moves at random: else it never learns to beat a weak one.
SELF_PLAY: Mapping[str, Any] = {
    **TD,
    "opponent": "self",
    "explore": 0.1,
    "wild": 0.5,
    "hidden": "64,16",
    "activation": "leakier-relu",
}
