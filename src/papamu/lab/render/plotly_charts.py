"""Charts for the report's page, drawn by Plotly in the reader's browser.

Plotly's script comes with its Python package and goes into the page once, so nothing is loaded from anywhere.
Without the package the page has no curves and says so.
"""

from __future__ import annotations

import json
from functools import cache
from html import escape
from importlib import import_module

from papamu.lab.compare.comparison import Comparison
from papamu.lab.render.chart_data import COLOURS, Chart, Line, charts_of

_DRAW = """
function draw(place) {
  const data = JSON.parse(document.getElementById(place.dataset.curves).textContent);
  const ink = getComputedStyle(document.body).color, seen = new Set(), rows = data.ticks.length > 0;
  const traces = data.lines.flatMap(line => {
    const first = !seen.has(line.group), colour = COLOURS[data.groups.indexOf(line.group) % COLOURS.length];
    seen.add(line.group);
    const shared = {legendgroup: line.group, name: line.group};
    const trace = {...shared, x: line.x, y: line.y, mode: rows ? "lines+markers" : "lines", opacity: 0.8,
      showlegend: first, line: {width: 1.5, color: colour},
      text: line.x.map(at => data.ticks[at]), customdata: line.dead,
      hovertemplate: line.name + "<br>" + (data.top ? "%{x:,}: %{y:.3g}" :
        rows ? "%{text}: %{y:.1%} won" : "%{x:,} games: %{y:.1%} won") +
        (line.dead ? "<br>%{customdata:.0%} of hidden units dead" : "") + "<extra></extra>"};
    if (!line.band) return [trace];
    const [low, high] = line.band;
    const band = {...shared, x: [...line.x, ...[...line.x].reverse()], y: [...high, ...[...low].reverse()],
      mode: "lines", fill: "toself", fillcolor: colour + "28", line: {width: 0}, showlegend: false,
      hoverinfo: "skip"};
    return [band, trace];
  });
  const layout = {height: 340, margin: {l: 50, r: 10, t: 10, b: 40}, paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)", font: {color: ink, family: "system-ui, sans-serif"}, hovermode: "closest",
    xaxis: {title: {text: data.along}, gridcolor: "rgba(128,128,128,.25)", zeroline: false},
    yaxis: {range: [0, data.top || 1.02], tickformat: data.top ? "" : ".0%",
      gridcolor: "rgba(128,128,128,.25)", zeroline: false},
    legend: {title: {text: data.legend}}, modebar: {color: ink, bgcolor: "rgba(0,0,0,0)"}};
  if (rows) Object.assign(layout.xaxis, {tickvals: data.ticks.map((_, at) => at), ticktext: data.ticks});
  if (data.dead !== null) {
    layout.shapes = [{type: "line", xref: "paper", x0: 0, x1: 1, y0: data.dead, y1: data.dead,
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


def plotly_script() -> str:
    """Plotly and how we use it, to stand once at the end of a page; nothing without the package."""
    plotly = _plotly()
    colours = f"const COLOURS = {json.dumps(COLOURS)};"
    return f"<script>{plotly}</script>\n<script>\n{colours}{_DRAW}</script>" if plotly else ""


def charts_html(comparison: Comparison) -> str:
    """The charts of a table, under what they show. Nothing where there is nothing to draw."""
    drawn = charts_of(comparison)
    if not drawn:
        return ""
    note = f'<p class="note">{escape(drawn[0].note)}. Click a name in the legend to hide its lines.</p>\n'
    titles = [f"<h3>{escape(chart.title)}</h3>\n" if chart.title else "" for chart in drawn]
    return note + "\n".join(title + chart_html(chart) for title, chart in zip(titles, drawn, strict=True))


def chart_html(chart: Chart) -> str:
    """A chart, drawn here once `plotly_script` is on the page."""
    if not _plotly():
        return '<p class="note">Learning curves need the Python package plotly, which is not installed.</p>'
    data = {
        "lines": [_line_data(line) for line in chart.lines],
        "groups": chart.groups,
        "legend": escape(chart.legend),
        "along": escape(chart.along),
        "ticks": [escape(tick) for tick in chart.ticks],
        "dead": chart.dead,
        "top": chart.top,
    }
    place = escape(f"curves-{chart.name}")
    return (
        f'<script type="application/json" id="{place}">{embedded(data)}</script>\n'
        f'<div class="chart" data-curves="{place}"></div>'
    )


def _line_data(line: Line) -> dict[str, object]:
    """A line without what it has not."""
    data: dict[str, object] = {"group": line.group, "name": escape(line.name), "x": line.x, "y": line.y}
    return data | {name: value for name, value in (("band", line.band), ("dead", line.dead)) if value}


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
