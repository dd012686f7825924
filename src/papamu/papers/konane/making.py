"""How tables of the thesis are made: the scales, guesses, and a table of networks from its published rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from papamu.lab.paper import Entry, Table
from papamu.papers.konane.costs import PLAY, match, teach
from papamu.papers.konane.parameters import Match, Taught, minimax
from papamu.papers.published import Figure, figures

LEARNING, BEST = "while learning", "best weights"
_VALUES = {
    LEARNING: "late", BEST: "won", "random": "won", "White": "won_white", "Black": "won_black",
    "its best saved": "top_teacher",
}  # fmt: skip
_CURVES = {LEARNING: "curve", BEST: "curve", "White": "", "Black": "", "deep": "", "its best saved": ""}

# Nodes of the hidden layer. The thesis has those of 4x4 and of B on 6x6; the others are guesses of ours.
HIDDEN = {
    ("4x4", "A"): 10, ("4x4", "B"): 10, ("4x4", "C"): 20,
    ("6x6", "A"): 20, ("6x6", "B"): 20, ("6x6", "C"): 40,
    ("8x8", "B"): 40, ("8x8", "C"): 80,
}  # fmt: skip
COMPARING = {("4x4", "B"): 20, ("4x4", "C"): 30, ("6x6", "B"): 40, ("6x6", "C"): 60}

GUESSES = {
    "hidden": "Guess 9: hidden nodes that the thesis does not name: 20 for A and 40 for C on 6x6, 40 and 60 "
    "for the comparison networks there, 40 for B and 80 for C on 8x8.",
    "long": "Guess 10: Figure 11's number of games is not said: a million here.",
    "rate": "Guess 11: “a 10% increase” of learning rate and momentum is read as 0.1 for both, as section 9 "
    "says of the rate.",
    "deep": "Guess 10: 200,000 games with teachers that look two to four plies ahead on 6x6; the thesis does "
    "not say how many.",
    "board": "The caption says 8x8; the text speaks of the networks of 6x6.",
    "saved": "“Its best saved weights” takes the best of all saved ones against each opponent; the thesis "
    "has one of them, of game 255,000.",
    "round": "The thesis gives rounded figures in words.",
}


@dataclass(frozen=True)
class Scale:
    """How large everything is."""

    trained: Callable[[int], int]  # games to learn from, when so many are published
    points: int  # saved weights of a curve: one every so many games, when 5,000 are published
    tests: int
    pairs: Callable[[int], int]  # games of a pair at a depth
    raw: int = 100
    said: str = ""
    whole: bool = True


SCALES = {
    "paper": Scale(lambda games: games, 5_000, 1_000, lambda depth: 1_000),
    "laptop": Scale(
        lambda games: games // 10, 2_500, 500, lambda depth: 1_000 if depth < 3 else 100,
        said="Here networks learn from a tenth of the published games.",
    ),
    "smoke": Scale(
        lambda games: 100, 50, 10, lambda depth: 4, 50,
        "Here networks learn from 100 games, which is next to nothing.", whole=False,
    ),
}  # fmt: skip


def told(size: Scale, board: str, representation: str, games: int, **more: Any) -> Taught:
    """A network of the thesis, at this scale."""
    hidden = (COMPARING if more.get("compares") else HIDDEN)[board, representation]
    made = Taught(
        board, representation, hidden, size.trained(games), every=size.points, tests=size.tests, **more
    )
    return replace(made, every=min(made.every, made.games))


def networks(
    size: Scale, name: str, title: str, told: Callable[[str], Taught], corner: str, note: str = ""
) -> Table:
    """A table of networks that are taught; a row "teacher" is the teacher itself."""

    def entry(figure: Figure) -> Entry:
        row, column, share = figure.row, figure.column, figure.share
        if row == "teacher":
            cell = match(Match("4x4", minimax("q"), "random", size.tests))
            return Entry(row, column, cell, published=share, published_games=figure.games)
        params = told(row)
        saved = row.endswith("best saved weights")
        value = f"top_{column}" if saved else _VALUES.get(column, f"won_{column}")
        curve = "" if saved else _CURVES.get(column, f"curve_{column}")
        games = late_games(params) if column == LEARNING else None
        return Entry(row, column, teach(params), value, share, games, figure.games, curve=curve)

    return table(size, name, title, entry, corner, note)


def late_games(params: Taught) -> int:
    """How many games the last tenth of a training has, in whole points of its curve."""
    return max(1, params.games // params.every // 10) * params.every


def table(
    size: Scale, name: str, title: str, entry: Callable[[Figure], Entry], corner: str, note: str = ""
) -> Table:
    printed = figures("konane", name)
    entries = tuple(entry(figure) for figure in printed)
    return fitted(size, Table(name, title, entries, size.tests, printed[0].games, corner, note=note))


def fitted(size: Scale, table: Table) -> Table:
    """At the smallest scale only the first and the last entry; and what is to be said about the scale."""
    entries = table.entries if size.whole else tuple(dict.fromkeys((table.entries[0], table.entries[-1])))
    learns = any(entry.cell.work != PLAY for entry in entries)
    notes = [text for text in (table.note, size.said if learns else "") if text]
    return replace(table, entries=entries, note=" ".join(notes))
