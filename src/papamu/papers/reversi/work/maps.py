"""The maps of all experiments of a run: each is trained once and kept in the run's shared folder."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.core.identity import key_fields
from papamu.lab.run.cell import CellContext
from papamu.learn.som.map_training import MapCourse, MapTraining
from papamu.learn.som.model_file import MapModel
from papamu.learn.som.network import weights_of
from papamu.learn.som.thresholds import model_with_thresholds
from papamu.learn.tensor_file import read_tensors, write_tensors
from papamu.papers.common.cell_training import once
from papamu.papers.reversi.parameters import StageMapTraining
from papamu.training.loop import learn

Report = Callable[[float], None]


def train_map(params: StageMapTraining, context: CellContext) -> dict[str, Any]:
    """Train a map, unless it is there already: its errors, and their curves."""
    _, about = _map_weights(replace(params.maps, seed=context.seed), params.stage, context, context.report)
    curve = about["curve"]
    steps, quantisation, topographic = curve[-1]
    return {
        "quantisation": quantisation,
        "topographic": topographic,
        "steps": steps,
        "curve": [[steps, topographic, 0.0] for steps, _, topographic in curve],
        "quantisation_curve": [[steps, quantisation, 0.0] for steps, quantisation, _ in curve],
    }


def maps_of(params: MapCourse, thresholds: str, context: CellContext, share: float) -> MapModel:
    """All maps of a course with these thresholds.

    Those that are not there yet are trained, which is this `share` of the work.
    """
    course = replace(params, seed=context.seed)
    many = len(course.spans)

    def report_stage(stage: int) -> Report:
        return lambda part: context.report(share * (stage + part) / many)

    weights = [_map_weights(course, stage, context, report_stage(stage))[0] for stage in range(many)]
    return model_with_thresholds(course, np.array(weights), thresholds)


def _map_weights(
    course: MapCourse, stage: int, context: CellContext, report: Report
) -> tuple[NDArray[np.float32], dict[str, Any]]:
    """The weights of a stage's map and the header of its file; trained unless it is there already.

    Two processes never train the same map.
    """
    path = (context.shared or context.scratch) / map_file(course, stage)
    once(path, lambda path: _train(course, stage, path.with_suffix(".checkpoint"), path, report), report)
    about, numbers = read_tensors(path)
    report(1.0)
    return numbers["weights"], about


def map_file(course: MapCourse, stage: int) -> str:
    """The name of a map's file in the shared folder; the course has its own seed already."""
    text = json.dumps([key_fields(course), stage], sort_keys=True)
    return f"map-{hashlib.sha256(text.encode()).hexdigest()[:16]}-{stage + 1}.safetensors"


def _train(course: MapCourse, stage: int, checkpoint: Path, path: Path, report: Report) -> None:
    training = MapTraining(course, stage)
    learn(training, checkpoint, lambda done: report(done / training.total))
    about = {"kind": "map", "course": asdict(course), "stage": stage, "curve": training.curve}
    write_tensors(path, about, {"weights": weights_of(training.som)})
    checkpoint.unlink(missing_ok=True)
