"""A session of TD learning on maps: games in portions, a curve, checkpoints (Reversi paper, §5 to §7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from papamu.core.errors import ModelError, PapamuError
from papamu.games.game import Game
from papamu.games.registry import load as load_game
from papamu.kernel.random import Stream, stream
from papamu.learn.portion_loop import run_in_portions
from papamu.learn.som.course import Learning as Learning
from papamu.learn.som.model_file import MapModel, load
from papamu.learn.som.td_values import learn_games, new_state_trajectory
from papamu.search.policy import NullPolicy, Policy, new_workspace

POINTS = 50  # of a learning curve
_FIRST = 100  # games of the first portion
_GAMES = 3  # a stream


@dataclass
class MapSession:
    """Somebody who learns on maps."""

    model: MapModel
    learning: Learning
    opponent: Callable[[Game], Policy]
    closing: Callable[[Game], Policy] | None = None  # plays near the end in its place, else says `NONE`
    curve: list[tuple[int, float, float]] = field(
        default_factory=list
    )  # games, won and drawn since the last point

    def __post_init__(self) -> None:
        self.game = load_game(self.model.course.game)
        if not 0 <= self.learning.seat < self.game.num_players:
            seats = self.game.num_players - 1
            raise PapamuError(
                f"seat cannot be {self.learning.seat} at {self.game}: valid values are 0 to {seats}"
            )
        self.against = self.opponent(self.game)
        self.closes = self.closing(self.game) if self.closing else NullPolicy(new_workspace(self.game))
        self.policy = self.model.player()
        self.trajectory = new_state_trajectory(self.game)
        self.rng: Stream = stream(self.learning.seed, _GAMES)
        self._before = (0, 0, 0)

    @property
    def done(self) -> int:
        """Games it has learned from."""
        return int(self.trajectory.tally[0])

    @property
    def is_finished(self) -> bool:
        """Has it learned from all its games?"""
        return self.done >= self.learning.games

    @property
    def won(self) -> float:
        """The share of all its learning games that it has won; drawn ones count half."""
        games, won, drawn, _ = (int(count) for count in self.trajectory.tally)
        return (won + drawn / 2) / games if games else 0.0

    def run(
        self,
        report: Callable[[MapSession], None] | None = None,
        keep: Path | None = None,
        every: float = 20.0,
    ) -> None:
        """Learn to the end.

        With `keep`, from a checkpoint there if there is one, with another every so often.
        """

        def said() -> None:
            if report:
                report(self)

        run_in_portions(self, _FIRST, said, keep, every)

    def step(self, games: int) -> int:
        """Learn from so many games, but not beyond the next point of the curve; returns how many it were."""
        total = self.learning.games
        points = min(POINTS, total)
        upto = -(-(self.done * points // total + 1) * total // points)
        taken = min(games, upto - self.done)
        rule, rules = self.learning.rewards, self.game.rules
        learn_games(self.policy, rules, rule, self.trajectory, self.against, self.closes, taken, self.rng)
        if self.done == upto:
            games_now, won, drawn = (int(count) for count in self.trajectory.tally[:3])
            since = games_now - self._before[0]
            point = (self.done, (won - self._before[1]) / since, (drawn - self._before[2]) / since)
            self.curve.append(point)
            self._before = (games_now, won, drawn)
        return taken

    def learned(self, facts: dict[str, Any] | None = None) -> MapModel:
        """The maps with what it has learned so far."""
        known = {
            **self.model.facts,
            "learning": asdict(self.learning),
            "curve": list(self.curve),
            **(facts or {}),
        }
        return replace(
            self.model,
            values=self.policy.values.copy(),
            visits=self.policy.visits.copy(),
            facts=known,
            extra={},
        )

    def save(self, path: Path) -> None:
        """Write a checkpoint."""
        extra = {"rng": self.rng, "tally": self.trajectory.tally, "before": np.array(self._before)}
        replace(self.learned(), extra=extra).save(path)

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint of the same learning on the same maps."""
        kept = load(path)
        mine = self.model
        same = (kept.course, kept.nearest) == (mine.course, mine.nearest)
        same = same and np.array_equal(kept.weights, mine.weights)
        same = same and np.array_equal(kept.thresholds, mine.thresholds)
        if kept.facts.get("learning") != asdict(self.learning) or not same:
            raise ModelError(
                f"{str(path)!r} was made by other learning: give another folder to start from scratch"
            )
        try:
            self.policy.values[:], self.policy.visits[:] = kept.values, kept.visits
            self.rng[:] = kept.extra["rng"]
            self.trajectory.tally[:] = kept.extra["tally"]
            games, won, drawn = (int(count) for count in kept.extra["before"])
            self._before = (games, won, drawn)
            self.curve = [(int(games), float(won), float(drawn)) for games, won, drawn in kept.facts["curve"]]
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"{str(path)!r} is not a checkpoint, or is damaged: {error!r}") from None
