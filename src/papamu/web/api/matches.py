"""Live matches over HTTP."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Path as InPath

from papamu.agents.levels import levels
from papamu.games.game import Game
from papamu.web.api.dependencies import blocking, tables_of
from papamu.web.api.errors import ERRORS
from papamu.web.api.forms import MatchForm
from papamu.web.limits import MATCH_MS
from papamu.web.tables.table_errors import MissingError
from papamu.web.thinking.live_matches import Match, Matches
from papamu.web.validation import Models, read_agent, read_game, why_not

Json = dict[str, Any]
Name = Annotated[str, InPath(pattern=r"^[A-Za-z0-9_-]{1,20}$", description="The id of a match.")]

router = APIRouter(prefix="/api/matches", tags=["matches"], responses=ERRORS)


@router.post("", status_code=201)
async def new_match(form: MatchForm, request: Request) -> Json:
    """Start a match between agents; request it by its id for its figures."""
    manager = tables_of(request)

    def begin() -> Json:
        game = read_game(form.game)
        agents = [read_agent(text, game, manager.models, MATCH_MS) for text in form.agents]
        return _facts(request, _matches(request).begin(game, agents, form.games, form.seed))

    return await blocking(request, begin)


@router.get("")
async def all_matches(request: Request) -> list[Json]:
    """All matches since the server began, the newest first."""
    return await blocking(request, lambda: [_facts(request, match) for match in _matches(request).all()])


@router.get("/{name}")
async def match(name: Name, request: Request) -> Json:
    """The figures of a match so far: wins, intervals, ratings."""
    found = _find(request, name)
    return await blocking(request, lambda: _facts(request, found))


@router.post("/{name}/stop")
async def stop_match(name: Name, request: Request) -> Json:
    """Stop a match."""
    found = _find(request, name)
    _matches(request).stop(found)
    return await blocking(request, lambda: _facts(request, found))


def _facts(request: Request, match: Match) -> Json:
    """The figures of a match; `titles` has names for people for the agents that are levels."""
    return {**match.facts(), "titles": _titles(match.game, tables_of(request).models)}


@lru_cache(maxsize=20)
def _titles(game: Game, models: Models) -> dict[str, str]:
    named = [level for level in levels(game) if why_not(level.spec, game, models, MATCH_MS) is None]
    return {str(read_agent(level.spec, game, models, MATCH_MS)): level.title for level in named}


def _matches(request: Request) -> Matches:
    matches: Matches = request.app.state.matches
    return matches


def _find(request: Request, name: str) -> Match:
    found = _matches(request).find(name)
    if found is None:
        raise MissingError(f"there is no match {name!r} (they are forgotten when the server ends)")
    return found
