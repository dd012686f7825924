"""`papamu agents`: the list of agents, their options, and which of them play a game."""

from __future__ import annotations

import json

import pytest

from papamu.agents import registry
from tests.cli.terminal import Terminal


def test_agents_are_listed_with_their_options(terminal: Terminal) -> None:
    text = terminal("agents").out
    for part in ("playouts=50", "random playouts for each legal move", "Clobber thesis, §4.3", "noisy+…"):
        assert part in text
    assert "name:key=value" in text
    found = json.loads(terminal("agents", "--json").out)
    by_name = {agent["name"]: agent for agent in found["agents"]}
    assert set(by_name) >= {"random", "first", "greedy", "mc", "minimax", "human", "noisy", "endgame"}
    assert by_name["noisy"]["wraps"] and not by_name["mc"]["wraps"]
    assert by_name["mc"]["options"][0] == {
        "name": "playouts",
        "default": 50,
        "takes": "a whole number from 1 to 1,000,000,000",
        "help": "random playouts for each legal move",
    }
    assert "plays" not in by_name["mc"]


def test_agents_of_a_game(terminal: Terminal) -> None:
    text = terminal("agents", "blokus:5x5").out
    assert "Agents that play blokus:5x5" in text
    assert "endgame    exact search is for two players, this game has 4" in text.partition("Not for")[2]
    assert "Evaluations of blokus (eval=): corners (default), squares" in text
    found = json.loads(terminal("agents", "blokus:5x5", "--json").out)
    plays = {agent["name"]: agent["plays"] for agent in found["agents"]}
    assert plays["random"] and plays["noisy"] and plays["mlp"] and not plays["endgame"]
    assert found["evaluations"][:2] == ["corners", "squares"]


def test_an_agent_that_cannot_be_loaded_does_not_hide_the_others(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry._BUILT_IN, "elsewhere", "papamu.agents.not_there:Agent")
    text = terminal("agents").out
    assert "elsewhere  cannot be loaded: No module named 'papamu.agents.not_there'" in text
    assert "playouts=50" in text
    assert "elsewhere" in terminal("agents", "clobber:3x3").out.partition("Not for clobber:3x3")[2]
