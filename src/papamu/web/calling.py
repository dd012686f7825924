"""How requests reach the hall, and how errors become answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import FastAPI, Request
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from papamu.errors import PapamuError, StoreError
from papamu.web.hall import Hall, MissingError, StaleError
from papamu.web.table import TurnError

T = TypeVar("T")


class Fault(BaseModel):
    """What is wrong, in one line."""

    detail: str


FAULTS: dict[int | str, dict[str, Any]] = {
    code: {"model": Fault, "description": why}
    for code, why in (
        (400, "it cannot be done"),
        (403, "it comes from another site"),
        (404, "there is no such thing"),
        (409, "not now, or the table has changed meanwhile (then `table` is how it is)"),
        (413, "it is too large"),
        (421, "this server is not known by that name"),
        (422, "a field is not as it must be"),
        (503, "not ready, or the disk is full"),
    )
}


def hall_of(request: Request) -> Hall:
    """The hall of this server."""
    hall: Hall = request.app.state.hall
    return hall


async def blocking(request: Request, work: Callable[[], T]) -> T:
    """Do something that takes a moment in one of the hall's threads."""
    return await asyncio.get_running_loop().run_in_executor(hall_of(request).threads, work)


def answer_errors(app: FastAPI) -> None:
    """A person's mistake is one clear line, whatever it was."""
    app.add_exception_handler(PapamuError, _mistake)
    app.add_exception_handler(RequestValidationError, _not_as_it_must_be)


async def _mistake(request: Request, error: Exception) -> JSONResponse:
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


async def _not_as_it_must_be(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    said = []
    for one in jsonable_encoder(error.errors()[:5], exclude={"input", "ctx", "url"}):
        where = ".".join(str(part) for part in one["loc"] if part not in ("body", "query", "path"))
        said.append(f"{where}: {one['msg']}" if where else str(one["msg"]))
    return JSONResponse({"detail": " ".join("; ".join(said).split())[:500]}, 422)
