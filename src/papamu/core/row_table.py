"""A small table of results: rows that print as text, draw themselves in a notebook, and become a DataFrame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, overload

from papamu.core.errors import PapamuError, listing, nearest
from papamu.core.frames import columns, html_table, text_table, to_frame

Row = dict[str, Any]


class RowTable(Sequence[Row]):
    """Rows with named columns.

    >>> table = RowTable([{"games": 100, "won": 0.5}, {"games": 200, "won": 0.75}])
    >>> table
    games    won
      100  0.500
      200  0.750
    >>> table[-1], table["won"]
    ({'games': 200, 'won': 0.75}, [0.5, 0.75])
    """

    def __init__(self, rows: Iterable[Mapping[str, Any]], caption: str = "") -> None:
        self._rows = [dict(row) for row in rows]
        self._caption = caption

    @property
    def columns(self) -> list[str]:
        """The names of all columns."""
        return columns(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> RowTable: ...
    @overload
    def __getitem__(self, at: str) -> list[Any]: ...
    def __getitem__(self, at: int | slice | str) -> Row | RowTable | list[Any]:
        """A row by its number, some rows by a slice, or a column by its name (`None` where a row does not have it)."""
        if isinstance(at, str):
            names = self.columns
            if at not in names:
                raise PapamuError(
                    f"there is no column {at!r}{nearest(at, names)}: there are {listing(names)}"
                )
            return [row.get(at) for row in self._rows]
        if isinstance(at, slice):
            return RowTable(self._rows[at], self._caption)
        return self._rows[at]

    def __eq__(self, other: object) -> bool:
        return self._rows == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def to_frame(self) -> Any:
        """A pandas DataFrame (pandas must be installed)."""
        return to_frame(self._rows)

    def __repr__(self) -> str:
        return text_table(self._rows) if self._rows else "(no rows)"

    def _repr_html_(self) -> str:
        return html_table(self._rows, self._caption)
