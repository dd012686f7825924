"""Explanations over HTTP: the value of every legal move, from one agent or for a hint."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from papamu.agents.adviser import HINT_MS, adviser
from papamu.core.errors import PapamuError
from papamu.games.position import Position
from papamu.search.exact.registry import refusal
from papamu.web.api.dependencies import blocking, tables_of
from papamu.web.api.errors import ERRORS
from papamu.web.api.forms import ExplainForm
from papamu.web.api.positions import find_position
from papamu.web.limits import MOST_MEGABYTES
from papamu.web.tables.table_manager import TableManager
from papamu.web.thinking.agent_pool import AgentPool
from papamu.web.thinking.agent_request import AgentAnswer, AgentRequest, Line
from papamu.web.validation import read_agent

_WAIT = 90.0  # seconds for an answer: the first use of an agent compiles
_PROOF = 0.4  # seconds for an exact answer
_LATER = 0.35  # seconds that a hint waits for the proof when the search is done

router = APIRouter(prefix="/api", tags=["study"], responses=ERRORS)


@router.post("/explain")
async def explain(form: ExplainForm, request: Request) -> Response:
    """What an agent thinks of every legal move, best first, which are good, why, and what its numbers mean."""
    manager = tables_of(request)
    question, proof = await blocking(request, lambda: _questions(manager, form))
    try:
        answer = await _answer(manager.pool, question, proof)
    except TimeoutError:
        return JSONResponse({"detail": "it is still getting ready (the first use compiles): try again"}, 503)
    if answer.error is not None:
        raise PapamuError(answer.error)
    return JSONResponse({**answer.value, "seconds": round(answer.seconds, 3), "hurried": answer.hurried})


def _questions(manager: TableManager, form: ExplainForm) -> tuple[AgentRequest, AgentRequest | None]:
    """What an agent is asked; for a hint the adviser, and beside it the solver."""
    position = find_position(manager, form)
    if position.is_over:
        raise PapamuError("the game is over here: there is no move to explain")
    client = f"explain {form.table or form.game}"
    asked = form.agent or str(adviser(position.game, HINT_MS))
    agent = read_agent(asked, position.game, manager.models, form.budget_ms, from_start=False)
    question = AgentRequest("explain", client, Line.of(position), str(agent), form.budget_ms / 1000)
    return question, _proof(position, question) if form.agent is None else None


def _proof(position: Position, question: AgentRequest) -> AgentRequest | None:
    """The same question to the solver, where there is one, and something to decide."""
    if refusal(position.game) is not None or len(position.legal_moves) == 1:
        return None
    # In the background: what it compiles must not keep an opponent waiting.
    client, solve = f"{question.client} exactly", f"solve:megabytes={MOST_MEGABYTES}"
    return replace(question, kind="prove", client=client, agent=solve, budget=_PROOF, background=True)


async def _answer(pool: AgentPool, question: AgentRequest, proof: AgentRequest | None) -> AgentAnswer:
    """The proof if it comes in time, else what the agent thinks."""
    thinking = asyncio.ensure_future(_ask(pool, question))
    if proof is None:
        return await thinking
    proving = asyncio.ensure_future(_ask(pool, proof))
    try:
        await asyncio.wait({thinking, proving}, return_when=asyncio.FIRST_COMPLETED)
        if not proving.done():
            await asyncio.wait({proving}, timeout=_LATER)
        if proving.done() and proving.exception() is None and proving.result().error is None:
            return proving.result()
        return await thinking
    finally:
        for task in (thinking, proving):
            task.cancel()
        await asyncio.gather(thinking, proving, return_exceptions=True)


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
