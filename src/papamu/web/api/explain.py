"""Explanations over HTTP: an agent's value of every legal move, for hints."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from papamu.core.errors import PapamuError
from papamu.web.api.dependencies import blocking, tables_of
from papamu.web.api.errors import ERRORS
from papamu.web.api.forms import ExplainForm
from papamu.web.api.positions import find_position
from papamu.web.tables.table_manager import TableManager
from papamu.web.thinking.agent_pool import AgentPool
from papamu.web.thinking.agent_request import AgentAnswer, AgentRequest, Line
from papamu.web.validation import read_agent

_WAIT = 90.0  # seconds for an answer: the first use of an agent compiles

router = APIRouter(prefix="/api", tags=["study"], responses=ERRORS)


@router.post("/explain")
async def explain(form: ExplainForm, request: Request) -> Response:
    """What an agent thinks of every legal move, best first, and what its numbers mean."""
    manager = tables_of(request)
    question = await blocking(request, lambda: _question(manager, form))
    try:
        answer = await _ask(manager.pool, question)
    except TimeoutError:
        return JSONResponse({"detail": "it is still getting ready (the first use compiles): try again"}, 503)
    if answer.error is not None:
        raise PapamuError(answer.error)
    return JSONResponse({**answer.value, "seconds": round(answer.seconds, 3)})


def _question(manager: TableManager, form: ExplainForm) -> AgentRequest:
    position = find_position(manager, form)
    if position.is_over:
        raise PapamuError("the game is over here: there is no move to explain")
    agent = read_agent(form.agent, position.game, manager.models, form.budget_ms, from_start=False)
    client = f"explain {form.table or form.game}"
    return AgentRequest("explain", client, Line.of(position), str(agent), form.budget_ms / 1000)


async def _ask(pool: AgentPool, question: AgentRequest) -> AgentAnswer:
    """Await the pool's answer; if nobody waits any longer, the question is cancelled."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[AgentAnswer] = loop.create_future()

    def keep(answer: AgentAnswer) -> None:
        if not future.done():
            future.set_result(answer)

    def on_answer(answer: AgentAnswer) -> None:
        loop.call_soon_threadsafe(keep, answer)

    pending = pool.submit(question, on_answer)
    try:
        return await asyncio.wait_for(future, _WAIT)
    finally:
        if not future.done() or future.cancelled():
            pool.cancel(pending)
