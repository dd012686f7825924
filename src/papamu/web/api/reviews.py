"""Game reviews over HTTP: start one, look at it, stop it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Path as InPath

from papamu.core.errors import PapamuError
from papamu.web.api.dependencies import blocking, tables_of
from papamu.web.api.errors import ERRORS
from papamu.web.api.forms import ReviewForm
from papamu.web.api.positions import find_position
from papamu.web.tables.table_errors import MissingError
from papamu.web.thinking.game_reviews import Review, Reviews
from papamu.web.validation import read_agent

Json = dict[str, Any]
Name = Annotated[str, InPath(pattern=r"^[A-Za-z0-9_-]{1,20}$", description="The id of a review.")]

_JUDGE = 10_000  # milliseconds for each position of a review

router = APIRouter(prefix="/api", tags=["study"], responses=ERRORS)


@router.post("/reviews", status_code=201)
async def review(form: ReviewForm, request: Request) -> Json:
    """Start the review of a game; request it by its id for its progress."""
    manager = tables_of(request)

    def begin() -> Json:
        position = find_position(manager, form)
        if position.parent is None:
            raise PapamuError("no move has been played yet, so there is nothing to review")
        agent = read_agent(form.agent, position.game, manager.models, _JUDGE, from_start=False)
        if agent.scale is None:
            raise PapamuError(f"{agent} has values that are not results: a review needs uct, mc or puct")
        reviews: Reviews = request.app.state.reviews
        return reviews.begin(position, str(agent), form.table, form.exact).facts()

    return await blocking(request, begin)


@router.get("/reviews/{name}")
async def review_so_far(name: Name, request: Request) -> Json:
    """A review so far: every move with the value before it, the best move, and what it gave away."""
    return await blocking(request, _find(request, name).facts)


@router.post("/reviews/{name}/stop")
async def stop_review(name: Name, request: Request) -> Json:
    """Stop a review; finished judgements stay."""
    found = _find(request, name)
    request.app.state.reviews.stop(found)
    return await blocking(request, found.facts)


def _find(request: Request, name: str) -> Review:
    reviews: Reviews = request.app.state.reviews
    found = reviews.find(name)
    if found is None:
        raise MissingError(f"there is no review {name!r} (they are forgotten when the server ends)")
    return found
