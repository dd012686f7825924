"""`papamu statistics`: tables and JSON of games of Blokus."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from tests.cli.terminal import Terminal


def test_tables_and_json(tmp_path: Path, terminal: Terminal) -> None:
    line = ["statistics", "blokus:6x6", "greedy", "random", "--games", "8", "--runs", str(tmp_path)]
    found = json.loads(terminal(*line, "--json").out)
    assert found["games"] == 8
    assert [one["name"] for one in found["players"]] == ["greedy", "random (1)", "random (2)", "random (3)"]
    squares = [one["squares"] for one in found["players"]]
    assert squares[0] > np.mean(squares[1:])
    shown = terminal(*line).out
    for words in ("Open corners", "Territory", "Who blocks whom", "V5"):
        assert words in shown
    wrong = terminal("statistics", "clobber:4x4", "random", "random", "--runs", str(tmp_path))
    assert wrong.code == 2 and "statistics are for blokus" in wrong.err and len(wrong.err.splitlines()) == 1
