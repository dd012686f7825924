"""The crosstable as one page: a heat map of scores, and ratings with their error bars.

No script, no network, nothing beside the file, so it can be mailed, printed and kept. Cells carry their own
colours, everything else takes those of the reader's light or dark page.
"""

from __future__ import annotations

import math
from html import escape

from papamu.arena.crosstable import Crosstable, Meeting, per_cent, whole_per_cent
from papamu.arena.ratings import Rated
from papamu.core.html import page as html_page

# Orange over white to purple (ColorBrewer's PuOr): the eyes that mix red and green keep these apart.
_LOST, _EVEN, _WON = (230, 97, 1), (247, 247, 247), (94, 60, 153)
_NAMES, _CHART, _LINE = 220, 520, 22  # the drawing of ratings, in pixels
_LONGEST = 32  # letters of a name there; the table has all of them

_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.4 system-ui, sans-serif; margin: 1.5rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { font-weight: 600; padding: .15rem .5rem; }
td { padding: .15rem .5rem; text-align: right; }
th.name { text-align: left; white-space: nowrap; }
.heat td { min-width: 2.2rem; padding: .25rem .3rem; text-align: center; }
.heat td { border: 1px solid rgba(128,128,128,.35); }
.heat td.self { background: rgba(128,128,128,.35); }
.note { max-width: 45rem; opacity: .8; }
svg text { font: 13px system-ui, sans-serif; fill: currentColor; }
svg line { stroke: currentColor; } svg circle { fill: currentColor; }
svg .grid { opacity: .2; }
"""


def page(table: Crosstable) -> str:
    """The whole page."""
    notes = "".join(f'<p class="note">{escape(note)}</p>\n' for note in table.notes)
    level = f"{100 * table.confidence:g}"
    body = f"""<h1>{escape(table.title)}</h1>
<h2>Ratings</h2>
<div class="wide">
{_chart(table.agents)}
{_ratings(table.agents, level)}
</div>
<h2>Scores against each other</h2>
<p class="note">The row's score against the column, in per cent: purple is more than half, orange less. Point
at a cell for wins, draws, losses and the {level} % interval.</p>
<div class="wide">
{_heat(table, level)}
</div>
{notes}"""
    return html_page(table.title, _STYLE, body)


def colour(score: float) -> tuple[str, str]:
    """Background and text for a score from 0 to 1."""
    end = _WON if score > 0.5 else _LOST
    much = min(1.0, abs(score - 0.5) * 2)
    mixed = [round(even + (far - even) * much) for even, far in zip(_EVEN, end, strict=True)]
    return "#" + "".join(f"{part:02x}" for part in mixed), "#000000" if _light(mixed) > 0.179 else "#ffffff"


def _light(parts: list[int]) -> float:
    """WCAG's relative luminance; at 0.179 black and white text are equally well to read."""
    red, green, blue = (x / 3294.6 if x <= 10 else ((x / 255 + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _heat(table: Crosstable, level: str) -> str:
    heads = "".join(
        f'<th scope="col" title="{escape(agent.name)}">{number}</th>'
        for number, agent in enumerate(table.agents, start=1)
    )
    rows = [f'<tr><th scope="col">#</th><th scope="col" class="name">agent</th>{heads}</tr>']
    for number, agent in enumerate(table.agents, start=1):
        met = [None if other is agent else table.meeting(agent.name, other.name) for other in table.agents]
        cells = "".join(_cell(found, level) for found in met[: number - 1])
        cells += '<td class="self"></td>' + "".join(_cell(found, level) for found in met[number:])
        name = f'<th scope="row" class="name">{escape(agent.name)}</th>'
        rows.append(f"<tr><th>{number}</th>{name}{cells}</tr>")
    return '<table class="heat">\n' + "\n".join(rows) + "\n</table>"


def _cell(met: Meeting | None, level: str) -> str:
    if met is None:
        return '<td title="did not meet">–</td>'
    said = (
        f"{met.agent} against {met.opponent}: {met.wins:,} won, {met.draws:,} drawn, {met.losses:,} lost; "
        f"{100 * met.score:.2f} % ({level} %: {100 * met.low:.1f} to {100 * met.high:.1f})"
    )
    back, text = colour(met.score)
    return (
        f'<td style="background:{back};color:{text}" title="{escape(said)}">{whole_per_cent(met.score)}</td>'
    )


def _ratings(agents: tuple[Rated, ...], level: str) -> str:
    heads = ("#", "agent", "Elo", f"{level} % from", "to", "games", "score")
    rows = ["<tr>" + "".join(f'<th scope="col">{head}</th>' for head in heads) + "</tr>"]
    for number, agent in enumerate(agents, start=1):
        cells = [f"{value:+.0f}" for value in (agent.elo, agent.low, agent.high)]
        cells += [f"{agent.games:,}", escape(per_cent(agent.score))]
        name = f'<th scope="row" class="name">{escape(agent.name)}</th>'
        rows.append(f"<tr><th>{number}</th>{name}" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return "<table>\n" + "\n".join(rows) + "\n</table>"


def _chart(agents: tuple[Rated, ...]) -> str:
    """Each rating as a dot with its error bar, over a scale."""
    if not agents:
        return ""
    ticks = _ticks(min(agent.low for agent in agents), max(agent.high for agent in agents))
    span = ticks[-1] - ticks[0]
    height = _LINE * (len(agents) + 1) + 6

    def across(value: float) -> str:
        return f"{_NAMES + 20 + _CHART * (value - ticks[0]) / span:.1f}"

    size = f'width="{_NAMES + _CHART + 50}" height="{height}"'
    parts = [f'<svg {size} role="img" aria-label="Ratings with error bars">']
    for tick in ticks:
        at = across(tick)
        parts.append(f'<line class="grid" x1="{at}" x2="{at}" y1="0" y2="{height - _LINE}"/>')
        parts.append(f'<text x="{at}" y="{height - 6}" text-anchor="middle">{tick:+d}</text>')
    for row, agent in enumerate(agents):
        y = _LINE * row + _LINE // 2
        short = agent.name if len(agent.name) <= _LONGEST else agent.name[: _LONGEST - 1] + "…"
        said = f"{agent.name}: {agent.elo:+.0f} ({agent.low:+.0f} to {agent.high:+.0f})"
        parts.append(
            f"<g><title>{escape(said)}</title>"
            f'<text x="{_NAMES}" y="{y + 5}" text-anchor="end">{escape(short)}</text>'
            f'<line x1="{across(agent.low)}" x2="{across(agent.high)}" y1="{y}" y2="{y}" stroke-width="2"/>'
            f'<circle cx="{across(agent.elo)}" cy="{y}" r="4"/></g>'
        )
    return "\n".join([*parts, "</svg>"])


def _ticks(low: float, high: float) -> list[int]:
    """Round numbers that enclose this range, not too many."""
    wanted = max(high - low, 10) / 7
    unit = 10 ** math.floor(math.log10(wanted))
    step = max(1, round(next(unit * times for times in (1, 2, 5, 10) if unit * times >= wanted)))
    first = math.floor(low / step)
    last = max(math.ceil(high / step), first + 1)
    return [step * number for number in range(first, last + 1)]
