"""How far the preparation of the opponents is, over HTTP."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from papamu.web.api.errors import ERRORS
from papamu.web.thinking.preparation import Preparation

router = APIRouter(prefix="/api", tags=["server"], responses=ERRORS)


@router.get("/preparation")
async def preparation(request: Request) -> dict[str, Any]:
    """What is compiled ahead of time: how many jobs are done, of how many, and which are running."""
    found: Preparation = request.app.state.preparation
    return found.state()
