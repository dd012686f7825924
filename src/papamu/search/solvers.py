"""Which solver a game gets: its own where there is one, else the general one."""

from __future__ import annotations

from papamu.errors import PapamuError
from papamu.games.game import Game
from papamu.search.solution import Solver


def solver(game: Game, megabytes: int = 1024) -> Solver:
    """A solver for this game, bounded in memory; an error if its values cannot be found by search."""
    from papamu.search import solve_reversi
    from papamu.search import solver as general
    from papamu.search.solve_clobber import ClobberSolver

    if ClobberSolver.fits(game):
        return ClobberSolver(game, megabytes)
    if solve_reversi.fits(game):
        return solve_reversi.ReversiSolver(game, megabytes)
    reason = general.fits(game)
    if reason:
        raise PapamuError(f"{game} cannot be solved: {reason}")
    return general.GeneralSolver(game, megabytes)
