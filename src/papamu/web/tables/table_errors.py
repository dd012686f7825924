"""Errors about tables and other things that a page asks for. `api/errors.py` gives each its HTTP status."""

from __future__ import annotations

from typing import Any

from papamu.core.errors import PapamuError


class TurnError(PapamuError):
    """An action that is not possible now, though it may be at another time."""


class MissingError(PapamuError):
    """There is no table, review, match or run of this id."""


class StaleError(PapamuError):
    """The table has changed since the page saw it; `table` is its current state."""

    def __init__(self, table: dict[str, Any]) -> None:
        super().__init__("the table has changed in the meantime: look again")
        self.table = table
