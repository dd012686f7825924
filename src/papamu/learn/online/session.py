"""A training session of an online learner: games in portions, a learning curve, checkpoints, resuming.

What a session learns follows from its course and its opponent alone. A checkpoint is a model file with
what else is needed to go on (random stream, counters): a session that was killed ends as if it had not
been.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import ModelError, PapamuError
from papamu.games.game import Game
from papamu.games.registry import load as load_game
from papamu.kernel.random import Stream, stream
from papamu.learn.mlp.diagnosis import ALIVE, DIVERGED, GAMES, Health, examine
from papamu.learn.mlp.model_file import Model, build_network, load, network_policy
from papamu.learn.mlp.network import WIDE_AWAKE, all_weights, copy_weights, init_weights, matrix
from papamu.learn.online.best_weights import new_best_weights
from papamu.learn.online.course import EACH_IN_TURN, EACH_OTHER, ITSELF, Course
from papamu.learn.online.game_loop import learn_games
from papamu.learn.online.seat_stats import ERRORS, FIRST, POSITIONS, RANKS, SCORES
from papamu.learn.online.seat_stats import GAMES as SEAT_GAMES
from papamu.learn.online.teacher import teacher_share
from papamu.learn.online.trajectory import new_trajectory
from papamu.learn.online.update_rule import update_rule_of
from papamu.learn.portion_loop import run_in_portions
from papamu.search.policy import NullPolicy, Policy, new_workspace

POINTS = 50  # of a learning curve
_FIRST = 500  # games of the first step
_SELF_GAMES = 500  # after which a network that plays itself is looked at, against somebody else
_FEW_GAMES = 60  # the same where more than two play: their games are long, and the curve has scores too
_START, _GAMES, _DOCTOR = range(3)  # streams


@dataclass(frozen=True)
class Point:
    """A point of the learning curve."""

    games: int
    won: float  # share of the games since the last point; of one that plays itself: of those the doctor saw
    dead: float  # share of hidden nodes that never fire
    state: str
    seen: dict[str, float] = field(default_factory=dict)  # what `Session.watch` found; of each seat, from 1:
    # score1, rank1, first1 (cells of its first move), error1 (root mean square), change1 (of its weights)


@dataclass(repr=False)
class Session:
    """A network in training. (`papamu.Session` is the same with its opponent given by name.)"""

    course: Course
    against: Callable[[Game], Policy]  # who plays on all other seats, as a policy for the course's game;
    # of a network that plays itself: who it is looked at with
    teacher: Callable[[Game], Policy] | None = None  # who says what moves are worth (way=teacher)
    watch: Callable[[Session], dict[str, float]] | None = None  # called at each point of the curve
    game: Game = field(init=False)
    policy: Policy = field(init=False)
    curve: list[Point] = field(default_factory=list)
    health: Health | None = None
    died_at: int | None = None  # the first point from which on it was not alive any more
    won_before: int = 0  # games won up to the last point

    def __post_init__(self) -> None:
        self.game = load_game(self.course.game)
        if not EACH_OTHER <= self.course.seat < self.game.num_players:
            seats = (
                f"0 to {self.game.num_players - 1}, {EACH_IN_TURN} (each in turn), {ITSELF} (itself) or "
                f"{EACH_OTHER} (each other)"
            )
            raise PapamuError(f"seat cannot be {self.course.seat} at {self.game}: valid values are {seats}")
        if self.course.seat <= ITSELF and (self.game.num_players < 2 or not self.game.facts.zero_sum):
            raise PapamuError(
                f"a network plays itself in games for two or more players, and {self.game} is not one"
            )
        self.opponent = self.against(self.game)
        self.teaches = self._teacher()
        encoding, net = build_network(self.course, self.game)
        init_weights(net, self.course.start, stream(self.course.seed, _START))
        self.policy = network_policy(self.course, self.game, encoding, net)
        several = self.game.num_players > 2 or self.course.seat == EACH_OTHER
        self.trajectory = new_trajectory(
            self.game, encoding.most, new_best_weights(net, self.course.best), several
        )
        self.before = all_weights(net).copy() if several else np.zeros((1, 1), dtype=np.float32)
        self.rng: Stream = stream(self.course.seed, _GAMES)

    def _teacher(self) -> Policy:
        if (self.course.way == "teacher") != (self.teacher is not None):
            raise PapamuError("way=teacher needs a teacher; other ways take none")
        if self.teacher is None:
            return NullPolicy(new_workspace(self.game))
        found = self.teacher(self.game)
        if type(found) not in teacher_share.implementations:
            raise PapamuError(
                "this agent cannot teach: minimax (of more than two players with others=paranoid), "
                "greedy and mc can"
            )
        return found

    # -- learning ---------------------------------------------------------------------------------

    @property
    def done(self) -> int:
        """Games learned from."""
        return int(self.trajectory.tally[0])

    @property
    def rate(self) -> float:
        """α until the next of fifty steps: from step to step it falls by equal shares."""
        course = self.course
        if course.lr_end is None or not course.lr:
            return course.lr
        fallen: float = (course.lr_end / course.lr) ** (_step_before(course, self.done) / course.games)
        return course.lr * fallen

    @property
    def is_finished(self) -> bool:
        """Nothing is left to do: all games are played, or nothing can come of more of them."""
        return self.done >= self.course.games or (self.health is not None and self.health.state == DIVERGED)

    @property
    def state(self) -> str:
        """Of the network when it was last looked at."""
        return self.health.state if self.health else ALIVE

    def run(
        self,
        report: Callable[[Session], None] | None = None,
        stop_dead: bool = False,
        keep: Path | None = None,
        every: float = 5.0,
    ) -> None:
        """Learn to the end, with a `report` twice a second; with `stop_dead` only as long as it lives.

        With `keep` it goes on from that checkpoint if it is there, and writes one every so many seconds.
        """

        def said() -> None:
            if report:
                report(self)

        run_in_portions(self, _FIRST, said, keep, every, lambda: stop_dead and self.state != ALIVE)

    def learn(self, games: int) -> int:
        """Learn from exactly this many games, or from those that are left of the course; returns from how many.

        Points of the curve on the way are added to it.
        """
        begun, upto = self.done, min(self.done + games, self.course.games)
        while self.done < upto and not self.is_finished:
            self.step(upto - self.done)
        return self.done - begun

    def step(self, games: int) -> int:
        """Learn from at most this many games, and at most up to the next point of the curve; returns from how many.

        At a point of the curve the network is examined. There are fifty of them, or one after each `Course.every`
        games: a course of 10,000 games has one after every 200, so `step(1000)` learns from 200 games.
        `learn(1000)` continues beyond them.
        """
        begun, upto = self.done, _next_point(self.course, self._last_point())
        self._learn(min(games, upto - self.done, _step_after(self.course, self.done) - self.done))
        if self.done == upto:
            self._look()
        return self.done - begun

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.course.game}: {self.done:,} of {self.course.games:,} games>"

    def _look(self) -> None:
        """Add a point to the curve."""
        course = self.course
        doctor = stream(course.seed, _DOCTOR, len(self.curve))
        alone = course.seat <= ITSELF
        games = (_SELF_GAMES if self.game.num_players == 2 else _FEW_GAMES) if alone else GAMES
        seat = EACH_IN_TURN if alone else course.seat
        self.health = examine(self.policy, self.game, self.opponent, seat, doctor, games)
        if self.health.state == ALIVE:
            self.died_at = None
        elif self.died_at is None:
            self.died_at = self.done
        won = int(self.trajectory.tally[1] - self.won_before) / (self.done - self._last_point())
        if alone:  # how often it beats itself says nothing
            won = self.health.won
        self.won_before = int(self.trajectory.tally[1])
        seen = self._seats()
        seen |= self.watch(self) if self.watch and self.health.state != DIVERGED else {}
        self.curve.append(Point(self.done, won, self.health.dead_share, self.health.state, seen))

    def _seats(self) -> dict[str, float]:
        """What came of each seat since the last point, where that is asked for."""
        sums = self.trajectory.seat_sums
        if sums.size == 1:
            return {}
        figures: dict[str, float] = {}
        now = all_weights(self.policy.net)
        for seat, row in enumerate(sums):
            number, positions = seat + 1, row[POSITIONS]
            for name, what in (("score", SCORES), ("rank", RANKS), ("first", FIRST)):
                figures[f"{name}{number}"] = float(row[what] / max(1.0, row[SEAT_GAMES]))
            if positions:
                figures[f"error{number}"] = float(np.sqrt(row[ERRORS] / positions))
        for number, (weights, was) in enumerate(zip(now, self.before, strict=True), start=1):
            size = max(1e-30, float(np.linalg.norm(was)))
            figures[f"change{number}"] = float(np.linalg.norm(weights - was)) / size
        sums[:] = 0
        self.before[:] = now
        return {name: value if np.isfinite(value) else 1e30 for name, value in figures.items()}

    def _last_point(self) -> int:
        return self.curve[-1].games if self.curve else 0

    def _learn(self, games: int) -> None:
        rule = update_rule_of(self.course, self.rate)
        rules, taught_by = self.game.rules, self.teaches
        learn_games(self.policy, rules, rule, self.trajectory, self.opponent, taught_by, games, self.rng)

    # -- keeping ----------------------------------------------------------------------------------

    def model(self, facts: dict[str, Any] | None = None) -> Model:
        """The network as it is now, with its curve."""
        known = {
            "curve": [asdict(point) for point in self.curve],
            "died_at": self.died_at,
            "games": self.done,
            **(facts or {}),
        }
        return Model(self.course, self.policy.net, known)

    @property
    def best_game(self) -> int:
        """After how many games the best weights were kept; 0: not yet, or they are not to be."""
        return int(self.trajectory.best_weights.high[1])

    def best_model(self, facts: dict[str, Any] | None = None) -> Model:
        """The network with its best weights if they are to be kept (`Course.best`), else as it is now."""
        if not self.course.best:
            return self.model(facts)
        now = self.model({**(facts or {}), "best_at": self.best_game})
        if not self.best_game:
            return now
        _, net = build_network(self.course, self.game)
        net.weights[:] = self.trajectory.best_weights.weights
        return Model(self.course, net, now.facts)

    def save(self, path: str | Path) -> None:
        """Write a checkpoint."""
        net = self.policy.net
        before = np.array([self.won_before])
        extra: dict[str, NDArray[Any]] = {
            "rng": self.rng,
            "tally": self.trajectory.tally,
            "won_before": before,
        }
        if self.health is not None:
            extra["largest"] = np.array([self.health.largest])  # may be infinite, which JSON has not
        if self.course.best:
            record = self.trajectory.best_weights
            extra |= {"recent": record.recent, "high": record.high, "best": record.weights}
        if self.trajectory.seat_sums.size > 1:
            extra |= {"seats": self.trajectory.seat_sums, "before": self.before}
        if self.course.momentum > 0:
            extra |= {f"speed{k}": matrix(net, k, net.speed) for k in range(net.layers)}
        kept = self.model()
        Model(kept.course, net, kept.facts, extra).save(path)

    def resume(self, path: str | Path) -> None:
        """Go on from a checkpoint of the same course."""
        kept = load(path)
        if kept.course != self.course:
            raise ModelError(
                f"{str(path)!r} was made by another course: give another folder to start from scratch"
            )
        try:
            net = self.policy.net
            copy_weights(net, kept.net)
            self.rng[:] = kept.extra["rng"]
            self.trajectory.tally[:] = kept.extra["tally"]
            self.won_before = int(kept.extra["won_before"][0])
            if self.course.best:
                record = self.trajectory.best_weights
                record.recent[:], record.high[:] = kept.extra["recent"], kept.extra["high"]
                record.weights[:] = kept.extra["best"]
            if self.trajectory.seat_sums.size > 1:
                self.trajectory.seat_sums[:], self.before[:] = kept.extra["seats"], kept.extra["before"]
            if self.course.momentum > 0:
                for k in range(net.layers):
                    matrix(net, k, net.speed)[:] = kept.extra[f"speed{k}"]
                net.awake[:] = WIDE_AWAKE
            self.curve = [Point(**point) for point in kept.facts["curve"]]
            self.died_at = kept.facts["died_at"]
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"{str(path)!r} is not a checkpoint: {error!r} is missing") from None
        if self.curve:
            last = self.curve[-1]
            largest = float(kept.extra.get("largest", np.zeros(1))[0])
            self.health = Health(last.state, (last.dead,), largest, last.won)


def _next_point(course: Course, last: int) -> int:
    """The point of the curve after this one: fifty in all (fewer where there are few games), or as asked."""
    return min(course.games, last + course.every) if course.every else _step_after(course, last)


def _step_after(course: Course, done: int) -> int:
    """The next of fifty steps, or of fewer where there are few games."""
    points = _steps(course)
    passed = done * points // course.games
    return min(course.games, -(-(passed + 1) * course.games // points))


def _step_before(course: Course, done: int) -> int:
    """The last of them that is not beyond so many games."""
    points = _steps(course)
    passed = done * points // course.games
    return -(-passed * course.games // points)


def _steps(course: Course) -> int:
    return min(POINTS, max(1, course.games // 100))
