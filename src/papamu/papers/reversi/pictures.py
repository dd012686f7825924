"""Pictures of the maps that a run of the study has trained: their neurons, U-matrix and hits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import ModelError
from papamu.lab.render.neuron_boards import boards_picture
from papamu.lab.render.picture import Picture
from papamu.lab.render.som_picture import hits_picture, u_picture
from papamu.lab.render.som_stage import StageMap, show_boards
from papamu.lab.run.reproduction import Reproduction, cells_of
from papamu.learn.som.map_training import MapCourse
from papamu.learn.som.thresholds import fixed_thresholds, statistical_thresholds
from papamu.learn.tensor_file import read_tensors
from papamu.papers.reversi.parameters import StageMapTraining
from papamu.papers.reversi.work.maps import map_file


def draw_pictures(reproduction: Reproduction) -> list[Picture]:
    """Of the maps that are there, those with the first seed, in the order of the tables."""
    drawn: list[Picture] = []
    for cell in cells_of(reproduction.tables):
        if isinstance(cell.params, StageMapTraining):
            course, stage = replace(cell.params.maps, seed=cell.seed(reproduction.seed)), cell.params.stage
            path = reproduction.folder / "shared" / map_file(course, stage)
            if path.is_file():
                _, numbers = read_tensors(path)
                if "weights" not in numbers:
                    raise ModelError(f"{str(path)!r} holds no map: remove it, and it is trained again")
                drawn += _of_map(course, stage, numbers["weights"])
    return drawn


def _of_map(course: MapCourse, stage: int, weights: NDArray[np.float32]) -> Iterator[Picture]:
    """With the thresholds that the study learns with: zero, or by the statistical method."""
    cells = weights.shape[-1]
    thresholds = (
        fixed_thresholds(cells, 0.0)
        if course.inner
        else statistical_thresholds(weights, course.boards(stage))
    )
    of = StageMap(course, stage, weights, thresholds)
    many, (low, high) = len(course.spans), of.span
    kind, short = ("IP-SOM", "ip") if course.inner else ("Conventional SOM", "conventional")
    name = f"{kind} {stage + 1} of {many}"
    file = f"map-{short}-{stage + 1}-of-{many}"
    for what, said, drawn in (
        ("neurons", "neurons as boards", boards_picture(of, name)),
        ("u-matrix", "U-matrix", u_picture(of, name)),
        ("hits", "hits", hits_picture(of, name, show_boards(of))),
    ):
        yield Picture(f"{file}-{what}", f"{name}: {said}", drawn, f"{name}, moves {low} to {high}")
