"""The page of a network that learned from its own games: losses, and how it did against the one before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from papamu import pages
from papamu.lab.charts import placed, script
from papamu.lab.figures import Chart, Line
from papamu.lab.page_style import STYLE


def zero_page(title: str, facts: Mapping[str, str], rounds: Sequence[Mapping[str, Any]]) -> str:
    """What is known of a training, and its curves (rounds as in a model file)."""
    x = tuple(float(one["games"]) for one in rounds)
    losses = [
        Line(name, "", x, tuple(float(one[key]) for one in rounds))
        for name, key in (("moves (cross entropy)", "moves"), ("value (mean square error)", "value"))
    ]
    charts = [
        Chart(
            "losses", "Losses", "Mean over each lesson.", tuple(losses), tuple(line.group for line in losses)
        )
    ]
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
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(said)}</dd>" for name, said in facts.items())
    sections = "".join(
        f'<section>\n<h2>{escape(chart.title)}</h2>\n<p class="note">{escape(chart.note)}</p>\n'
        f"{placed(chart)}\n</section>\n"
        for chart in charts
    )
    body = f"""<header><h1>{escape(title)}</h1></header>
<main>
<dl>{rows}</dl>
{sections}</main>
{script()}"""
    return pages.page(title, STYLE, body)
