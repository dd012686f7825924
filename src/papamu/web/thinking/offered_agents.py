"""The opponents that the page offers: levels with plain names, the studies' players, own models."""

from __future__ import annotations

from typing import Any

from papamu.agents.levels import DEFAULT, LEVELS, Level, levels
from papamu.agents.opponents import HUMAN, presets
from papamu.core.errors import ModelError
from papamu.games.game import Game
from papamu.learn.shipped_models import user_models
from papamu.learn.tensor_file import played_as, read_tensors
from papamu.web.limits import DEFAULT_BUDGET
from papamu.web.validation import Models, why_not


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
