"""Maps for all experiments of a run: each is trained once and kept in the run's shared folder."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.lab.experiment import Task
from papamu.learn.map_model import MapModel
from papamu.learn.mapping import MapCourse, MapTraining
from papamu.learn.som import weights_of
from papamu.learn.tensors import read_tensors, write_tensors
from papamu.learn.thresholds import model_of
from papamu.papers.learning import once
from papamu.papers.reversi.parameters import Mapped

_SECONDS = 20.0  # between two checkpoints

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
    return model_of(course, np.array(found), thresholds)


def _one(
    course: MapCourse, stage: int, task: Task, report: Report
) -> tuple[NDArray[np.float32], dict[str, Any]]:
    """A stage's map, trained or found.

    Its weights and what its file says. Two processes never train the same.
    """
    path = (task.shared or task.scratch) / map_file(course, stage)
    once(path, lambda path: _train(course, stage, path.with_suffix(".checkpoint"), path, report), report)
    about, numbers = read_tensors(path)
    report(1.0)
    return numbers["weights"], about


def map_file(course: MapCourse, stage: int) -> str:
    """What a map's file is called in the shared folder; the course has its own seed already."""
    text = json.dumps([asdict(course), stage], sort_keys=True)
    return f"map-{hashlib.sha256(text.encode()).hexdigest()[:16]}-{stage + 1}.safetensors"


def _train(course: MapCourse, stage: int, checkpoint: Path, path: Path, report: Report) -> None:
    training = MapTraining(course, stage)
    training.run(report, checkpoint, _SECONDS)
    about = {"kind": "map", "course": asdict(course), "stage": stage, "curve": training.curve}
    write_tensors(path, about, {"weights": weights_of(training.som)})
    checkpoint.unlink(missing_ok=True)
