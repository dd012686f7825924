"""The gate of a network that learns from its own games: a pupil plays the network that it wants to follow."""

from __future__ import annotations

from typing import Any

from papamu.agents.guided import PuctAgent
from papamu.arena import api
from papamu.errors import PapamuError
from papamu.games.registry import load
from papamu.learn.convnet.zero import Verdict
from papamu.learn.convnet.zero_course import ZeroCourse
from papamu.learn.convnet.zero_model import ZeroModel

_SIMS = 64  # of both
_OPENING = 4  # random plies before their games


class Gate:
    """Lets them play, and says what came of it."""

    def __init__(self, course: ZeroCourse, jobs: int = 1) -> None:
        self.course, self.jobs = course, jobs

    def __call__(self, pupil: ZeroModel, accepted: ZeroModel) -> Verdict:
        """Their games."""
        game = load(self.course.game)
        agents = [PuctAgent.of(model, sims=_SIMS) for model in (pupil, accepted)]
        told: dict[str, Any] = {"games": self.course.gate, "seed": self.course.seed, "jobs": self.jobs}
        try:
            results = api.match(game, *agents, opening_plies=_OPENING, **told)
        except PapamuError:  # on the smallest boards games are over by then
            results = api.match(game, *agents, opening_plies=0, **told)
        tally = results.tally()
        shift = 0.5 - tally.even  # at larger tables an equal player wins less than half
        low, high = tally.interval()
        return Verdict(tally.score + shift, low + shift, high + shift)
