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
    x, y, dead = (tuple(point[name] for point in points) for name in ("games", "won", "dead"))
    line = Line("games won", "", x, y, dead=dead if any(dead) else ())
    chart = Chart("of-this", "", note, (line,), ("games won",))
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(said)}</dd>" for name, said in facts.items())
    body = f"""<header><h1>{escape(title)}</h1></header>
<main>
<dl>{rows}</dl>
<section>
<h2>Learning curve</h2>
<p class="note">{escape(note)}</p>
{placed(chart)}
</section>
</main>
{script()}"""
    return pages.page(title, STYLE, body)
