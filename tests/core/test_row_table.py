"""Small tables of results: rows, columns, text and HTML."""

from __future__ import annotations

import doctest

import pytest

from papamu.core import row_table
from papamu.core.errors import PapamuError
from papamu.core.row_table import RowTable


def test_its_example_runs() -> None:
    found = doctest.testmod(row_table)
    assert found.attempted and not found.failed


def test_rows_and_columns() -> None:
    table = RowTable([{"a": 1}, {"a": 2, "b": "<x>"}], "two rows")
    assert table.columns == ["a", "b"] and len(table) == 2
    assert table["b"] == [None, "<x>"] and table[0] == {"a": 1}
    assert isinstance(table[1:], RowTable) and table[1:] == [{"a": 2, "b": "<x>"}]
    assert [row["a"] for row in table] == [1, 2]
    drawn = table._repr_html_()
    assert "<caption>two rows</caption>" in drawn and "&lt;x&gt;" in drawn
    with pytest.raises(PapamuError, match="there is no column 'c'"):
        table["c"]
    assert repr(RowTable([])) == "(no rows)"
