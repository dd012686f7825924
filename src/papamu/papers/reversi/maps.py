"""Maps for all experiments of a run: each is trained once and kept in the run's shared folder."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.errors import BusyError
from papamu.files import make_folder
from papamu.games.registry import load as load_game
from papamu.holding import hold
from papamu.kernel.random import stream
from papamu.lab.experiment import Task
from papamu.learn.map_model import MapModel
from papamu.learn.mapping import MapCourse, MapTraining
from papamu.learn.retrieval import fixed, genetic, statistical
from papamu.learn.som import weights_of
from papamu.learn.stages import turns
from papamu.learn.tensors import read_tensors, write_tensors
from papamu.learn.winners import recalled, winners
from papamu.papers.reversi.parameters import GENETIC, STATISTICAL, ZERO, Mapped

_SECONDS = 20.0  # between two checkpoints
_WAIT = 1.0  # seconds between two looks at what another process trains
_GENES = 12  # a stream
_SAMPLE = 5_000  # boards of each stage that the genetic algorithm looks at

Report = Callable[[float], None]


def train_map(params: Mapped, task: Task) -> dict[str, Any]:
    """Train a map, or find it trained: its errors, and how they came down."""
    _, about = _one(replace(params.maps, seed=task.seed), params.stage, task, task.report)
    curve = about["curve"]
    steps, quantisation, topographic = curve[-1]
    return {
        "quantisation": quantisation,
        "topographic": topographic,
        "steps": steps,
        "curve": [[steps, topographic, 0.0] for steps, _, topographic in curve],
        "quantisation_curve": [[steps, quantisation, 0.0] for steps, quantisation, _ in curve],
    }


def maps_of(params: MapCourse, thresholds: str, task: Task, share: float) -> MapModel:
    """All maps of a course with these thresholds.

    What is not there yet is trained. `share` of the work that is.
    """
    course = replace(params, seed=task.seed)
    many = len(course.spans)
    found = [
        _one(course, stage, task, lambda part, stage=stage: task.report(share * (stage + part) / many))[0]  # type: ignore[misc]
        for stage in range(many)
    ]
    return with_thresholds(course, np.array(found), thresholds)


def with_thresholds(course: MapCourse, weights: NDArray[np.float32], name: str) -> MapModel:
    """The maps with thresholds by the name of their method; a number is the same for all squares."""
    stages, cells = range(len(weights)), weights.shape[2]
    if name == ZERO:
        made = [fixed(cells, 0.0) for _ in stages]
    elif name in (STATISTICAL, GENETIC):
        made = [statistical(weights[stage], course.boards(stage)) for stage in stages]
    else:
        made = [fixed(cells, float(name)) for _ in stages]
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


def _one(
    course: MapCourse, stage: int, task: Task, report: Report
) -> tuple[NDArray[np.float32], dict[str, Any]]:
    """A stage's map, trained or found.

    Its weights and what its file says. Two processes never train the same.
    """
    folder = task.shared or task.scratch
    make_folder(folder)
    text = json.dumps([asdict(course), stage], sort_keys=True)
    name = f"map-{hashlib.sha256(text.encode()).hexdigest()[:16]}-{stage + 1}"
    path = folder / f"{name}.safetensors"
    while not path.is_file():
        try:
            with hold(path):
                if not path.is_file():
                    _train(course, stage, folder / f"{name}.checkpoint", path, report)
        except BusyError:
            report(0.0)
            time.sleep(_WAIT)
    about, numbers = read_tensors(path)
    report(1.0)
    return numbers["weights"], about


def _train(course: MapCourse, stage: int, checkpoint: Path, path: Path, report: Report) -> None:
    training = MapTraining(course, stage)
    training.run(report, checkpoint, _SECONDS)
    about = {"kind": "map", "course": asdict(course), "stage": stage, "curve": training.curve}
    write_tensors(path, about, {"weights": weights_of(training.som)})
    checkpoint.unlink(missing_ok=True)
