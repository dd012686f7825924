"""Tables and their store: what can be done, what is kept, and that it comes back as it was."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("fastapi")

import papamu
from papamu.core.errors import BusyError, IllegalMoveError, PapamuError, StoreError
from papamu.web.tables import table_store
from papamu.web.tables.table import Comment, Seat, Table
from papamu.web.tables.table_errors import TurnError
from papamu.web.tables.table_store import TableStore

ANN, BOB = Seat("person", "Ann"), Seat("person", "Bob")
MC = Seat("agent", "Medium", "mc:playouts=2", 1000)


def table(game: str, *seats: Seat, seed: int = 1) -> Table:
    return Table("t1", seats, papamu.load(game).start(seed=seed), seed, created=1.0, changed=1.0)


def played(at: Table, moves: int) -> Table:
    for _ in range(moves):
        at = at.play(int(at.position.legal_moves[0]), 7)
    return at


@pytest.fixture
def store(tmp_path: Path) -> Iterator[TableStore]:
    found = TableStore(tmp_path / "store.sqlite")
    yield found
    found.close()


# -- tables -----------------------------------------------------------------------------------


def test_a_move_makes_a_new_table() -> None:
    before = table("clobber:2x3", ANN, MC)
    after = before.play("a2a1", 12)
    assert (before.seq, before.plies, after.seq, after.times) == (0, 0, 1, (12,))
    assert str(after.position.move) == "a2a1"
    with pytest.raises(IllegalMoveError):
        after.play("a2a1", None)


def test_undo_goes_back_to_a_person() -> None:
    game = played(table("clobber:3x3", ANN, MC), 3)
    assert game.position.player == 1
    back = game.undo()
    assert (back.plies, back.position.player, back.seq) == (2, 0, 4)
    assert back.undo().plies == 0
    with pytest.raises(TurnError, match="no move of yours"):
        back.undo().undo()


def test_undo_of_two_persons_and_of_none_takes_one_move() -> None:
    assert played(table("clobber:3x3", ANN, BOB), 3).undo().plies == 2
    assert played(table("clobber:3x3", MC, MC), 3).undo().plies == 2


def test_with_two_players_the_other_wins() -> None:
    game = played(table("clobber:3x3", ANN, MC), 1).resign(0)
    assert game.over
    assert game.result() == {"winners": [1], "why": "resigned", "text": "Black resigned"}
    for action in (game.undo, game.swap, lambda: game.play("a1a2", None), lambda: game.resign(0)):
        with pytest.raises(TurnError):
            action()


def test_an_agent_cannot_resign() -> None:
    for seat in (1, 7, -1):
        with pytest.raises(TurnError, match="no human sits"):
            table("clobber:3x3", ANN, MC).resign(seat)


def test_with_four_players_a_random_player_goes_on() -> None:
    game = table("blokus:5x5", ANN, MC, BOB, MC).resign(2)
    assert not game.over
    assert (game.seats[2].kind, game.seats[2].spec, game.seats[2].resigned) == ("agent", "random", True)
    assert game.persons == (0, 2)
    assert game.record().players == ("human", "mc:playouts=2", "human, then random", "mc:playouts=2")


def test_swapping_moves_everybody_on() -> None:
    game = table("clobber:3x3", ANN, MC).swap()
    assert [seat.name for seat in game.seats] == ["Medium", "Ann"]
    assert game.swap().seats == (ANN, MC)
    with pytest.raises(TurnError):
        table("clobber:3x3,solitaire=any", ANN).swap()


def test_chance_follows_from_the_seed_and_the_ply() -> None:
    def events(seed: int) -> list[str | None]:
        game = played(table("checkers:4x4,teleport=1", ANN, BOB, seed=seed), 2)
        return [position.event for position in game.position.line]

    assert events(1) == events(1)
    assert len({tuple(events(seed)) for seed in range(6)}) > 1


def test_results() -> None:
    game = table("clobber:1x2", ANN, BOB)
    assert game.result() is None
    assert played(game, 1).result() == {"winners": [0], "why": "rules"}


def test_a_game_does_not_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papamu.web.tables.table.MOST_MOVES", 2)
    with pytest.raises(TurnError, match="which is the limit"):
        played(table("clobber:3x3", ANN, BOB), 3)


# -- the store ---------------------------------------------------------------------------------


def same(one: Table, other: Table | None) -> bool:
    assert other is not None
    lines = [[(p.to_text(), p.event) for p in at.position.line] for at in (one, other)]
    return lines[0] == lines[1] and replace(one, position=other.position) == other


@pytest.mark.parametrize(
    "game", ["clobber:3x3", "checkers:4x4,teleport=1,first=random", "reversi:4x4", "blokus:5x5", "konane:4x4"]
)
def test_what_was_put_comes_back(store: TableStore, game: str) -> None:
    seats = (ANN, MC, MC, BOB)[: papamu.load(game).num_players]
    before, at = None, table(game, *seats)
    for _ in range(5):
        store.put(at, before)
        assert same(at, store.get("t1"))
        if at.over:
            break
        before, at = at, at.play(int(at.position.legal_moves[-1]), 3)
    at = at.undo().pause(True, 500)
    store.put(at, before)
    assert same(at, store.get("t1"))


def test_other_things_come_back_too(store: TableStore) -> None:
    first = table("clobber:3x3", ANN, MC)
    store.put(first, None)
    game = first.resign(0).finish([Comment(1, "It was close."), Comment(1, "“é”")])
    store.put(game, first)
    found = store.get("t1")
    assert same(game, found)
    assert found is not None and found.counted and found.ended and found.comments[1].text == "“é”"
    assert store.get("t2") is None


def test_only_new_moves_are_written(store: TableStore, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(table("clobber:3x3", ANN, BOB), 3)
    store.put(game, None)
    written: list[str] = []
    store._connection.set_trace_callback(written.append)
    store.put(game.play(int(game.position.legal_moves[0]), 1), game)
    assert sum("INSERT INTO moves" in line for line in written) == 1


def test_recent_and_unfinished(store: TableStore) -> None:
    for number in range(5):
        at = replace(
            table("clobber:1x2", ANN, MC), id=f"t{number}", changed=float(number), key="k" * (number % 2)
        )
        store.put(at if number < 3 else replace(played(at, 1), counted=number == 4), None)
    assert [one["id"] for one in store.recent(3)][-1] == "t2"
    assert {one["id"] for one in store.recent(9, "k")} == {"t1", "t3"}
    assert set(store.unfinished()) == {"t0", "t1", "t2", "t3"}
    assert {one["id"]: one["plies"] for one in store.recent(9)}["t4"] == 1


def test_the_oldest_give_way(store: TableStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_store, "MOST_TABLES", 3)
    for number in range(5):
        at = replace(played(table("clobber:3x3", ANN, MC), 1), id=f"t{number}", changed=float(number))
        store.put(at, None)
    assert {one["id"] for one in store.recent(9)} == {"t2", "t3", "t4"}
    assert store._rows("SELECT count(*) FROM moves")[0][0] == 3


def test_a_store_belongs_to_one_server(store: TableStore) -> None:
    with pytest.raises(BusyError):
        TableStore(store.path)


def test_what_is_no_store(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("hello " * 1000)
    with pytest.raises(StoreError, match="cannot use"):
        TableStore(path)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE x (y)")
    with pytest.raises(StoreError, match="not a games file"):
        TableStore(other)
    (tmp_path / "folder").mkdir()
    with pytest.raises(PapamuError):
        TableStore(tmp_path / "folder")


def test_a_full_disk_changes_nothing(store: TableStore) -> None:
    game = table("clobber:3x3", ANN, MC)
    store.put(game, None)
    pages = store._rows("PRAGMA page_count")[0][0]
    store._rows(f"PRAGMA max_page_count = {pages}")
    after = game.finish([Comment(0, "x" * 100_000)])
    with pytest.raises(StoreError, match="full"):
        store.put(after, game)
    assert same(game, store.get("t1"))


def test_a_game_of_another_version_is_one_line(store: TableStore) -> None:
    store.put(played(table("clobber:3x3", ANN, MC), 2), None)
    store._rows("UPDATE moves SET move = 'z9z8'")
    with pytest.raises(StoreError, match="cannot be replayed"):
        store.get("t1")
