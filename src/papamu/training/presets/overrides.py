"""What of a preset gives way to the options given next to it: `--seat 0` or `--teacher mc` need no second option.

An option that is given always counts. Those of the preset that would contradict it, or would mean nothing beside it,
are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from papamu.core.errors import PapamuError
from papamu.training.request import WITHOUT_OPPONENT

_SIGMOIDS = ("sigmoid", "conx")


def without_contradictions(preset: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a preset that go with those that are given."""
    left = dict(preset)
    given = {name: value for name, value in given.items() if value is not None}
    taught = given.get("teacher") or given.get("way") == "teacher"
    needs_one = "seat" in given or given.get("best") or taught  # a network that plays itself has none
    if needs_one and "opponent" not in given and left.get("opponent") in WITHOUT_OPPONENT:
        _leave_out(left, "opponent", "wild")
    if given.get("opponent", "self") != "self":
        _leave_out(left, "wild")
    if taught or given.get("tau"):
        _leave_out(left, "way", "lam")
    if given.get("way", "td") != "td":
        _leave_out(left, "lam")
    if given.get("output", "sigmoid") not in _SIGMOIDS:
        _leave_out(left, "loss")
    _refuse_large_targets(left, given)
    return left


def _leave_out(options: dict[str, Any], *names: str) -> None:
    for name in names:
        options.pop(name, None)


def _refuse_large_targets(left: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """A preset whose output is the probability to win cannot learn a target of 150."""
    wins = left.get("output") in _SIGMOIDS and "output" not in given
    for name in ("target", "lost"):
        value = given.get(name)
        if wins and isinstance(value, int | float) and isfinite(value) and not 0 <= value <= 1:
            raise PapamuError(
                f"--{name} {value:g} needs another output: this preset learns the probability of winning, from 0 to 1 "
                "(add --preset none, --preset thesis or --output linear)"
            )
