"""The options of `papamu train`: made from the dataclasses of its learners, read into a request, and back.

An option is a setting of a course or of a request under the same name (`lr_end` is `--lr-end`). Two have other values
than their field: `hidden` is a text like `20,20` or `none`, and `seat` counts from 1 (0: each seat in turn).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from papamu.core.errors import PapamuError, listing, nearest
from papamu.core.files import runs_folder
from papamu.core.settings import Limits, settings_of
from papamu.learn.convnet.alphazero.course import AlphaZeroCourse
from papamu.learn.online.course import EACH_IN_TURN, ITSELF, Course
from papamu.training.request import (
    WITHOUT_OPPONENT,
    AlphaZeroRequest,
    MlpRequest,
    Request,
    SomRequest,
)

MLP, ALPHAZERO = "mlp", "alphazero"
LEARNERS = {MLP: (Course, MlpRequest), ALPHAZERO: (AlphaZeroCourse, AlphaZeroRequest)}
RUN = ("jobs", "runs", "out", "again")  # where and how, not what: they do not belong to a saved course
_SAME_IN_PRESETS = (*RUN, "seed", "stop_dead", "snapshots", "save_every")
_NOT_OPTIONS = ("game", "course", "learning", "command")
_SEAT = "Its seat: 1 moves first; 0: each seat in turn."
_ALPHAZERO_HEADING = "AlphaZero (--learner alphazero)"


@dataclass(frozen=True)
class Option:
    """An option of one learner or of several."""

    name: str
    kind: type  # bool, int, float, str or Path
    help: str  # Markdown: names of choices stand in backticks
    defaults: Mapping[str, Any]  # by learner: those that have it
    limits: Limits

    @property
    def flag(self) -> str:
        """How the command line spells it."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def default_text(self) -> str:
        """The default in words; where learners differ, that of each."""
        texts = {learner: self.default_text_of(learner) for learner in self.defaults}
        first = next(iter(texts.values()))
        if len(set(texts.values())) == 1:
            return first
        return "; ".join(f"{learner} {text}" for learner, text in texts.items())

    @property
    def default_help(self) -> str:
        """What the help of a command says of the default. Where presets decide, it is that of none of them."""
        if not self.default_text:
            return ""
        if MLP not in self.defaults or self.name in _SAME_IN_PRESETS:
            return f" (default: {self.default_text})"
        others = [f"{one}: {self.default_text_of(one)}" for one in self.defaults if one != MLP]
        texts = [f"preset none: {self.default_text_of(MLP)}", *others]
        return f" ({'; '.join(texts)})"

    def default_text_of(self, learner: str) -> str:
        """The default of one learner in words."""
        return _text(self.defaults[learner])


@cache
def train_options() -> dict[str, Option]:
    """All options of `papamu train`, by name; those of the network first."""
    found: dict[str, Option] = {}
    for learner, classes in LEARNERS.items():
        heading = _ALPHAZERO_HEADING if learner == ALPHAZERO else ""
        for option in options_from(classes, learner, heading):
            known = found.get(option.name)
            found[option.name] = (
                replace(known, defaults={**known.defaults, **option.defaults}) if known else option
            )
    return found


def options_from(classes: Iterable[type], learner: str = "", heading: str = "") -> list[Option]:
    """The settings of these dataclasses as options, under this heading or under those that they name."""
    found = []
    for cls in classes:
        for one in settings_of(cls):
            if one.name not in _NOT_OPTIONS:
                limits = replace(one.limits, group=heading) if heading else one.limits
                kind = str if one.name == "hidden" else one.kind
                help = _SEAT if one.name == "seat" else one.help
                default = _option_value(one.name, one.default)
                found.append(Option(one.name, kind, help, {learner: default}, limits))
    return found


# -- from options to a request and back ------------------------------------------------------------------


def request_of(game: str, options: Mapping[str, Any]) -> MlpRequest | AlphaZeroRequest:
    """The request of these options; all others are as usual."""
    from papamu.games.registry import load as load_game

    learner = learner_of(options)
    given = {name: read_value(name, value) for name, value in options.items() if name != "learner"}
    given = {name: value for name, value in given.items() if value is not None}
    _refuse_others(given, learner)
    loaded = load_game(game)
    course_class, request_class = LEARNERS[learner]
    fields = {name: _field_value(name, value) for name, value in given.items()}
    fields["runs"] = runs_folder(given.get("runs"))
    if "seat" in fields and not EACH_IN_TURN <= fields["seat"] < loaded.num_players:
        raise PapamuError(
            f"{loaded} has seats 1 to {loaded.num_players} (0: each in turn), not --seat {given['seat']}"
        )
    own = {one.name for one in settings_of(course_class)}
    course = _course(course_class, {**_self_play(fields), "game": str(loaded)}, own)
    rest = {name: value for name, value in fields.items() if name not in own}
    made: MlpRequest | AlphaZeroRequest = request_class(course=course, **rest)
    return made


