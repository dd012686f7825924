"""The page of a network that learned from its own games: losses, and how it did against the one before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from papamu.lab.render.chart_data import Chart, Line
from papamu.lab.render.training_page import curves_page


def alphazero_page(title: str, facts: Mapping[str, str], rounds: Sequence[Mapping[str, Any]]) -> str:
    """What is known of a training, and its curves (rounds as in a model file)."""
    return curves_page(title, facts, alphazero_charts(rounds))


def alphazero_charts(rounds: Sequence[Mapping[str, Any]]) -> list[Chart]:
    """Its curves: losses, and how each network did against the one before."""
    x = tuple(float(one["games"]) for one in rounds)
    losses = [
        Line(name, "", x, tuple(float(one[key]) for one in rounds))
        for name, key in (("moves (cross entropy)", "moves"), ("value (mean square error)", "value"))
    ]
    highest = max((loss for line in losses for loss in line.y), default=0.0)
    groups = tuple(line.group for line in losses)
    top = 1.05 * highest or 1.0  # losses are no shares
    charts = [Chart("losses", "Losses", "Mean over each lesson.", tuple(losses), groups, top=top)]
    judged = [one for one in rounds if one["verdict"]]
    if judged:
        at = tuple(float(one["games"]) for one in judged)
        share, low, high = (
            tuple(float(one["verdict"][name]) for one in judged) for name in ("share", "low", "high")
        )
        note = (
            "Points against the network that was accepted before it, with the 95 % interval; 0.5: as strong."
        )
        line = Line("against the one before", "", at, share, band=(low, high))
        charts.append(Chart("judged", "Against the network before", note, (line,), (line.group,)))
    return charts
