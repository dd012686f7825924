"""Seconds for a whole piece of work: a match of 100,000 games, a solved position.

All is compiled beforehand by a small piece of the same work. Time is that of the process itself.
"""

from __future__ import annotations

import sys
import time

from papamu.arena import api
from papamu.bench.cases import GAMES, MEGABYTES, MOST_MEGABYTES, Case, Row
from papamu.games.game import Game
from papamu.games.registry import load
from papamu.kernel.bits import State
from papamu.search.exact.registry import solver, warm_up
from papamu.search.exact.reversi.ffo_positions import PROBLEMS


def match(case: Case, games: int = GAMES) -> Row:
    """So many games of `first` against `random`, on one core and without a store."""
    game = load(case.spec)
    api.match(game, "first", "random", games=2)
    began = time.process_time()
    results = api.match(game, "first", "random", games=games)
    seconds = time.process_time() - began
    return case.judge(
        Row(
            game=case.spec,
            measured=f"{games:,} games",
            rate=results.games / seconds,
            unit="games/s",
            seconds=seconds,
            plies_per_game=float(results.plies.mean()),
        )
    )


def solve(case: Case) -> Row:
    """The game's start, or an FFO endgame, solved with an empty memory."""
    game = load(case.spec)
    warm_up(game)
    state = _position(game, case.problem)
    wise = solver(game, MEGABYTES)
    began = time.process_time()
    found = wise.solve(state)
    seconds = time.process_time() - began
    row = case.judge(
        Row(
            game=case.spec,
            measured="solve" if case.problem is None else f"solve FFO {case.problem}",
            seconds=seconds,
            nodes=found.nodes,
            megabytes=peak_megabytes(),
        )
    )
    if row.holds and row.megabytes is not None and row.megabytes > MOST_MEGABYTES:
        return Row(**{**vars(row), "holds": False})
    return row


def _position(game: Game, problem: int | None) -> State:
    return game.start(seed=0).state if problem is None else game.from_text(PROBLEMS[problem][0]).state


def peak_megabytes() -> float | None:
    """The most memory that this process has taken so far; `None` where the system does not say."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10
