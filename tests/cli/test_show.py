"""`papamu show`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.process import answer


def test_show(tmp_path: Path) -> None:
    assert "legal moves: a2a1, a2b2" in answer("show", "clobber:2x2")
    shown = json.loads(answer("show", "clobber:2x2", "--moves", "a2a1", "--json"))
    assert (shown["position"], shown["player"], shown["legal"]) == (".o/xx,o", 1, ["b2b1"])
    picture = tmp_path / "board.svg"
    answer("show", "konane:6x6", "--random", "7", "--svg", str(picture))
    assert picture.read_text(encoding="utf-8").startswith("<svg")
