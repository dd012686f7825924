"""Levels: opponents with plain names, weakest first. A game may have others under the same names (`Game.levels`)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from papamu.agents.opponents import plays
from papamu.games.game import Game


@dataclass(frozen=True)
class Level:
    """An opponent with a plain name."""

    title: str
    spec: str
    says: str  # how it thinks
    asks_name: bool = False  # does it remember players?


DEFAULT = "mc:playouts=20"  # plays every game, and a newcomer beats it now and then
LEVELS = (
    Level("Beginner", "random", "plays random moves"),
    Level("Easy", "noisy:p=0.35+mc:playouts=10", "plays 10 random games per move, and often moves at random"),
    Level("Medium", DEFAULT, "plays 20 random games per move"),
    Level("Strong", "uct:sims=1000", "searches a tree of 1,000 random games per move"),
    Level("Expert", "uct:ms=1500", "searches a tree of random games for 1.5 seconds"),
    Level("Perfect", "solve", "solves the game exactly; small boards only"),
    Level("Adapts to you", "adaptive+uct", "plays at your level, and remembers you", asks_name=True),
)


def levels(game: Game) -> tuple[Level, ...]:
    """The levels of a game, weakest first."""
    found = []
    for level in LEVELS:
        own = game.levels.get(level.title)
        if own is not None:
            spec = next((spec for spec in own.specs[:-1] if plays(spec, game)), own.specs[-1])
            level = replace(level, spec=spec, says=own.says)
        found.append(level)
    return tuple(found)