def _self_play(fields: Mapping[str, Any]) -> dict[str, Any]:
    """An opponent that is the network itself is a seat of the course, and a teacher a way to learn."""
    found = dict(fields)
    if fields.get("opponent") in WITHOUT_OPPONENT:
        found["seat"] = WITHOUT_OPPONENT[fields["opponent"]]
    if fields.get("teacher") and fields.get("way", "results") == "results":
        found["way"] = "teacher"
    return found


def _course(cls: type, fields: Mapping[str, Any], own: Iterable[str]) -> Any:
    return cls(**{name: fields[name] for name in own if name in fields})


def options_in(request: Request) -> dict[str, Any]:
    """All options that make this request, but for those without a value; the learner first."""
    if isinstance(request, SomRequest):
        raise PapamuError("maps have options of their own: see `papamu maps`")
    learner = ALPHAZERO if isinstance(request, AlphaZeroRequest) else MLP
    found: dict[str, Any] = {"learner": learner}
    for name, option in train_options().items():
        if learner in option.defaults:
            of = request.course if hasattr(request.course, name) else request
            found[name] = _option_value(name, getattr(of, name))
    if isinstance(request, MlpRequest) and request.course.seat <= ITSELF:
        found.pop("seat")  # the opponent says it
    if found.get("teacher"):
        found.pop("way")
    return {name: value for name, value in found.items() if value is not None}


def result_options(request: Request) -> dict[str, Any]:
    """All options that decide the result, whatever presets are one day; not where it is kept and by how many
    processes."""
    options = {name: value for name, value in options_in(request).items() if name not in RUN}
    return {"preset": "none", **options} if options["learner"] == MLP else options


def train_words(request: Request) -> list[str]:
    """The words of a command that repeats a request, whatever presets are one day: the game, and all options that are
    not as in no preset."""
    found = options_in(request)
    learner = found.pop("learner")
    words = ["train", request.course.game]
    words += ["--learner", learner] if learner != MLP else ["--preset", "none"]
    usual = {name: option.defaults.get(learner) for name, option in train_options().items()}
    return words + option_words({name: value for name, value in found.items() if value != usual[name]})


def option_words(values: Mapping[str, Any]) -> list[str]:
    """Options with their values as a command line has them."""
    words: list[str] = []
    for name, value in values.items():
        flag = train_options()[name].flag
        if name == "again":
            continue
        if isinstance(value, bool):
            words.append(flag if value else flag.replace("--", "--no-", 1))
        else:
            words += [flag, str(value)]
    return words


def learner_of(options: Mapping[str, Any]) -> str:
    """Which learner these options name."""
    learner = str(options.get("learner") or MLP)
    if learner not in LEARNERS:
        raise PapamuError(
            f"there is no learner {learner!r}{nearest(learner, LEARNERS)}: there are {listing(LEARNERS)}"
        )
    return learner


def _refuse_others(given: Iterable[str], learner: str) -> None:
    """An option of another learner would do nothing: better refuse it."""
    for name in given:
        option = train_options()[name]
        if learner not in option.defaults:
            raise PapamuError(f"{option.flag} is an option of --learner {next(iter(option.defaults))} alone")


# -- values ----------------------------------------------------------------------------------------------


def read_value(name: str, value: Any) -> Any:
    """The value of an option, from Python, TOML or JSON, with its right type; or an error."""
    option = train_options().get(name)
    if option is None:
        names = [*train_options(), "learner"]
        raise PapamuError(
            f"there is no option {name!r}{nearest(name, names)}: there are {listing(names, 60)}"
        )
    if value is None:
        return None
    if name == "hidden" and isinstance(value, list | tuple):
        return hidden_text(value)
    if name == "hidden" and isinstance(value, Integral):
        return str(value)
    if option.kind is Path and isinstance(value, str | Path):
        return Path(value)
    is_bool = isinstance(value, bool)
    rights: dict[type, Any] = {bool: bool, int: Integral, float: Real, str: str}
    right = rights.get(option.kind, object)
    if not isinstance(value, right) or (is_bool and option.kind is not bool):
        takes = {bool: "true or false", int: "a whole number", float: "a number"}.get(option.kind, "a text")
        raise PapamuError(f"{name} cannot be {value!r:.40}: it takes {takes}")
    return float(value) if option.kind is float else value


def read_hidden(text: str) -> tuple[int, ...]:
    """`100`, `20,20` or `none`."""
    if text.strip() == "none":
        return ()
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        raise PapamuError(f"--hidden {text:.200}: write the nodes of each layer, like 100 or 20,20, or none")
    return tuple(int(part) for part in parts)


def hidden_text(nodes: Iterable[int]) -> str:
    """The same as a text."""
    return ",".join(str(number) for number in nodes) or "none"


def _option_value(name: str, value: Any) -> Any:
    """What an option calls the value of a field."""
    if name == "hidden":
        return hidden_text(value)
    return value + 1 if name == "seat" else value


def _field_value(name: str, value: Any) -> Any:
    """What a field calls the value of an option."""
    if name == "hidden":
        return read_hidden(value)
    return value - 1 if name == "seat" else value


def _text(value: Any) -> str:
    """A default as people read it; nothing if there is nothing to tell."""
    if value is None or value is False or value == "":
        return ""
    if isinstance(value, bool):
        return "yes"
    if isinstance(value, float):
        return f"{value:g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
