"""What endpoints need from the application: its table manager, and its threads for work that blocks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from fastapi import Request

from papamu.web.tables.table_manager import TableManager

T = TypeVar("T")


def tables_of(request: Request) -> TableManager:
    """The table manager of this server."""
    manager: TableManager = request.app.state.manager
    return manager


async def blocking(request: Request, work: Callable[[], T]) -> T:
    """Run something that takes a moment in one of the manager's threads."""
    return await asyncio.get_running_loop().run_in_executor(tables_of(request).threads, work)
