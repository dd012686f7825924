"""The command that repeats a training, as short as it can be: `papamu train reversi --seed 2`."""

from __future__ import annotations

from papamu.core import plugins
from papamu.core.errors import PapamuError
from papamu.training.health_report import Remedy
from papamu.training.options import option_words, options_in, result_options, train_words
from papamu.training.presets.registry import DEFAULT, PRESETS, choose
from papamu.training.request import MlpRequest, Request


def command_of(request: Request) -> str:
    """The command that repeats a request."""
    return plugins.command_line(short_words(request))


def short_words(request: Request) -> list[str]:
    """Its words: those next to a preset if these are the fewest, else next to no preset."""
    found = [train_words(request)]
    if isinstance(request, MlpRequest):
        found += [words for preset in PRESETS if (words := _next_to(preset, request))]
    return min(found, key=len)


def _next_to(preset: str, request: MlpRequest) -> list[str]:
    """The words of a request as a preset and what differs from it; none if it cannot be said so."""
    game, wanted = request.course.game, options_in(request)
    usual = options_in(choose({"game": game, "preset": preset}))
    own = {name: value for name, value in wanted.items() if usual.get(name) != value and name != "again"}
    try:
        made = options_in(choose({"game": game, "preset": preset, **own}))
    except PapamuError:  # an option of the preset contradicts it
        return []
    if made | {"again": False} != wanted | {"again": False}:
        return []
    return ["train", game, *(["--preset", preset] if preset != DEFAULT else []), *option_words(own)]


def remedy_words(request: Request, remedy: Remedy) -> list[str]:
    """The words of a command that tries a remedy: a preset for the same game, or the same course with a change."""
    kept = {name: value for name, value in options_in(request).items() if name in ("runs", "seed")}
    own = {} if "preset" in remedy.options else result_options(request)
    return short_words(choose({"game": request.course.game, **own, **kept, **remedy.options}))
