"""What there is: games with their options and rule cards, and who plays them."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from papamu.games import registry
from papamu.games.game import Game
from papamu.web.asking import read_game
from papamu.web.calling import FAULTS, blocking, hall_of
from papamu.web.forms import GameText, PositionText, Seed
from papamu.web.levels import offered
from papamu.web.rule_cards import card
from papamu.web.views import seats, view

Json = dict[str, Any]

router = APIRouter(prefix="/api", tags=["what there is"], responses=FAULTS)


@router.get("/games")
async def games(request: Request) -> list[Json]:
    """The games, their sizes and options."""
    return await blocking(request, lambda: [_facts(registry.find(name)) for name in registry.names()])


@router.get("/agents")
async def agents(request: Request, game: Annotated[GameText, Query()]) -> list[Json]:
    """Who plays a game, weakest first."""
    hall = hall_of(request)
    return await blocking(request, lambda: offered(read_game(game), hall.models))


@router.get("/position")
async def position(
    request: Request,
    game: Annotated[GameText, Query()],
    position: Annotated[PositionText | None, Query()] = None,
    seed: Annotated[Seed | None, Query()] = None,
) -> Json:
    """A position by its text, or the start: for links and previews."""

    def look() -> Json:
        found = read_game(game)
        return view(found.from_text(position) if position else found.start(seed=seed))

    return await blocking(request, look)


@cache
def _facts(kind: type[Game]) -> Json:
    game = registry.load(kind.name)
    return {
        "spec": str(game),
        "name": kind.name,
        "title": kind.title,
        "players": seats(game),
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
        "card": card(kind.name),
        "rules": kind.card,
    }
