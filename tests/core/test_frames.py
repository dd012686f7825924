"""Rows as DataFrames, HTML and text."""

from __future__ import annotations

import doctest
import sys

import numpy as np
import pytest

from papamu.core import frames
from papamu.core.errors import PapamuError

ROWS = [{"agent": "a<b", "games": 12, "score": np.float64(0.5)}, {"agent": "mc", "note": None, "games": 3}]


def test_examples() -> None:
    found = doctest.testmod(frames)
    assert found.attempted >= 2 and found.failed == 0


def test_text_has_a_column_for_every_key() -> None:
    assert frames.text_table(ROWS).splitlines() == [
        "agent  games  score  note",
        "a<b       12  0.500",
        "mc         3",
    ]
    assert frames.text_table([]) == ""


def test_html_is_escaped() -> None:
    page = frames.html_table(ROWS, "x & y")
    assert "a&lt;b" in page and "<caption>x &amp; y</caption>" in page and "a<b" not in page
    assert page.count("<tr>") == 3 and page.count("<td") == 8


def test_a_frame_needs_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(PapamuError, match="pip install pandas"):
        frames.to_frame(ROWS)


def test_a_frame_gets_all_columns_in_order() -> None:
    frame = frames.to_frame(ROWS)
    assert list(frame) == ["agent", "games", "score", "note"]
    assert frame["agent"].tolist() == [row["agent"] for row in ROWS]
