"""How errors become answers: every mistake is one line in `detail`, with the HTTP status of its kind."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from papamu.core.errors import PapamuError, StoreError
from papamu.web.tables.table_errors import MissingError, StaleError, TurnError


class ErrorBody(BaseModel):
    """What is wrong, in one line."""

    detail: str


ERRORS: dict[int | str, dict[str, Any]] = {
    code: {"model": ErrorBody, "description": why}
    for code, why in (
        (400, "invalid request"),
        (403, "the request comes from another site"),
        (404, "not found"),
        (409, "not possible now, or the table has changed (then `table` is its current state)"),
        (413, "too large"),
        (421, "unknown host name"),
        (422, "invalid field"),
        (503, "not ready, or the disk is full"),
    )
}


def add_error_handlers(app: FastAPI) -> None:
    """Answer every user's mistake with one clear line."""
    app.add_exception_handler(PapamuError, _answer_mistake)
    app.add_exception_handler(RequestValidationError, _answer_invalid_form)


async def _answer_mistake(request: Request, error: Exception) -> JSONResponse:
    if isinstance(error, StaleError):
        return JSONResponse({"detail": str(error), "table": error.table}, 409)
    code = 400
    if isinstance(error, MissingError):
        code = 404
    elif isinstance(error, TurnError):
        code = 409
    elif isinstance(error, StoreError):
        code = 503
    return JSONResponse({"detail": " ".join(str(error).split())}, code)


async def _answer_invalid_form(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    mistakes = []
    for one in jsonable_encoder(error.errors()[:5], exclude={"input", "ctx", "url"}):
        where = ".".join(str(part) for part in one["loc"] if part not in ("body", "query", "path"))
        mistakes.append(f"{where}: {one['msg']}" if where else str(one["msg"]))
    return JSONResponse({"detail": " ".join("; ".join(mistakes).split())[:500]}, 422)
