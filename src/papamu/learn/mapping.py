"""Maps in training: what decides them, and how a map is trained, stopped and resumed (Reversi paper, §7).

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

from papamu.errors import ModelError, PapamuError, listing, nearest
from papamu.games.game import Game
from papamu.games.registry import load as load_game
from papamu.games.rules import Codes
from papamu.kernel.random import Stream, stream
from papamu.learn import som as maps
from papamu.learn.portions import in_portions
from papamu.learn.stages import SEVEN, boards, last_number, read_stages
from papamu.learn.tensors import read_tensors, write_tensors

POINTS = 10  # of a curve, in each pass
MOST_STEPS = 10**10
_START, _STEPS = 1, 2  # streams
_FIRST = 2_000  # steps of the first portion
_SAMPLE = 2_000  # boards that errors are measured with


@dataclass(frozen=True)
class MapCourse:
    """Everything that decides what maps there are. Defaults are those of the paper's second experiment."""

    game: str = "reversi:8x8"
    stages: str = SEVEN
    """Spans of move numbers, one map each."""
    rows: int = 50
    cols: int = 50
    winner: str = "inner"
    """How the winner is found: `euclid` (equation 5), or by the `inner` product (6)."""
    hood: str = "gauss"
    """Its neighbourhood: equation 3 within N_c (`gauss`), equation 2 (`step`), or 3 everywhere (`wide`)."""
    data: tuple[int, ...] = (1_900_000, 1_200_000, 1_000_000, 600_000, 600_000, 400_000, 350_000)
    """Boards of each stage."""
    first: tuple[int, ...] = (9_500_000, 6_000_000, 5_000_000, 3_000_000, 3_000_000, 2_000_000, 1_750_000)
    """Steps of the first training of each map; r is 50, r' 3 and α 0.1 (of smaller maps r is their side)."""
    second: tuple[int, ...] = (
        95_000_000,
        60_000_000,
        50_000_000,
        30_000_000,
        30_000_000,
        20_000_000,
        17_500_000,
    )
    """Steps of the second one; r is 3, r' 1 and α 0.01."""
    alphas: tuple[float, float] = (0.1, 0.01)
    distinct: bool = False
    """No board twice, also not turned or mirrored.

    The paper's numbers are those of all boards of 100,000 games.
    """
    seed: int = 1

    def __post_init__(self) -> None:
        """Refuse what cannot be trained."""
        spans = self.spans
        for name in ("data", "first", "second"):
            told = getattr(self, name)
            if len(told) != len(spans):
                raise PapamuError(f"{name} has {len(told)} numbers, but there are {len(spans)} stages")
            if name == "data" and min(told) < 2:
                raise PapamuError(f"a map cannot learn from {min(told)} boards: it needs two or more")
            if not all(0 <= number <= MOST_STEPS for number in told):
                raise PapamuError(f"{name} cannot be {max(told):,}: possible are 0 to {MOST_STEPS:,}")
        if 0 in [sum(steps) for steps in zip(self.first, self.second, strict=True)]:
            raise PapamuError("a map needs steps: in its first training, in its second, or in both")
        if self.hood not in maps.HOODS:
            close = nearest(self.hood, maps.HOODS)
            raise PapamuError(f"hood cannot be {self.hood!r}{close}: there are {listing(maps.HOODS)}")
        for alpha in self.alphas:
            if not 0 <= alpha <= 1:
                raise PapamuError(f"α cannot be {alpha:g}: possible are 0 to 1")
        maps.som(self.rows, self.cols, 1, self.winner)  # refuses sizes and winners

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The stages as numbers of boards."""
        return read_stages(self.stages, last_number(load_game(self.game)))

    @property
    def inner(self) -> bool:
        """Is the winner found by the inner product?"""
        return self.winner == "inner"

    def passes(self, stage: int) -> tuple[maps.Pass, ...]:
        """Both trainings of a stage's map."""
        hood = maps.HOODS.index(self.hood)
        side = float(max(self.rows, self.cols))
        rough = maps.Pass(self.first[stage], self.alphas[0], min(50.0, side), min(3.0, side), hood)
        fine = maps.Pass(self.second[stage], self.alphas[1], min(3.0, side), min(1.0, side), hood)
        return rough, fine

    def boards(self, stage: int) -> Codes:
        """What this stage's map is trained with."""
        return boards(self._game, self.spans[stage], self.data[stage], self.seed, self.distinct)

    @property
    def _game(self) -> Game:
        return load_game(self.game)


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
        self.som = maps.som(course.rows, course.cols, cells, course.winner)
        self.passes = course.passes(self.stage)
        self.total = sum(told.steps for told in self.passes)
        self.rng: Stream = stream(course.seed, _STEPS, self.stage)
        self._boards: Codes | None = None
        maps.start(self.som, stream(course.seed, _START, self.stage))

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

        in_portions(self, _FIRST, said, keep, every)

    def step(self, steps: int) -> int:
        """So many steps, but not beyond the next point of the curve; returns how many it were."""
        before = 0
        for told in self.passes:
            within = self.done - before
            if within < told.steps:
                point = within * POINTS // told.steps + 1
                taken = min(steps, -(-point * told.steps // POINTS) - within)
                maps.learn_boards(self.som, told, within, taken, self.boards, self.rng)
                self.done += taken
                if self.done - before == -(-point * told.steps // POINTS):
                    self._look()
                return taken
            before += told.steps
        return 0

    def _look(self) -> None:
        out = np.zeros(2)
        maps.errors(self.som, self.boards[:: max(1, len(self.boards) // _SAMPLE)][:_SAMPLE], out)
        self.curve.append((self.done, float(out[0]), float(out[1])))

    @property
    def _about(self) -> dict[str, object]:
        return {"kind": "map in training", "course": asdict(self.course), "stage": self.stage}

    def save(self, path: Path) -> None:
        """Write a checkpoint."""
        numbers: dict[str, NDArray[Any]] = {
            "weights": maps.weights_of(self.som),
            "rng": self.rng,
            "done": np.array([self.done]),
            "curve": np.array(self.curve, dtype=np.float64).reshape(-1, 3),
        }
        write_tensors(path, self._about, numbers)

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint of the same map."""
        about, numbers = read_tensors(path)
        if {key: about.get(key) for key in self._about} != json.loads(json.dumps(self._about)):
            raise ModelError(f"{str(path)!r} was made by another course: give another folder to begin anew")
        try:
            maps.set_weights(self.som, numbers["weights"])
            self.rng[:] = numbers["rng"]
            self.done = int(numbers["done"][0])
            self.curve = [(int(steps), float(q), float(t)) for steps, q, t in numbers["curve"]]
        except (KeyError, ValueError, TypeError) as error:
            raise ModelError(f"{str(path)!r} is no checkpoint of a map: {error}") from None
