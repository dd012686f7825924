"""Rows of results as a pandas DataFrame, an HTML table or plain text.

A row is a mapping of columns to values; a column that a row does not have is empty there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from numbers import Integral, Real
from typing import Any

from papamu.core.errors import PapamuError

Rows = Sequence[Mapping[str, object]]


def to_frame(rows: Rows) -> Any:
    """A pandas DataFrame. pandas is optional: where it is missing, the error says how to get it."""
    try:
        import pandas
    except ImportError:
        raise PapamuError("to_frame() needs pandas: pip install pandas") from None
    return pandas.DataFrame([dict(row) for row in rows], columns=columns(rows))


def html_table(rows: Rows, caption: str = "") -> str:
    """A table for a notebook; numbers stand on the right.

    >>> html_table([{"agent": "mc"}])
    '<table><thead><tr><th>agent</th></tr></thead><tbody><tr><td>mc</td></tr></tbody></table>'
    """
    names = columns(rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(f"<tr>{''.join(_html_cell(row.get(name)) for name in names)}</tr>" for row in rows)
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def text_table(rows: Rows) -> str:
    """A table in plain text; numbers stand on the right.

    >>> print(text_table([{"agent": "mc", "score": 0.75}, {"agent": "random", "score": 0.25}]))
    agent   score
    mc      0.750
    random  0.250
    """
    names = columns(rows)
    lines = [names, *([cell_text(row.get(name)) for name in names] for row in rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(names))]
    right = [all(_is_number(row.get(name)) for row in rows if row.get(name) is not None) for name in names]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in lines
    )


def columns(rows: Rows) -> list[str]:
    """The names of all columns, in the order in which they come up."""
    return list(dict.fromkeys(name for row in rows for name in row))


def cell_text(value: object) -> str:
    """One value for people: three digits of a fraction, nothing for `None`."""
    if value is None:
        return ""
    if _is_number(value) and not isinstance(value, Integral):
        return f"{value:.3f}"
    return str(value)


def _html_cell(value: object) -> str:
    side = ' style="text-align:right"' if _is_number(value) else ""
    return f"<td{side}>{escape(cell_text(value))}</td>"


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)
