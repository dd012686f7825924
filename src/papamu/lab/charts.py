"""Learning curves for the report's page, drawn by Plotly in the reader's browser.

Plotly's script comes with its Python package and goes into the page once, so nothing is loaded from anywhere.
Without the package the page has no curves and says so.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib import import_module

from papamu.lab.judging import Judged

_POINTS = 120  # of a line: more than the screen shows

Curve = Sequence[tuple[float, float, float]]

# Okabe and Ito's colours for all eyes, without the yellow that a white page swallows.
_DRAW = """
const COLOURS = ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#8c8c8c", "#b58900"];
function draw(place) {
  const told = JSON.parse(document.getElementById(place.dataset.curves).textContent);
  const ink = getComputedStyle(document.body).color, seen = new Set();
  const traces = told.lines.map(line => {
    const first = !seen.has(line.row);
    seen.add(line.row);
    return {x: line.games, y: line.won, customdata: line.dead, mode: "lines", name: line.row,
      legendgroup: line.row, showlegend: first, opacity: 0.8,
      line: {width: 1.5, color: COLOURS[told.rows.indexOf(line.row) % COLOURS.length]},
      hovertemplate: line.name + "<br>%{x:,} games: %{y:.1%} won<br>%{customdata:.0%} of hidden units dead" +
        "<extra></extra>"};
  });
  const layout = {height: 340, margin: {l: 50, r: 10, t: 10, b: 40}, paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)", font: {color: ink, family: "system-ui, sans-serif"}, hovermode: "closest",
    xaxis: {title: {text: "games learned from"}, gridcolor: "rgba(128,128,128,.25)", zeroline: false},
    yaxis: {range: [0, 1.02], tickformat: ".0%", gridcolor: "rgba(128,128,128,.25)", zeroline: false},
    legend: {title: {text: told.legend}}, modebar: {color: ink, bgcolor: "rgba(0,0,0,0)"}};
  if (told.dead !== null) {
    layout.shapes = [{type: "line", xref: "paper", x0: 0, x1: 1, y0: told.dead, y1: told.dead,
      line: {dash: "dot", width: 1, color: ink}}];
  }
  Plotly.newPlot(place, traces, layout, {responsive: true, displaylogo: false});
}
const watch = new IntersectionObserver(seen => {
  for (const one of seen) if (one.isIntersecting) { watch.unobserve(one.target); draw(one.target); }
}, {rootMargin: "300px"});
for (const place of document.querySelectorAll("[data-curves]")) watch.observe(place);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  for (const place of document.querySelectorAll("[data-curves].js-plotly-plot")) draw(place);
});
addEventListener("beforeprint", () => {  // also those that nobody has scrolled to
  for (const place of document.querySelectorAll("[data-curves]:not(.js-plotly-plot)")) draw(place);
});
"""


def script() -> str:
    """Plotly and how we use it, to stand once at the end of a page; nothing without the package."""
    plotly = _plotly()
    return f"<script>{plotly}</script>\n<script>{_DRAW}</script>" if plotly else ""


def chart(judged: Judged) -> str:
    """The curves of a table: one line an entry, coloured by row. Nothing where nothing has learned."""
    table = judged.table
    seen: dict[str, dict[str, object]] = {}
    for found in judged.findings:
        if len(found.curve) < 2:
            continue
        one = found.entry.value != "won"  # several figures of one network: it learned once
        games, won, dead = zip(*thinned(found.curve), strict=True)
        seen[found.entry.cell.key] = {
            "row": found.entry.row,
            "name": escape(found.entry.row if one else f"{found.entry.row} / {found.entry.column}"),
            "games": games,
            "won": won,
            "dead": dead,
        }
    if not seen:
        return ""
    line = "; dotted: a dead network" if table.dead is not None else ""
    note = (
        f'<p class="note">{escape(table.curve)}; one line an entry, its first seed{line}. '
        "Click a name in the legend to hide its lines.</p>\n"
    )
    legend = escape(table.corner.split(" \\ ")[0])
    return note + curves(f"curves-{table.name}", table.rows, list(seen.values()), table.dead, legend)


def curves(
    place: str, rows: Sequence[str], lines: list[dict[str, object]], dead: float | None, legend: str
) -> str:
    """Lines (`row`, `name`, `games`, `won`, `dead`), drawn here once `script` is on the page."""
    if not _plotly():
        return '<p class="note">Learning curves need the package plotly: pip install plotly</p>'
    told = {"rows": rows, "lines": lines, "dead": dead, "legend": legend}
    return (
        f'<script type="application/json" id="{escape(place)}">{embedded(told)}</script>\n'
        f'<div class="chart" data-curves="{escape(place)}"></div>'
    )


def thinned(curve: Curve) -> list[tuple[int, float, float]]:
    """Few enough points: neighbours become one, with the mean by games; dead units as they are at its end."""
    step = -(-len(curve) // _POINTS)
    points, before = [], 0.0
    for at in range(0, len(curve), step):
        block = curve[at : at + step]
        won, begun = 0.0, before
        for games, share, _ in block:
            won += share * (games - before)
            before = games
        points.append((round(before), round(won / max(before - begun, 1.0), 4), round(block[-1][2], 4)))
    return points


def embedded(value: object) -> str:
    """JSON that can stand inside a script element."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


@cache
def _plotly() -> str:
    try:
        text: str = import_module("plotly.offline").get_plotlyjs()
    except ImportError:
        return ""
    return text
