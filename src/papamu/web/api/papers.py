"""The studies and the ladder over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi import Path as InPath
from fastapi.responses import Response

from papamu.web.api.dependencies import blocking
from papamu.web.api.errors import ERRORS
from papamu.web.api.forms import GameText
from papamu.web.catalogue.ladder import ladder
from papamu.web.catalogue.paper_figures import Studies
from papamu.web.tables.table_errors import MissingError

Json = dict[str, Any]
Scale = Annotated[
    Literal["smoke", "laptop", "paper"] | None, Query(description="Default: the most complete.")
]
Name = Annotated[str, InPath(pattern=r"^[a-z]{1,20}$", description="The name of a study.")]
PictureName = Annotated[str, InPath(pattern=r"^[\w.-]{1,60}$", description="A picture of the study.")]

router = APIRouter(prefix="/api", tags=["studies"], responses=ERRORS)


@router.get("/papers")
async def all_papers(request: Request) -> list[Json]:
    """The studies, each in short."""
    return await blocking(request, _studies(request).all)


@router.get("/papers/{name}")
async def paper(name: Name, request: Request, scale: Scale = None) -> Json:
    """All tables of a study: published next to ours, cell by cell, with the command that reproduces each."""
    return await blocking(request, lambda: _studies(request).study(name, scale))


@router.get("/papers/{name}/charts")
async def charts(
    name: Name,
    request: Request,
    scale: Scale = None,
    table: Annotated[list[Annotated[str, Query(max_length=40)]] | None, Query(max_length=50)] = None,
) -> list[Json]:
    """Learning curves and other charts of a study's tables."""
    return await blocking(request, lambda: _studies(request).charts(name, scale, table or ()))


@router.get("/papers/{name}/pictures/{picture}.svg", response_class=Response)
async def picture(name: Name, picture: PictureName, request: Request) -> Response:
    """A picture of the results that come with the package: learning curves, maps, boards."""
    drawn = await blocking(request, lambda: _studies(request).picture(name, picture))
    if drawn is None:
        raise MissingError(f"the study {name} has no picture {picture!r}")
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})


@router.get("/ladder")
async def ladder_of(request: Request, game: Annotated[GameText, Query()]) -> Json:
    """The ratings of the agents at a game, with error bars, and the command that computes them."""
    return await blocking(request, lambda: ladder(game))


def _studies(request: Request) -> Studies:
    studies: Studies = request.app.state.studies
    return studies
