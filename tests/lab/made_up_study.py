"""A made-up study with every kind of table there is, for tests of what judges and shows them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from papamu.lab.run.cell import Cell, Work
from papamu.lab.run.runner import Outcome
from papamu.lab.study import Entry, Paper, PaperTable

PLAYERS = ("g", "h", "i", "j")
STRENGTH = {"g": 0.5, "h": 0.2, "i": 0.9, "j": 0.7}
GAMES = 1000


@dataclass(frozen=True)
class Pair:
    """A match that is never played."""

    one: str
    other: str


@dataclass(frozen=True)
class Learner:
    """A network that never learns."""

    kind: str


def pair(one: str, other: str) -> tuple[Cell, str]:
    """Where the share of games that one wins against the other is found."""
    if PLAYERS.index(one) < PLAYERS.index(other):
        return Cell(Work.of("nowhere:play"), Pair(one, other)), "won"
    return Cell(Work.of("nowhere:play"), Pair(other, one)), "lost"


def won(one: str, other: str) -> float:
    """The published share."""
    return 0.5 + (STRENGTH[one] - STRENGTH[other]) / 2


def round_robin() -> PaperTable:
    """Everybody against everybody, one cell a pair, with an average."""
    entries = []
    for one in PLAYERS:
        others = [other for other in PLAYERS if other != one]
        for other in others:
            cell, value = pair(one, other)
            entries.append(Entry(one, other, cell, value, won(one, other)))
        mean = sum(won(one, other) for other in others) / len(others)
        parts = tuple(pair(one, other) for other in others)
        entries.append(Entry.mean(one, "average", parts, mean, summary=True))
    title, corner = "everybody against everybody", "player \\ opponent"
    return PaperTable("2", title, tuple(entries), GAMES, GAMES, corner, order=(*PLAYERS, "average"))


def rows() -> PaperTable:
    """A picture of figures over rows."""
    entries = tuple(
        Entry(player, f"depth {depth}", Cell(Work.of("nowhere:play"), Pair(player, f"random {depth}")))
        for player in "abcdefghijklmnopqr"
        for depth in (1, 2, 3, 4)
    )
    title = "evaluation functions against Random"
    return PaperTable("figure-4", title, entries, GAMES, GAMES, "function \\ depth", chart="rows")


def learner(kind: str) -> Cell:
    """The work of a network."""
    return Cell(Work.of("nowhere:learn"), Learner(kind))


def curves() -> PaperTable:
    """A picture of learning curves; for one network a figure is said in words."""
    entries = (
        Entry("A", "won", learner("A"), published=0.72),
        Entry("B", "won", learner("B")),
        Entry("C", "won", learner("C")),
    )
    return PaperTable("figure-6", "board representations on 4x4", entries, GAMES, GAMES, "representation")


def repeated() -> PaperTable:
    """The same networks, ten of each."""
    entries = tuple(Entry(kind, "won", learner(kind)) for kind in "ABC")
    return PaperTable("figure-7", "ten runs", entries, GAMES, GAMES, "representation", repeats=10)


def opponents() -> PaperTable:
    """Curves of the same networks against several opponents, one chart each."""
    entries = tuple(
        Entry(kind, name, learner(kind), f"won_{name}", curve=f"curve_{name}")
        for kind in "AB"
        for name in ("random", "teacher")
    )
    return PaperTable(
        "figure-15",
        "saved weights",
        entries,
        GAMES,
        GAMES,
        "representation \\ opponent",
        curve="Games won in tests of saved weights",
        chart="columns",
    )


TABLES = (round_robin(), rows(), curves(), repeated(), opponents())
STUDY = Paper("made-up", "On nothing", "Nobody", 2005, "nowhere", lambda scale: TABLES, {})


def results() -> dict[str, Outcome]:
    """Something for every cell, the same each time."""
    made = {}
    for table in TABLES:
        for seed in range(table.repeats):
            for entry in table.entries:
                for part, _ in entry.terms:
                    cell = part.with_replicate(seed)
                    made[cell.key] = Outcome(_result(cell), 2.0, "box")
    return made


def _result(cell: Cell) -> dict[str, Any]:
    told = random.Random(cell.key)
    if isinstance(cell.params, Pair):
        known = cell.params.other in STRENGTH
        share = won(cell.params.one, cell.params.other) if known else told.uniform(0.5, 0.95)
        share = round(share * GAMES + told.gauss(0, 15)) / GAMES
        return {"won": share, "lost": 1 - share, "games": GAMES}
    level = {"A": 0.72, "B": 0.78, "C": 0.85}[cell.params.kind] + told.gauss(0, 0.02)
    result: dict[str, Any] = {"won": level, "won_random": level, "won_teacher": level - 0.3, "state": "alive"}
    for name, gap in (("curve", 0.0), ("curve_random", 0.0), ("curve_teacher", 0.3)):
        result[name] = [
            [1000 * k, (level - gap) * k / (k + 8) + told.gauss(0, 0.01), 0.0] for k in range(1, 201)
        ]
    return result
