"""Which solver a game gets: its own where there is one, else the general one."""

from __future__ import annotations

from papamu.errors import PapamuError
from papamu.games.game import Game
from papamu.games.rules import NONE, play, random_move, reset
from papamu.kernel.random import stream
from papamu.search.solution import Solver

_LAST_PLIES = 8
_ENOUGH = 10_000  # nodes


def refusal(game: Game) -> str | None:
    """Why a game cannot be solved at all, or nothing."""
    from papamu.search.solver import fits

    return fits(game)


def solver(game: Game, megabytes: int = 1024) -> Solver:
    """A solver for this game, bounded in memory; an error if its values cannot be found by search."""
    from papamu.search import solve_reversi
    from papamu.search.solve_clobber import ClobberSolver
    from papamu.search.solver import GeneralSolver

    if ClobberSolver.fits(game):
        return ClobberSolver(game, megabytes)
    if solve_reversi.fits(game):
        return solve_reversi.ReversiSolver(game, megabytes)
    reason = refusal(game)
    if reason:
        raise PapamuError(reason)
    return GeneralSolver(game, megabytes)


class _EnoughError(Exception):
    """Stops a search that has served its purpose."""


def warm_up(game: Game) -> None:
    """Solve the end of some random game: what must be compiled is compiled before anybody looks at the clock.

    A position with one move would not do: the parts that it leaves are too simple for all of a solver.
    """
    wise = solver(game, 1)
    rng = stream(0)
    state = game.new_state()
    reset(game.rules, state, rng)
    line = [state.copy()]
    while (move := random_move(game.rules, state, rng)) != NONE:
        play(game.rules, state, move)
        line.append(state.copy())

    def watch(nodes: int) -> None:
        if nodes > _ENOUGH:  # the end of that game was near, but not that of others from there
            raise _EnoughError

    try:
        wise.solve(line[-min(len(line), _LAST_PLIES + 1)], watch=watch)
    except _EnoughError:
        pass  # it is compiled
