"""Learning curves as a small SVG picture, for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import isfinite
from statistics import fmean

_WIDTH, _HEIGHT = 420, 160
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 10, 10, 26  # of the frame
_COLOURS = ("#1f6fb2", "#c4511c", "#2f8f4e", "#8a4fa8", "#a6811a", "#4a5560")
_INK, _GRID = "#555", "#ddd"


def curve_svg(games: Sequence[float], curves: Sequence[Sequence[float]], label: str) -> str:
    """One line per curve over the same numbers of games, and a thick one for their mean if there are several.

    Values between 0 and 1 are shown in per cent.
    """
    known = [value for curve in curves for value in curve if isfinite(value)]
    if not known:
        return ""
    share = min(known) >= 0 and max(known) <= 1
    low, high = (0.0, 1.0) if share else (min(known), max(known))
    last, span = max(games[-1], 1), (high - low) or 1.0

    def x(game: float) -> float:
        return round(_LEFT + game / last * (_WIDTH - _LEFT - _RIGHT), 1)

    def y(value: float) -> float:
        return round(_HEIGHT - _BOTTOM - (value - low) / span * (_HEIGHT - _TOP - _BOTTOM), 1)

    parts = []
    for level in (low, (low + high) / 2, high):
        words = f"{level:.0%}" if share else f"{level:.3g}"
        parts.append(f'<path d="M{_LEFT} {y(level)}H{_WIDTH - _RIGHT}" stroke="{_GRID}"/>')
        parts.append(_text(_LEFT - 5, y(level) + 4, words, "end"))
    parts += [
        _text(_LEFT, _HEIGHT - 8, "0", "start"),
        _text(_WIDTH - _RIGHT, _HEIGHT - 8, f"{last:,}", "end"),
    ]
    parts.append(_text((_LEFT + _WIDTH) / 2, _HEIGHT - 8, f"{label}, by games learned from", "middle"))

    def line(curve: Sequence[float], colour: str, width: float) -> str:
        both = zip(games, curve, strict=True)
        points = " ".join(f"{x(game)},{y(value)}" for game, value in both if isfinite(value))
        return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}"/>'

    parts += [line(curve, _COLOURS[number % len(_COLOURS)], 1.6) for number, curve in enumerate(curves)]
    if len(curves) > 1:
        parts.append(line([fmean(values) for values in zip(*curves, strict=True)], _INK, 3.2))
    size = f'width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{"".join(parts)}</svg>'


def _text(x: float, y: float, words: str, anchor: str) -> str:
    style = f'font-family="sans-serif" font-size="11" fill="{_INK}" text-anchor="{anchor}"'
    return f'<text x="{x}" y="{y}" {style}>{escape(words)}</text>'
