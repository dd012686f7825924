"""A grid of numbers as an SVG picture: each a colour, with a legend that says which number is which.

Colours are in a few steps, so that neighbours of one colour become one rectangle and the picture stays small.
From low to high they go from dark blue to yellow (Cividis: equally seen by all eyes, and also in grey); where
zero is a middle, from orange over white to purple, as in all tables here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap

import numpy as np
from numpy.typing import NDArray

from papamu.arena.crosstable_page import colour as diverging
from papamu.lab.render.svg_card import INK, QUIET, ROW, card, heading, text

Grid = NDArray[np.float64]  # [row, column]; what is no number is not there, and drawn in grey
Ticks = Sequence[tuple[int, str]]  # what stands beside a row, or below a column

WIDTH = 400
NOTHING = "#cfcfcf"
_CIVIDIS = ((0, 32, 77), (49, 68, 107), (102, 105, 112), (149, 143, 120), (203, 186, 105), (255, 234, 70))
_STEPS = 25  # colours; an odd number, so that one of them is the middle
_LEFT, _RIGHT, _TOP = 32, 14, 12
_BAR = 12  # height of the legend


@dataclass(frozen=True)
class ColourScale:
    """Which number has which place in a row of colours, 0 … 1."""

    low: float
    high: float
    middle: bool = False  # zero is one: −high … high
    root: bool = False  # many small numbers and few large ones: by their roots

    def share(self, value: float) -> float:
        """The place of a number; those beyond an end are at the end."""
        if self.high <= self.low:
            return 0.0
        share = min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))
        return math.sqrt(share) if self.root else share

    def at(self, share: float) -> float:
        """The number at a place."""
        return self.low + (self.high - self.low) * (share * share if self.root else share)

    def colour(self, share: float) -> tuple[str, str]:
        """The colour of a place, and of text on it."""
        if self.middle:
            return diverging(share)
        at = min(int(share * (len(_CIVIDIS) - 1)), len(_CIVIDIS) - 2)
        part = share * (len(_CIVIDIS) - 1) - at
        mixed = [round(a + (b - a) * part) for a, b in zip(_CIVIDIS[at], _CIVIDIS[at + 1], strict=True)]
        return "#" + "".join(f"{one:02x}" for one in mixed), "#000000" if share > 0.5 else "#ffffff"


@dataclass(frozen=True)
class Captions:
    """What is written around and in a heat map."""

    title: str
    note: str = ""
    say: Callable[[float], str] = lambda value: number(value)  # how a number is written
    nothing: str = ""  # what grey means
    in_cells: bool = False  # are the numbers written into the grid?
    beyond: bool = False  # do some numbers lie beyond the ends of the scale?


def wrapped(title: str, note: str) -> tuple[list[str], list[str]]:
    """Both in lines that fit, also where the reader's font is a wide one."""
    return wrap(title, 44), wrap(note, 55)


def number(value: float) -> str:
    """A number as people read it."""
    text = f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return text.replace("-", "−")


def heat_map(grid: Grid, scale: ColourScale, captions: Captions, down: Ticks = (), across: Ticks = ()) -> str:
    """The picture."""
    rows, cols = grid.shape
    titles, notes = wrapped(captions.title, captions.note)
    top = _TOP + ROW * (len(titles) + len(notes)) + 10
    side = (WIDTH - _LEFT - _RIGHT) / max(rows, cols)
    side = math.floor(side) if side >= 2 else side  # whole pixels are sharp
    left = _LEFT + round((WIDTH - _LEFT - _RIGHT - cols * side) / 2)
    bottom = math.ceil(top + rows * side)
    legend = bottom + (24 if across else 6)
    parts = [
        *heading(WIDTH, _TOP, titles, notes),
        f'<g transform="translate({left} {top}) scale({side:g})" shape-rendering="crispEdges">',
        *_cells(grid, scale),
        "</g>",
        *(text(left - 4, top + (row + 0.5) * side + 4, said, "end", QUIET) for row, said in down),
        *(text(left + (col + 0.5) * side, bottom + 14, said, "middle", QUIET) for col, said in across),
        *(_numbers(grid, scale, captions, left, top, side) if captions.in_cells else ()),
        *_legend(scale, captions, legend, bool(np.isnan(grid).any())),
    ]
    return card(WIDTH, legend + _BAR + 28, captions.title, parts)


def _cells(grid: Grid, scale: ColourScale) -> Iterator[str]:
    """One path a colour."""
    paths: dict[str, list[str]] = {}
    for row, line in enumerate(grid.tolist()):
        col = 0
        for colour, same in groupby(line, key=lambda value: _colour(value, scale)[0]):
            wide = sum(1 for _ in same)
            paths.setdefault(colour, []).append(f"M{col} {row}h{wide}v1h-{wide}z")
            col += wide
    for colour, path in sorted(paths.items()):
        yield f'<path fill="{colour}" d="{"".join(path)}"/>'


def _colour(value: float, scale: ColourScale) -> tuple[str, str]:
    if math.isnan(value):
        return NOTHING, INK
    return scale.colour(round(scale.share(value) * (_STEPS - 1)) / (_STEPS - 1))


def _numbers(
    grid: Grid, scale: ColourScale, captions: Captions, left: int, top: int, side: float
) -> Iterator[str]:
    size = f' font-size="{min(12.0, side / 3):.3g}"'
    for (row, col), value in np.ndenumerate(grid):
        if not math.isnan(value):
            x, y = left + (col + 0.5) * side, top + (row + 0.5) * side + 4
            yield text(x, y, captions.say(float(value)), "middle", _colour(float(value), scale)[1], size)


def _legend(scale: ColourScale, captions: Captions, top: int, gaps: bool) -> Iterator[str]:
    """A bar of all colours with three numbers, and what grey is where there is any."""
    grey = gaps and bool(captions.nothing)
    left, right = _LEFT + 8, WIDTH - _RIGHT - 8 - (20 + 6.4 * len(captions.nothing) if grey else 0)
    wide = (right - left) / _STEPS
    yield f'<g transform="translate({left} {top}) scale({wide:.4g} {_BAR})" shape-rendering="crispEdges">'
    for step in range(_STEPS):
        colour = scale.colour(step / (_STEPS - 1))[0]
        yield f'<rect x="{step}" width="1" height="1" fill="{colour}"/>'
    yield "</g>"
    low, high = ("≤ ", "≥ ") if captions.beyond else ("", "")
    ends = [(0.0, low if scale.middle else "")] if scale.high > scale.low else []
    for share, sign in [*ends, *((0.5, "") for _ in ends), (1.0, high)]:
        x = left + share * (right - left)
        yield text(x, top + _BAR + 14, sign + captions.say(scale.at(share)), "middle", QUIET)
    if grey:
        yield f'<rect x="{right + 16:g}" y="{top}" width="{_BAR}" height="{_BAR}" fill="{NOTHING}"/>'
        yield text(right + 20 + _BAR, top + 10, captions.nothing, "start", QUIET)
