"""The proof: persons of eight steps, from Random to UCT with 5,000 simulations, on each of the five games.

Three scales: `paper` has ten persons a step, `laptop` fewer steps, persons and simulations, and `smoke` shows
in seconds that everything runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from papamu.lab.experiment import Cell
from papamu.lab.paper import Aim, Entry, Table
from papamu.papers.adaptive.parameters import Company, Strength

ACCOMPANY = "papamu.papers.adaptive.work:accompany"
IN_FULL = "papamu.papers.adaptive.work:play_in_full"
FULL = "at full strength"

STEPS = (
    "random",
    "noisy:p=0.5+uct:sims=50",
    "noisy:p=0.25+uct:sims=50",
    "uct:sims=50",
    "uct:sims=150",
    "uct:sims=500",
    "uct:sims=1500",
    "uct:sims=5000",
)
GAMES = {  # by the names of their tables; a game takes about so many seconds for 1,000 simulations a move
    "clobber": ("clobber:6x6", 0.007),
    "checkers": ("checkers:6x6,quiet=20", 0.04),  # drawn sooner: half the time
    "reversi": ("reversi:6x6", 0.016),
    "blokus": ("blokus:8x8,players=2", 0.017),
    "konane": ("konane:6x6", 0.012),
}
FOUR = ("blokus:8x8", 0.012)


@dataclass(frozen=True)
class Scale:
    """How large everything is."""

    base: int  # simulations of the agent behind `adaptive+`
    steps: tuple[str, ...]
    persons: int  # a step
    games: int  # of a person
    full: int  # games at full strength, beside each person
    boards: tuple[str, ...] = tuple(GAMES)
    settling: int = 20


SCALES = {
    "paper": Scale(10_000, STEPS, 10, 120, 24),
    "laptop": Scale(1_000, (*STEPS[:2], STEPS[3], STEPS[5]), 4, 120, 24),
    "smoke": Scale(20, STEPS[:1], 1, 10, 2, ("clobber",), 5),
}


@cache
def tables(scale: str) -> tuple[Table, ...]:
    """A table a game; then four players, and other shares than a half."""
    size = SCALES[scale]
    made = [_table(size, name, *GAMES[name], size.steps) for name in size.boards]
    if scale == "smoke":
        return tuple(made)
    few = tuple(step for step in size.steps if step in (STEPS[0], STEPS[3], STEPS[5]))
    return (*made, _table(size, "four players", *FOUR, few), _shares(size, few))


def _table(size: Scale, name: str, game: str, seconds: float, steps: tuple[str, ...]) -> Table:
    entries = [entry for step in steps for entry in _entries(size, game, seconds, step, step, 0.5)]
    title = f"The score of adaptive+uct:sims={size.base} on {game}; wanted is 50 % against each person"
    return _made(size, name, title, entries)


def _shares(size: Scale, steps: tuple[str, ...]) -> Table:
    game, seconds = GAMES["clobber"]
    entries = [
        entry
        for share in (0.3, 0.7)
        for step in steps
        for entry in _entries(size, game, seconds, step, f"{step}, for {share:.0%}", share)
    ]
    return _made(size, "shares", f"Other shares than a half, on {game}", entries)


def _entries(size: Scale, game: str, seconds: float, step: str, row: str, share: float) -> list[Entry]:
    """What it comes to, and what it could come to."""
    base = f"uct:sims={size.base}"
    company = Company(game, base, step, share, size.games, size.settling)
    strength = Strength(game, base, step, size.full)
    sims = size.base + (int(step.rpartition("=")[2]) if "sims" in step else 0)
    cost = seconds * sims / 1_000
    return [
        Entry(row, _settled(size), Cell(ACCOMPANY, company, cost=cost * size.games), published=share),
        Entry(row, FULL, Cell(IN_FULL, strength, cost=cost * size.full), games=size.full, curve=""),
    ]


def _settled(size: Scale) -> str:
    return f"games {size.settling + 1}–{size.games}"


def _made(size: Scale, name: str, title: str, entries: list[Entry]) -> Table:
    return Table(
        name,
        title,
        tuple(entries),
        games=size.games - size.settling,
        published_games=0,
        corner="person \\ score",
        note="Nothing is published: the figure beside ours is the wanted share. Each seed is another person. "
        f"“{FULL.capitalize()}” is the most that the agent can reach: where that is less, it cannot be had.",
        curve="The adaptive agent's score, since the point before",
        repeats=size.persons,
        aim=Aim(0.06, FULL),
        along="games played",
    )
