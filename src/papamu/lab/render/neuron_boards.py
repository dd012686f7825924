"""Neurons of a map as small boards: a picture."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from papamu.games.drawing import Look, look_of
from papamu.lab.render.heat_map import WIDTH, number, wrapped
from papamu.lab.render.som_stage import StageMap
from papamu.lab.render.svg_card import QUIET, ROW, card, heading, text

_MOST = 10  # boards, down and across
_LEAST = 3.9  # pixels of a cell
_SHADES = 5  # of a disc
_LEFT, _RIGHT, _TOP = 32, 14, 12
_STRIP = 18  # height of the legend


def boards_picture(stage_map: StageMap, name: str) -> str:
    """Some neurons as the boards that they stand for: the smaller a weight, the paler its disc."""
    game, course, look = stage_map.game, stage_map.course, look_of(stage_map.game)
    room = WIDTH - _LEFT - _RIGHT
    fit = max(1, int((room / _LEAST + 1) // (max(game.rows, game.cols) + 1)))
    rows, cols = (_chosen(many, min(fit, _MOST)) for many in (course.rows, course.cols))
    high, wide = game.rows + 1, game.cols + 1  # one cell between two boards, so that all places are whole
    side = room / max(len(rows) * high - 1, len(cols) * wide - 1)
    title = f"{name}: neurons as boards"
    some, many = len(rows) * len(cols), len(stage_map.weights)
    part = f"{some:,} of {many:,} neurons" if some < many else "All neurons"
    titles, notes = wrapped(title, f"{part}: the board that each stands for; pale discs: small weights")
    top = _TOP + ROW * (len(titles) + len(notes)) + 10
    left = _LEFT + round((room - side * (len(cols) * wide - 1)) / 2)
    bottom = math.ceil(top + side * (len(rows) * high - 1))
    places = [(row, col, r * high, c * wide) for r, row in enumerate(rows) for c, col in enumerate(cols)]
    parts = [
        *heading(WIDTH, _TOP, titles, notes),
        f'<g transform="translate({left} {top}) scale({side:.4g})">',
        *(
            f'<rect x="{x}" y="{y}" width="{game.cols}" height="{game.rows}" '
            f'fill="{look.field[0]}" stroke="{look.line}" stroke-width=".12">'
            f"<title>row {row + 1}, column {col + 1}</title></rect>"
            for row, col, y, x in places
        ),
        *_discs(stage_map, look, places),
        "</g>",
        *(
            text(left - 4, top + (at * high + game.rows / 2) * side + 4, str(row + 1), "end", QUIET)
            for at, row in enumerate(rows)
        ),
        *(
            text(left + (at * wide + game.cols / 2) * side, bottom + 14, str(col + 1), "middle", QUIET)
            for at, col in enumerate(cols)
        ),
        *_legend(look, bottom + 24),
    ]
    return card(WIDTH, bottom + 24 + _STRIP + 26, title, parts)


def _chosen(many: int, fit: int) -> list[int]:
    """So many of them at most, equally far apart."""
    step = -(-many // fit)
    return list(range((step - 1) // 2, many, step))


def _discs(stage_map: StageMap, look: Look, places: list[tuple[int, int, int, int]]) -> Iterator[str]:
    """One path for all discs of a colour and a shade: dots that a round pen makes without moving."""
    boards, game = stage_map.boards, stage_map.game
    shades = np.clip(np.ceil(np.abs(stage_map.weights) * _SHADES), 1, _SHADES).astype(np.int64)
    paths: dict[tuple[int, int], list[str]] = {}
    for row, col, y, x in places:
        neuron = row * stage_map.course.cols + col
        for cell in np.flatnonzero(boards[neuron]).tolist():
            down, right = divmod(cell, game.cols)
            kind = int(boards[neuron, cell]), int(shades[neuron, cell])
            paths.setdefault(kind, []).append(f"M{x + right} {y + down}h0")
    yield '<g transform="translate(.5 .5)" stroke-width=".86" stroke-linecap="round" pointer-events="none">'
    for (owner, shade), path in sorted(paths.items()):
        yield f'<path {_pen(look, owner, shade)} d="{"".join(path)}"/>'
    yield "</g>"


def _pen(look: Look, owner: int, shade: int) -> str:
    """Own discs have the first player's colour, all others the second's."""
    colour = look.colours[0][1] if owner > 0 else look.colours[1][0]
    return f'stroke="{colour}" stroke-opacity="{shade / _SHADES:g}"'


def _legend(look: Look, top: int) -> Iterator[str]:
    """Discs of both sides from small weights to large ones."""
    for left, owner, said in ((_LEFT + 8.0, 1, "own"), (WIDTH / 2 + 12, -1, "others'")):
        wide = _STRIP * _SHADES
        yield f'<rect x="{left:g}" y="{top}" width="{wide}" height="{_STRIP}" fill="{look.field[0]}"/>'
        yield f'<g stroke-width="{_STRIP * 0.75:g}" stroke-linecap="round">'
        for shade in range(1, _SHADES + 1):
            x = left + (shade - 0.5) * _STRIP
            yield f'<path {_pen(look, owner, shade)} d="M{x:g} {top + _STRIP / 2:g}h0"/>'
            if shade in (1, _SHADES):
                sign = "" if shade > 1 else "≤ " if owner > 0 else "≥ "
                weight = sign + number(owner * shade / _SHADES)
                yield text(x, top + _STRIP + 14, weight, "middle", QUIET)
        yield "</g>"
        yield text(left + wide + 6, top + _STRIP / 2 + 4, said, "start", QUIET)
