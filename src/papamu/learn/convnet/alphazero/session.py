"""An AlphaZero session (Silver et al. 2017): self-play, training and gating, round after round.

Round 0 is games of a tree search with random rollouts. In every later round the network that was accepted last
plays some games with itself; then the candidate learns the newest positions; then it plays against the accepted
network, and takes its place unless it is clearly weaker.

Everything is kept in a folder: the games of each group the moment they are played, a checkpoint after each
round. A session that was killed resumes with what is there.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from papamu.core.errors import ModelError
from papamu.core.files import make_folder
from papamu.learn.convnet.alphazero.course import AlphaZeroCourse
from papamu.learn.convnet.alphazero.model_file import ACCEPTED, CHECKPOINT, AlphaZeroModel
from papamu.learn.convnet.alphazero.replay_buffer import (
    ReplaySamples,
    join_samples,
    load_samples,
    newest_samples,
)
from papamu.learn.convnet.alphazero.residual_network import Residual, fold_batch_norm, new_network
from papamu.learn.convnet.alphazero.self_play import SLOTS, self_play_games, warm_up_games
from papamu.learn.convnet.alphazero.trainer import DivergedError, Trainer, learning_rate
from papamu.learn.convnet.weights import put_weights, under, weights_of
from papamu.learn.tensor_file import read_tensors, write_tensors

GROUP = 2 * SLOTS  # games that are played and kept together
_WARM_PASSES = 2.0  # the first positions are seen so much more often: nothing is known before them


@dataclass(frozen=True)
class GateResult:
    """The result of the gating match: the candidate against the accepted network."""

    share: float  # of the games, won by the candidate
    low: float
    high: float  # 95 %

    @property
    def accepted(self) -> bool:
        """It is not clearly weaker."""
        return self.high >= 0.5


@dataclass(frozen=True)
class IterationResult:
    """A point of the learning curve."""

    games: int  # of itself, up to here
    positions: int  # that were learned from
    moves: float  # loss
    value: float  # loss
    verdict: GateResult | None = None


GateMatch = Callable[[AlphaZeroModel, AlphaZeroModel], GateResult]


class _StoppedError(Exception):
    """Another thread has failed, or wants to stop."""


class AlphaZeroSession:
    """A network in training."""

    def __init__(
        self,
        course: AlphaZeroCourse,
        folder: Path,
        jobs: int = 1,
        gate: GateMatch | None = None,
    ) -> None:
        self.course, self.folder, self.jobs, self.gate = course, folder, jobs, gate
        self.candidate: Residual = new_network(course.shape(), course.seed)
        self.trainer = Trainer(course, self.candidate)
        self.accepted: dict[str, NDArray[Any]] = weights_of(self.candidate)
        self.curve: list[IterationResult] = []
        self.phase = ""  # what it does now, in words
        self.running = 0  # games of this round that are finished
        self._lock = threading.Lock()
        self._halt = threading.Event()
        make_folder(folder / "games")
        if self.checkpoint.is_file():
            self._resume()

    # -- how far it is ------------------------------------------------------------------------------

    @property
    def checkpoint(self) -> Path:
        """The file of the last finished round."""
        return self.folder / "checkpoint.safetensors"

    @property
    def rounds(self) -> int:
        """How many there are in all; round 0 are the warm games."""
        return 1 + -(-self.course.games // self.course.portion)

    @property
    def round(self) -> int:
        """Which one it is in."""
        return len(self.curve)

    @property
    def is_finished(self) -> bool:
        """Are all rounds done?"""
        return self.round >= self.rounds

    @property
    def done(self) -> int:
        """Games of itself that are finished."""
        before = self.curve[-1].games if self.curve else 0
        return before + (self.running if self.round else 0)

    def games_of(self, number: int) -> int:
        """How many games a round has."""
        course = self.course
        if number == 0:
            return course.warm_games
        return min(course.portion, course.games - (number - 1) * course.portion)

    # -- learning -----------------------------------------------------------------------------------

    def run(self, report: Callable[[AlphaZeroSession], None] = lambda _: None) -> None:
        """Learn to the end."""
        while not self.is_finished:
            self.one_round(report)

    def one_round(self, report: Callable[[AlphaZeroSession], None] = lambda _: None) -> None:
        """Play, learn, play the gating match, and save all of it."""
        course, number = self.course, self.round
        self._say("playing", report)
        new = self._play(number, report)
        losses = None
        if new is not None and len(new):
            self._say("learning", report)
            window = newest_samples(
                join_samples([*self._older(number, course.window - len(new)), new]), course.window
            )
            passes = course.passes * (1 if number else _WARM_PASSES)
            steps = max(1, round(passes * len(new) / course.batch))
            share = (number - 1) / max(1, self.rounds - 1)
            rng = np.random.default_rng([course.seed, number])
            try:
                # On one thread whatever the jobs: with more it would learn something a little different.
                losses = self.trainer.learn(window, steps, learning_rate(course, max(0.0, share)), rng)
            except DivergedError as error:
                kept = f"; the network before it is in {str(self.checkpoint)!r}" if number else ""
                raise DivergedError(f"round {number}: {error}{kept}") from None
        verdict = None
        if number == 0 or not course.gate or self.gate is None:
            self.accepted = weights_of(self.candidate)
        else:
            self._say("judging", report)
            verdict = self.gate(self._model(weights_of(self.candidate)), self.model())
            if verdict.accepted:
                self.accepted = weights_of(self.candidate)
        games = (self.curve[-1].games if self.curve else 0) + (self.games_of(number) if number else 0)
        positions = 0 if new is None else len(new)
        moves, value = (losses.moves, losses.value) if losses else (0.0, 0.0)
        self.curve.append(IterationResult(games, positions, moves, value, verdict))
        self.running = 0
        self._save()
        self._say("", report)

    def _say(self, phase: str, report: Callable[[AlphaZeroSession], None]) -> None:
        self.phase = phase
        report(self)

    # -- games --------------------------------------------------------------------------------------

    def _path(self, number: int, group: int) -> Path:
        return self.folder / "games" / f"{number:05}-{group:04}.safetensors"

    def _play(self, number: int, report: Callable[[AlphaZeroSession], None]) -> ReplaySamples | None:
        """The games of a round, group by group, on as many threads as there are jobs."""
        games = self.games_of(number)
        groups = -(-games // GROUP)
        if not groups:
            return None
        net = fold_batch_norm(self.model().network()) if number else None
        self._halt.clear()
        self.running = 0
        with ThreadPoolExecutor(self.jobs) as threads:
            sizes = [games * (group + 1) // groups - games * group // groups for group in range(groups)]
            tasks = [threads.submit(self._group, number, group, sizes[group], net) for group in range(groups)]
            try:
                waiting = set(tasks)
                while waiting:
                    finished, waiting = wait(waiting, timeout=0.5, return_when=FIRST_EXCEPTION)
                    report(self)
                    for task in finished:
                        task.result()
            except BaseException:
                self._halt.set()
                for task in tasks:
                    task.cancel()
                raise
        return join_samples([task.result() for task in tasks])

    def _group(self, number: int, group: int, games: int, net: Residual | None) -> ReplaySamples:
        path = self._path(number, group)
        if path.is_file():
            samples, about = load_samples(path)
            if about.get("course") == asdict(self.course):
                self._count(games)
                return samples
        key = number * 100_000 + group
        if net is None:
            samples = warm_up_games(self.course, key, games, self._count)
        else:
            samples = self_play_games(self.course, net, key, games, self._count)
        samples.save(path, {"course": asdict(self.course), "round": number})
        return samples

    def _count(self, games: int) -> None:
        if self._halt.is_set():
            raise _StoppedError
        if games:
            with self._lock:
                self.running += games

    def _older(self, number: int, wanted: int) -> list[ReplaySamples]:
        """Games of the rounds before, as many as are needed for the window, the oldest first.

        Those before them are removed: no later round will look at them either.
        """
        found: list[ReplaySamples] = []
        for path in sorted((self.folder / "games").glob("*.safetensors"), reverse=True):
            if int(path.name.split("-")[0]) >= number:
                continue
            if wanted <= 0:
                path.unlink()
                continue
            samples, _ = load_samples(path)
            found.append(samples)
            wanted -= len(samples)
        return found[::-1]

    # -- keeping ------------------------------------------------------------------------------------

    def model(self, facts: dict[str, Any] | None = None) -> AlphaZeroModel:
        """The network that was accepted last."""
        return self._model(self.accepted, facts)

    def _model(self, weights: dict[str, NDArray[Any]], facts: dict[str, Any] | None = None) -> AlphaZeroModel:
        known = {"curve": [asdict(one) for one in self.curve], "games": self.done, **(facts or {})}
        return AlphaZeroModel(self.course, weights, known)

    def _save(self) -> None:
        numbers: dict[str, NDArray[Any]] = {}
        numbers |= {f"pupil.{name}": array for name, array in weights_of(self.candidate).items()}
        numbers |= {f"{ACCEPTED}{name}": array for name, array in self.accepted.items()}
        for at, state in self.trainer.optimizer.state_dict()["state"].items():
            numbers |= {f"adam.{at}.{name}": tensor.numpy() for name, tensor in state.items()}
        about = {
            "kind": CHECKPOINT,
            "course": asdict(self.course),
            "curve": [asdict(one) for one in self.curve],
        }
        write_tensors(self.checkpoint, about, numbers)

    def _resume(self) -> None:
        path = self.checkpoint
        about, numbers = read_tensors(path)
        if about.get("kind") != CHECKPOINT or about.get("course") != asdict(self.course):
            raise ModelError(
                f"{str(path)!r} was made by another course: give another folder to start from scratch"
            )
        try:
            put_weights(self.candidate, under(numbers, "pupil."))
            self.accepted = under(numbers, ACCEPTED)
            optimizer = self.trainer.optimizer.state_dict()
            optimizer["state"] = _by_number(under(numbers, "adam."))
            self.trainer.optimizer.load_state_dict(optimizer)
            self.curve = [_round(point) for point in about["curve"]]
        except (KeyError, TypeError, ValueError, RuntimeError) as error:
            raise ModelError(f"{str(path)!r} is not a checkpoint, or is damaged: {error!r:.200}") from None


def _by_number(numbers: dict[str, NDArray[Any]]) -> dict[int, dict[str, Any]]:
    """What the optimizer remembers, as PyTorch orders it: by the number of the tensor."""
    found: dict[int, dict[str, Any]] = {}
    for name, array in numbers.items():
        at, _, what = name.partition(".")
        found.setdefault(int(at), {})[what] = torch.from_numpy(np.array(array))
    return found


def _round(point: dict[str, Any]) -> IterationResult:
    verdict = point["verdict"]
    return IterationResult(**{**point, "verdict": GateResult(**verdict) if verdict else None})
