"""Which solver a game gets: its own where there is one, else the general one."""

from __future__ import annotations

from papamu.errors import PapamuError
from papamu.games.game import Game
from papamu.search.solution import Solver


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
