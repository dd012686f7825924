"""Which solver a game gets: its own where there is one, else the general one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from papamu.core.errors import PapamuError
from papamu.games.game import Game
from papamu.games.registry import import_part
from papamu.games.rules import NONE, play, random_move, reset
from papamu.kernel.random import stream
from papamu.search.exact.contract import Solver

_LAST_PLIES = 8
_ENOUGH = 10_000  # nodes


_solvers: dict[str, list[type]] = {}  # by game, the first that fits is taken

S = TypeVar("S", bound=type)


def register_solver(game: str) -> Callable[[S], S]:
    """Class decorator: a solver for one game, better than the general one.

    It is made as `Kind(game, megabytes)` and has `solve` (see `contract.Solver`), a class method `fits(game)` that says
    for which boards and options it is, and says in `counts` what its values count. Of several that fit, the one that
    was registered last is taken. A built-in game registers its own in `search/exact/NAME/solver.py`.
    """

    def add(kind: S) -> S:
        if not kind.__module__.startswith("papamu."):
            import_part(
                "papamu.search.exact", game, "solver"
            )  # else the built-in one would come later, and first
        known = [one for one in _solvers.get(game, []) if one.__qualname__ != kind.__qualname__]
        _solvers[game] = [kind, *known]
        return kind

    return add


def solver_kind(game: Game) -> type | None:
    """The solver of this game's own, if there is one that fits."""
    import_part("papamu.search.exact", game.name, "solver")
    return next((kind for kind in _solvers.get(game.name, []) if kind.fits(game)), None)  # type: ignore[attr-defined]


def refusal(game: Game) -> str | None:
    """Why a game cannot be solved at all, or nothing."""
    from papamu.search.exact.general import fits

    return None if solver_kind(game) is not None else fits(game)


def counts(game: Game) -> tuple[str, str]:
    """What exact values of this game count, and a remark on it: `discs`; nothing if they only say who wins."""
    kind = solver_kind(game)
    return str(getattr(kind, "counts", "")), str(getattr(kind, "counts_note", ""))


def solver(game: Game, megabytes: int = 1024) -> Solver:
    """A solver for this game, bounded in memory; an error if its values cannot be found by search."""
    from papamu.search.exact.general import GeneralSolver

    reason = refusal(game)
    if reason:
        raise PapamuError(reason)
    kind = solver_kind(game) or GeneralSolver
    made: Solver = kind(game, megabytes)
    return made


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
