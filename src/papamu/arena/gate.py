"""The gating match of AlphaZero: a candidate network plays the accepted one."""

from __future__ import annotations

from typing import Any

from papamu.agents.puct import PuctAgent
from papamu.arena import api
from papamu.core.errors import PapamuError
from papamu.games.registry import load
from papamu.learn.convnet.alphazero.course import AlphaZeroCourse
from papamu.learn.convnet.alphazero.model_file import AlphaZeroModel
from papamu.learn.convnet.alphazero.session import GateResult

_SIMS = 64  # of both
_OPENING = 4  # random plies before their games


class Gate:
    """Plays the match, and returns its result."""

    def __init__(self, course: AlphaZeroCourse, jobs: int = 1) -> None:
        self.course, self.jobs = course, jobs

    def __call__(self, candidate: AlphaZeroModel, accepted: AlphaZeroModel) -> GateResult:
        """Their games."""
        game = load(self.course.game)
        agents = [PuctAgent.of(model, sims=_SIMS) for model in (candidate, accepted)]
        settings: dict[str, Any] = {"games": self.course.gate, "seed": self.course.seed, "jobs": self.jobs}
        try:
            results = api.match(game, *agents, opening_plies=_OPENING, **settings)
        except PapamuError:  # on the smallest boards games are over by then
            results = api.match(game, *agents, opening_plies=0, **settings)
        tally = results.tally()
        shift = 0.5 - tally.even  # at larger tables an equal player wins less than half
        low, high = tally.interval()
        return GateResult(tally.score + shift, low + shift, high + shift)
