"""Matches and tournaments as calls from Python: `papamu.match("clobber:6x6", "mc", "random")`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Literal

from papamu.agents.agent import Agent
from papamu.agents.function_agent import Choice, as_agent
from papamu.agents.registry import agent as make_agent
from papamu.arena.match import Report, Results, play_match, stored_batches
from papamu.arena.plan import Plan, run_name
from papamu.arena.sprt import Sprt
from papamu.arena.tournament import Progress, Standings, Tournament
from papamu.core.errors import PapamuError
from papamu.core.locks import hold
from papamu.core.store import Store
from papamu.games.game import Game
from papamu.games.registry import load

OnError = Literal["raise", "forfeit"]

_MOST_REMEMBERED = 10_000  # games whose moves are kept in memory if nobody says: about 20 MB of long ones


def as_game(game: Game | str) -> Game:
    """A game or its spec."""
    return load(game) if isinstance(game, str) else game


def as_agents(agents: Sequence[Agent | Choice | str]) -> list[Agent]:
    """Agents, their specs, or functions that give moves."""
    return [as_agent(agent, make_agent) for agent in agents]


def raising_agents(agents: Sequence[Agent | Choice | str], on_error: OnError | None) -> frozenset[int]:
    """Whose errors are raised: everybody's, nobody's, or if nothing is said those of objects made in Python."""
    if on_error not in (None, "raise", "forfeit"):
        raise PapamuError(f"on_error is 'raise' or 'forfeit', not {on_error!r}")
    return frozenset(
        who
        for who, agent in enumerate(agents)
        if on_error == "raise" or (on_error is None and not isinstance(agent, str))
    )


def _keeps_moves(keep_moves: bool | None, games: int, runs: object) -> bool:
    """If nothing is said, moves are kept where they take little room, and where no kept run would be missed."""
    return runs is None and games <= _MOST_REMEMBERED if keep_moves is None else keep_moves


def run_file(kind: str, game: Game, about: dict[str, object], runs: str | Path) -> Path:
    """Where a piece of work is kept."""
    return Path(runs) / f"{run_name(kind, game, about)}.sqlite"


def remove_store(path: Path) -> None:
    """Remove a store with what belongs to it; not one that another process is working on."""
    if not path.exists():
        return
    with hold(path):
        for end in ("", "-wal", "-shm"):
            try:
                Path(f"{path}{end}").unlink(missing_ok=True)
            except OSError as error:
                raise PapamuError(f"cannot remove {str(path)!r}: {error.strerror or error}") from None


@contextmanager
def open_run(
    kind: str, game: Game, about: dict[str, object], runs: str | Path, again: bool = False
) -> Iterator[Store]:
    """The store of a piece of work in the folder of runs; with `again` what was kept is forgotten."""
    path = run_file(kind, game, about, runs)
    if again:
        remove_store(path)
    with Store.open(path, about) as store:
        yield store


def match(
    game: Game | str,
    *agents: Agent | Choice | str,
    games: int = 1000,
    seed: int = 1,
    fixed_seats: bool = False,
    opening_plies: int | None = None,
    jobs: int = 1,
    sprt: str | None = None,
    runs: str | os.PathLike[str] | None = None,
    report: Report | None = None,
    on_error: OnError | None = None,
    keep_moves: bool | None = None,
) -> Results:
    """Play a match between agents: specs, `Agent` objects, or functions from a position to a move.

    With a folder `runs` it is kept there as it goes, and goes on after a stop. An error or an illegal move of an agent
    object is raised; an agent given as a spec loses that game. `on_error="raise"` or `"forfeit"` says the same for all.
    The moves are kept for `records()` in matches of at most 10,000 games without `runs`; `keep_moves` says otherwise.

    >>> import papamu
    >>> played = papamu.match("clobber:3x3", "solve", "random", games=20)
    >>> played.games, played.scores.shape
    (20, (20, 2))
    >>> print(played.summary())  # doctest: +ELLIPSIS
    clobber:3x3: 20 games, seats swapped in pairs, seed 1
    agent ...
    """
    keeps, raising = _keeps_moves(keep_moves, games, runs), raising_agents(agents, on_error)
    plan = Plan.make(as_game(game), as_agents(agents), seed, fixed_seats, opening_plies, keeps, raising)
    test = Sprt.read(sprt) if sprt else None
    if runs is None:
        return play_match(plan, games, jobs=jobs, sprt=test, report=report)
    with open_run("match", plan.game, plan.about(), Path(runs)) as store:
        results = play_match(plan, games, store, jobs=jobs, sprt=test, report=report)
        return replace(results, kept=tuple(stored_batches(store, ""))) if keeps else results


def tournament(
    game: Game | str,
    *agents: Agent | Choice | str,
    games: int = 200,
    seed: int = 1,
    gauntlet: bool = False,
    opening_plies: int | None = None,
    jobs: int = 1,
    runs: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    on_error: OnError | None = None,
    keep_moves: bool | None = None,
) -> Standings:
    """Play a tournament, everybody against everybody; agents, errors and what is kept are as in `papamu.match`.

    >>> import papamu
    >>> standings = papamu.tournament("clobber:3x3", "solve", "first", "random", games=10)
    >>> standings
    <tournament of clobber:3x3: solve, first, random, 30 games>
    >>> standings.rows()[0]["rank"]
    1
    """
    planned = Tournament(
        as_game(game), tuple(as_agents(agents)), games, seed, gauntlet, opening_plies,
        raising=raising_agents(agents, on_error),
    )  # fmt: skip
    if _keeps_moves(keep_moves, games * len(planned.tables), runs):
        planned = replace(planned, keep_moves=True)
    if runs is None:
        return planned.play(jobs=jobs, progress=progress)
    with open_run("tournament", planned.game, planned.about(), Path(runs)) as store:
        return planned.play(store, jobs, progress)
