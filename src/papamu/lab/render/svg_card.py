"""The card that an SVG picture is drawn on, and what is written on it.

It has a ground of its own, so that it looks the same on a white page and on a dark one. No CSS, no names, no
addresses: nothing leaks into the page around it, and nothing is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from papamu.games.drawing import FONT

INK, QUIET, GRID, GROUND = "#222222", "#666666", "#e4e4e4", "#ffffff"
HEAD = ' font-size="14" font-weight="600"'
ROW = 18  # from one line of text to the next


def card(width: int, height: int, title: str, parts: Iterable[str]) -> str:
    """A picture of this size with these parts; the title is for those who point at it or hear it."""
    body = "\n".join(
        [
            f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="6" fill="{GROUND}" '
            f'stroke="{GRID}"/>',
            *parts,
        ]
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="{FONT}" font-size="12">\n'
        f"<title>{escape(title)}</title>\n{body}\n</svg>\n"
    )


def heading(width: int, top: int, titles: list[str], notes: list[str]) -> list[str]:
    """Lines in the middle: the title, and below it what must be known."""
    heads = [
        text(width / 2, top + ROW * (at + 0.6), said, "middle", more=HEAD) for at, said in enumerate(titles)
    ]
    return heads + [
        text(width / 2, top + ROW * (len(titles) + at + 0.5), said, "middle", QUIET)
        for at, said in enumerate(notes)
    ]


def stroke(x: float, y: float, to_x: float, to_y: float, colour: str, more: str = "") -> str:
    """A line."""
    return f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}" stroke="{colour}"{more}/>'


def text(x: float, y: float, said: str, anchor: str, colour: str = INK, more: str = "") -> str:
    """Words; `anchor` says which end of them is at x."""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{colour}"{more}>{escape(said)}</text>'
