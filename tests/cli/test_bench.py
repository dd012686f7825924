"""`papamu bench`."""

from __future__ import annotations

import json

from papamu.bench import CASES
from tests.cli.process import answer


def test_bench_as_json() -> None:
    rows = json.loads(answer("bench", "clobber:3x3", "--seconds", "0.05", "--no-starts", "--json"))
    assert rows[0]["game"] == "clobber:3x3"
    assert rows[0]["rate"] > 0
    assert rows[0]["unit"] == "games/s"


def test_bench_for_people() -> None:
    head, row, last = answer("bench", "clobber:3x3", "--seconds", "0.05", "--only", "random").splitlines()
    assert head.split()[:3] == ["game", "measured", "ours"]
    assert row.startswith("clobber:3x3 ") and "games/s" in row and row.endswith("none")
    assert last == "targets: 0 hold, 0 missed, 0 not judged"


def test_help_lists_everything_that_is_measured() -> None:
    shown = " ".join(answer("bench", "--help").split())
    kinds = [*dict.fromkeys(case.kind for case in CASES), "starts", "replies"]
    assert f"Measure only this: {', '.join(kinds[:-1])} or {kinds[-1]} (" in shown
    assert {"plies", "afterstates", "values"} < set(kinds)
