"""One network's learning curve as an HTML file that needs nothing beside itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from papamu.core import html as pages
from papamu.lab.render.chart_data import COLOURS, Chart, Line
from papamu.lab.render.html_chart import chart_html, chart_script
from papamu.lab.render.page_style import STYLE


def training_page(
    title: str, facts: Mapping[str, str], points: Sequence[Mapping[str, Any]], note: str
) -> str:
    """The page of a training: what is known of it, and its curve (points as in a model file)."""
    return curves_page(title, facts, [training_chart(points, note), *seat_charts(points)])


def training_chart(points: Sequence[Mapping[str, Any]], note: str) -> Chart:
    """A network's learning curve."""
    x, y, dead = (tuple(point[name] for point in points) for name in ("games", "won", "dead"))
    line = Line("games won", "", x, y, dead=dead if any(dead) else ())
    return Chart("of-this", "Learning curve", note, (line,), ("games won",))


def curves_page(title: str, facts: Mapping[str, str], charts: Sequence[Chart]) -> str:
    """A page with what is known of a training, and its charts."""
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(said)}</dd>" for name, said in facts.items())
    sections = "".join(
        f'<section>\n<h2>{escape(chart.title)}</h2>\n<p class="note">{escape(chart.note)}</p>\n'
        f"{chart_html(chart)}\n</section>\n"
        for chart in charts
    )
    body = f"""<header><h1>{escape(title)}</h1></header>
<main>
<dl>{rows}</dl>
{sections}</main>
{chart_script()}"""
    return pages.page(title, STYLE, body)


_SEATS = {  # the curves of each seat: heading and note
    "score": ("Scores", "Mean score of each seat while learning, since the point before."),
    "rank": ("Ranks", "Mean rank of each seat while learning: 1 is the best."),
    "first": ("First moves", "Cells that the first move of each seat changed, on average: its first piece."),
    "error": ("Prediction error", "Root mean square error of each seat's network."),
    "change": ("Change of weights", "Of each network since the point before, as a share of its weights."),
}


def seat_charts(points: Sequence[Mapping[str, Any]]) -> list[Chart]:
    """Charts of what was seen of each seat, where more than two play."""
    found = []
    for what, (heading, note) in _SEATS.items():
        lines = []
        for seat in range(1, len(COLOURS)):
            seen = [(point["games"], point.get("seen", {}).get(f"{what}{seat}")) for point in points]
            known = [(games, value) for games, value in seen if value is not None]
            if known:
                name = f"seat {seat}"
                lines.append(Line(name, name, tuple(x for x, _ in known), tuple(y for _, y in known)))
        if lines:
            groups = tuple(line.group for line in lines)
            top = 1.05 * max(max(line.y) for line in lines) or 1.0
            found.append(Chart(f"seats-{what}", heading, note, tuple(lines), groups, top=top))
    return found
