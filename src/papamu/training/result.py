"""What comes out of a training: one run, or one run per seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from papamu.agents.agent import Agent
from papamu.agents.registry import agent as make_agent
from papamu.core.errors import PapamuError
from papamu.core.row_table import RowTable
from papamu.learn.tensor_file import played_as, read_tensors
from papamu.training.curve_picture import curve_svg
from papamu.training.final_test import describe_test
from papamu.training.health_report import HealthReport, health_report
from papamu.training.observations import read_observations
from papamu.training.request import TrainRequest

_SHOWN = {
    "won": "games won",
    "value": "loss of the values",
}  # the column that is drawn: the first that is there
_OF_MAPS = ("games", "won", "drawn")  # a point of the curve of values on maps


@dataclass(frozen=True, repr=False)
class TrainingRun:
    """A finished training: the model, how it learned, how it did in its test games, and the agent that plays it.

    >>> import papamu
    >>> run = papamu.train("clobber:3x3", hidden=4, games=200, tests=20)
    >>> run
    <TrainingRun mlp of clobber:3x3: 200 games, seed 1, test won ... of 20 games against random>
    >>> run.curve["games"]
    [100, 200]
    >>> papamu.match("clobber:3x3", run.agent, "random", games=10).games
    10
    """

    request: TrainRequest
    folder: Path
    file: Path  # the model file: in the folder, or where the request wanted it
    model: Any  # mlp.Model, som.MapModel or AlphaZeroModel
    fresh: bool  # trained now (or continued), not found finished

    @property
    def course(self) -> Any:
        """Its course."""
        return self.model.course

    @property
    def facts(self) -> Mapping[str, Any]:
        """What the model file tells of the training."""
        found: Mapping[str, Any] = self.model.facts
        return found

    @cached_property
    def curve(self) -> RowTable:
        """The learning curve, a row per point: games learned from, share won since the last point, and more.

        Of a network that plays itself, `won` is against `random`. A network of alphazero has the losses of its moves
        and values instead, and how it did against the one before.
        """
        return RowTable(map(_flat, self.facts.get("curve", [])))

    @property
    def test(self) -> dict[str, Any] | None:
        """The result of the test games; none if there were none."""
        return self.facts.get("test")

    @property
    def health_report(self) -> HealthReport | None:
        """What is wrong with the network, why, and what to try; none if nothing is, or for other learners."""
        if self.learner != "mlp":
            return None
        seen = read_observations(self.folder)
        return health_report(
            self.course,
            self.facts.get("curve", []),
            largest=self.facts.get("largest"),
            points=seen.points if seen else (),
            opponent=self.facts.get("opponent", ""),
        )

    @property
    def spec(self) -> str:
        """How the trained player is written in every command, like `mlp:runs/train-…/model.safetensors`."""
        return played_as(read_tensors(self.file)[0], str(self.file)) or ""

    @property
    def agent(self) -> Agent:
        """The trained player."""
        return make_agent(self.spec)

    def summary(self) -> dict[str, Any]:
        """Everything but the weights, for JSON."""
        return {**self.facts, "model": str(self.file), "course": asdict(self.course)}

    def to_frame(self) -> Any:
        """The learning curve as a pandas DataFrame.

        >>> import papamu
        >>> run = papamu.train("clobber:3x3", hidden=4, games=200, tests=20)
        >>> list(run.to_frame()) == run.curve.columns
        True
        """
        return self.curve.to_frame()

    def svg(self) -> str:
        """The learning curve as a picture; empty if there is none."""
        return TrainingRuns([self]).svg()

    @property
    def learner(self) -> str:
        """What learned: mlp, alphazero or som."""
        return type(self.request).__name__.removesuffix("Request").lower()

    def __repr__(self) -> str:
        return f"<TrainingRun {self._words()}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self._words())}</p>{self.svg()}"

    def _words(self) -> str:
        games = f"{self.facts['games']:,} games, " if "games" in self.facts else ""
        tested = f", test {_in_short(self.test)}" if self.test else ""
        return f"{self.learner} of {self.course.game}: {games}seed {self.course.seed}{tested}"


class TrainingRuns(Sequence[TrainingRun]):
    """The same training with several seeds: a sequence of runs, with their curves as arrays.

    >>> import papamu
    >>> runs = papamu.train("clobber:3x3", hidden=4, games=200, tests=20, seeds=2)
    >>> [run.course.seed for run in runs], runs.games.tolist(), runs.curves.shape
    ([1, 2], [100, 200], (2, 2))
    >>> runs.tests.columns
    ['seed', 'opponent', 'games', 'won', 'share', 'low', 'high']
    """

    def __init__(self, runs: Sequence[TrainingRun]) -> None:
        self._runs = tuple(runs)

    def __len__(self) -> int:
        return len(self._runs)

    @overload
    def __getitem__(self, at: int) -> TrainingRun: ...
    @overload
    def __getitem__(self, at: slice) -> TrainingRuns: ...
    def __getitem__(self, at: int | slice) -> TrainingRun | TrainingRuns:
        return TrainingRuns(self._runs[at]) if isinstance(at, slice) else self._runs[at]

    @cached_property
    def games(self) -> NDArray[np.int64]:
        """[point]: games learned from, the x axis of the curves."""
        longest = max((run.curve for run in self), key=len)
        return np.array(longest["games"] if len(longest) else [], dtype=np.int64)

    @property
    def curves(self) -> NDArray[np.float64]:
        """[seed, point]: share of games won since the last point (alphazero: the loss of its values)."""
        return self.column(_shown(self[0]))

    def column(self, name: str) -> NDArray[np.float64]:
        """[seed, point]: any column of the curves; not a number where a run ended earlier than others."""
        found = np.full((len(self), len(self.games)), np.nan)
        for row, run in zip(found, self, strict=True):
            values = run.curve[name] if len(run.curve) else []
            try:
                row[: len(values)] = [np.nan if value is None else value for value in values]
            except (TypeError, ValueError):
                raise PapamuError(f"the column {name!r} of the curve has no numbers") from None
        return found

    @property
    def tests(self) -> RowTable:
        """The test games, a row per seed: games, games won, their share and its 95 % interval."""
        return RowTable(
            {"seed": run.course.seed, **_test_row(run.test)} for run in self if run.test is not None
        )

    @property
    def agents(self) -> list[Agent]:
        """The trained players."""
        return [run.agent for run in self]

    def to_frame(self) -> Any:
        """All curves as one pandas DataFrame, with a column for the seed."""
        return RowTable({"seed": run.course.seed, **row} for run in self for row in run.curve).to_frame()

    def svg(self) -> str:
        """The learning curves as a picture, with a thick line for their mean; empty if there is no curve.

        >>> import papamu
        >>> runs = papamu.train("clobber:3x3", hidden=4, games=200, tests=20, preset="none", seeds=2)
        >>> runs.svg().count("<polyline")
        3
        """
        if not len(self.games):
            return ""
        label = _SHOWN.get(_shown(self[0]), "games")
        return curve_svg(self.games.tolist(), self.curves.tolist(), label)

    def __repr__(self) -> str:
        seeds = f"seeds {self[0].course.seed} to {self[-1].course.seed}"
        shares = self.tests["share"] if len(self.tests) else []
        tested = f", tests won {min(shares):.1%} to {max(shares):.1%}" if shares else ""
        return f"<TrainingRuns {self[0].learner} of {self[0].course.game}: {seeds}{tested}>"

    def _repr_html_(self) -> str:
        tests = self.tests
        return f"<p>{escape(repr(self)[1:-1])}</p>{self.svg()}{tests._repr_html_() if len(tests) else ''}"


# -- figures and words ------------------------------------------------------------------------------------


def _flat(point: Any) -> dict[str, Any]:
    """A point of a curve as one row: what is nested gets columns of its own."""
    if not isinstance(point, Mapping):
        return dict(zip(_OF_MAPS, point, strict=False))
    row: dict[str, Any] = {}
    for name, value in point.items():
        if isinstance(value, Mapping):
            row |= {one if name == "seen" else f"{name}_{one}": inner for one, inner in value.items()}
        else:
            row[name] = value
    return row


def _shown(run: TrainingRun) -> str:
    return next((name for name in _SHOWN if name in run.curve.columns), "games")


def _test_row(test: Mapping[str, Any]) -> dict[str, Any]:
    low, high = test["interval"]
    share = test["score"] if "sims" in test else test["won"] / test["games"]
    about = {"opponent": test["opponent"]} if "opponent" in test else {}
    return {**about, "games": test["games"], "won": test["won"], "share": share, "low": low, "high": high}


def _in_short(test: Mapping[str, Any] | None) -> str:
    """The result of test games without its interval."""
    return describe_test(test).partition(", ")[0].partition(" (95")[0]
