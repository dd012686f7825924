"""Model files of maps: the maps of all stages, their thresholds and the values learned on them.

Tensors: `weights` [stage, neuron, cell], `thresholds` [stage, cell], and of those who have learned `values`
and `visits` [states].
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import ModelError, PapamuError
from papamu.games.registry import load as load_game
from papamu.learn.som.best_matching_unit import new_winner_lookup
from papamu.learn.som.map_training import MapCourse
from papamu.learn.som.td_values import MapPolicy, new_map_policy
from papamu.learn.tensor_file import read_tensors, write_tensors, wrong_kind

KIND = "som"


@dataclass(frozen=True, repr=False)
class MapModel:
    """Maps, and what was learned on them."""

    course: MapCourse
    weights: NDArray[np.float32]  # [stage, neuron, cell]
    thresholds: NDArray[np.float32]  # [stage, cell]
    retrieval: str = "zero"  # where the thresholds come from
    nearest: bool = True  # whether boards that never match look for the nearest of all turns
    values: NDArray[np.float64] | None = None
    visits: NDArray[np.float64] | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, NDArray[Any]] = field(default_factory=dict)  # a checkpoint's other numbers

    def __repr__(self) -> str:
        maps = f"{len(self.weights)} maps of {self.course.rows}x{self.course.cols} neurons"
        return f"<MapModel of {self.course.game}: {maps}>"

    def player(self) -> MapPolicy:
        """A policy with these maps and a copy of these values."""
        course = self.course
        game = load_game(course.game)
        lookup = new_winner_lookup(
            game, course.spans, self.weights, self.thresholds, course.inner, self.nearest
        )
        policy = new_map_policy(game, lookup, by_number=course.inner)
        if self.values is not None and self.visits is not None:
            if self.values.shape != policy.values.shape or self.visits.shape != policy.visits.shape:
                raise ModelError("the values do not belong to these maps: there are more or fewer states")
            policy.values[:] = self.values
            policy.visits[:] = self.visits
        return policy

    @property
    def digest(self) -> str:
        """A short name for what it plays like."""
        about = json.dumps([self.course.game, self.course.stages, self.course.winner, self.nearest])
        made = hashlib.sha256(about.encode())
        for numbers in (self.weights, self.thresholds, self.values):
            made.update(b"" if numbers is None else numbers.tobytes())
        return made.hexdigest()[:12]

    def with_thresholds(self, thresholds: NDArray[np.float32], retrieval: str) -> MapModel:
        """The same maps with other thresholds; what was learned with the old ones is left behind."""
        if thresholds.shape != self.thresholds.shape:
            have, need = _size(thresholds), _size(self.thresholds)
            raise ModelError(f"these thresholds are of another map: {have}, and this one has {need}")
        return replace(self, thresholds=thresholds, retrieval=retrieval, values=None, visits=None)

    def save(self, path: str | Path) -> None:
        """Write its file, whole or not at all."""
        about = {
            "kind": KIND,
            "course": asdict(self.course),
            "retrieval": self.retrieval,
            "nearest": self.nearest,
            "facts": dict(self.facts),
        }
        numbers: dict[str, NDArray[Any]] = {"weights": self.weights, "thresholds": self.thresholds}
        if self.values is not None and self.visits is not None:
            numbers |= {"values": self.values, "visits": self.visits}
        write_tensors(path, about, {**numbers, **self.extra})


def _size(thresholds: NDArray[Any]) -> str:
    return f"{thresholds.shape[0]} stages of {thresholds.shape[-1]} cells"


def course_of(fields: Mapping[str, Any]) -> MapCourse:
    """A course from what JSON has of it."""
    tuples: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()
    }
    return MapCourse(**tuples)


def load(path: str | Path) -> MapModel:
    """The maps of a file, or an error that says what is wrong with it."""
    about, numbers = read_tensors(path)
    if about.get("kind") != KIND:
        raise wrong_kind("maps", path, about)
    try:
        course = course_of(about["course"])
        model = MapModel(
            course,
            numbers.pop("weights"),
            numbers.pop("thresholds"),
            str(about["retrieval"]),
            bool(about["nearest"]),
            numbers.pop("values", None),
            numbers.pop("visits", None),
            about.get("facts", {}),
            numbers,
        )
        cells = load_game(course.game).rules.cells
        shape = (len(course.spans), course.rows * course.cols, cells)
        if model.weights.shape != shape or model.weights.dtype != np.float32:
            raise ModelError(f"{str(path)!r} is damaged: its maps are not what its header says")
        if not np.isfinite(model.weights).all():
            raise ModelError(f"{str(path)!r} is damaged: not all of its weights are numbers")
        if model.thresholds.shape != (shape[0], cells) or model.thresholds.dtype != np.float32:
            raise ModelError(f"{str(path)!r} is damaged: its thresholds are not those of its maps")
    except ModelError:
        raise
    except PapamuError as error:
        raise ModelError(f"{str(path)!r} cannot be used here: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise ModelError(f"{str(path)!r} is not a Papamu model, or is damaged: {error!r}") from None
    return model
