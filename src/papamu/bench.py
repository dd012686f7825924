"""How fast the games are: beside OpenSpiel, against fixed rates, and from a standing start.

Three things are measured, each a `Row` with its target:

- *random games*: whole games of uniformly random moves on one core. Where OpenSpiel has the game, its
  compiled rollouts run in turn with ours in the same process, and the ratio is the median over the
  rounds, so that a busy machine slows both.
- *cold start*: from the start of a process with an empty cache to its first finished game, compiling
  included.
- *warm start*: the same with the cache that the cold start left.

Nothing is printed here: the command line does that.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from papamu.errors import PapamuError
from papamu.games.game import Game
from papamu.games.registry import is_built_in, load
from papamu.kernel.random import stream
from papamu.search.playout import random_games

ROUNDS = 5
COLD_SECONDS = 6.0
WARM_SECONDS = 0.5


@dataclass(frozen=True)
class Row:
    """One measurement. What does not apply, or could not be measured, is `None`."""

    game: str  # the game's spec
    measured: str  # "random games", "cold start" or "warm start"
    games_per_second: float | None = None
    plies_per_game: float | None = None
    openspiel_per_second: float | None = None  # OpenSpiel's rollouts
    ratio: float | None = None  # ours to theirs, the median over the rounds
    seconds: float | None = None  # of a start
    target: str | None = None  # in words: "at least 20×"
    holds: bool | None = None  # is the target reached?


@dataclass(frozen=True)
class Case:
    """What is wanted of a game: a ratio to OpenSpiel's game, or a rate where OpenSpiel has none."""

    spec: str
    openspiel: str | None = None
    ratio: float | None = None
    rate: float | None = None
    aim: float | None = None  # the ratio or rate that would be better still


CASES = (
    Case("clobber:6x6", "clobber(rows=6,columns=6)", ratio=20, aim=40),
    Case("clobber:8x8", "clobber(rows=8,columns=8)", ratio=20, aim=40),
    Case("clobber:10x10", "clobber(rows=10,columns=10)", ratio=20, aim=40),
    Case("reversi:8x8", "othello", ratio=40, aim=60),
    Case("checkers:8x8", "checkers(rows=8,columns=8)", ratio=25, aim=40),
    Case("konane:8x8", rate=100_000),
    Case("blokus", rate=1_000, aim=7_400),
)


def run(
    games: list[str] | None = None, seconds: float = 1.0, openspiel: bool = True, starts: bool = True
) -> Iterator[Row]:
    """Measure these games (all that have a target, if none are named), row by row as they are ready.

    `seconds` is the time spent on each side of a comparison. Without `openspiel`, or where it is not
    installed, there are no ratios, and targets that need one are left open. `starts`: also measure starts.
    """
    if not seconds > 0:
        raise PapamuError(f"bench: seconds={seconds:g} is not possible: it takes a number above 0")
    cases = list(CASES) if games is None else [_case(spec) for spec in games]
    first_of: dict[str, str] = {}  # one compilation serves every size: a game is started once
    for case in cases:
        yield _random_games(case, seconds, openspiel)
        if is_built_in(name := load(case.spec).name):  # others a new process would not know
            first_of.setdefault(name, case.spec)
    if starts:
        for spec in first_of.values():
            yield from _starts(spec)


def _case(spec: str) -> Case:
    """The case of a spec however it is spelled; without a target if it has none."""
    game = load(spec)
    near = [case for case in CASES if case.spec.partition(":")[0] == game.name]
    return next((case for case in near if load(case.spec) == game), Case(spec))


# -- random games -------------------------------------------------------------------------------------


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

    def play(self, games: int) -> None:
        """Play so many whole games."""
        self.plies += int(random_games(self.rules, self.state, self.rng, games, self.out, self.total))
        self.games += games


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

    def bot(self, games: int, seed: int = 1) -> Any:
        """A bot that plays so many games to choose a move."""
        import pyspiel

        return pyspiel.MCTSBot(
            self.game,
            pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=seed),
            uct_c=1.0,
            max_simulations=1,
            max_memory_mb=10,
            solve=False,
            seed=seed,
            verbose=False,
        )

    def play(self, games: int) -> None:
        """Play so many whole games."""
        self.bot(games).step(self.state)


def openspiel_installed() -> bool:
    """Can OpenSpiel be imported?"""
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        return False
    return True


def _random_games(case: Case, seconds: float, openspiel: bool) -> Row:
    ours = Ours(load(case.spec))
    theirs = Theirs(case.openspiel) if case.openspiel and openspiel and openspiel_installed() else None
    slice_ = seconds / ROUNDS
    our_batch = _batch(ours.play, slice_)
    their_batch = _batch(theirs.play, slice_) if theirs else 0
    our_rates, their_rates = [], []
    for _ in range(ROUNDS):
        our_rates.append(our_batch / _time(ours.play, our_batch))
        if theirs:
            their_rates.append(their_batch / _time(theirs.play, their_batch))
    rate = float(np.median(our_rates))
    ratio = float(np.median(np.divide(our_rates, their_rates))) if theirs else None
    target, holds = _judged(case, rate, ratio)
    return Row(
        game=case.spec,
        measured="random games",
        games_per_second=rate,
        plies_per_game=ours.plies / ours.games,
        openspiel_per_second=float(np.median(their_rates)) if theirs else None,
        ratio=ratio,
        target=target,
        holds=holds,
    )


def _judged(case: Case, rate: float, ratio: float | None) -> tuple[str | None, bool | None]:
    """The target in words, and whether it holds (`None`: it cannot be said)."""
    measured, least, unit = (ratio, case.ratio, "×") if case.ratio else (rate, case.rate, " games/s")
    if least is None:
        return None, None
    aim = f" (aim {case.aim:,.0f}{unit})" if case.aim else ""
    return f"at least {least:,.0f}{unit}{aim}", None if measured is None else measured >= least


def _time(play: Callable[[int], None], games: int) -> float:
    """Seconds of this process's own work, so that neighbours on the machine count less."""
    start = time.process_time()
    play(games)
    return time.process_time() - start


def _batch(play: Callable[[int], None], seconds: float) -> int:
    """How many games fill about so many seconds; the first call compiles and warms up."""
    play(1)
    games = 1
    while (taken := _time(play, games)) < min(0.02, seconds):
        games *= 2
    return max(1, round(games * seconds / taken))


# -- starts -------------------------------------------------------------------------------------------

# Numba imports SciPy where it is installed: Papamu does not need it, OpenSpiel brings it, so it is hidden.
_FIRST_GAME = """\
import sys, time
sys.modules["scipy"] = None
from papamu.bench import Ours, load
Ours(load(sys.argv[1])).play(1)
sys.stdout.write(str(time.time() - float(sys.argv[2])))
"""


def _starts(spec: str) -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="papamu-bench-") as cache:
        yield _start_row(spec, "cold start", _first_game(spec, cache), COLD_SECONDS)
        warm = float(np.median([_first_game(spec, cache) for _ in range(5)]))
        yield _start_row(spec, "warm start", warm, WARM_SECONDS)


def _start_row(spec: str, measured: str, seconds: float, most: float) -> Row:
    return Row(spec, measured, seconds=seconds, target=f"under {most:g} s", holds=seconds < most)


def _first_game(spec: str, cache: str) -> float:
    """Seconds from launching a new process until its first random game is over, imports included."""
    environment = os.environ | {"PAPAMU_CACHE": cache}
    command = [sys.executable, "-c", _FIRST_GAME, spec, repr(time.time())]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return float(done.stdout)
