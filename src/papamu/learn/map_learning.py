"""Learning on maps.

Games in portions, a curve, stopped and resumed at any of them (Reversi paper, §5 to §7).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from papamu.errors import ModelError, PapamuError, listing, nearest
from papamu.games.game import Game
from papamu.games.registry import load as load_game
from papamu.kernel.random import Stream, stream
from papamu.learn import map_model
from papamu.learn.map_model import MapModel
from papamu.learn.portions import in_portions
from papamu.learn.td import WAYS, Rewards, diary, learn_games
from papamu.search.policy import Nobody, Policy, desk

POINTS = 50  # of a learning curve
MOST_GAMES = 10**12
_FIRST = 100  # games of the first portion
_GAMES = 3  # a stream


@dataclass(frozen=True)
class Learning:
    """How values are learned on maps. Defaults are the paper's."""

    way: str = "td"
    """TD(0) (`td0`), Monte Carlo (`mc`), TD(λ) (`td`), or, ours, means of what came of states (`mean`)."""
    alpha: float = 0.4
    gamma: float = 0.9998
    lam: float = 0.8
    epsilon: float = 0.1
    """How often it plays a random move while it learns."""
    won: float = 1000.0
    lost: float = -1000.0
    move: float = -0.0001
    """The reward of a move."""
    seat: int = 0
    """Where it sits: 0 moves first, as in the paper."""
    search: int = 0
    """It plays exactly when at most so many squares are empty; the paper's second experiment: 4."""
    games: int = 1_000_000
    seed: int = 1

    def __post_init__(self) -> None:
        """Refuse what cannot be learned."""
        if self.way not in WAYS:
            raise PapamuError(
                f"way cannot be {self.way!r}{nearest(self.way, WAYS)}: there are {listing(WAYS)}"
            )
        for name in ("alpha", "gamma", "lam", "epsilon"):
            value = getattr(self, name)
            if not 0 <= value <= 1:  # nor what is no number
                raise PapamuError(f"{name} cannot be {value:g}: possible are 0 to 1")
        for name in ("won", "lost", "move"):
            if not isfinite(getattr(self, name)):
                raise PapamuError(f"{name} cannot be {getattr(self, name):g}: a reward is a number")
        for name, low, high in (("search", 0, 20), ("games", 1, MOST_GAMES)):
            if not low <= getattr(self, name) <= high:
                raise PapamuError(f"{name} cannot be {getattr(self, name):,}: possible are {low} to {high:,}")

    @property
    def rewards(self) -> Rewards:
        """The same for kernels."""
        return Rewards(
            WAYS.index(self.way),
            float(self.alpha),
            float(self.gamma),
            float(self.lam),
            float(self.epsilon),
            float(self.won),
            float(self.lost),
            float(self.move),
            int(self.seat),
        )


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
                f"seat cannot be {self.learning.seat} at {self.game}: possible are 0 to {seats}"
            )
        self.against = self.opponent(self.game)
        self.closes = self.closing(self.game) if self.closing else Nobody(desk(self.game))
        self.policy = self.model.player()
        self.diary = diary(self.game)
        self.rng: Stream = stream(self.learning.seed, _GAMES)
        self._before = (0, 0, 0)

    @property
    def done(self) -> int:
        """Games it has learned from."""
        return int(self.diary.tally[0])

    @property
    def is_finished(self) -> bool:
        """Has it learned from all its games?"""
        return self.done >= self.learning.games

    @property
    def won(self) -> float:
        """The share of all its learning games that it has won; drawn ones count half."""
        games, won, drawn, _ = (int(count) for count in self.diary.tally)
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

        in_portions(self, _FIRST, said, keep, every)

    def step(self, games: int) -> int:
        """Learn from so many games, but not beyond the next point of the curve; returns how many it were."""
        total = self.learning.games
        points = min(POINTS, total)
        upto = -(-(self.done * points // total + 1) * total // points)
        taken = min(games, upto - self.done)
        told, rules = self.learning.rewards, self.game.rules
        learn_games(self.policy, rules, told, self.diary, self.against, self.closes, taken, self.rng)
        if self.done == upto:
            games_now, won, drawn = (int(count) for count in self.diary.tally[:3])
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
        extra = {"rng": self.rng, "tally": self.diary.tally, "before": np.array(self._before)}
        replace(self.learned(), extra=extra).save(path)

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint of the same learning on the same maps."""
        kept = map_model.load(path)
        mine = self.model
        same = (kept.course, kept.nearest) == (mine.course, mine.nearest)
        same = same and np.array_equal(kept.weights, mine.weights)
        same = same and np.array_equal(kept.thresholds, mine.thresholds)
        if kept.facts.get("learning") != asdict(self.learning) or not same:
            raise ModelError(f"{str(path)!r} was made by other learning: give another folder to begin anew")
        try:
            self.policy.values[:], self.policy.visits[:] = kept.values, kept.visits
            self.rng[:] = kept.extra["rng"]
            self.diary.tally[:] = kept.extra["tally"]
            games, won, drawn = (int(count) for count in kept.extra["before"])
            self._before = (games, won, drawn)
            self.curve = [(int(games), float(won), float(drawn)) for games, won, drawn in kept.facts["curve"]]
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"{str(path)!r} is no checkpoint, or damaged: {error!r}") from None
