"""Trainings and reproductions over HTTP: start, look, stop, go on."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from fastapi import Path as InPath

from papamu import papers
from papamu.agents.registry import compiled
from papamu.errors import PapamuError
from papamu.lab.reproduction import Reproduction
from papamu.web.asking import Models, read_agent, read_game
from papamu.web.calling import FAULTS, blocking, hall_of
from papamu.web.forms import RemakeForm, RunForm, TrainForm
from papamu.web.hall import MissingError
from papamu.web.limits import MATCH_MS
from papamu.web.runs import MissingRunError, Runs

Json = dict[str, Any]
Name = Annotated[str, InPath(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,80}$", description="The id of a run.")]

_LEARNERS = {"mlp": "A small network", "alphazero": "A tree search with a network"}  # as the form calls them
_FLAGS = ("best", "stop_dead")
_OWN = {  # which options belong to which learner
    "mlp": ("hidden", "activation", "encoding", "start", "target", "way"),
    "alphazero": ("sims", "channels", "blocks", "portion", "warm_games", "gate"),
}

router = APIRouter(prefix="/api/runs", tags=["runs"], responses=FAULTS)


@router.get("")
async def all_runs(request: Request) -> list[Json]:
    """All runs in short, the newest first."""
    return await blocking(request, _runs(request).all)


@router.post("", status_code=201)
async def new_run(form: Annotated[RunForm, Body()], request: Request) -> Json:
    """Start a training or make tables of a study again, as a command of its own."""
    models = hall_of(request).models

    def begin() -> Json:
        if isinstance(form, TrainForm):
            title = f"{_LEARNERS[form.learner]} learns {form.game}"
            return _runs(request).start("train", title, train_words(form, models))
        tables = f"table {', '.join(form.tables)}" if form.tables else "all tables"
        title = f"Paper {form.paper}: {tables} ({form.scale})"
        return _runs(request).start("table", title, _remake_words(form))

    return await blocking(request, begin)


@router.get("/{name}")
async def run(name: Name, request: Request) -> Json:
    """How a run goes: curves, speed, dead units, the end of its log."""
    return await _about(request, lambda: _runs(request).facts(name))


@router.post("/{name}/stop")
async def stop_run(name: Name, request: Request) -> Json:
    """Stop it; what it has done is kept."""
    return await _about(request, lambda: _runs(request).stop(name))


@router.post("/{name}/resume")
async def resume_run(name: Name, request: Request) -> Json:
    """Go on with a run that was stopped."""
    return await _about(request, lambda: _runs(request).resume(name))


async def _about(request: Request, work: Any) -> Json:
    try:
        found: Json = await blocking(request, work)
    except MissingRunError as error:
        raise MissingError(str(error)) from None
    return found


def _runs(request: Request) -> Runs:
    runs: Runs = request.app.state.runs
    return runs


def train_words(form: TrainForm, models: Models) -> list[str]:
    """The words of `papamu train`; only options that are known here, with values that were read."""
    game = read_game(form.game)
    words = ["train", str(game), "--learner", form.learner]
    given = form.model_dump(exclude_none=True, exclude={"kind", "game", "learner", "opponent", *_FLAGS})
    for name, value in given.items():
        for learner, own in _OWN.items():
            if name in own and learner != form.learner:
                raise PapamuError(f"{name} is an option of {learner} alone")
        words += [f"--{name.replace('_', '-')}", str(value)]
    for name in _FLAGS:
        if getattr(form, name):
            if form.learner != "mlp":
                raise PapamuError(f"{name} is an option of mlp alone")
            words.append(f"--{name.replace('_', '-')}")
    if form.opponent is not None:
        if form.learner == "mlp" and form.opponent == "self":
            words += ["--opponent", "self"]
        else:
            opponent = str(read_agent(form.opponent, game, models, MATCH_MS))
            if form.learner == "mlp":
                compiled(opponent)  # says what is wrong now, not in a log
            words += ["--opponent", opponent]
    return words


def _remake_words(form: RemakeForm) -> list[str]:
    Reproduction.of(papers.find(form.paper), form.scale, form.tables)  # says what is wrong
    words = ["reproduce", form.paper, *form.tables, "--scale", form.scale]
    return [*words, "--seeds", str(form.seeds), "--jobs", str(form.jobs)]
