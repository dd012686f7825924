"""Maps with thresholds, by the name of the method."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from papamu.errors import PapamuError, listing, nearest
from papamu.games.registry import load as load_game
from papamu.kernel.random import stream
from papamu.learn.map_model import MapModel
from papamu.learn.mapping import MapCourse
from papamu.learn.retrieval import fixed, genetic, statistical
from papamu.learn.stages import turns
from papamu.learn.winners import recalled, winners

STATISTICAL, GENETIC, ZERO = METHODS = ("statistical", "genetic", "zero")
_GENES = 12  # a stream
_SAMPLE = 5_000  # boards of each stage that the genetic algorithm looks at


def check_thresholds(name: str) -> None:
    """Refuse what is neither the name of a method nor a number."""
    if name not in METHODS:
        fixed(1, _number(name))


def model_of(course: MapCourse, weights: NDArray[np.float32], name: str) -> MapModel:
    """The maps with thresholds by the name of their method; a number is the same for all squares."""
    stages, cells = range(len(weights)), weights.shape[2]
    if name == ZERO:
        made = [fixed(cells, 0.0) for _ in stages]
    elif name in (STATISTICAL, GENETIC):
        made = [statistical(weights[stage], course.boards(stage)) for stage in stages]
    else:
        made = [fixed(cells, _number(name)) for _ in stages]
    model = MapModel(course, weights, np.array(made), name)
    return _by_genes(model) if name == GENETIC else model


def _by_genes(model: MapModel) -> MapModel:
    """The same maps with thresholds by the genetic algorithm, which begins with those that are there."""
    course = model.course
    game = load_game(course.game)
    eyes = winners(game, course.spans, model.weights, model.thresholds, course.inner)
    table = turns(game)
    better = []
    for stage, first in enumerate(model.thresholds):
        shown = course.boards(stage)[:_SAMPLE]
        seen = recalled(eyes, shown)
        turned = np.empty_like(shown)
        np.put_along_axis(turned, table[seen.ways], shown, axis=1)
        rng = stream(course.seed, _GENES, stage)
        found, _ = genetic(model.weights[stage], turned, seen.neurons, first, rng)
        better.append(found)
    return model.with_thresholds(np.array(better), GENETIC)


def _number(name: str) -> float:
    try:
        return float(name)
    except ValueError:
        close = nearest(name, METHODS)
        raise PapamuError(
            f"there are no thresholds {name!r}{close}: there are {listing(METHODS)}, "
            "or a number for all squares"
        ) from None
