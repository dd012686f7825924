"""Rates beside OpenSpiel's: random games, and simulations of UCT.

Both sides offer `play(times)`; which runs how often in turn is decided here. Time is that of the process
itself (`time.process_time`), so that neighbours on the machine count less.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from papamu.bench.cases import SIMS, Case, Row
from papamu.games.game import Game
from papamu.games.registry import load
from papamu.games.rules import reset
from papamu.kernel.random import stream
from papamu.search.playout import random_games

ROUNDS = 5
_EXPLORE = math.sqrt(2)  # both sides add this times sqrt(ln N / n), and both have results from -1 to 1
_THEIR_MEGABYTES = 1000  # more than any of these searches takes: nothing is thrown away


class Player(Protocol):
    """One side of a comparison."""

    def play(self, times: int) -> None:
        """So many games, or so many searches."""


class Ours:
    """Random games of our own, played by the compiled loop."""

    def __init__(self, game: Game) -> None:
        self.rules = game.rules
        self.state = game.new_state()
        self.rng = stream(1)
        self.out = np.zeros(game.num_players)
        self.total = np.zeros(game.num_players)
        self.games = 0
        self.plies = 0

    def play(self, times: int) -> None:
        """Play so many whole games."""
        self.plies += int(random_games(self.rules, self.state, self.rng, times, self.out, self.total))
        self.games += times


class OurSearch:
    """UCT from the start of a game, each time from an empty tree."""

    def __init__(self, game: Game) -> None:
        from papamu.search.mcts.uct import new_uct

        self.rules = game.rules
        self.rng = stream(1)
        self.state = game.new_state()
        reset(self.rules, self.state, self.rng)
        self.policy = new_uct(game, SIMS, _EXPLORE)

    def play(self, times: int) -> None:
        """Choose the first move so often."""
        from papamu.search.policy import begin, choose

        for _ in range(times):
            begin(self.policy, self.rules)
            choose(self.policy, self.rules, self.state, self.rng)


class Theirs:
    """OpenSpiel's random rollouts, in its compiled code.

    A bot with a single simulation evaluates the root and nothing else, and its evaluator answers with the
    mean of `n_rollouts` random games from there: one call of `step` is that many whole games. A test in
    `tests/test_openspiel.py` proves the number by the variance of that mean.
    """

    def __init__(self, name: str) -> None:
        import pyspiel

        self.game: Any = pyspiel.load_game(name)
        self.state: Any = self.game.new_initial_state()

    def bot(self, games: int, seed: int = 1, sims: int = 1) -> Any:
        """A bot that plays so many games for each of its simulations."""
        import pyspiel

        return pyspiel.MCTSBot(
            self.game,
            pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=seed),
            uct_c=_EXPLORE,
            max_simulations=sims,
            max_memory_mb=_THEIR_MEGABYTES,
            solve=False,
            seed=seed,
            verbose=False,
        )

    def play(self, times: int) -> None:
        """Play so many whole games."""
        self.bot(times).step(self.state)


class TheirSearch(Theirs):
    """OpenSpiel's MCTS with random rollouts, from the start of a game."""

    def play(self, times: int) -> None:
        """Choose the first move so often, each time with a new bot."""
        for seed in range(times):
            self.bot(1, seed, SIMS).step(self.state)


def openspiel_installed() -> bool:
    """Can OpenSpiel be imported?"""
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        return False
    return True


def compare(case: Case, seconds: float, openspiel: bool) -> Row:
    """Ours and theirs in turn, each for about so many seconds."""
    searching = case.kind == "uct"
    game = load(case.spec)
    name = case.openspiel if openspiel and openspiel_installed() else None
    ours: Player = OurSearch(game) if searching else Ours(game)
    theirs: Player | None = None
    if name is not None:
        theirs = TheirSearch(name) if searching else Theirs(name)
    each = SIMS if searching else 1
    rate, their_rate, ratio = in_turn(ours, theirs, seconds)
    return case.judge(
        Row(
            game=case.spec,
            measured=f"uct, {SIMS:,} sims" if searching else "random games",
            rate=each * rate,
            unit="simulations/s" if searching else "games/s",
            other="OpenSpiel" if theirs else None,
            other_rate=each * their_rate if their_rate else None,
            ratio=ratio,
            plies_per_game=ours.plies / ours.games if isinstance(ours, Ours) else None,
        )
    )


def in_turn(ours: Player, theirs: Player | None, seconds: float) -> tuple[float, float | None, float | None]:
    """Our rate, theirs, and the ratio: medians over rounds in which both run in turn."""
    slice_ = seconds / ROUNDS
    our_batch = _batch(ours.play, slice_)
    their_batch = _batch(theirs.play, slice_) if theirs else 0
    our_rates, their_rates = [], []
    for _ in range(ROUNDS):
        our_rates.append(our_batch / _time(ours.play, our_batch))
        if theirs:
            their_rates.append(their_batch / _time(theirs.play, their_batch))
    rate = float(np.median(our_rates))
    if not theirs:
        return rate, None, None
    return rate, float(np.median(their_rates)), float(np.median(np.divide(our_rates, their_rates)))


def _time(play: Callable[[int], None], times: int) -> float:
    """Seconds of this process's own work."""
    start = time.process_time()
    play(times)
    return time.process_time() - start


def _batch(play: Callable[[int], None], seconds: float) -> int:
    """How often fills about so many seconds; the first call compiles and warms up."""
    play(1)
    times = 1
    while (taken := _time(play, times)) < min(0.02, seconds):
        times *= 2
    return max(1, round(times * seconds / taken))
