"""`papamu ladder`: ratings that are there, and ratings made anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.terminal import Terminal

pytest.importorskip("fastapi")
from papamu.web.catalogue import ladder as ladders


def test_ratings_are_shown_and_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: Terminal
) -> None:
    monkeypatch.setattr(ladders, "FOLDER", tmp_path / "ladders")
    monkeypatch.setattr(ladders, "participants", lambda spec: ["random", "mc:playouts=20"])
    assert "no ratings yet" in terminal("ladder", "clobber:2x3").out
    seen = terminal("ladder", "clobber:2x3", "--games", "4", "--runs", str(tmp_path))
    assert seen.code == 0, seen.err
    assert "Beginner" in seen.out and "clobber.json" in seen.out
    assert "papamu tournament clobber:2x3 random mc:playouts=20 --games 4" in seen.out
