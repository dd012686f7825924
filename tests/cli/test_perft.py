"""`papamu perft`."""

from __future__ import annotations

import json

from tests.cli.process import answer


def test_perft_as_json() -> None:
    rows = json.loads(answer("perft", "reversi", "--depth", "3", "--json"))
    assert rows == [{"depth": 1, "nodes": 4}, {"depth": 2, "nodes": 12}, {"depth": 3, "nodes": 56}]


def test_perft_for_people() -> None:
    assert answer("perft", "clobber:3x3", "--depth", "2").split() == ["1", "12", "2", "88"]
    divided = answer("perft", "reversi:4x4", "--depth", "2", "--divide")
    assert divided.split()[-2:] == ["total", "12"]
    assert json.loads(answer("perft", "reversi:4x4", "--depth", "2", "--divide", "--json"))[0]["nodes"] == 3
    assert answer("perft", "clobber:1x2", "--depth", "1", "--position", "ox,x").split() == ["1", "1"]
    assert "1,469" in answer("perft", "checkers", "--depth", "4", "--turns")
