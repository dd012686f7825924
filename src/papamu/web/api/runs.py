"""Trainings and reproductions over HTTP: start, look, stop, resume, name, delete."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request
from fastapi import Path as InPath

from papamu import papers
from papamu.agents.registry import compiled_agent
from papamu.core.errors import BusyError, PapamuError
from papamu.core.files import RUNS
from papamu.lab.run.reproduction import Reproduction
from papamu.training.options import train_words as words_of
from papamu.training.presets.registry import choose
from papamu.training.request import WITHOUT_OPPONENT
from papamu.web.api.dependencies import blocking, tables_of
from papamu.web.api.errors import ERRORS
from papamu.web.api.forms import GameText, RemakeForm
from papamu.web.api.training_form import (
    LabelForm,
    RunForm,
    TrainFormBase,
    described,
    described_presets,
    options_of,
)
from papamu.web.catalogue.run_labels import default_title
from papamu.web.catalogue.run_processes import MissingRunError, Runs
from papamu.web.limits import MATCH_MS, MOST_TABLES
from papamu.web.tables.table_errors import MissingError, TurnError
from papamu.web.validation import Models, read_agent, read_game

Json = dict[str, Any]
Name = Annotated[str, InPath(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,80}$", description="The id of a run.")]

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
            words = train_words(form, models, _like(request, form))
            learner = words[words.index("--learner") + 1] if "--learner" in words else "mlp"
            return _runs(request).start("train", default_title(words[1], learner), words, form.name.strip())
        tables = f"table {', '.join(form.tables)}" if form.tables else "all tables"
        title = f"Paper {form.paper}: {tables} ({form.scale})"
        return _runs(request).start("table", title, _remake_words(form))

    return await blocking(request, begin)


@router.get("/options")
async def training_options() -> Json:
    """What can be chosen for a training: presets and options, with their help, defaults and limits."""
    return described()


@router.get("/presets")
async def training_presets(request: Request, game: Annotated[GameText, Query()]) -> list[Json]:
    """The presets of a game, the default first, with what each is."""
    return await blocking(request, lambda: described_presets(read_game(game)))


@router.get("/{name}")
async def run(name: Name, request: Request) -> Json:
    """The state of a run: curves, speed, dead units, the end of its log."""
    return await _about(request, lambda: _runs(request).facts(name))


@router.get("/{name}/insight")
async def run_insight(name: Name, request: Request) -> Json:
    """What the finished network of a run has learned: patterns, stones, units."""
    return await _about(request, lambda: _runs(request).insight(name))


@router.post("/{name}/stop")
async def stop_run(name: Name, request: Request) -> Json:
    """Stop a run; its progress is saved."""
    return await _about(request, lambda: _runs(request).stop(name))


@router.post("/{name}/resume")
async def resume_run(name: Name, request: Request) -> Json:
    """Resume a run that was stopped."""
    return await _about(request, lambda: _runs(request).resume(name))


@router.patch("/{name}")
async def label_run(name: Name, form: LabelForm, request: Request) -> Json:
    """Give a run a name or notes."""
    return await _about(
        request, lambda: _runs(request).label(name, form.model_dump(exclude_none=True, exclude_unset=True))
    )


@router.delete("/{name}")
async def delete_run(name: Name, request: Request) -> Json:
    """Move a run to the trash folder. One that is in progress, or whose player sits at an open table, stays."""

    def delete() -> Json:
        folder = _runs(request).facts(name, short=True)["folder"]
        used = [
            table["id"] for table in tables_of(request).store.recent(MOST_TABLES) if _plays(table, folder)
        ]
        if used:
            raise TurnError("its player sits at an open table: finish or leave that game first")
        return _runs(request).delete(name)

    return await _about(request, delete)


def _plays(table: Json, folder: str | None) -> bool:
    """Does the model of this folder sit at this table, in a game that is not over?"""
    specs = [str(seat.get("spec") or "") for seat in table["seats"]]
    return bool(folder) and not table["over"] and any(str(folder) in spec for spec in specs)


async def _about(request: Request, work: Any) -> Json:
    try:
        found: Json = await blocking(request, work)
    except BusyError as error:
        raise TurnError(str(error)) from None
    except MissingRunError as error:
        raise MissingError(str(error)) from None
    return found


def _runs(request: Request) -> Runs:
    runs: Runs = request.app.state.runs
    return runs


def _like(request: Request, form: TrainFormBase) -> Json:
    """The options of the run that this one is to be like; none if it is like none."""
    if form.like is None:
        return {}
    try:
        found: Json = _runs(request).facts(form.like)["form"]
    except MissingRunError as error:
        raise MissingError(str(error)) from None
    if not found:
        raise PapamuError("the options of that run are not known, so it cannot be repeated with changes")
    return found


def train_words(form: TrainFormBase, models: Models, like: Mapping[str, Any] | None = None) -> list[str]:
    """The words of `papamu train`; the request is made here first, so that a mistake is answered at once.

    `like` are the options of another run. A preset or another learner replaces them, other options change them.
    """
    game = read_game(form.game)
    own = options_of(form)
    known = dict(like or {})
    if "preset" in own or own.get("learner", known.get("learner")) != known.get("learner"):
        known = {}
    options = {**known, **own, "game": str(game), "runs": RUNS}  # `Runs.start` says where
    is_network = options.get("learner", "mlp") == "mlp"
    if form.opponent is not None and not (is_network and form.opponent in WITHOUT_OPPONENT):
        opponent = str(read_agent(form.opponent, game, models, MATCH_MS))
        if is_network:
            compiled_agent(opponent)  # refuses now what would end in a log
        options["opponent"] = opponent
    return words_of(choose(options))


def _remake_words(form: RemakeForm) -> list[str]:
    Reproduction.of(papers.find(form.paper), form.scale, form.tables)  # says what is wrong
    words = ["reproduce", form.paper, *form.tables, "--scale", form.scale]
    return [*words, "--seeds", str(form.seeds), "--jobs", str(form.jobs)]
