"""Tables and their book: what can be done, what is kept, and that it comes back as it was."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("fastapi")

import papamu
from papamu.errors import BusyError, IllegalMoveError, PapamuError, StoreError
from papamu.web import book as books
from papamu.web.book import Book
from papamu.web.table import Saying, Seat, Table, TurnError

ANN, BOB = Seat("person", "Ann"), Seat("person", "Bob")
MC = Seat("agent", "Medium", "mc:playouts=2", 1000)


def table(game: str, *seats: Seat, seed: int = 1) -> Table:
    return Table("t1", seats, papamu.load(game).start(seed=seed), seed, created=1.0, changed=1.0)


def played(at: Table, moves: int) -> Table:
    for _ in range(moves):
        at = at.play(int(at.position.legal_moves[0]), 7)
    return at


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    found = Book(tmp_path / "book.sqlite")
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
        with pytest.raises(TurnError, match="no person sits"):
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
    monkeypatch.setattr("papamu.web.table.MOST_MOVES", 2)
    with pytest.raises(TurnError, match="no more are kept"):
        played(table("clobber:3x3", ANN, BOB), 3)


# -- the book ---------------------------------------------------------------------------------


def same(one: Table, other: Table | None) -> bool:
    assert other is not None
    lines = [[(p.to_text(), p.event) for p in at.position.line] for at in (one, other)]
    return lines[0] == lines[1] and replace(one, position=other.position) == other


@pytest.mark.parametrize(
    "game", ["clobber:3x3", "checkers:4x4,teleport=1,first=random", "reversi:4x4", "blokus:5x5", "konane:4x4"]
)
def test_what_was_put_comes_back(book: Book, game: str) -> None:
    seats = (ANN, MC, MC, BOB)[: papamu.load(game).num_players]
    before, at = None, table(game, *seats)
    for _ in range(5):
        book.put(at, before)
        assert same(at, book.get("t1"))
        if at.over:
            break
        before, at = at, at.play(int(at.position.legal_moves[-1]), 3)
    at = at.undo().pause(True, 500)
    book.put(at, before)
    assert same(at, book.get("t1"))


def test_other_things_come_back_too(book: Book) -> None:
    first = table("clobber:3x3", ANN, MC)
    book.put(first, None)
    game = first.resign(0).heard([Saying(1, "It was close."), Saying(1, "“é”")])
    book.put(game, first)
    found = book.get("t1")
    assert same(game, found)
    assert found is not None and found.counted and found.ended and found.says[1].text == "“é”"
    assert book.get("t2") is None


def test_only_new_moves_are_written(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(table("clobber:3x3", ANN, BOB), 3)
    book.put(game, None)
    written: list[str] = []
    book._connection.set_trace_callback(written.append)
    book.put(game.play(int(game.position.legal_moves[0]), 1), game)
    assert sum("INSERT INTO moves" in line for line in written) == 1


def test_recent_and_unfinished(book: Book) -> None:
    for number in range(5):
        at = replace(
            table("clobber:1x2", ANN, MC), id=f"t{number}", changed=float(number), key="k" * (number % 2)
        )
        book.put(at if number < 3 else replace(played(at, 1), counted=number == 4), None)
    assert [one["id"] for one in book.recent(3)][-1] == "t2"
    assert {one["id"] for one in book.recent(9, "k")} == {"t1", "t3"}
    assert set(book.unfinished()) == {"t0", "t1", "t2", "t3"}
    assert {one["id"]: one["plies"] for one in book.recent(9)}["t4"] == 1


def test_the_oldest_give_way(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "MOST_TABLES", 3)
    for number in range(5):
        at = replace(played(table("clobber:3x3", ANN, MC), 1), id=f"t{number}", changed=float(number))
        book.put(at, None)
    assert {one["id"] for one in book.recent(9)} == {"t2", "t3", "t4"}
    assert book._rows("SELECT count(*) FROM moves")[0][0] == 3


def test_a_book_belongs_to_one_server(book: Book) -> None:
    with pytest.raises(BusyError):
        Book(book.path)


def test_what_is_no_book(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("hello " * 1000)
    with pytest.raises(StoreError, match="cannot use"):
        Book(path)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE x (y)")
    with pytest.raises(StoreError, match="no book"):
        Book(other)
    (tmp_path / "folder").mkdir()
    with pytest.raises(PapamuError):
        Book(tmp_path / "folder")


def test_a_full_disk_changes_nothing(book: Book) -> None:
    game = table("clobber:3x3", ANN, MC)
    book.put(game, None)
    pages = book._rows("PRAGMA page_count")[0][0]
    book._rows(f"PRAGMA max_page_count = {pages}")
    after = game.heard([Saying(0, "x" * 100_000)])
    with pytest.raises(StoreError, match="full"):
        book.put(after, game)
    assert same(game, book.get("t1"))


def test_a_game_of_another_version_is_one_line(book: Book) -> None:
    book.put(played(table("clobber:3x3", ANN, MC), 2), None)
    book._rows("UPDATE moves SET move = 'z9z8'")
    with pytest.raises(StoreError, match="cannot be played through again"):
        book.get("t1")
