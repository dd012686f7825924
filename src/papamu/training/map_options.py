"""The options of `papamu maps`: those of the maps, of the values learned on them, and of the run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from papamu.core.errors import PapamuError
from papamu.core.files import runs_folder
from papamu.core.settings import check_settings, setting, settings_of
from papamu.learn.som.choices import SEVEN, THREE
from papamu.learn.som.course import Learning, MapCourse
from papamu.training.options import Option, options_from
from papamu.training.request import SomRequest

SOM = "som"
_MAPS = "Maps"
_INSTEAD = (
    "rows",
    "cols",
    "data",
    "first",
    "second",
    "alphas",
)  # fields of a course that `MapSizes` says in short
_DEFAULTS = {"stages": "7", "games": 100_000}  # smaller than the paper's
_MOST = 60  # moves of the games whose stages are the paper's


@dataclass(frozen=True)
class MapSizes:
    """How large maps are and how long they are trained, the same for all stages."""

    map: str = setting("50x50", paper="50x50", group=_MAPS)
    """Neurons of each map, rows x columns."""
    data: int = setting(20_000, low=0, high=10**9, paper="10,124 to 1,900,000", group=_MAPS)
    """Boards of each stage, from random games."""
    rounds: str = setting("5,50", paper="5,50", group=_MAPS)
    """How often each board is shown on average: in the rough training (α 0.1, r 50 to 3) and in the fine one (α 0.01,
    r 3 to 1)."""

    def __post_init__(self) -> None:
        """Refuse what is not written as it should be."""
        check_settings(self)
        if not re.fullmatch(r"(\d{1,4})x(\d{1,4})", self.map.strip()):
            raise PapamuError(f"--map {self.map}: write rows x columns of neurons, like 50x50")
        if not re.fullmatch(r"(\d{1,6}),(\d{1,6})", self.rounds.replace(" ", "")):
            raise PapamuError(
                f"--rounds {self.rounds}: write two numbers, of the rough and the fine training, like 5,50"
            )

    def fields(self, stages: int) -> dict[str, Any]:
        """The fields of a course for so many stages."""
        rows, cols = (int(number) for number in self.map.strip().split("x"))
        first, second = (int(number) for number in self.rounds.replace(" ", "").split(","))
        return {
            "rows": rows,
            "cols": cols,
            "data": (self.data,) * stages,
            "first": (first * self.data,) * stages,
            "second": (second * self.data,) * stages,
        }


@cache
def map_options() -> dict[str, Option]:
    """All options of `papamu maps`, by name."""
    found: dict[str, Option] = {}
    for cls in (MapCourse, MapSizes, Learning, SomRequest):
        for option in options_from([cls], SOM):
            if cls is MapCourse and option.name in _INSTEAD:
                continue
            if option.name in _DEFAULTS:
                option = replace(option, defaults={SOM: _DEFAULTS[option.name]})
            found.setdefault(option.name, option)
    way, seat = found["way"], found["seat"]
    found["way"] = replace(way, help=f"{way.help} `none`: maps alone.")
    found["seat"] = replace(seat, help="Its seat: 1 moves first.")
    return found


def map_request_of(game: str, options: Mapping[str, Any], command: str = "") -> SomRequest:
    """The request of these options; all others are as usual."""
    from papamu.games.registry import load as load_game
    from papamu.learn.som.stages import last_number

    given = {**_DEFAULTS, **options, "runs": runs_folder(options.get("runs"))}
    if given.get("seat", 1) < 1:
        raise PapamuError(f"--seat cannot be {given['seat']}: seats count from 1")
    loaded = load_game(game)
    sizes = MapSizes(**_taken(given, MapSizes))
    stages = _stages(given["stages"], last_number(loaded))
    own = {name: given[name] for name in ("winner", "hood", "distinct", "seed") if name in given}
    course = MapCourse(game=str(loaded), stages=stages, **own, **sizes.fields(len(stages.split(","))))
    learning = None
    if given.get("way") != "none":
        learning = Learning(**{**_taken(given, Learning), "seat": given.get("seat", 1) - 1})
    return SomRequest(course=course, learning=learning, command=command, **_taken(given, SomRequest))


def _taken(given: Mapping[str, Any], cls: type) -> dict[str, Any]:
    names = {one.name for one in settings_of(cls)}
    return {name: value for name, value in given.items() if name in names}


def _stages(text: str, last: int) -> str:
    """`3` and `7` are the paper's where games have as many moves as there; else stages are equally long."""
    if not re.fullmatch(r"\d{1,2}", text.strip()):
        return text
    many = int(text)
    if not 1 <= many <= last:
        raise PapamuError(f"--stages {many}: valid values are 1 to {last}, or spans like 1-30,31-60")
    if last == _MOST and many in (3, 7):
        return THREE if many == 3 else SEVEN
    ends = [last * (k + 1) // many for k in range(many)]
    return ",".join(f"{1 if k == 0 else ends[k - 1] + 1}-{end}" for k, end in enumerate(ends))
