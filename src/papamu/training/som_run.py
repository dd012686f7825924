"""Self-organizing maps are trained, values are learned on them, and both become a file: `papamu maps`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from papamu.agents.agent import Agent
from papamu.agents.endgame import EndgameAgent
from papamu.agents.registry import compiled_agent
from papamu.agents.som import SomAgent, session_against
from papamu.arena.plan import digest
from papamu.arena.plugin_sources import outside_sources
from papamu.core.files import check_writable
from papamu.core.identity import RESULTS, key_fields
from papamu.games.registry import load
from papamu.learn.som import model_file
from papamu.learn.som.course import Learning, MapCourse
from papamu.learn.som.map_training import MapTraining
from papamu.learn.som.model_file import MapModel
from papamu.learn.som.network import weights_of
from papamu.learn.som.thresholds import STATISTICAL, ZERO, check_thresholds, model_with_thresholds
from papamu.training.final_test import among, play_test_games, wins
from papamu.training.loop import learn
from papamu.training.progress import LEARNING, Report, Reporter
from papamu.training.request import SomRequest
from papamu.training.result import TrainingRun
from papamu.training.run_folder import RunFolder, carry_out

_FILE = ".safetensors"
_SECONDS = 5.0  # between two checkpoints of values


def folder_of(request: SomRequest) -> RunFolder:
    """Where these maps are kept, with everything that is learned on them."""
    game = load(request.course.game)
    about = {"course": key_fields(request.course), "papamu": RESULTS, **outside_sources(game, [])}
    return RunFolder.of(request.runs, "maps", game, about, lock="maps")


def train_som(request: SomRequest, report: Report | None = None) -> TrainingRun:
    """Train, learn and test what is not there yet. Maps that are there are not trained again."""
    _check(request)
    folder = folder_of(request)
    model, fresh = carry_out(
        folder,
        again=request.again,
        about={"learner": "som", "game": request.course.game, "command": request.command},
        find=lambda: None,  # every stage resumes by itself, and the test is short
        begun=lambda: any(folder.path.glob("*.safetensors")),
        make=lambda reporter: _made(request, folder, reporter),
        report=report,
    )
    out = request.out or folder.path / f"{_name(request, model)}{_FILE}"
    model.save(out)
    return TrainingRun(request, folder.path, out, model, fresh)


def page_of(run: TrainingRun) -> Path:
    """Where the page with the pictures of the maps belongs."""
    assert isinstance(run.request, SomRequest)
    return run.folder / f"{_name(run.request, run.model)}.html"


def _check(request: SomRequest) -> None:
    """Refuse what cannot be before anything is written."""
    game, opponent = load(request.course.game), compiled_agent(request.opponent)
    opponent.check(game)
    if request.learning is not None and request.learning.search:
        EndgameAgent({"plies": request.learning.search}, opponent).check(game)
    check_writable(request.out)
    if request.thresholds.endswith(_FILE):
        model_file.load(request.thresholds)
    elif request.thresholds:
        check_thresholds(request.thresholds)


def _made(request: SomRequest, folder: RunFolder, reporter: Reporter) -> MapModel:
    model = _with_thresholds(request, _maps(request.course, folder.path, reporter))
    if request.learning is None:
        return model
    return _learned(request, request.learning, model, folder.path, reporter)


def _maps(course: MapCourse, folder: Path, reporter: Reporter) -> MapModel:
    """The maps of all stages; those that are there are not trained again."""
    weights, curves = [], []
    for stage, (low, high) in enumerate(course.spans):
        training = MapTraining(course, stage)
        reporter.begin(LEARNING, f"map {stage + 1}, moves {low} to {high}", 0, training.total, "steps")
        learn(training, folder / f"map-{stage + 1}.safetensors", reporter.reach)
        weights.append(weights_of(training.som))
        curves.append(training.curve)
    array = np.array(weights)
    blank = np.zeros((len(array), array.shape[2]), dtype=np.float32)
    return MapModel(course, array, blank, ZERO, facts={"maps": curves})


def _with_thresholds(request: SomRequest, model: MapModel) -> MapModel:
    """The maps with the thresholds of the request."""
    name = request.thresholds or (ZERO if model.course.inner else STATISTICAL)
    if name.endswith(_FILE):
        other = model_file.load(name)
        return model.with_thresholds(other.thresholds, f"those of {Path(name).name}")
    return replace(model_with_thresholds(model.course, model.weights, name), facts=model.facts)


def _learned(
    request: SomRequest, learning: Learning, model: MapModel, folder: Path, reporter: Reporter
) -> MapModel:
    """The maps with values, and what they scored."""
    session = session_against(model, learning, compiled_agent(request.opponent))
    reporter.begin(LEARNING, "learning", 0, learning.games)

    def reached(done: int) -> None:
        points = [{"games": games, "won": won, "drawn": drawn} for games, won, drawn in session.curve[-5:]]
        reporter.reach(done, f"won {session.won:.1%}", curve=points)

    learn(session, folder / f"{_name(request, model)}.checkpoint{_FILE}", reached, _SECONDS)
    facts: dict[str, Any] = {"opponent": request.opponent, "won": session.won, "command": request.command}
    if request.tests:
        facts["test"] = _test(request, learning, session.learned(), reporter)
    return session.learned(facts)


def _name(request: SomRequest, model: MapModel) -> str:
    """What the files are called: those of maps alone, or of one way of learning on them."""
    if request.learning is None:
        return "maps"
    thresholds = digest(model.thresholds.tolist())
    outside = outside_sources(load(request.course.game), [compiled_agent(request.opponent)])
    about = {
        "learning": key_fields(request.learning),
        "opponent": request.opponent,
        "thresholds": thresholds,
        **outside,
    }
    return f"learned-{digest(about)}"


def _test(request: SomRequest, learning: Learning, model: MapModel, reporter: Reporter) -> dict[str, Any]:
    """Games without learning, on the same seat."""
    player: Agent = SomAgent.of(model)
    if learning.search:
        player = EndgameAgent({"plies": learning.search}, player)
    game, seat = load(model.course.game), learning.seat
    others: list[Agent] = [compiled_agent(request.opponent) for _ in range(game.num_players - 1)]
    agents = among(player, others, seat)
    results = play_test_games(
        game, agents, request.tests, model.course.seed, request.jobs, reporter, fixed_seats=True
    )
    tested = wins(results, seat)
    score = float(results.scores[:, seat].mean())
    return {"games": tested["games"], "won": tested["won"], "score": score, "interval": tested["interval"]}
