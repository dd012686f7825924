"""Charts for pages that need nothing beside themselves, drawn by `line_chart.js` in the reader's browser.

The script is the browser app's own. It goes into a page once, so nothing is loaded from anywhere.
"""

from __future__ import annotations

import json
from functools import cache
from html import escape
from importlib.resources import files

from papamu.lab.compare.comparison import Comparison
from papamu.lab.render.chart_data import Chart, chart_facts, charts_of

SCRIPT = files("papamu.lab.render") / "line_chart.js"

_DRAW = """
for (const place of document.querySelectorAll("[data-curves]"))
  drawChart(place, JSON.parse(document.getElementById(place.dataset.curves).textContent));
"""


@cache
def chart_script() -> str:
    """The script that draws, to stand once at the end of a page."""
    return f'<script type="module">\n{SCRIPT.read_text(encoding="utf-8")}{_DRAW}</script>'


def charts_html(comparison: Comparison) -> str:
    """The charts of a table, under what they show. Nothing where there is nothing to draw."""
    drawn = charts_of(comparison)
    if not drawn:
        return ""
    note = f'<p class="note">{escape(drawn[0].note)}. Click a name in the legend to hide its lines.</p>\n'
    titles = [f"<h3>{escape(chart.title)}</h3>\n" if chart.title else "" for chart in drawn]
    return note + "\n".join(title + chart_html(chart) for title, chart in zip(titles, drawn, strict=True))


def chart_html(chart: Chart) -> str:
    """A chart, drawn here once `chart_script` is on the page."""
    place = escape(f"curves-{chart.name}")
    return (
        f'<script type="application/json" id="{place}">{embedded(chart_facts(chart))}</script>\n'
        f'<div class="chart" data-curves="{place}"></div>'
    )


def embedded(value: object) -> str:
    """JSON that can stand inside a script element."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
