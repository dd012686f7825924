"""Trainings and reproductions over HTTP: start, look, stop, go on."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from fastapi import Path as InPath

from papamu import papers
from papamu.agents.registry import compiled_agent
from papamu.core.files import RUNS
from papamu.lab.run.reproduction import Reproduction
from papamu.training.options import train_words as words_of
from papamu.training.presets.registry import choose
from papamu.web.api.dependencies import blocking, tables_of
from papamu.web.api.errors import ERRORS
from papamu.web.api.forms import RemakeForm
from papamu.web.api.training_form import RunForm, TrainFormBase, described, options_of
from papamu.web.catalogue.run_processes import MissingRunError, Runs
from papamu.web.limits import MATCH_MS
from papamu.web.tables.table_errors import MissingError
from papamu.web.validation import Models, read_agent, read_game

Json = dict[str, Any]
Name = Annotated[str, InPath(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,80}$", description="The id of a run.")]

_LEARNERS = {"mlp": "A small network", "alphazero": "A tree search with a network"}  # as the form calls them

router = APIRouter(prefix="/api/runs", tags=["runs"], responses=ERRORS)


@router.get("")
async def all_runs(request: Request) -> list[Json]:
    """All runs in short, the newest first."""
    return await blocking(request, _runs(request).all)


@router.post("", status_code=201)
async def new_run(form: Annotated[RunForm, Body()], request: Request) -> Json:
    """Start a training, or reproduce tables of a study, as a separate command."""
    models = tables_of(request).models

    def begin() -> Json:
        if isinstance(form, TrainFormBase):
            title = f"{_LEARNERS[form.learner]} learns {form.game}"
            return _runs(request).start("train", title, train_words(form, models))
        tables = f"table {', '.join(form.tables)}" if form.tables else "all tables"
        title = f"Paper {form.paper}: {tables} ({form.scale})"
        return _runs(request).start("table", title, _remake_words(form))

    return await blocking(request, begin)


@router.get("/options")
async def training_options() -> Json:
    """What can be chosen for a training: presets and options, with their help, defaults and limits."""
    return described()


@router.get("/{name}")
async def run(name: Name, request: Request) -> Json:
    """The state of a run: curves, speed, dead units, the end of its log."""
    return await _about(request, lambda: _runs(request).facts(name))


@router.post("/{name}/stop")
async def stop_run(name: Name, request: Request) -> Json:
    """Stop a run; its progress is saved."""
    return await _about(request, lambda: _runs(request).stop(name))


@router.post("/{name}/resume")
async def resume_run(name: Name, request: Request) -> Json:
    """Resume a run that was stopped."""
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


def train_words(form: TrainFormBase, models: Models) -> list[str]:
    """The words of `papamu train`; the request is made here first, so that a mistake is answered at once."""
    game = read_game(form.game)
    options = {**options_of(form), "game": str(game), "runs": RUNS}  # `Runs.start` says where
    itself = form.learner == "mlp" and form.opponent == "self"
    if form.opponent is not None and not itself:
        opponent = str(read_agent(form.opponent, game, models, MATCH_MS))
        if form.learner == "mlp":
            compiled_agent(opponent)  # refuses now what would end in a log
        options["opponent"] = opponent
    return words_of(choose(options))


def _remake_words(form: RemakeForm) -> list[str]:
    Reproduction.of(papers.find(form.paper), form.scale, form.tables)  # says what is wrong
    words = ["reproduce", form.paper, *form.tables, "--scale", form.scale]
    return [*words, "--seeds", str(form.seeds), "--jobs", str(form.jobs)]
