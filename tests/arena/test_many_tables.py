"""Games at many tables: the same games as one by one, whoever fails there, stops, or plays beside."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import papamu
from papamu.agents.agent import Ending
from papamu.agents.registry import agent
from papamu.arena import plan as plans
from papamu.arena.match import Results, play_match
from papamu.arena.plan import Plan
from papamu.arena.referee import Referee
from papamu.core.spec import Option
from papamu.core.store import Store
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.kernel.random import draw

CHANCE = "checkers:6x6,teleport=0.2,first=random"


class Sociable(papamu.Agent):
    """Draws its moves, and counts them at each table."""

    name = "sociable"
    title = "plays at many tables"
    batched = True
    options_declared = (
        Option(
            "fails",
            "",
            "where it goes wrong",
            ("", "begin", "first", "third", "cheat", "end", "all", "short"),
        ),
    )
    asked: list[int]  # how many tables, each time

    def __init__(self, options: Any = None, inner: Any = None) -> None:
        super().__init__(options, inner)
        self.tables: dict[int, tuple[Any, list[int]]] = {}
        self.asked = []

    def begin_table(self, table: int, game: Game, rng: np.ndarray[Any, Any]) -> None:
        if self.options["fails"] == "begin" and rng[0] % 3 == 0:
            raise RuntimeError("no begin")
        self.tables[table] = rng, []

    def choose_batch(self, tables: Sequence[int], positions: Sequence[Position]) -> list[int]:
        self.asked.append(len(tables))
        assert len(set(tables)) == len(tables)
        fails = self.options["fails"]
        if fails == "short" and len(tables) > 1:
            return []
        for table, position in zip(tables, positions, strict=True):  # before anything is drawn
            made = self.tables[table][1]
            if fails == "all" or (
                position.board[0, 0] == 2 and (fails, len(made)) in (("first", 0), ("third", 2))
            ):
                raise RuntimeError(f"my mistake after {len(made)}")
        return [self._one(*pair) for pair in zip(tables, positions, strict=True)]

    def _one(self, table: int, position: Position) -> int:
        rng, made = self.tables[table]
        move = int(position.legal_moves[int(draw(rng, len(position.legal_moves)))])
        made.append(move)
        if self.options["fails"] == "cheat" and len(made) == 3:
            return -7
        return move

    def choose(self, position: Position) -> int:
        raise AssertionError("it plays together")

    def end(self, ending: Ending) -> tuple[str, ...]:
        if self.options["fails"] == "end" and ending.score == 1:
            raise RuntimeError("no end")
        return ()


papamu.register_agent(Sociable)


def plan(spec: str, *agents: str, **told: Any) -> Plan:
    return Plan.make(papamu.load(spec), [agent(text) for text in agents], **told)


def figures(results: Results) -> tuple[Any, ...]:
    arrays = (results.returns, results.seats, results.plies, results.prints)
    return (*(x.tobytes() for x in arrays), results.faults)


@pytest.fixture
def one_table(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What the same match comes to when games are played one by one."""

    def played(*told: Any, games: int, **options: Any) -> Results:
        with monkeypatch.context() as patch:
            patch.setattr(plans, "_TABLES", 1)
            return play_match(plan(*told, **options), games)

    return played


@pytest.mark.parametrize(
    "spec, others",
    [("clobber:3x4", ["random"]), (CHANCE, ["sociable"]), ("blokus:5x5", ["random", "sociable", "first"])],
)
def test_the_games_are_those_played_one_by_one(spec: str, others: list[str], one_table: Any) -> None:
    games = 40
    alone = one_table(spec, "sociable", *others, games=games, seed=3)
    many = play_match(plan(spec, "sociable", *others, seed=3), games)
    two = play_match(plan(spec, "sociable", *others, seed=3), games, jobs=2)
    assert not alone.faults
    assert figures(alone) == figures(many) == figures(two)
    assert alone.made.tolist() == many.made.tolist()
    assert len(set(alone.prints.tolist())) > games // 2


def test_it_is_asked_about_many_games_at_once() -> None:
    room = Referee(plan("clobber:3x4", "sociable", "random"))
    assert room.plan.tables == 32
    room.play(0, 40)
    asked = room.agents[0].asked  # type: ignore[attr-defined]
    assert max(asked) >= 16  # on half of the tables it sits first
    assert plan("clobber:3x4", "random", "first").tables == 1


@pytest.mark.parametrize("fails", ["begin", "first", "third", "cheat", "end", "all", "short"])
def test_who_fails_loses_that_game_and_no_other(fails: str, one_table: Any) -> None:
    told = "clobber:3x4", f"sociable:fails={fails}", "random"
    alone = one_table(*told, games=40, seed=2, opening_plies=1)
    many = play_match(plan(*told, seed=2, opening_plies=1), 40)
    assert figures(alone) == figures(many)
    words = {"begin": "no begin", "cheat": "not legal", "end": "no end"}.get(fails, "my mistake")
    faulty = [number for number, _ in many.faults]
    assert all(reason.startswith("sociable") and words in reason for _, reason in many.faults)
    assert (many.returns[faulty, 0] == -1).all() and (many.returns[faulty, 1] == 1).all()
    share = {"short": 0, "all": 40}.get(fails)
    assert len(faulty) == share if share is not None else 0 < len(faulty) < 40
    if fails in ("begin", "first"):
        assert (many.plies[faulty] <= 2).all()


def test_four_at_a_table_one_fails(one_table: Any) -> None:
    told = "blokus:5x5", "random", "sociable:fails=third", "first", "random"
    alone, many = one_table(*told, games=8), play_match(plan(*told), 8)
    assert figures(alone) == figures(many)


def test_stopped_and_resumed(tmp_path: Path) -> None:
    planned = plan(CHANCE, "sociable", "random", seed=5, keep_moves=True)
    whole = play_match(planned, 96)
    with Store.open(tmp_path / "games.sqlite", planned.about()) as store:
        first = play_match(planned, 34, store)
        assert first.games == 34
        rest = play_match(planned, 96, store, jobs=2)
    assert figures(rest) == figures(whole)


def test_a_table_has_an_opponent_of_its_own() -> None:
    """Who remembers a game in a field must not see another game's moves in between."""

    @papamu.register_agent
    class Forgetful(papamu.Agent):
        name = "forgetful"
        title = "checks that it is asked about one game at a time"

        def begin(self, game: Game, rng: np.ndarray[Any, Any]) -> None:
            super().begin(game, rng)
            self.last: Position | None = None

        def choose(self, position: Position) -> int:
            assert self.last is None or self.last in position.line
            self.last = position
            return position.legal_moves[0]

    results = play_match(plan("clobber:3x4", "sociable", "forgetful"), 40)
    assert not results.faults
