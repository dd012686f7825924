"""`papamu serve`: what its options become; tests/web has the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from papamu.web import server
from tests.cli.terminal import Terminal


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the server is asked for, instead of one."""
    found: list[dict[str, Any]] = []
    monkeypatch.setattr(server, "serve", lambda **options: found.append(options))
    return found


def test_options(asked: list[dict[str, Any]], terminal: Terminal) -> None:
    assert terminal("serve", "--games-file", "g.sqlite", "--processes", "3", "--no-open").code == 0
    (options,) = asked
    assert options == {
        "host": "127.0.0.1", "port": 8765, "names": (), "games_file": Path("g.sqlite"),
        "runs": Path("runs"), "processes": 3, "open_browser": False, "prepare": True,
    }  # fmt: skip


def test_what_0_1_0_called_them_still_works(asked: list[dict[str, Any]], terminal: Terminal) -> None:
    assert terminal("serve", "--book", "g.sqlite", "--thinkers", "3").code == 0
    assert (asked[0]["games_file"], asked[0]["processes"]) == (Path("g.sqlite"), 3)
    shown = terminal("serve", "--help").out
    assert "--games-file FILE" in shown and "--processes" in shown
    assert "--book" not in shown and "--thinkers" not in shown
    assert "--thinkers" in terminal("serve", "--thinkers", "0").err
