"""Maps in training: how a map is trained, stopped and resumed (Reversi paper, §7).

One map a stage of the game. Each is trained twice, first roughly, then finely, with boards from random games.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import ModelError
from papamu.games.registry import load as load_game
from papamu.games.rules import Codes
from papamu.kernel.random import Stream, stream
from papamu.learn.portion_loop import run_in_portions
from papamu.learn.som import network
from papamu.learn.som.course import MapCourse as MapCourse
from papamu.learn.tensor_file import read_tensors, write_tensors

POINTS = 10  # of a curve, in each pass
_START, _STEPS = 1, 2  # streams
_FIRST = 2_000  # steps of the first portion
_SAMPLE = 2_000  # boards that errors are measured with


@dataclass
class MapTraining:
    """A stage's map in training."""

    course: MapCourse
    stage: int
    done: int = 0  # steps of both passes
    curve: list[tuple[int, float, float]] = field(
        default_factory=list
    )  # steps, quantisation, topographic error

    def __post_init__(self) -> None:
        course = self.course
        cells = load_game(course.game).rules.cells
        self.som = network.som(course.rows, course.cols, cells, course.winner)
        self.passes = course.passes(self.stage)
        self.total = sum(phase.steps for phase in self.passes)
        self.rng: Stream = stream(course.seed, _STEPS, self.stage)
        self._boards: Codes | None = None
        network.start(self.som, stream(course.seed, _START, self.stage))

    @property
    def is_finished(self) -> bool:
        """Are both trainings done?"""
        return self.done >= self.total

    @property
    def boards(self) -> Codes:
        """What it is trained with, made when first needed."""
        if self._boards is None:
            self._boards = self.course.boards(self.stage)
        return self._boards

    def run(
        self, report: Callable[[float], None] | None = None, keep: Path | None = None, every: float = 20.0
    ) -> None:
        """Train to the end.

        With `keep`, from a checkpoint there if there is one, with another every so often.
        """

        def said() -> None:
            if report:
                report(self.done / self.total)

        run_in_portions(self, _FIRST, said, keep, every)

    def step(self, steps: int) -> int:
        """So many steps, but not beyond the next point of the curve; returns how many it were."""
        before = 0
        for phase in self.passes:
            within = self.done - before
            if within < phase.steps:
                point = within * POINTS // phase.steps + 1
                taken = min(steps, -(-point * phase.steps // POINTS) - within)
                network.learn_boards(self.som, phase, within, taken, self.boards, self.rng)
                self.done += taken
                if self.done - before == -(-point * phase.steps // POINTS):
                    self._look()
                return taken
            before += phase.steps
        return 0

    def _look(self) -> None:
        out = np.zeros(2)
        network.errors(self.som, self.boards[:: max(1, len(self.boards) // _SAMPLE)][:_SAMPLE], out)
        self.curve.append((self.done, float(out[0]), float(out[1])))

    @property
    def _about(self) -> dict[str, object]:
        return {"kind": "map in training", "course": asdict(self.course), "stage": self.stage}

    def save(self, path: Path) -> None:
        """Write a checkpoint."""
        numbers: dict[str, NDArray[Any]] = {
            "weights": network.weights_of(self.som),
            "rng": self.rng,
            "done": np.array([self.done]),
            "curve": np.array(self.curve, dtype=np.float64).reshape(-1, 3),
        }
        write_tensors(path, self._about, numbers)

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint of the same map."""
        about, numbers = read_tensors(path)
        if {key: about.get(key) for key in self._about} != json.loads(json.dumps(self._about)):
            raise ModelError(
                f"{str(path)!r} was made by another course: give another folder to start from scratch"
            )
        try:
            network.set_weights(self.som, numbers["weights"])
            self.rng[:] = numbers["rng"]
            self.done = int(numbers["done"][0])
            self.curve = [(int(steps), float(q), float(t)) for steps, q, t in numbers["curve"]]
        except (KeyError, ValueError, TypeError) as error:
            raise ModelError(f"{str(path)!r} is not a checkpoint of a map: {error}") from None
