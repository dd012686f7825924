"""The tables of the report, which has only words and one game: its networks, what it observes, a ladder.

Three scales: `paper` learns from 5,000 games with three seeds (the report: “thousands of games”), `laptop`
from 600, `smoke` from next to none.
"""

from __future__ import annotations

from functools import cache

from papamu.lab.experiment import Cell
from papamu.lab.paper import Entry, Table
from papamu.papers.blokus.making import SCALES, TEXT, VARIANTS, Scale, ladder, learned, searches
from papamu.papers.blokus.observing import OBSERVATIONS
from papamu.papers.published import figures

LAST = "last-game"
_PLAYERS = range(1, 5)
_EVEN = "Won outright against three of a kind, seats in turn; a quarter is even."
_ASSUMED = (
    "Not said, and assumed: start weights uniform −1 … 1, boards learned one by one in their order. The rate "
    "is the program's, 0.8."
)


@cache
def tables(scale: str) -> tuple[Table, ...]:
    """All tables at a scale."""
    size = SCALES[scale]
    return (
        _seats(size, "scores", "score", "Squares of each player while learning", "squares", _ASSUMED),
        _seats(size, "ranks", "rank", "Mean rank of each player while learning (1: the best)", "ranks"),
        _seats(size, "first", "first", "Squares of each player's first piece while learning", "squares"),
        _seats(size, "left", "left", "Squares that each player has left at the end", "squares"),
        _seats(
            size, "errors", "error", "What each network gets wrong of its target (root mean square)", "errors"
        ),
        _last_game(size),
        _observations(size),
        _behind(size),
        _strength(size),
        _ladder(size),
        _beyond(size),
        _thinking(size),
    )


def _variant(size: Scale, name: str) -> Cell:
    return learned(size.games, size.tests, VARIANTS[name])


def _seats(size: Scale, name: str, what: str, title: str, unit: str, note: str = "") -> Table:
    entries = tuple(
        Entry(
            f"player {seat}", variant, _variant(size, variant), f"{what}{seat}", curve=f"curve_{what}{seat}"
        )
        for seat in _PLAYERS
        for variant in size.variants
    )
    return Table(
        name, title, entries, 0, 0, "seat \\ networks", unit=unit, curve=f"{title}, since the point before",
        chart="columns", repeats=size.seeds, note=f"Means of the last tenth of the games. {note}".strip(),
    )  # fmt: skip


def _last_game(size: Scale) -> Table:
    printed = {(one.row, one.column): one.share for one in figures("blokus", LAST)}
    entries = tuple(
        Entry(
            row := f"player {seat}",
            name,
            _variant(size, name),
            f"last{seat}",
            printed.get((row, name)),
            curve="",
        )
        for seat in _PLAYERS
        for name in size.variants
    )
    return Table(
        LAST, "Squares at the end of the game that the networks play when they have learned", entries,
        0, 0, "seat \\ networks", unit="squares", repeats=size.seeds,
        note="The report prints one game. Networks that have learned always play the same one.",
    )  # fmt: skip


def _observations(size: Scale) -> Table:
    entries = tuple(
        Entry(
            words, name, _variant(size, name), f"seen_{key}",
            1.0 if name == TEXT and key != "locked" else None, curve="",
        )
        for key, (words, _) in OBSERVATIONS.items()
        for name in size.variants
    )  # fmt: skip
    return Table(
        "observations", "What the report observes: with how many seeds it is seen", entries, 1, 0,
        "observation \\ networks", repeats=size.seeds,
        note="Seen in the game that the networks play when they have learned; the last two in their curves. "
        "100 %: with every seed. The figures behind it are in the next table.",
    )  # fmt: skip


def _behind(size: Scale) -> Table:
    entries = tuple(
        Entry(figure, name, _variant(size, name), f"figure_{key}", curve="")
        for key, (_, figure) in OBSERVATIONS.items()
        for name in size.variants
    )
    title = "The figures behind the observations"
    return Table(
        "behind", title, entries, 0, 0, "figure \\ networks", unit="(see the row)", repeats=size.seeds
    )


def _strength(size: Scale) -> Table:
    entries = tuple(
        Entry(
            name,
            rivals,
            _variant(size, name),
            value,
            games=size.tests,
            curve="curve" if value == "won" else "",
        )
        for name in size.variants
        for rivals, value in (("three random", "won"), ("three greedy", "won_greedy"))
    )
    return Table(
        "strength", "The report's networks against others: games won", entries, size.tests, 0,
        "networks \\ against", repeats=size.seeds, note=_EVEN,
        curve="Games won against three random players, without learning",
    )  # fmt: skip


def _ladder(size: Scale) -> Table:
    entries = tuple(
        Entry(name, rivals, cell, value, games=size.tests, curve="")
        for name, cell in ladder(size)
        for rivals, value in (("three random", "won"), ("three greedy", "won_greedy"))
    )
    return Table(
        "ladder", "Which step makes the learned player beat greedy? Each row changes one thing more", entries,
        size.tests, 0, "change \\ against", chart="rows", note=_EVEN,
    )  # fmt: skip


def _beyond(size: Scale) -> Table:
    entries = tuple(Entry(name, rivals, cell, curve="") for name, rivals, cell in searches(size))
    return Table(
        "beyond", "What makes a tree search strong? Games won", entries, size.searched, 0,
        "search \\ against", note=f"{_EVEN} The learned rivals, and the network that orders moves, are the "
        "ladder's last step. Without rollouts nothing draws lots: there, the first piece of each player is "
        "placed at random.",
    )  # fmt: skip


def _thinking(size: Scale) -> Table:
    entries = tuple(Entry(name, rivals, cell, "ms", curve="") for name, rivals, cell in searches(size))
    return Table(
        "thinking", "How long the tree search thinks about a move", entries, 0, 0, "search \\ against",
        unit="milliseconds",
    )  # fmt: skip
