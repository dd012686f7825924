"""Verdicts: how well a table agrees with the published one, and the thresholds that decide it.

A reader may disagree with a threshold, so the figures are always shown next to the verdict. How near two figures
must be to count as near is `NEAR` in `comparison.py`.
"""

from __future__ import annotations

from enum import StrEnum

from papamu.lab.compare.comparison import Comparison
from papamu.lab.compare.entry_result import EntryResult

STRONG_CORRELATION, WEAK_CORRELATION = 0.8, 0.5  # rank correlations: the pattern agrees; it agrees in part
MOST_NEAR, HALF_NEAR = 0.9, 0.5  # shares of entries within five points: the table agrees; it agrees in part
SAME_DEATHS = 0.9  # share of entries that must be dead, or alive, on both sides
SIZE_FACTOR = 1.5  # numbers that are not shares may differ by this factor


class Verdict(StrEnum):
    """What is said about a table, as the predicate of a sentence: “5.4 agrees in part”."""

    NOT_COMPUTED = "is not computed"
    ONLY_TRIED = "is only tried"
    NOTHING_PUBLISHED = "has no published numbers"
    NOT_COMPARABLE = "cannot be compared yet"
    SAME_SIZE = "agrees in its size"
    OTHER_SIZE = "does not agree in size"
    HOLDS = "holds"
    DOES_NOT_HOLD = "does not hold"
    OUT_OF_REACH = "is out of reach"
    BEYOND = "goes beyond"
    NOT_BEYOND = "does not go beyond"
    AGREES = "agrees"
    PATTERN_AGREES = "agrees in its pattern"
    PARTLY_AGREES = "agrees in part"
    DISAGREES = "does not agree"


def verdict(comparison: Comparison) -> Verdict:
    """The verdict on a table: agrees, in its pattern, in part, or not; or why that cannot be said."""
    if not comparison.done:
        return Verdict.NOT_COMPUTED
    if comparison.trial:
        return Verdict.ONLY_TRIED
    if comparison.picture:
        return Verdict.NOTHING_PUBLISHED
    if not comparison.compared:
        return Verdict.NOT_COMPARABLE
    if comparison.table.unit:
        return Verdict.SAME_SIZE if all(map(_same_size, comparison.compared)) else Verdict.OTHER_SIZE
    if comparison.table.aim is not None:
        if comparison.missed:
            return Verdict.DOES_NOT_HOLD
        return Verdict.HOLDS if comparison.in_reach else Verdict.OUT_OF_REACH
    if comparison.table.beyond:
        all_better = len(comparison.better) == len(comparison.compared)
        return Verdict.BEYOND if all_better else Verdict.NOT_BEYOND
    if comparison.plain:
        return Verdict.DISAGREES if comparison.strays else Verdict.AGREES
    return _verdict_on_networks(comparison)


def _verdict_on_networks(comparison: Comparison) -> Verdict:
    """Networks differ from seed to seed: the level must be near, or at least the order the same."""
    near = comparison.near / len(comparison.compared)
    order = 0.0 if comparison.order is None else comparison.order
    if comparison.deaths is None or comparison.deaths.agreeing >= SAME_DEATHS:
        if near >= MOST_NEAR:
            return Verdict.AGREES
        if order >= STRONG_CORRELATION:
            return Verdict.PATTERN_AGREES
    return Verdict.PARTLY_AGREES if order >= WEAK_CORRELATION or near >= HALF_NEAR else Verdict.DISAGREES


def _same_size(result: EntryResult) -> bool:
    published = result.entry.published or 0.0
    return published / SIZE_FACTOR <= result.mean <= published * SIZE_FACTOR
