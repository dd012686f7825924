"""The opponents that the page offers: levels with plain names, the studies' players, own models."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from papamu.agents.opponents import HUMAN, plays, presets
from papamu.core.errors import ModelError
from papamu.games.game import Game
from papamu.learn.shipped_models import user_models
from papamu.learn.tensor_file import played_as, read_tensors
from papamu.web.limits import DEFAULT_BUDGET
from papamu.web.validation import Models, why_not


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


def offered(game: Game, models: Models) -> list[dict[str, Any]]:
    """Who plays this game: levels, weakest first, then the studies' players, then what was trained here."""
    here = levels(game)
    named = {level.spec for level in (*LEVELS, *here)}
    others = [
        Level(title.partition(":")[0], spec, title) for title, spec in presets(game) if spec not in named
    ]
    found = [_facts(level, at, game, models) for at, level in enumerate(here, start=1)]
    found += [_facts(other, None, game, models) for other in others if other.spec != HUMAN]
    return found + _trained(game, models)


def _facts(level: Level, at: int | None, game: Game, models: Models) -> dict[str, Any]:
    reason = why_not(level.spec, game, models, DEFAULT_BUDGET)
    return {
        "spec": level.spec,
        "title": level.title,
        "level": at,
        "says": level.says,
        "ok": reason is None,
        "why_not": reason,
        "asks_name": level.asks_name,
        "default": level.spec == DEFAULT,
    }


def _trained(game: Game, models: Models) -> list[dict[str, Any]]:
    """Models of runs, and those that the user has named, that play this game: each as the agent that can read it."""
    found = []
    named = user_models()
    for name, path in models.trained().items():
        try:
            spec = played_as(read_tensors(path)[0], name)
        except ModelError:  # damaged, or being written by somebody else
            continue
        if spec and why_not(spec, game, models, DEFAULT_BUDGET) is None:
            says = "a model that you saved" if name in named else "trained in one of your runs"
            found.append(_facts(Level(f"Trained: {name}", spec, says), None, game, models))
    return found
