"""Matches and tournaments as calls from Python: `papamu.match("clobber:6x6", "mc", "random")`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from papamu.agents.agent import Agent
from papamu.agents.registry import agent as make_agent
from papamu.arena.match import Report, Results, play_match
from papamu.arena.plan import Plan, run_name
from papamu.arena.sprt import Sprt
from papamu.arena.tournament import Progress, Standings, Tournament
from papamu.core.errors import PapamuError
from papamu.core.locks import hold
from papamu.core.store import Store
from papamu.games.game import Game
from papamu.games.registry import load


def as_game(game: Game | str) -> Game:
    """A game or its spec."""
    return load(game) if isinstance(game, str) else game


def as_agents(agents: Sequence[Agent | str]) -> list[Agent]:
    """Agents or their specs."""
    return [make_agent(agent) if isinstance(agent, str) else agent for agent in agents]


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
    *agents: Agent | str,
    games: int = 1000,
    seed: int = 1,
    fixed_seats: bool = False,
    opening_plies: int | None = None,
    jobs: int = 1,
    sprt: str | None = None,
    runs: str | os.PathLike[str] | None = None,
    report: Report | None = None,
) -> Results:
    """Play a match. With a folder `runs` it is kept there as it goes, and goes on after a stop."""
    plan = Plan.make(as_game(game), as_agents(agents), seed, fixed_seats, opening_plies)
    test = Sprt.read(sprt) if sprt else None
    if runs is None:
        return play_match(plan, games, jobs=jobs, sprt=test, report=report)
    with open_run("match", plan.game, plan.about(), Path(runs)) as store:
        return play_match(plan, games, store, jobs=jobs, sprt=test, report=report)


def tournament(
    game: Game | str,
    *agents: Agent | str,
    games: int = 200,
    seed: int = 1,
    gauntlet: bool = False,
    opening_plies: int | None = None,
    jobs: int = 1,
    runs: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Standings:
    """Play a tournament; kept and resumed like a match."""
    planned = Tournament(as_game(game), tuple(as_agents(agents)), games, seed, gauntlet, opening_plies)
    if runs is None:
        return planned.play(jobs=jobs, progress=progress)
    with open_run("tournament", planned.game, planned.about(), Path(runs)) as store:
        return planned.play(store, jobs, progress)
