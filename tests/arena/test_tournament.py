"""Tournaments: crosstable, ratings, resuming, files."""

from __future__ import annotations

from pathlib import Path

import pytest

import papamu
from papamu.arena.tournament import Tournament
from papamu.core.store import Store
from tests.arena import test_match  # noqa: F401  (registers the agents broken and sleepy)
from tests.effort import effort

AGENTS = ("first", "random", "noisy:p=0.5+first")


def made(*names: str, spec: str = "clobber:4x4", games: int = 10, **told: object) -> Tournament:
    agents = tuple(papamu.agent(name) for name in names)
    return Tournament(papamu.load(spec), agents, games, **told)  # type: ignore[arg-type]


def test_everybody_meets_everybody_and_the_ratings_follow() -> None:
    standings = papamu.tournament("clobber:5x5", "random", "first", "mc:playouts=8", games=effort(100, 4))
    assert set(standings.results) == {(0, 1), (0, 2), (1, 2)}
    ranked = standings.ratings().ranked
    assert ranked[0].name == "mc:playouts=8"
    assert all(rated.low < rated.elo < rated.high for rated in ranked)


def test_a_gauntlet() -> None:
    assert made(*AGENTS, gauntlet=True).tables == [(0, 1), (0, 2)]
    assert made(*AGENTS).tables == [(0, 1), (0, 2), (1, 2)]


def test_four_players_come_in_in_some_order() -> None:
    names = ("random", "first", "noisy:p=0.5+first", "noisy:p=0.9+first", "noisy:p=0.2+first")
    standings = made(*names, spec="blokus:5x5", games=4).play()
    assert len(standings.results) == 5  # every choice of four among five
    assert len(standings.tallies()) == 10  # and so every pair has met
    assert len(standings.ratings().agents) == 5


def test_resumed_it_says_the_same(tmp_path: Path) -> None:
    planned = made(*AGENTS)
    whole = planned.play().crosstable().as_dict()
    with Store.open(tmp_path / "t.sqlite", planned.about()) as store:

        def stop(label: str, done: int, games: int) -> None:
            if done >= 12:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            planned.play(store, progress=stop)
        assert len(store)
        assert planned.play(store, jobs=2).crosstable().as_dict() == whole


def test_an_agent_that_goes_wrong_does_not_stop_it() -> None:
    standings = made("broken", "first", "sleepy").play()
    assert standings.faults
    assert all("broken" in fault for fault in standings.faults)
    assert sum(results.games for results in standings.results.values()) == 30
