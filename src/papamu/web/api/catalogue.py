"""The catalogue over HTTP: games with their options and rule cards, and the agents that play them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi import Path as InPath
from fastapi.responses import Response

from papamu.games import registry
from papamu.games.drawing import board_svg
from papamu.games.game import Game
from papamu.web.api.dependencies import blocking, tables_of
from papamu.web.api.errors import ERRORS
from papamu.web.api.forms import GameText, PositionText, Seed
from papamu.web.catalogue.rule_cards import card
from papamu.web.tables.position_view import look_facts, seats, view
from papamu.web.thinking.offered_agents import offered
from papamu.web.validation import read_game

Json = dict[str, Any]

TRAINED = "Trained: "  # how levels.py calls a model of a run, by the run's folder
STATIC = Path(__file__).parents[1] / "static"

router = APIRouter(prefix="/api", tags=["catalogue"], responses=ERRORS)


@router.get("/games")
async def games(request: Request) -> list[Json]:
    """The games, their sizes and options."""
    return await blocking(request, lambda: [_facts(registry.find(name)) for name in registry.names()])


@router.get("/game")
async def game(request: Request, game: Annotated[GameText, Query()]) -> Json:
    """One game with its size and options: who sits there, and how it looks."""

    def look() -> Json:
        found = read_game(game)
        return {"spec": str(found), "name": found.name, "players": seats(found), "look": look_facts(found)}

    return await blocking(request, look)


@router.get("/games/{name}/picture.svg", response_class=Response)
async def picture(
    request: Request, name: Annotated[str, InPath(pattern=r"^[a-z][a-z0-9_-]{0,60}$")]
) -> Response:
    """A board of the game, for the home page."""
    drawn = await blocking(request, lambda: board_svg(read_game(name).shelf_position(), 720))
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "no-cache"})


@router.get("/agents")
async def agents(request: Request, game: Annotated[GameText, Query()]) -> list[Json]:
    """The agents that play a game, weakest first."""
    manager = tables_of(request)
    return await blocking(request, lambda: _by_name(offered(read_game(game), manager.models), request))


def _by_name(agents: list[Json], request: Request) -> list[Json]:
    """The same with own models under the names of their runs."""
    if not any(one["title"].startswith(TRAINED) for one in agents):
        return agents
    names = {f"{TRAINED}{folder}": title for folder, title in request.app.state.runs.names().items()}
    return [{**one, "title": names.get(one["title"], one["title"])} for one in agents]


@router.get("/position")
async def position(
    request: Request,
    game: Annotated[GameText, Query()],
    position: Annotated[PositionText | None, Query()] = None,
    seed: Annotated[Seed | None, Query()] = None,
) -> Json:
    """A position by its text, or the start: for links and previews."""

    def find() -> Json:
        found = read_game(game)
        return view(found.from_text(position) if position else found.start(seed=seed))

    return await blocking(request, find)


def _picture(name: str) -> str:
    """Where the picture of a game is: one that comes with the page, or one that is drawn."""
    known = f"pictures/{name}.svg"
    return f"/static/{known}" if (STATIC / known).is_file() else f"/api/games/{name}/picture.svg"


@cache
def _facts(kind: type[Game]) -> Json:
    game = registry.load(kind.name)
    return {
        "spec": str(game),
        "name": kind.name,
        "title": kind.title,
        "players": seats(game),
        "look": look_facts(game),
        "picture": _picture(kind.name),
        "suggested": [{"size": size, "title": title} for size, title in kind.sizes_offered().items()],
        "rows": game.rows,
        "cols": game.cols,
        "sizes": kind.sizes,
        "options": [
            {
                "name": option.name,
                "kind": "choice" if option.choices else type(option.default).__name__,
                "default": option.default,
                "choices": list(option.choices),
                "low": option.low,
                "high": option.high,
                "help": option.help,
            }
            for option in kind.options_declared
            if option.name != "graph"  # names a file
        ],
        "card": card(kind),
        "rules": kind.card,
    }
