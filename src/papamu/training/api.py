"""Training as a call from Python: `papamu.train("clobber:6x6", preset="fast")`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, overload

from papamu.agents.agent import Agent
from papamu.agents.registry import agent as make_agent
from papamu.core.errors import AgentError, PapamuError
from papamu.core.files import runs_folder
from papamu.core.progress_bar import DelayedBar
from papamu.games.game import Game
from papamu.games.registry import load
from papamu.learn.online.course import EACH_IN_TURN, SeatWord, seat_number
from papamu.training.config import read_config
from papamu.training.earlier_runs import choose_or_find
from papamu.training.progress import FINISHED, Progress, Report
from papamu.training.result import TrainingRun, TrainingRuns
from papamu.training.train import train as carry_out

MOST_SEEDS = 1000


@overload
def train(
    game: Game | str,
    *,
    learner: str | None = None,
    preset: str | None = None,
    opponent: Agent | str | None = None,
    seat: int | SeatWord | None = None,
    games: int | None = None,
    tests: int | None = None,
    seed: int = 1,
    seeds: None = None,
    runs: str | os.PathLike[str] | None = None,
    config: str | os.PathLike[str] | None = None,
    progress: bool = True,
    report: Report | None = None,
    **options: Any,
) -> TrainingRun: ...
@overload
def train(
    game: Game | str,
    *,
    learner: str | None = None,
    preset: str | None = None,
    opponent: Agent | str | None = None,
    seat: int | SeatWord | None = None,
    games: int | None = None,
    tests: int | None = None,
    seed: int = 1,
    seeds: int,
    runs: str | os.PathLike[str] | None = None,
    config: str | os.PathLike[str] | None = None,
    progress: bool = True,
    report: Report | None = None,
    **options: Any,
) -> TrainingRuns: ...
def train(
    game: Game | str,
    *,
    learner: str | None = None,
    preset: str | None = None,
    opponent: Agent | str | None = None,
    seat: int | SeatWord | None = None,
    games: int | None = None,
    tests: int | None = None,
    seed: int = 1,
    seeds: int | None = None,
    runs: str | os.PathLike[str] | None = None,
    config: str | os.PathLike[str] | None = None,
    progress: bool = True,
    report: Report | None = None,
    **options: Any,
) -> TrainingRun | TrainingRuns:
    """Let a network learn a game, test it, and keep it. It blocks until the run is finished.

    The options are those of `papamu train --help`, with underscores: `lr_end=0.001` is `--lr-end 0.001`.

    - `learner` is `mlp` (the default) or `alphazero`; `preset` is `fast` (the default), `strong`, `thesis` (the study's
      own course) or `none`. Other options override the preset.
    - `opponent` is any compiled agent, as a text or an object; `self`; or `each-other` (one network per seat).
    - `seat` counts from 0 in Python: 0 or `"first"`, 1 or `"second"`, `"both"` for each seat in turn. (On the command
      line 1 moves first, and 0 is each seat in turn.)
    - `games` is the number of games to learn from, `tests` that of games it then plays without learning.
    - `seeds=3` trains with `seed`, `seed + 1` and `seed + 2`, and returns `TrainingRuns`.
    - The run is kept in `runs`, else in the folder that `PAPAMU_RUNS` names, else in `runs/`. After a stop the same
      call resumes it; a finished one is found.
    - After two seconds a bar shows the progress in a terminal, and lines of text in a notebook (`progress=False`: no).
      `report` is called with a `Progress` about twice a second.
    - `config` is a TOML file with options, as `papamu train --save-config` writes it.

        >>> import papamu
        >>> run = papamu.train("clobber:3x3", hidden=4, games=200, tests=20, seat="both", seed=3)
        >>> run.curve.columns
        ['games', 'won', 'dead', 'state']
        >>> run.test["games"], run.agent.name
        (20, 'mlp')
        >>> papamu.train("clobber:3x3", hiden=4)
        Traceback (most recent call last):
        papamu.core.errors.PapamuError: there is no option 'hiden' (did you mean 'hidden'?): ...
    """
    loaded = load(game) if isinstance(game, str) else game
    known: dict[str, Any] = {
        "learner": learner,
        "preset": preset,
        "games": games,
        "tests": tests,
        "seed": seed,
    }
    known["opponent"] = _agent_text(opponent) if isinstance(opponent, Agent) else opponent
    known["runs"] = runs_folder(runs)
    if seat is not None:
        known["seat"] = _seat_option(loaded, seat)
    given = {name: value for name, value in {**options, **known}.items() if value is not None}
    read = read_config(Path(config)) if config is not None else {}
    all_options = {**read, **given, "game": str(loaded)}
    if seeds is None:
        return _run(all_options, progress, report, "")
    if isinstance(seeds, bool) or not isinstance(seeds, int) or not 1 <= seeds <= MOST_SEEDS:
        raise PapamuError(f"seeds cannot be {seeds!r:.40}: possible are 1 to {MOST_SEEDS:,}")
    if all_options.get("out") is not None and seeds > 1:
        raise PapamuError(
            "out names one file, and each seed has a model of its own: leave out= or seeds= out"
        )
    return TrainingRuns(
        [
            _run({**all_options, "seed": one}, progress, report, f"seed {one}: ")
            for one in range(seed, seed + seeds)
        ]
    )


def _seat_option(game: Game, seat: int | str) -> int:
    """A seat as the option of the command line has it, which counts from 1."""
    number = seat_number(seat)
    if not EACH_IN_TURN <= number < game.num_players:
        raise PapamuError(f"{game} has seats 0 to {game.num_players - 1}, or 'both', no seat {seat!r:.40}")
    return number + 1


def _agent_text(agent: Agent) -> str:
    """How an agent object is written, if that says everything about it."""
    text = str(agent)
    try:
        same = make_agent(text).identity == agent.identity
    except ValueError:
        same = False
    if not same:
        raise AgentError(
            f"{text} is an object that cannot be recreated from its name: train against an agent with a name, "
            "or save its model first (papamu.save_model)"
        )
    return text


def _run(options: Mapping[str, Any], shows: bool, report: Report | None, before: str) -> TrainingRun:
    request = choose_or_find(options)
    if not shows:
        return carry_out(request, report)
    with DelayedBar() as bar:

        def reached(now: Progress) -> None:
            if now.state != FINISHED:
                bar.reach(before + now.phase, now.done, now.of, now.unit, now.note)
            if report is not None:
                report(now)

        return carry_out(request, reached)
