"""A residual network learns from its own games, is tested, and becomes a file: `papamu train --learner alphazero`."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from papamu.agents.puct import PuctAgent
from papamu.agents.registry import agent as make_agent
from papamu.arena.plugin_sources import outside_sources
from papamu.core.files import check_writable
from papamu.core.identity import RESULTS, key_fields
from papamu.games.registry import load
from papamu.learn.convnet.alphazero import model_file
from papamu.learn.convnet.alphazero.model_file import AlphaZeroModel
from papamu.training.command import command_of
from papamu.training.final_test import play_test_games
from papamu.training.progress import LEARNING, Report, Reporter
from papamu.training.request import AlphaZeroRequest
from papamu.training.result import TrainingRun
from papamu.training.run_folder import RunFolder, carry_out

if TYPE_CHECKING:
    from papamu.learn.convnet.alphazero.session import AlphaZeroSession

_SIMS = 200  # of the test
_POINTS = 5  # last points of the curve that a report has


def folder_of(request: AlphaZeroRequest) -> RunFolder:
    """Where this training is kept."""
    game = load(request.course.game)
    about = {"course": key_fields(request.course), "papamu": RESULTS, **outside_sources(game, [])}
    return RunFolder.of(request.runs, "train", game, about)


def train_alphazero(request: AlphaZeroRequest, report: Report | None = None) -> TrainingRun:
    """Train a network, or continue, or find what was trained before. Only another test is made again."""
    from papamu.learn.convnet.torch_import import import_torch

    make_agent(request.opponent).check(load(request.course.game))
    import_torch()  # one clear line where it is missing, before anything is written
    folder = folder_of(request)
    check_writable(request.out)

    def find() -> AlphaZeroModel | None:
        if not folder.model.is_file():
            return None
        found = model_file.load(folder.model)
        test = found.facts.get("test") or {}
        same = (test.get("asked", 0), test.get("opponent", request.opponent))
        return found if same == (request.tests, request.opponent) else None

    model, fresh = carry_out(
        folder,
        again=request.again,
        about={
            "learner": "alphazero",
            "game": request.course.game,
            "command": request.command or command_of(request),
        },
        find=find,
        begun=folder.checkpoint.is_file,
        make=lambda reporter: _made(request, folder, reporter),
        report=report,
    )
    if request.out is not None:
        model.save(request.out)
    return TrainingRun(request, folder.path, request.out or folder.model, model, fresh)


def _made(request: AlphaZeroRequest, folder: RunFolder, reporter: Reporter) -> AlphaZeroModel:
    from papamu.arena.gate import Gate
    from papamu.learn.convnet.alphazero.session import AlphaZeroSession

    course = request.course
    session = AlphaZeroSession(course, folder.path, request.jobs, Gate(course, request.jobs))
    reporter.begin(LEARNING, "learning", session.done, course.games)
    session.run(lambda session: _reached(session, reporter))
    facts: dict[str, Any] = {"command": request.command or command_of(request)}
    if request.tests:
        facts["test"] = _test(request, session.model(), reporter)
    finished = session.model(facts)
    finished.save(folder.model)
    return finished


def _reached(session: AlphaZeroSession, reporter: Reporter) -> None:
    most = session.rounds - 1
    note = f"round {min(session.round, most)} of {most}: {session.phase}"
    if session.round == 0:
        note = f"{session.phase} {session.running:,} of {session.course.warm_games:,} first games"
    if session.curve:
        last = session.curve[-1]
        note += f"  losses {last.moves:.2f} {last.value:.2f}"
        if last.verdict:
            note += f"  against the one before {last.verdict.share:.0%}"
    reporter.reach(session.done, note, curve=[asdict(point) for point in session.curve[-_POINTS:]])


def _test(request: AlphaZeroRequest, model: AlphaZeroModel, reporter: Reporter) -> dict[str, Any]:
    """Games of the finished network, on all seats in turn."""
    agents = [PuctAgent.of(model, sims=_SIMS), make_agent(request.opponent)]
    game, seed = load(request.course.game), request.course.seed
    results = play_test_games(game, agents, request.tests, seed, request.jobs, reporter)
    tally = results.tally()
    return {
        "opponent": request.opponent,
        "asked": request.tests,
        "sims": _SIMS,
        "games": results.games,
        "won": tally.wins,
        "drawn": tally.draws,
        "score": tally.score,
        "interval": list(tally.interval()),
    }
