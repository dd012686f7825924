"""`papamu papers`."""

from __future__ import annotations

import json

from papamu.lab.study import SCALES
from tests.cli.process import answer


def test_papers() -> None:
    text = answer("papers")
    for word in ("clobber", "Laurens Damhuis", "5.17", "hidden-6x6", "Darby Thompson", "figure-15", *SCALES):
        assert word in text
    assert "agrees in part" in text and "self-organizing" in text.lower()  # what came out, what it is about
    clobber, konane, reversi, *_ = json.loads(answer("papers", "--json"))
    assert clobber["scales"]["paper"]["cells"] == 607
    assert len(clobber["tables"]) == 22
    assert len(konane["tables"]) == 26 and len(reversi["tables"]) == 8
