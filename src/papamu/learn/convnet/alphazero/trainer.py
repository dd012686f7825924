"""The trainer: a network learns from positions of the replay buffer, batch by batch.

Of each position it learns how often the search chose each legal move (others do not count at all), and a
blend of how the game ended and what the search thought it was worth.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from papamu.core.errors import PapamuError
from papamu.games.registry import load as load_game
from papamu.games.rules import Moves
from papamu.learn.convnet.alphazero.course import AlphaZeroCourse
from papamu.learn.convnet.alphazero.planes import turns_of, view_of
from papamu.learn.convnet.alphazero.replay_buffer import Batch, ReplaySamples
from papamu.learn.convnet.alphazero.residual_network import Residual

_WAYS = 8  # to turn and mirror a board, at most
_LAST = 0.05  # the rate at the end, as a share of that at the beginning


class DivergedError(PapamuError):
    """The loss is no number any more."""


@dataclass(frozen=True)
class Losses:
    """Means over one call of `learn`."""

    moves: float  # cross entropy
    value: float  # mean square error
    steps: int


def learning_rate(course: AlphaZeroCourse, done: float) -> float:
    """The rate of learning when this share of the course is done."""
    return course.lr * (_LAST + (1 - _LAST) * (0.5 + 0.5 * math.cos(math.pi * min(1.0, done))))


class Trainer:
    """A network and what its optimizer remembers of it."""

    def __init__(self, course: AlphaZeroCourse, net: Residual) -> None:
        self.course, self.net = course, net
        self.game = load_game(course.game)
        self.view, self.turns = view_of(self.game), turns_of(self.game)
        _check_memory(course, net, self.game.rules.cells)
        self.optimizer = torch.optim.AdamW(net.parameters(), lr=course.lr, weight_decay=course.decay)
        self._batch = Batch.of(self.game, self.view, net.shape.values, course.batch)

    def learn(self, samples: ReplaySamples, steps: int, lr: float, rng: np.random.Generator) -> Losses:
        """So many batches of these positions, drawn at random, each turned at random."""
        course, totals, weights = self.course, np.zeros(2), np.zeros(2)
        for group in self.optimizer.param_groups:
            group["lr"] = lr
        worth = ((1 - course.mix) * samples.result + course.mix * samples.worth).astype(np.float32)
        self.net.train()
        for _ in range(steps):
            picks = rng.integers(len(samples), size=course.batch)
            moves, value, trusted = self._step(samples, worth, picks, rng)
            if not math.isfinite(moves + value):
                raise DivergedError(
                    f"the loss is not a number any more (moves {moves}, value {value}): a smaller lr may help"
                )
            totals += (moves * trusted, value)
            weights += (trusted, 1)
        if not all(bool(torch.isfinite(numbers).all()) for numbers in self.net.state_dict().values()):
            raise DivergedError("some weights are not numbers any more: a smaller lr may help")
        mean = totals / np.maximum(weights, 1e-9)
        return Losses(float(mean[0]), float(mean[1]), steps)

    def _step(
        self, samples: ReplaySamples, worth: NDArray[np.float32], picks: Moves, rng: np.random.Generator
    ) -> tuple[float, float, float]:
        """One batch: both losses, and how many positions taught moves."""
        batch, game = self._batch, self.game
        batch.fill(game, self.view, self.turns, samples, worth, picks, _ways(samples.ways[picks], rng))
        shaped = batch.pictures.reshape(len(picks), game.rows, game.cols, self.view.planes)
        logits, values = self.net(torch.from_numpy(shaped))
        trusted = torch.from_numpy(samples.trusted[picks])
        logits = logits.masked_fill(~torch.from_numpy(batch.legal), -1e9)
        missed = -(torch.from_numpy(batch.wanted) * torch.log_softmax(logits, dim=1)).sum(dim=1)
        moves = (missed * trusted).sum() / trusted.sum().clamp(min=1.0)
        value = torch.nn.functional.mse_loss(values, torch.from_numpy(batch.values))
        self.optimizer.zero_grad()
        (moves + value).backward()
        self.optimizer.step()
        return moves.item(), value.item(), trusted.sum().item()


def _ways(allowed: Moves, rng: np.random.Generator) -> Moves:
    """One of the allowed turns for each position, each with the same chance."""
    each = (allowed[:, None] >> np.arange(_WAYS)) & 1
    upto = np.cumsum(each, axis=1)
    nth = rng.integers(upto[:, -1])
    way: Moves = np.argmax(upto > nth[:, None], axis=1)
    return way


def _check_memory(course: AlphaZeroCourse, net: Residual, cells: int) -> None:
    """Say so before the system does."""
    shape = net.shape
    kept = shape.channels * (6 * shape.blocks + 8) + 3 * shape.planes + 8 * shape.voices  # numbers a cell
    need = 4 * course.batch * cells * kept
    free = available_memory()
    if need > free:
        fits = max(1, int(course.batch * free / need))
        raise PapamuError(
            f"a batch of {course.batch:,} positions takes about {need / 1e9:,.1f} GB, and "
            f"{free / 1e9:,.1f} GB are free: about {fits:,} fit"
        )


def available_memory() -> float:
    """Bytes that can still be had, as far as the system tells."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            found = {line.split(":")[0]: line.split()[1] for line in file}
        return 1024.0 * int(found["MemAvailable"])
    except (OSError, KeyError, ValueError, IndexError):
        return math.inf
