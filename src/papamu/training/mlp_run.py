"""A network learns from games, is tested, and becomes a file: `papamu train`."""

from __future__ import annotations

from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import Any

from papamu.agents.agent import Agent, CompiledAgent
from papamu.agents.comparison import network_agent
from papamu.arena.plugin_sources import outside_sources
from papamu.core.errors import PapamuError
from papamu.core.files import check_writable
from papamu.core.identity import RESULTS, key_fields
from papamu.games.registry import load
from papamu.learn.encodings import registry as encodings
from papamu.learn.mlp import model_file
from papamu.learn.mlp.diagnosis import ALIVE
from papamu.learn.mlp.model_file import Model
from papamu.learn.online.course import EACH_IN_TURN, ITSELF
from papamu.learn.online.session import Session
from papamu.training.command import command_of
from papamu.training.final_test import among, play_test_games, wins
from papamu.training.health_report import health_report
from papamu.training.loop import learn
from papamu.training.manual_session import compiled_for
from papamu.training.observations import Observer, read_observations
from papamu.training.options import result_options
from papamu.training.progress import LEARNING, Report, Reporter
from papamu.training.request import MlpRequest
from papamu.training.result import TrainingRun
from papamu.training.run_folder import RunFolder, carry_out

_POINTS = 5  # last points of the curve that a report has


def folder_of(request: MlpRequest) -> RunFolder:
    """Where this training is kept."""
    game, opponent = load(request.course.game), compiled_for(request.rival, request.course)
    teacher = compiled_for(request.teacher, request.course) if request.teacher else None
    about = {
        "course": key_fields(request.course),
        "opponent": opponent.identity,
        "teacher": teacher.identity if teacher else None,
        "stop_dead": request.stop_dead,
        "snapshots": request.snapshots,
        "papamu": RESULTS,
        **outside_sources(
            game,
            [opponent, *([teacher] if teacher else [])],
            *encodings.sources(game, request.course.encoding),
        ),
    }
    return RunFolder.of(request.runs, "train", game, about)


def train_mlp(request: MlpRequest, report: Report | None = None) -> TrainingRun:
    """Train a network, or continue, or find what was trained before. Only another number of tests is made again."""
    course = request.course
    game = load(course.game)
    if course.seat >= game.num_players:
        raise PapamuError(
            f"{game} has seats 1 to {game.num_players} (0: each in turn), not {course.seat + 1}"
        )
    opponent = compiled_for(request.rival, request.course)
    teacher = compiled_for(request.teacher, request.course) if request.teacher else None
    session = Session(course, opponent.policy, teacher.policy if teacher else None)
    folder = folder_of(request)
    check_writable(request.out)

    def find() -> Model | None:
        if not folder.model.is_file():
            return None
        found = model_file.load(folder.model)
        return found if found.facts.get("test", {}).get("asked", 0) == request.tests else None

    def make(reporter: Reporter) -> Model:
        _learn(request, session, folder, reporter)
        facts = _facts(request, session, folder)
        if request.tests:
            facts["test"] = _test(request, session, opponent, reporter)
        finished = session.best_model(facts)
        finished.save(folder.model)
        return finished

    model, fresh = carry_out(
        folder,
        again=request.again,
        about={
            "learner": "mlp",
            "game": course.game,
            "command": request.command or command_of(request),
            "options": result_options(request),
        },
        find=find,
        begun=folder.checkpoint.is_file,
        make=make,
        report=report,
    )
    if request.out is not None:
        model.save(request.out)
    return TrainingRun(request, folder.path, request.out or folder.model, model, fresh)


def _watch(session: Session, folder: Path, snapshots: bool) -> None:
    """Look at the network at each point of the curve, and keep it in a file of its own if that is asked for."""
    observe = Observer(session, folder)

    def watch(session: Session) -> dict[str, float]:
        observe(session)
        if snapshots:
            session.model().save(folder / f"after-{session.done}-games.safetensors")
        return {}

    session.watch = watch


def _learn(request: MlpRequest, session: Session, folder: RunFolder, reporter: Reporter) -> None:
    course = request.course
    if folder.checkpoint.is_file():
        session.resume(folder.checkpoint)
    _watch(session, folder.path, request.snapshots)
    reporter.begin(LEARNING, "learning", session.done, course.games)

    def reached(done: int) -> None:
        note = ""
        if session.curve:
            last = session.curve[-1]
            note = f"won {last.won:.1%}  dead {last.dead:.0%}" + (f"  {last.state}" * (last.state != ALIVE))
        points = [asdict(point) for point in session.curve[-_POINTS:]]
        advice = _advice(request, session, folder.path, ended=session.is_finished)
        reporter.reach(done, note, curve=points, health=session.state, advice=advice)

    learn(session, folder.checkpoint, reached, request.save_every, stop_dead=request.stop_dead)
    reached(session.done)


def _advice(request: MlpRequest, session: Session, folder: Path, ended: bool) -> str:
    """What is wrong with the network, if anything is."""
    seen = read_observations(folder)
    found = health_report(
        session.course,
        [asdict(point) for point in session.curve],
        largest=session.health.largest if session.health else None,
        points=seen.points if seen else (),
        opponent=request.opponent,
        ended=ended,
    )
    return found.text if found else ""


def _facts(request: MlpRequest, session: Session, folder: RunFolder) -> dict[str, Any]:
    return {
        "opponent": request.opponent,
        "teacher": request.teacher,
        "state": session.state,
        "largest": _plain(session.health.largest if session.health else None),
        "advice": _advice(request, session, folder.path, ended=True),
        "command": request.command or command_of(request),
    }


def _plain(value: float | None) -> float | None:
    """A number for JSON, which has no infinity."""
    return value if value is not None and isfinite(value) else None


def _test(
    request: MlpRequest, session: Session, opponent: CompiledAgent, reporter: Reporter
) -> dict[str, Any]:
    """Games without learning: against the same opponent on the same seat; after self-play, on the first seat, and on
    all seats where more than two play."""
    seats = session.game.num_players
    seat = session.course.seat
    if seat <= ITSELF:
        seat = 0 if seats == 2 and seat == ITSELF else EACH_IN_TURN
    others: list[Agent] = [opponent.clone() for _ in range(seats - 1)]
    agents = among(network_agent(session.best_model()), others, max(0, seat))
    results = play_test_games(
        session.game,
        agents,
        request.tests,
        session.course.seed,
        request.jobs,
        reporter,
        fixed_seats=seat >= 0,
    )
    return {
        "opponent": str(opponent),
        "asked": request.tests,
        **wins(results, max(0, seat)),
        "opening_plies": results.plan.opening_plies,
    }
