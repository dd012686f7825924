"""`papamu train --learner alphazero`: a network learns from its own games, is tested, and becomes a file."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

from papamu import __version__
from papamu.agents.guided import PuctAgent
from papamu.agents.registry import agent as make_agent
from papamu.arena import api
from papamu.arena.plan import digest
from papamu.cli.explaining import say as line
from papamu.cli.keeping import check_place, keeping
from papamu.cli.progress import Bar, bar
from papamu.errors import PapamuError
from papamu.files import make_folder, write_whole
from papamu.games.registry import load
from papamu.holding import hold
from papamu.lab.zero_page import zero_page
from papamu.learn.convnet import zero_model
from papamu.learn.convnet.zero_course import ZeroCourse
from papamu.learn.convnet.zero_model import ZeroModel

_GATE_SIMS = 64  # of both networks, in the games that decide which of them plays on
_GATE_OPENING = 4  # random plies before them
_SIMS = 200  # of the test
OPPONENT = "uct:sims=500"
TESTS = 100


@dataclass(frozen=True)
class Wanted:
    """What the command is told."""

    game: str
    course: dict[str, Any]  # what is told of a course; `None`: as usual
    opponent: str
    tests: int
    jobs: int
    runs: Path
    out: Path | None
    again: bool
    as_json: bool


def run(wanted: Wanted) -> None:
    """Train, or go on, or show what came out before."""
    from papamu.learn.convnet.framework import torch

    game = load(wanted.game)
    told = {name: value for name, value in wanted.course.items() if value is not None}
    course = ZeroCourse(**{**told, "game": str(game)})
    make_agent(wanted.opponent).check(game)
    torch()  # one clear line where it is missing, before anything is written
    about = {"course": asdict(course), "papamu": __version__}
    folder = wanted.runs / f"train-{game.name}-{digest(about)}"
    out = wanted.out or folder / "model.safetensors"
    check_place(wanted.out)
    make_folder(folder)
    with hold(folder / "training"):
        if wanted.again:
            for path in folder.glob("*.safetensors"):
                path.unlink()
            shutil.rmtree(folder / "games", ignore_errors=True)
        trained, fresh = _trained(wanted, course, folder)
    if wanted.out is not None:
        trained.save(out)
    _show(wanted, trained, out, folder, fresh)


def _trained(wanted: Wanted, course: ZeroCourse, folder: Path) -> tuple[ZeroModel, bool]:
    """The finished network; false if it was there already. Another test is made anew."""
    from papamu.learn.convnet.zero import ZeroSession

    final = folder / "model.safetensors"
    if final.is_file():
        there = zero_model.load(final)
        test = there.facts.get("test") or {}
        if (test.get("asked", 0), test.get("opponent", wanted.opponent)) == (wanted.tests, wanted.opponent):
            return there, False
    judge = _Judge(course, wanted.jobs)
    session = ZeroSession(course, folder, wanted.jobs, judge)
    with keeping(folder, session.checkpoint.is_file(), "groups of games"):
        with bar("learning", course.games, "games") as progress:
            session.run(lambda session: _tell(session, progress))
        facts: dict[str, Any] = {"command": shlex.join(["papamu", *sys.argv[1:]])}
        if wanted.tests:
            facts["test"] = _test(wanted, session.model())
    finished = session.model(facts)
    write_whole(folder / "curve.html", _page(finished))
    finished.save(final)
    return finished, True


def _tell(session: Any, progress: Bar) -> None:
    most = session.rounds - 1
    words = f"round {min(session.round, most)} of {most}: {session.phase}"
    if session.round == 0:
        words = f"{session.phase} {session.running:,} of {session.course.warm_games:,} first games"
    if session.curve:
        last = session.curve[-1]
        words += f"  losses {last.moves:.2f} {last.value:.2f}"
        if last.verdict:
            words += f"  against the one before {last.verdict.share:.0%}"
    progress.reach(session.done, session.course.games, words)


class _Judge:
    """Lets a pupil play against the network it wants to follow."""

    def __init__(self, course: ZeroCourse, jobs: int) -> None:
        self.course, self.jobs = course, jobs

    def __call__(self, pupil: ZeroModel, accepted: ZeroModel) -> Any:
        from papamu.learn.convnet.zero import Verdict

        game = load(self.course.game)
        agents = [PuctAgent.of(model, sims=_GATE_SIMS) for model in (pupil, accepted)]
        told: dict[str, Any] = {"games": self.course.gate, "seed": self.course.seed, "jobs": self.jobs}
        try:
            results = api.match(game, *agents, opening_plies=_GATE_OPENING, **told)
        except PapamuError:  # on the smallest boards games are over by then
            results = api.match(game, *agents, opening_plies=0, **told)
        tally = results.tally()
        shift = 0.5 - tally.even  # at larger tables an equal player wins less than half
        low, high = tally.interval()
        return Verdict(tally.score + shift, low + shift, high + shift)


def _test(wanted: Wanted, model: ZeroModel) -> dict[str, Any]:
    """Games of the finished network, on all seats in turn."""
    with bar("testing", wanted.tests, "games") as progress:
        results = api.match(
            load(wanted.game),
            PuctAgent.of(model, sims=_SIMS),
            make_agent(wanted.opponent),
            games=wanted.tests,
            seed=model.course.seed,
            jobs=wanted.jobs,
            report=progress.reach,
        )
    tally = results.tally()
    return {
        "opponent": wanted.opponent,
        "asked": wanted.tests,
        "sims": _SIMS,
        "games": results.games,
        "won": tally.wins,
        "drawn": tally.draws,
        "score": tally.score,
        "interval": list(tally.interval()),
    }


def _result(trained: ZeroModel) -> str:
    test = trained.facts.get("test")
    if not test:
        return "none"
    low, high = test["interval"]
    return (
        f"with {test['sims']} simulations {test['score']:.1%} of the points (95 %: {low:.1%} to {high:.1%}) "
        f"against {test['opponent']} in {test['games']:,} games, {test['won']:,} won, {test['drawn']:,} drawn"
    )


def _page(trained: ZeroModel) -> str:
    course = trained.course
    usual = {field.name: field.default for field in fields(ZeroCourse)}
    other = [
        f"{name} {value}" for name, value in asdict(course).items() if name != "game" and value != usual[name]
    ]
    said = {
        "network": f"residual, {course.blocks} blocks of {course.channels} channels",
        "learned from": f"{trained.facts['games']:,} games of itself, after {course.warm_games:,} of a tree "
        f"search with {course.warm_sims:,} random rollouts a move",
        "course": ", ".join(other) or "as usual",
        "test": _result(trained),
        "command": str(trained.facts["command"]),
    }
    return zero_page(f"{course.game}: a network that guides a tree", said, trained.facts["curve"])


def _show(wanted: Wanted, trained: ZeroModel, out: Path, folder: Path, fresh: bool) -> None:
    if wanted.as_json:
        known = {**trained.facts, "model": str(out), "course": asdict(trained.course)}
        print(json.dumps(known, ensure_ascii=False, allow_nan=False))
        return
    say = partial(line, Console())
    game, facts = trained.course.game, trained.facts

    if not fresh:
        say("This had been trained before; --again begins anew.", "dim")
    say(f"{game}: learned from {facts['games']:,} games of itself")
    say(f"Test: {_result(trained)}")
    say(f"Model: {out}    Curve: {folder / 'curve.html'}")
    say(shlex.join(["papamu", "play", game, "--vs", f"puct:model={out}"]), "dim")
