"""How fast the Clobber thesis's networks learn: whole games, and the updates alone beside PyTorch's.

PyTorch does the same update for the same positions: one at a time, forward, backward, and a step of plain
gradient descent, on one thread as we do.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from papamu.agents.baselines import RandomAgent
from papamu.bench.cases import Case, Row
from papamu.bench.playouts import in_turn
from papamu.games.rules import Moves
from papamu.kernel.jit import jit
from papamu.learn.encodings.contract import Inputs
from papamu.learn.mlp.network import Mlp, learn, matrix
from papamu.learn.online.course import Course
from papamu.learn.online.session import Session

_GAMES = 10**12  # as many as anybody will play
_LR, _TARGET = 2e-6, 150.0  # Table 5.16's best
POSITIONS = 64  # different ones, learned from again and again


def compare(case: Case, seconds: float, others: bool) -> Row:
    """A case of training, or of updates."""
    course = Course(case.spec, (case.hidden,), "leaky-relu", lr=_LR, target=_TARGET, games=_GAMES)
    if case.kind == "train":
        rate, _, _ = in_turn(Games(course), None, seconds)
        return case.judge(
            Row(game=case.spec, measured=f"train, {case.hidden} hidden", rate=rate, unit="games/s")
        )
    ours = Updates(course)
    theirs = TheirUpdates(ours) if others and torch_installed() else None
    rate, their_rate, ratio = in_turn(ours, theirs, seconds)
    return case.judge(
        Row(
            game=case.spec,
            measured=f"update, {case.hidden}",
            rate=rate,
            unit="positions/s",
            other="PyTorch" if theirs else None,
            other_rate=their_rate,
            ratio=ratio,
        )
    )


class Games:
    """A network that plays against Random and learns."""

    def __init__(self, course: Course) -> None:
        self.session = Session(course, RandomAgent().policy)

    def play(self, times: int) -> None:
        """Learn from so many games."""
        self.session.step(times)


@jit
def _learn_all(net: Mlp, which: Moves, by: Inputs, many: Moves, first: int, times: int) -> None:
    for k in range(first, first + times):
        at = k % len(many)
        target = np.float32(_TARGET if at & 1 else -_TARGET)
        learn(net, which[at], by[at], many[at], target, np.float32(_LR), np.float32(0), 0)


class Updates:
    """The learning alone, from positions of some games."""

    def __init__(self, course: Course) -> None:
        session = Session(course, RandomAgent().policy)
        self.net: Mlp = session.policy.net
        rows: list[Any] = []
        while len(rows) < POSITIONS:
            before = int(session.trajectory.tally[2])
            session.step(1)
            pages = int(session.trajectory.tally[2]) - before
            trajectory = session.trajectory
            rows += [
                (trajectory.which[k].copy(), trajectory.by[k].copy(), int(trajectory.many[k]))
                for k in range(pages)
            ]
        rows = rows[:POSITIONS]
        self.which = np.array([which for which, _, _ in rows])
        self.by = np.array([by for _, by, _ in rows])
        self.many = np.array([many for _, _, many in rows])
        self.first = 0

    def play(self, times: int) -> None:
        """Learn from so many positions."""
        _learn_all(self.net, self.which, self.by, self.many, self.first, times)
        self.first += times

    def rows(self) -> Inputs:
        """The positions as plain rows of inputs."""
        dense = np.zeros((len(self.many), int(self.net.sizes[0])), dtype=np.float32)
        for row, which, by, many in zip(dense, self.which, self.by, self.many, strict=True):
            row[which[:many]] = by[:many]
        return dense


class TheirUpdates:
    """The same in PyTorch."""

    def __init__(self, ours: Updates) -> None:
        import torch

        torch.set_num_threads(1)
        inputs, hidden = matrix(ours.net, 0).shape
        self.model = torch.nn.Sequential(
            torch.nn.Linear(inputs - 1, hidden),
            torch.nn.LeakyReLU(0.01),
            torch.nn.Linear(hidden, 1),
            torch.nn.LeakyReLU(0.01),
        )
        with torch.no_grad():
            for k, layer in ((0, self.model[0]), (1, self.model[2])):
                layer.weight.copy_(torch.from_numpy(matrix(ours.net, k)[:-1].T.copy()))
                layer.bias.copy_(torch.from_numpy(matrix(ours.net, k)[-1].copy()))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=_LR)
        self.positions = list(torch.from_numpy(ours.rows()))
        self.first = 0

    def play(self, times: int) -> None:
        """Learn from so many positions."""
        for k in range(self.first, self.first + times):
            at = k % len(self.positions)
            target = _TARGET if at & 1 else -_TARGET
            self.optimizer.zero_grad()
            loss = 0.5 * (target - self.model(self.positions[at])) ** 2
            loss.backward()
            self.optimizer.step()
        self.first += times


def torch_installed() -> bool:
    """Can PyTorch be imported?"""
    try:
        import torch  # noqa: F401
    except ImportError:
        return False
    return True
