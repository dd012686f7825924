"""Explanations and reviews over HTTP."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Path as InPath
from fastapi.responses import JSONResponse, Response

from papamu.errors import PapamuError
from papamu.games.position import Position
from papamu.web.api_tables import reached
from papamu.web.asking import read_agent
from papamu.web.calling import FAULTS, blocking, hall_of
from papamu.web.forms import ExplainForm, Looked, ReviewForm
from papamu.web.hall import Hall, MissingError
from papamu.web.reviews import Review, Reviews
from papamu.web.thought import Answer, Job, Line

Json = dict[str, Any]
Name = Annotated[str, InPath(pattern=r"^[A-Za-z0-9_-]{1,20}$", description="The id of a review.")]

_WAIT = 90.0  # seconds for an answer: the first use of an agent compiles
_JUDGE = 10_000  # milliseconds for each position of a review

router = APIRouter(prefix="/api", tags=["study"], responses=FAULTS)


@router.post("/explain")
async def explain(form: ExplainForm, request: Request) -> Response:
    """What an agent thinks of every legal move, best first, and what its numbers mean."""
    hall = hall_of(request)

    def prepare() -> Job:
        position = _looked(hall, form)
        if position.is_over:
            raise PapamuError("the game is over here: there is no move to explain")
        agent = read_agent(form.agent, position.game, hall.models, form.budget_ms, from_start=False)
        budget = form.budget_ms / 1000
        return Job("explain", f"explain {form.table or form.game}", Line.of(position), str(agent), budget)

    job = await blocking(request, prepare)
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Answer] = loop.create_future()

    def keep(answer: Answer) -> None:
        if not future.done():
            future.set_result(answer)

    def then(answer: Answer) -> None:
        loop.call_soon_threadsafe(keep, answer)

    ticket = hall.thinkers.submit(job, then)
    try:
        answer = await asyncio.wait_for(future, _WAIT)
    except TimeoutError:
        return JSONResponse({"detail": "it is still getting ready (the first use compiles): ask again"}, 503)
    finally:
        if not future.done() or future.cancelled():
            hall.thinkers.cancel(ticket)
    if answer.error is not None:
        raise PapamuError(answer.error)
    return JSONResponse({**answer.value, "seconds": round(answer.seconds, 3)})


@router.post("/reviews", status_code=201)
async def review(form: ReviewForm, request: Request) -> Json:
    """Begin to look through a game; ask for it again to see how far it is."""
    hall = hall_of(request)

    def begin() -> Json:
        position = _looked(hall, form)
        if position.parent is None:
            raise PapamuError("nothing was played yet, so there is nothing to review")
        agent = read_agent(form.agent, position.game, hall.models, _JUDGE, from_start=False)
        if agent.scale is None:
            raise PapamuError(f"{agent} has values that are no results: a review needs uct, mc or puct")
        reviews: Reviews = request.app.state.reviews
        return reviews.begin(position, str(agent), form.table, form.exact).facts()

    return await blocking(request, begin)


@router.get("/reviews/{name}")
async def review_so_far(name: Name, request: Request) -> Json:
    """A review as far as it is: every move with how it stood, what was best, and what it gave away."""
    return await blocking(request, _find(request, name).facts)


@router.post("/reviews/{name}/stop")
async def stop_review(name: Name, request: Request) -> Json:
    """No more of it."""
    found = _find(request, name)
    request.app.state.reviews.stop(found)
    return await blocking(request, found.facts)


def _find(request: Request, name: str) -> Review:
    reviews: Reviews = request.app.state.reviews
    found = reviews.find(name)
    if found is None:
        raise MissingError(f"there is no review {name!r} (they are forgotten when the server ends)")
    return found


def _looked(hall: Hall, form: Looked) -> Position:
    if form.table is not None:
        if form.game or form.position or form.moves:
            raise PapamuError("a table says it all: leave game, position and moves out")
        return hall.position(form.table, form.ply)
    if form.game is None:
        raise PapamuError("which position? Say table, or game with moves")
    return reached(form.game, form.position, form.moves or (), 0)
