"""The tables of the study: people of eight strengths, from Random to UCT with 5,000 simulations, on five games.

The scale `paper` has ten people per strength, `laptop` fewer strengths, people and simulations. Nothing is
published, so there is no folder `published`: the figures next to ours are the targets.

What is here:

    cells  The work of the study as cells; the unit of cost is a second
    scale  The sizes of the study at each scale, and the simulated people
"""

from __future__ import annotations

from functools import cache

from papamu.lab.study import Aim, Entry, PaperTable
from papamu.papers.adaptive.tables.cells import adaptive_cell, full_strength_cell
from papamu.papers.adaptive.tables.scale import FEW_STEPS, GAMES, Size

FULL = "at full strength"


@cache
def tables(scale: str) -> tuple[PaperTable, ...]:
    """One table per game; then four players, and other shares than a half."""
    size = Size(scale)
    found = [_half(size, name, GAMES[name], size.steps) for name in size.tables]
    few = tuple(step for step in size.steps if step in FEW_STEPS)
    if size.more:
        found += [_half(size, "four players", "blokus:8x8", few), _other_shares(size, few)]
    return tuple(found)


def _half(size: Size, name: str, game: str, steps: tuple[str, ...]) -> PaperTable:
    """Half of the points against each person."""
    entries = [entry for step in steps for entry in _entries(size, game, step, step, 0.5)]
    title = f"The score of adaptive+uct:sims={size.sims} on {game}; wanted is 50 % against each player"
    return _table(size, name, title, entries)


def _other_shares(size: Size, steps: tuple[str, ...]) -> PaperTable:
    game = GAMES["clobber"]
    entries = [
        entry
        for share in (0.3, 0.7)
        for step in steps
        for entry in _entries(size, game, step, f"{step}, for {share:.0%}", share)
    ]
    return _table(size, "shares", f"Other shares than a half, on {game}", entries)


def _entries(size: Size, game: str, step: str, row: str, share: float) -> list[Entry]:
    """The score, and the highest score that is possible."""
    counted = f"games {size.settling + 1}–{size.games}"
    return [
        Entry(row, counted, adaptive_cell(size, game, step, share), published=share),
        Entry(row, FULL, full_strength_cell(size, game, step), games=size.full_games, curve=""),
    ]


def _table(size: Size, name: str, title: str, entries: list[Entry]) -> PaperTable:
    return PaperTable(
        name,
        title,
        tuple(entries),
        games=size.games - size.settling,
        published_games=0,
        corner="player \\ score",
        note="Nothing is published: the figure next to ours is the target. Each seed is another player. "
        f"“{FULL.capitalize()}” is the most that the agent can score: where that is below the target, the target is "
        "out of reach.",
        curve="The adaptive agent's score, since the point before",
        repeats=size.people,
        aim=Aim(0.06, FULL),
        along="games played",
    )
