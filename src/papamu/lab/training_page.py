"""One network's learning curve as an HTML file that needs nothing beside itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from papamu import pages
from papamu.lab.charts import curves, script
from papamu.lab.page_style import STYLE


def training_page(
    title: str, facts: Mapping[str, str], points: Sequence[Mapping[str, object]], note: str
) -> str:
    """The page of a training: what is known of it, and its curve (points as in a model file)."""
    line: dict[str, object] = {
        "row": "games won",
        "name": "",
        "games": [point["games"] for point in points],
        "won": [point["won"] for point in points],
        "dead": [point["dead"] for point in points],
    }
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(said)}</dd>" for name, said in facts.items())
    body = f"""<header><h1>{escape(title)}</h1></header>
<main>
<dl>{rows}</dl>
<section>
<h2>Learning curve</h2>
<p class="note">{escape(note)}</p>
{curves("curve", ["games won"], [line], None, "")}
</section>
</main>
{script()}"""
    return pages.page(title, STYLE, body)
