"""One network's learning curve as an HTML file that needs nothing beside itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from papamu import pages
from papamu.lab.charts import placed, script
from papamu.lab.figures import Chart, Line
from papamu.lab.page_style import STYLE


def training_page(
    title: str, facts: Mapping[str, str], points: Sequence[Mapping[str, Any]], note: str
) -> str:
    """The page of a training: what is known of it, and its curve (points as in a model file)."""
    return page_of(title, facts, [training_chart(points, note)])


def training_chart(points: Sequence[Mapping[str, Any]], note: str) -> Chart:
    """A network's learning curve."""
    x, y, dead = (tuple(point[name] for point in points) for name in ("games", "won", "dead"))
    line = Line("games won", "", x, y, dead=dead if any(dead) else ())
    return Chart("of-this", "Learning curve", note, (line,), ("games won",))


def page_of(title: str, facts: Mapping[str, str], charts: Sequence[Chart]) -> str:
    """A page with what is known of a training, and its charts."""
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
