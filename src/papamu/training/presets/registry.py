"""Presets: named courses for people who do not want fifty options: `papamu train reversi --preset strong`.

| preset | what it is |
| --- | --- |
| fast | a good player within about a minute on one core; the default |
| strong | the best recipe that the studies found, in tens of minutes at most |
| thesis | the published course of the game's study; its name is another one for it, like `clobber-thesis` |
| none | only the options that are given; all others have the options' own defaults (the Clobber thesis's, §5.3) |

A preset is a set of options; options given next to it override it. A game without presets of its own (a plug-in's) gets
the general ones. `register_preset` adds one; it needs no edit here:

    from papamu.training.presets.recipes import SELF_PLAY

    @register_preset("breakthrough", "fast")
    def breakthrough_fast(game):
        \"\"\"Planes and self-play, 50,000 games.\"\"\"
        return {**SELF_PLAY, "encoding": "players", "games": 50_000}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from papamu.core.errors import PapamuError, listing, nearest
from papamu.training.options import ALPHAZERO, learner_of, request_of
from papamu.training.presets.overrides import without_contradictions
from papamu.training.request import AlphaZeroRequest, MlpRequest

if TYPE_CHECKING:
    from papamu.games.game import Game

FAST, STRONG, THESIS, NONE = "fast", "strong", "thesis", "none"
DEFAULT = FAST
PRESETS = {
    FAST: "a good player in about a minute",
    STRONG: "the best recipe of the studies, up to tens of minutes",
    THESIS: "the published course",
}
WITHOUT = "only the options that are given"  # what `none` is
Preset = Callable[["Game"], Mapping[str, Any]]

_presets: dict[tuple[str, str], Preset] = {}


def register_preset(game: str, *names: str) -> Callable[[Preset], Preset]:
    """Add a preset for a game: a function from the loaded game to options, whose docstring says what it is.

    With several names it is known by each of them.
    """

    def register(function: Preset) -> Preset:
        for name in names:
            _presets[game, name] = function
        return function

    return register


def preset_of(game: Game, name: str) -> Preset:
    """The preset of this name for a game; the general one if the game has none, or is played on a graph."""
    found = _own(game.name, name)
    if found is None and name not in PRESETS:
        known = preset_names(game.name)
        raise PapamuError(f"there is no preset {name!r}{nearest(name, known)}: there are {listing(known)}")
    return found if found is not None and game.size_text else _general(name if name in PRESETS else THESIS)


def preset_names(game: str) -> list[str]:
    """All names that a preset of this game can have."""
    _own(game, "")  # its file is read
    return [*PRESETS, *(name for of, name in _presets if of == game and name not in PRESETS), NONE]


def preset_text(game: str, name: str) -> str:
    """What a preset is, for the documentation: its docstring."""
    return " ".join(((_own(game, name) or _general(name)).__doc__ or "").split())


def _own(game: str, name: str) -> Preset | None:
    """The preset that a game has itself; those of built-in games are in the file of its name beside this one."""
    from papamu.games.registry import import_part

    import_part(__package__ or "", game)
    return _presets.get((game, name))


def _general(name: str) -> Preset:
    from papamu.training.presets import general

    return {THESIS: general.general_thesis, FAST: general.general_fast, STRONG: general.general_strong}[name]


def options_of(game: Game, name: str) -> dict[str, Any]:
    """The options of a preset."""
    if name == NONE:
        return {}
    options = dict(preset_of(game, name)(game))
    if options.get("opponent") == "self" and (game.num_players < 2 or not game.facts.zero_sum):
        options |= {"opponent": "random"}  # nobody to play itself with, as in a solitaire
        options.pop("wild", None)
    return options


def choose(options: Mapping[str, Any], command: str = "") -> MlpRequest | AlphaZeroRequest:
    """The request of these options: those of `options["preset"]` (`fast` if there is none), overridden by all others.

    `options["game"]` is the game. A preset of one learner with an option of another is refused, like any other mixture.
    """
    from papamu.games.registry import load

    given = dict(options)
    spec, preset = given.pop("game", None), given.pop("preset", None)
    if not spec:
        raise PapamuError(
            "which game? Write papamu train GAME, like clobber:6x6, or name it in the config file"
        )
    if preset is None:
        preset = NONE if learner_of(given) == ALPHAZERO else DEFAULT
    base = options_of(load(spec), preset)
    if base and learner_of({**base, **given}) != learner_of(base):
        raise PapamuError(
            f"the preset {preset} is a course of --learner {learner_of(base)}: leave one of the two out"
        )
    request = request_of(spec, {**without_contradictions(base, given), **given})
    return replace(request, command=command)
