"""A chart as an SVG picture: for documentation, where no script runs. Equal charts give equal pictures."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import wrap

from papamu.lab.render.chart_data import COLOURS, Chart, Line
from papamu.lab.render.svg_card import GRID, INK, QUIET, ROW, card, heading, stroke, text

WIDTH, PLOT = 760, 260  # of the picture, and how high the lines can go
_LEFT, _RIGHT, _TOP = 58, 34, 14
_LETTER = 6.4  # about so wide
_STEPS = (1, 2, 2.5, 5, 10)


def svg(chart: Chart, title: str) -> str:
    """The picture, under this title."""
    chart = _told_apart(chart)
    titles, notes = wrap(title, 95), wrap(chart.note, 112)
    top = _TOP + ROW * (len(titles) + len(notes)) + 14
    axis = _Axes(chart, top)
    legend = list(_legend(chart, axis.bottom + axis.below + 14))
    height = axis.bottom + axis.below + ROW * (1 + max((row for row, _ in legend), default=-1)) + 14
    parts = [
        *heading(WIDTH, _TOP, titles, notes),
        *axis.drawn(),
        *(band for line in chart.lines for band in _band(line, chart, axis)),
        *(drawn for line in chart.lines for drawn in _line(line, chart, axis)),
        *(drawn for _, drawn in legend),
    ]
    return card(WIDTH, height, title, parts)


def _told_apart(chart: Chart) -> Chart:
    """Nobody can point at a line here: a few of them get a colour and a name each."""
    names = tuple(dict.fromkeys(line.name for line in chart.lines))
    used = {line.group for line in chart.lines}
    if len(used) < len(names) == len(chart.lines) <= len(COLOURS):
        lines = tuple(replace(line, group=line.name) for line in chart.lines)
        return replace(chart, lines=lines, groups=names, legend="")
    return chart


class _Axes:
    """Where things are in the frame, and what stands around it."""

    def __init__(self, chart: Chart, top: int) -> None:
        self._chart = chart
        self.top, self.bottom = top, top + PLOT
        self._left, self._right = _LEFT, WIDTH - _RIGHT
        if chart.ticks:
            self._first, self._last = -0.5, len(chart.ticks) - 0.5
        else:
            first, self._last = (pick(pick(line.x) for line in chart.lines) for pick in (min, max))
            self._first = first if first > self._last / 2 else 0.0  # a late stretch has the whole width
        room = (self._right - self._left) / max(1, len(chart.ticks))
        longest = max((len(tick) for tick in chart.ticks), default=0) * _LETTER
        self._slanted = longest > room - 4
        self.below = (16 + math.ceil(longest * 0.87) if self._slanted else 20) + ROW * bool(chart.along)

    def x(self, value: float) -> float:
        share = (value - self._first) / (self._last - self._first)
        return round(self._left + share * (self._right - self._left), 1)

    def y(self, value: float) -> float:
        return round(self.bottom - value / (self._chart.top or 1.0) * PLOT, 1)

    def drawn(self) -> Iterator[str]:
        for value, said in self._levels():
            y = self.y(value)
            yield stroke(self._left, y, self._right, y, GRID if value else QUIET)
            yield text(self._left - 6, y + 4, said, "end", QUIET)
        for value, said in self._marks():
            x = self.x(value)
            yield stroke(x, self.top, x, self.bottom + 4, GRID)
            if self._slanted:
                turned = f' transform="rotate(-60 {x} {self.bottom + 14})"'
                yield text(x, self.bottom + 14, said, "end", QUIET, more=turned)
            else:
                yield text(x, self.bottom + 17, said, "middle", QUIET)
        middle = (self._left + self._right) / 2
        if self._chart.along:
            yield text(middle, self.bottom + self.below - 2, self._chart.along, "middle", QUIET)
        if self._chart.dead is not None:
            y = self.y(self._chart.dead)
            yield stroke(self._left, y, self._right, y, INK, ' stroke-dasharray="2 4"')

    def _levels(self) -> list[tuple[float, str]]:
        if not self._chart.top:
            return [(share, f"{100 * share:.0f} %") for share in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)]
        step = _step(self._chart.top)
        return [(at * step, _plain(at * step)) for at in range(int(self._chart.top / step + 1e-9) + 1)]

    def _marks(self) -> list[tuple[float, str]]:
        if self._chart.ticks:
            return [(float(at), tick) for at, tick in enumerate(self._chart.ticks)]
        step = _step(self._last - self._first)
        begin = math.ceil(self._first / step - 1e-9)
        return [(at * step, f"{at * step:,.0f}") for at in range(begin, int(self._last / step + 1e-9) + 1)]


def _plain(value: float) -> str:
    """A number in the little room beside the frame."""
    if value >= 1e6:
        return f"{value / 1e6:g} M"
    return f"{value:,.0f}" if value >= 1000 else f"{value:g}"


def _step(span: float) -> float:
    """From one mark to the next: a round number, about six of them."""
    size = 10.0 ** math.floor(math.log10(span / 6))
    return next(step * size for step in _STEPS if step * size >= span / 6 * 0.99)


def _line(line: Line, chart: Chart, axis: _Axes) -> Iterator[str]:
    colour, points = chart.colour(line.group), _points(line.x, line.y, axis)
    yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.6"/>'
    if chart.ticks:
        for x, y in zip(line.x, line.y, strict=True):
            yield f'<circle cx="{axis.x(x)}" cy="{axis.y(y)}" r="3" fill="{colour}"/>'


def _band(line: Line, chart: Chart, axis: _Axes) -> Iterator[str]:
    if line.band:
        low, high = line.band
        points = f"{_points(line.x, high, axis)} {_points(line.x[::-1], low[::-1], axis)}"
        yield f'<polygon points="{points}" fill="{chart.colour(line.group)}" fill-opacity="0.16"/>'


def _points(xs: Sequence[float], ys: Sequence[float], axis: _Axes) -> str:
    return " ".join(f"{axis.x(x)},{axis.y(y)}" for x, y in zip(xs, ys, strict=True))


def _legend(chart: Chart, top: int) -> Iterator[tuple[int, str]]:
    """Names beside their colours, as many in a row as fit; with the number of the row, from 0."""
    shown = [group for group in chart.groups if any(line.group == group for line in chart.lines)]
    if len(shown) < 2:
        return
    row, x = 0, float(_LEFT)
    if chart.legend:
        yield row, text(x, top + 4, f"{chart.legend}:", "start", QUIET)
        x += len(chart.legend) * _LETTER + 16
    for group in shown:
        wide = 26 + len(group) * _LETTER + 14
        if x + wide > WIDTH - _RIGHT and x > _LEFT:
            row, x = row + 1, float(_LEFT)
        y = top + ROW * row
        yield row, stroke(x, y, x + 18, y, chart.colour(group), ' stroke-width="3"')
        yield row, text(x + 24, y + 4, group, "start")
        x += wide
