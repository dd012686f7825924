"""Game records: written whole, replayed and verified when read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import papamu
from papamu import Record, RecordError
from papamu.games.position_setup import set_up


def finished(spec: str) -> papamu.Position:
    return set_up(papamu.load(spec), None, (), 10_000, seed=3)


@pytest.mark.parametrize(
    "spec",
    ["clobber:4x4", "checkers:6x6,teleport=0.3,first=random", "reversi:4x4", "blokus:6x6", "konane:4x4"],
)
def test_a_record_survives_the_way_to_disk(spec: str, tmp_path: Path) -> None:
    position = finished(spec)
    record = Record.of(position, players=["someone"] * position.game.num_players, seed=3)
    record.save(tmp_path / "game.json")
    read = Record.load(tmp_path / "game.json")
    assert read == record
    assert read.replay() == position
    content = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert {"game", "options", "players", "seed", "moves", "result"} <= set(content)
    assert list(tmp_path.iterdir()) == [tmp_path / "game.json"], "nothing else is left behind"


def test_teleports_are_part_of_the_record() -> None:
    record = Record.of(finished("checkers:6x6,teleport=0.9"))
    assert record.events
    with pytest.raises(RecordError, match=r"does not replay|result"):
        Record.from_json(changed(record, events={}))


def test_an_unfinished_game_has_no_result() -> None:
    record = Record.of(papamu.load("clobber:4x4").start().play("a4a3"))
    assert record.returns is None
    assert Record.from_json(record.to_json()).replay().move is not None


def test_a_game_from_a_given_position() -> None:
    position = papamu.load("reversi:4x4").from_text("xo../..../..../xo..,o").play("pass")
    assert Record.from_json(Record.of(position).to_json()).replay() == position


def changed(record: Record, **fields: Any) -> str:
    return json.dumps({**json.loads(record.to_json()), **fields})


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"moves": ["a1a1"]}, "does not replay at move 1"),
        ({"moves": ["a4a3", "a4a3"]}, "does not replay at move 2"),
        ({"moves": "a4a3"}, "'moves' is not a list"),
        ({"moves": [3]}, "'moves' is not a list"),
        ({"game": "klobber"}, "no game 'klobber'"),
        ({"game": 7}, "'game' is not a text"),
        ({"start": "xx"}, "4 rows of 4"),
        ({"result": {"returns": [1, -1], "scores": [8, 8]}}, "result"),
        ({"result": 5}, "damaged"),
        ({"events": []}, "damaged"),
        ({"events": {"x": "y"}}, "damaged"),
        ({"papamu": 99}, "not a game record"),
        ({"players": [1]}, "'players' is not a list"),
        ({"players": ["a", "b", "c"]}, "names 3 players"),
        ({"seed": {}}, "'seed' is not a whole number"),
        ({"options": {}}, "options are not those"),
        ({"events": {"7": "9~14"}}, "an event after move 8"),
        ({"result": {"returns": [1, -1], "scores": [1e999, 0]}}, "damaged"),
    ],
)
def test_a_damaged_record_says_what_is_wrong(fields: dict[str, Any], says: str) -> None:
    record = Record.of(papamu.load("clobber:4x4").start().play("a4a3"))
    with pytest.raises(papamu.PapamuError, match=says) as caught:
        Record.from_json(changed(record, **fields))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '{"papamu": 1}', "[" * 100_000])
def test_what_is_no_record(text: str) -> None:
    with pytest.raises(RecordError, match=r"not a game record|damaged"):
        Record.from_json(text)


def test_files_that_are_no_records(tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\xfe\x00")
    with pytest.raises(RecordError, match=r"not text|not JSON"):
        Record.load(tmp_path / "picture")
    with pytest.raises(RecordError, match="cannot read"):
        Record.load(tmp_path / "nothing")
    with pytest.raises(RecordError, match="cannot read"):
        Record.load(tmp_path)
    (tmp_path / "huge").write_bytes(b" " * (17 * 2**20))
    with pytest.raises(RecordError, match="too large"):
        Record.load(tmp_path / "huge")
