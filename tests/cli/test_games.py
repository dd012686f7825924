"""`papamu games`."""

from __future__ import annotations

import json

from tests.cli.process import answer


def test_games() -> None:
    text = answer("games")
    rows = json.loads(answer("games", "--json"))
    assert [row["name"] for row in rows] == ["clobber", "checkers", "reversi", "blokus", "konane"]
    assert all(row["name"] in text for row in rows)
