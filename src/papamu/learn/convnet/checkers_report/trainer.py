"""The trainer of the checkers report's networks: SGD on the squared error, curves, checkpoints, no NaN kept."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from papamu.core.errors import ModelError, PapamuError
from papamu.games.registry import load as load_game
from papamu.learn.convnet.checkers_report.course import BATCH, ReportCourse
from papamu.learn.convnet.checkers_report.inputs import training_pairs
from papamu.learn.convnet.checkers_report.model_file import ReportModel, load
from papamu.learn.convnet.checkers_report.networks import build_network
from papamu.learn.convnet.torch_import import import_torch
from papamu.learn.convnet.weights import put_weights, weights_of
from papamu.learn.portion_loop import run_in_portions
from papamu.learn.tree_data import Boards

ALIVE, DIVERGED = "alive", "diverged"
_MIX, _ORDER = range(2)  # keys of random streams


class ReportTrainer:
    """A network that learns what boards are worth; one step of it is an epoch."""

    def __init__(self, course: ReportCourse, boards: Boards) -> None:
        game = load_game(course.game)
        if (game.name, game.rows, game.cols) != (load_game(boards.game).name, *boards.boards.shape[1:]):
            raise PapamuError(f"a network for {course.game} cannot learn from boards of {boards.game}")
        if len(boards) < 2:
            raise PapamuError("a network needs two boards or more: one to learn from, one to test")
        self.course = course
        self.player = int(boards.players[0])
        self.curve: list[tuple[int, float, float]] = []  # epochs, training error, test error
        self.state = ALIVE
        self._torch = import_torch()
        self._net = build_network(course, game)
        self._sgd = self._torch.optim.SGD(self._net.parameters(), lr=course.lr, momentum=course.momentum)
        self._good = weights_of(self._net)  # the last weights whose errors were numbers
        inputs, worth, numbers = training_pairs(game, course.inputs, boards)
        order = np.arange(len(boards))
        if course.mixed:
            order = np.random.default_rng([course.seed, _MIX]).permutation(order)
        learned = order[: min(course.train, len(boards) - 1)]
        taken = np.isin(numbers, learned)
        self._train, self._test = (
            (self._torch.from_numpy(inputs[part]), self._torch.from_numpy(worth[part])[:, None])
            for part in (taken, ~taken)
        )

    @property
    def done(self) -> int:
        """Epochs so far."""
        return len(self.curve)

    @property
    def is_finished(self) -> bool:
        """All epochs are done, or the numbers have run away."""
        return self.done >= self.course.epochs or self.state == DIVERGED

    @property
    def errors(self) -> tuple[float, float]:
        """Mean squared errors of the last epoch whose were numbers: training, test."""
        return self.curve[-1][1:] if self.curve else (math.nan, math.nan)

    def run(self, report: Callable[[float], None], keep: Path | None = None, every: float = 20.0) -> None:
        """Learn to the end, or go on after a stop; `report` hears which share is done."""
        run_in_portions(self, 5, lambda: report(self.done / self.course.epochs), keep, every)

    def step(self, epochs: int) -> None:
        """So many epochs, or fewer."""
        for _ in range(epochs):
            if self.is_finished:
                return
            try:
                self._epoch()
            except (RuntimeError, MemoryError) as error:
                if isinstance(error, RuntimeError) and "memory" not in str(error):
                    raise
                size = self.course.batch or len(self._train[0])
                raise PapamuError(
                    f"there is too little memory for steps of {size:,} boards: take a smaller batch"
                ) from None

    def _epoch(self) -> None:
        inputs, worth = self._train
        before = weights_of(self._net)
        size = self.course.batch or len(inputs)
        order = self._torch.arange(len(inputs))
        if size < len(inputs):
            drawn = np.random.default_rng([self.course.seed, _ORDER, self.done]).permutation(len(inputs))
            order = self._torch.from_numpy(drawn)
        self._net.train(self.course.batchnorm == BATCH)
        with self._torch.no_grad():  # of the same weights as the training error, as in the report's program
            test = float(self._loss(*self._test))
        squares = 0.0
        self._net.train()
        for at in range(0, len(inputs), size):
            part = order[at : at + size]
            whole = size >= len(inputs)
            loss = self._loss(inputs if whole else inputs[part], worth if whole else worth[part])
            self._sgd.zero_grad()
            loss.backward()
            self._sgd.step()
            squares += float(loss.detach()) * len(part)
        training = squares / len(inputs)
        if not (math.isfinite(training) and math.isfinite(test)):
            self.state = DIVERGED
            put_weights(self._net, self._good)
            return
        self._good = before
        self.curve.append((self.done + 1, training, test))

    def _loss(self, inputs: Any, worth: Any) -> Any:
        return self._torch.nn.functional.mse_loss(self._net(inputs), worth)

    def model(self, facts: dict[str, Any] | None = None) -> ReportModel:
        """The network as it is now; one whose numbers ran away as it was before."""
        known = {
            "curve": self.curve,
            "state": self.state,
            "torch": str(self._torch.__version__),
            "boards": [len(self._train[0]), len(self._test[0])],
            **(facts or {}),
        }
        return ReportModel(self.course, weights_of(self._net), self.player, known)

    def save(self, path: Path) -> None:
        """Write a checkpoint."""
        kept = self.model()
        speeds = [self._sgd.state[one].get("momentum_buffer") for one in self._net.parameters()]
        extra = {f"speed{at}": one.numpy() for at, one in enumerate(speeds) if one is not None}
        extra |= {f"good.{name}": one for name, one in self._good.items()}
        ReportModel(kept.course, kept.weights, kept.player, kept.facts, extra).save(path)

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint of the same course."""
        kept = load(path)
        if kept.course != self.course or kept.player != self.player:
            raise ModelError(
                f"{str(path)!r} was made by another course: give another folder to start from scratch"
            )
        try:
            put_weights(self._net, kept.weights)
            self.curve = [(int(at), float(one), float(other)) for at, one, other in kept.facts["curve"]]
            self.state = str(kept.facts["state"])
            self._good = {name: kept.extra[f"good.{name}"] for name in self._good}
            for at, one in enumerate(self._net.parameters()):
                if f"speed{at}" in kept.extra:
                    speed = self._torch.from_numpy(np.array(kept.extra[f"speed{at}"]))
                    self._sgd.state[one]["momentum_buffer"] = speed
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"{str(path)!r} is not a checkpoint: {error!r} is missing") from None
