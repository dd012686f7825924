"""The browser app over HTTP and its WebSocket: whole games, everything that can be done at a table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")

from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from papamu.games.record import Record
from papamu.web.tables.recovery import recover
from tests.web.web_client import PERSON, SOCKET, Json, Page, agent, did, opened, server

SLOW = agent("mc:playouts=100000000", budget_ms=60_000)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with server(tmp_path_factory.mktemp("web")) as found:
        yield found


# -- what there is ----------------------------------------------------------------------------


def test_games(client: TestClient) -> None:
    found = {game["name"]: game for game in client.get("/api/games").json()}
    assert list(found) == ["clobber", "checkers", "reversi", "blokus", "konane"]
    assert found["clobber"]["spec"] == "clobber:6x6"
    assert "graph" not in [option["name"] for option in found["clobber"]["options"]]
    assert all(game["card"] and game["rules"] for game in found.values())


@pytest.mark.parametrize("game", ["clobber:3x4", "blokus:5x5"])
def test_opponents_have_levels(client: TestClient, game: str) -> None:
    found = client.get("/api/agents", params={"game": game}).json()
    assert [one["title"] for one in found if one["default"]] == ["Medium"]
    assert [one["level"] for one in found[:7]] == list(range(1, 8))
    assert all(one["ok"] == (one["why_not"] is None) for one in found)
    assert {one["spec"]: one["ok"] for one in found}["solve"] == (game != "blokus:5x5")
    wide = (
        ":sims=1000,c=0.3,widen=1,rollout=large" if game == "blokus:5x5" else ""
    )  # of hundreds of moves, few
    assert [one["spec"] for one in found if one["asks_name"]] == [f"adaptive+uct{wide}"]
    assert next(one["spec"] for one in found if one["title"] == "Strong") == f"uct{wide or ':sims=1000'}"


def test_a_position_by_its_text(client: TestClient) -> None:
    start = client.get("/api/position", params={"game": "clobber:2x3"}).json()
    same = client.get("/api/position", params={"game": "clobber:2x3", "position": start["position"]}).json()
    assert same == start
    assert len(start["legal"]) == 7


def test_a_mistyped_address_is_a_page_for_persons_and_json_for_programs(client: TestClient) -> None:
    person = client.get("/reversi", headers={"accept": "text/html"})
    assert (person.status_code, "main.js" in person.text) == (404, True)
    for path, accept in (("/reversi", "*/*"), ("/api/reversi", "text/html")):
        program = client.get(path, headers={"accept": accept})
        assert (program.status_code, program.json()) == (404, {"detail": "Not Found"})
    assert client.get("/api/reviews/xyz").json()["detail"].startswith("there is no review 'xyz'")


def test_the_page_and_what_it_needs(client: TestClient) -> None:
    assert client.get("/").status_code == 200
    assert "text/html" in client.get("/").headers["content-type"]
    docs = client.get("/api/docs").text
    assert "/api/tables/{name}/move" in docs
    assert "http://" not in docs.replace('xmlns="http://', ""), "the page must not need a network"
    assert client.get("/static/../app.py").status_code == 404
    assert client.get("/static/%2e%2e/app.py").status_code == 404


# -- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", ["clobber:3x3", "checkers:4x4,teleport=0.5", "reversi:4x4", "blokus:5x5", "konane:4x4"]
)
def test_a_whole_game_with_an_agent(client: TestClient, game: str) -> None:
    seats = {"blokus:5x5": 4}.get(game, 2)
    table = opened(client, game, PERSON, *[agent("first")] * (seats - 1), seed=3)
    with Page(client, table) as page:
        while not page.my_turn()["over"]:
            page.play()
        last = page.table
    assert last["result"]["winners"] == last["position"]["winner"] or last["result"]["winners"]
    assert [entry["player"] for entry in last["line"]][:1] == [table["position"]["player"]]
    assert client.get(f"/api/tables/{table['id']}").json()["position"] == last["position"]
    record = Record.from_json(client.get(f"/api/tables/{table['id']}/record").text)
    assert [entry["text"] for entry in last["line"]] == list(record.moves)
    again = client.post(
        "/api/tables", json={"record": json.loads(record.to_json()), "seats": [PERSON] * seats}
    )
    assert again.json()["position"]["cells"] == last["position"]["cells"]


def test_agents_alone(client: TestClient) -> None:
    with Page(client, opened(client, "clobber:2x3", agent("first"), agent("random"), pace_ms=20)) as page:
        last = page.table if page.table["over"] else page.until(lambda table: bool(table["over"]))
    assert not last["can"]["resign"] and not last["can"]["move"] and last["can"]["undo"]


def test_it_adapts_to_a_person_and_says_so(client: TestClient) -> None:
    seats = [{"kind": "person", "name": "Zoë"}, agent("adaptive+mc:playouts=2")]
    with Page(client, opened(client, "clobber:2x3", *seats)) as page:
        while not page.my_turn()["over"]:
            page.play()
        said = page.table["says"] or page.until(lambda table: bool(table["says"]))["says"]
    assert any("Zoë: rating" in one["text"] and one["seat"] == 1 for one in said)


def test_the_end_of_a_game_of_two_persons_is_one_change(client: TestClient) -> None:
    table = opened(client, "clobber:1x2", PERSON, PERSON)
    after = did(client, table, "move", text="a1b1", seq=0)
    assert after["over"]
    assert client.get(f"/api/tables/{table['id']}").json() == after
    assert did(client, table, "undo", seq=after["seq"])["line"] == []


# -- two pages, lost connections ------------------------------------------------------------------


def test_two_pages_agree(client: TestClient) -> None:
    table = opened(client, "clobber:3x3", PERSON, PERSON)
    with Page(client, table) as one, Page(client, table) as other:
        first = table["position"]["legal"]
        did(client, table, "move", n=first[0]["n"], seq=0)
        late = client.post(f"/api/tables/{table['id']}/move", json={"n": first[1]["n"], "seq": 0})
        assert late.status_code == 409
        assert late.json()["table"]["line"][0]["text"] == first[0]["text"]
        for page in (one, other):
            page.until(lambda table: table["seq"] == 1)
        assert one.table == other.table == late.json()["table"]


def test_who_comes_back_is_told_the_newest(client: TestClient) -> None:
    table = opened(client, "clobber:3x3", PERSON, PERSON)
    with Page(client, table) as page:
        page.play()
    for _ in range(2):
        table = did(
            client,
            table,
            "move",
            n=client.get(f"/api/tables/{table['id']}").json()["position"]["legal"][0]["n"],
        )
    with Page(client, page.table) as again:
        assert again.table["seq"] == 3
        assert again.table["line"] == table["line"]


def test_frames_that_say_nothing(client: TestClient) -> None:
    with client.websocket_connect(SOCKET) as socket:
        frames: list[Any] = [
            "",
            "{",
            "[]",
            "1",
            "null",
            '"x"',
            "{}",
            '{"watch": 1}',
            '{"watch": ""}',
            "[" * 10_000,
        ]
        frames += [
            '{"watch": "' + "x" * 30 + '"}',
            '{"unwatch": []}',
            '{"watch": "nosuch"}',
            "\x00",
            "x" * 70_000,
        ]
        for frame in frames:
            socket.send_text(frame)
            assert set(json.loads(socket.receive_text())) == {"error"}, frame[:50]
        socket.send_bytes(b"\xff\xfe")
        assert "JSON text" in json.loads(socket.receive_text())["error"]
        socket.send_text('{"ping": [1]}')
        assert json.loads(socket.receive_text()) == {"pong": [1]}


# -- what can be done at a table --------------------------------------------------------------


def test_undo_resign_swap(client: TestClient) -> None:
    table = opened(client, "clobber:3x3", PERSON, agent("first"))
    with Page(client, table) as page:
        page.play()
        page.my_turn()
        assert did(client, table, "undo", seq=page.table["seq"])["line"] == []
        swapped = did(client, table, "swap")
        assert [seat["kind"] for seat in swapped["seats"]] == ["agent", "person"]
        page.until(lambda table: len(table["line"]) == 1)
        page.my_turn()
        assert did(client, table, "resign")["result"]["winners"] == [0]
    for what in ("undo", "swap", "resign", "think"):
        assert client.post(f"/api/tables/{table['id']}/{what}", json={}).status_code == 409


def test_pause_and_one_step_at_a_time(client: TestClient) -> None:
    table = opened(client, "clobber:3x3", agent("first"), agent("first"), paused=True)
    assert (table["thinking"], table["can"]["move"]) == (None, True)
    with Page(client, table) as page:
        did(client, table, "think")
        page.until(lambda table: len(table["line"]) == 1)
        page.play(-1)
        assert page.table["thinking"] is None
        did(client, table, "pause", paused=False)
        page.until(lambda table: bool(table["over"]))


def test_an_agent_that_thinks_too_long(client: TestClient) -> None:
    table = opened(client, "clobber:3x3", agent("mc:playouts=100000000", budget_ms=100), PERSON)
    with Page(client, table) as page:
        stalled = page.until(lambda table: bool(table["stalled"]))
        assert stalled["stalled"] == {"seat": 0, "why": "no move within 0.1 s"}
        page.play()
        assert page.my_turn()["position"]["player"] == 1


def test_thinking_is_stopped_and_begins_again(client: TestClient) -> None:
    table = opened(client, "clobber:3x3", SLOW, PERSON)
    answer = client.post(f"/api/tables/{table['id']}/move", json={"n": table["position"]["legal"][0]["n"]})
    assert answer.status_code == 409 and "turn" in answer.json()["detail"]
    with Page(client, table) as page:
        page.until(lambda table: bool(table["thinking"]) and not table["thinking"]["warming"])
        assert did(client, table, "stop-thinking")["stalled"]["seat"] == 0
        assert did(client, table, "think")["thinking"]["seat"] == 0
        did(client, table, "stop-thinking")
        page.table = client.get(f"/api/tables/{table['id']}").json()
        page.play()
        assert page.table["line"][0]["ms"] is None


def test_from_a_position_moves_or_another_table(client: TestClient) -> None:
    seats = [PERSON, PERSON]
    table = opened(client, "clobber:3x3", *seats, moves=["a3a2", "c2c1"])
    assert [entry["text"] for entry in table["line"]] == ["a3a2", "c2c1"]
    text = client.get(f"/api/tables/{table['id']}/at/1").json()["position"]
    assert opened(client, "clobber:3x3", *seats, position=text)["position"]["player"] == 1
    on = client.post("/api/tables", json={"from": {"table": table["id"], "ply": 1}, "seats": seats}).json()
    assert ([entry["text"] for entry in on["line"]], on["id"] != table["id"]) == (["a3a2"], True)
    assert client.get(f"/api/tables/{table['id']}/at/3").status_code == 400


def test_recent_tables(client: TestClient) -> None:
    mine = opened(client, "clobber:2x2", PERSON, PERSON, key="me-1")
    assert [one["id"] for one in client.get("/api/tables", params={"mine": "me-1"}).json()] == [mine["id"]]
    assert client.get("/api/tables", params={"most": 1}).json()[0]["id"] == mine["id"]


# -- after a restart --------------------------------------------------------------------------


def test_a_restarted_server_goes_on(tmp_path: Path) -> None:
    with server(tmp_path) as before:
        waits = opened(before, "clobber:3x3", PERSON, PERSON, moves=["a3a2"])
        thinks = opened(before, "clobber:3x3", SLOW, PERSON)
        paused = opened(before, "clobber:3x3", agent("first"), PERSON, paused=True)
        assert before.get(f"/api/tables/{thinks['id']}").json()["thinking"]
    with server(tmp_path) as after:
        with Page(after, thinks) as page:
            if not page.table["thinking"]:
                page.until(lambda table: bool(table["thinking"]))
            did(after, thinks, "stop-thinking")
        assert after.get(f"/api/tables/{waits['id']}").json()["position"] == waits["position"]
        assert after.get(f"/api/tables/{paused['id']}").json()["thinking"] is None


def test_recovery_does_not_overrule_a_page_that_was_faster(client: TestClient) -> None:
    table = opened(client, "clobber:3x3", SLOW, PERSON)
    assert did(client, table, "stop-thinking")["stalled"]
    recover(client.app.state.manager)  # type: ignore[attr-defined]
    assert client.get(f"/api/tables/{table['id']}").json()["stalled"], (
        "it thinks again, though it was stopped"
    )


# -- mistakes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "status", "words"),
    [
        ({}, 422, "seats"),
        ({"seats": [PERSON] * 2}, 400, "which game"),
        ({"game": "chess", "seats": [PERSON] * 2}, 400, "there is no game 'chess'"),
        ({"game": "clobber:99x99", "seats": [PERSON] * 2}, 400, "no 99x99 board"),
        ({"game": "clobber:graph=/etc/passwd", "seats": [PERSON] * 2}, 400, "opens no files"),
        ({"game": "clobber:2x2", "seats": [PERSON]}, 400, "has 2 seats, not 1"),
        ({"game": "clobber:2x2", "seats": [PERSON] * 5}, 422, "seats"),
        ({"game": "clobber:2x2", "seats": [PERSON, {"kind": "agent"}]}, 400, "needs a spec"),
        ({"game": "clobber:2x2", "seats": [PERSON, {"kind": "person", "name": "a/b"}]}, 400, "cannot be"),
        ({"game": "clobber:2x2", "seats": [PERSON, agent("human")]}, 400, "a human is not an agent"),
        ({"game": "clobber:2x2", "seats": [PERSON, agent("mlp:/etc/passwd")]}, 400, "there is no model"),
        ({"game": "clobber:2x2", "seats": [PERSON, agent("puct:model=../x")]}, 400, "there is no model"),
        ({"game": "clobber:2x2", "seats": [PERSON, agent("learning+som:x")]}, 400, "there is no model"),
        ({"game": "clobber:2x2", "seats": [PERSON, agent("mc", budget_ms=10**9)]}, 422, "budget_ms"),
        ({"game": "clobber:2x2", "seats": [PERSON] * 2, "moves": ["a1a1"]}, 400, "move 1"),
        ({"game": "clobber:2x2", "seats": [PERSON] * 2, "position": "xx"}, 400, "a board is"),
        ({"game": "clobber:2x2", "seats": [PERSON] * 2, "seed": -1}, 422, "seed"),
        ({"game": "clobber:2x2", "seats": [PERSON] * 2, "evil": 1}, 422, "evil"),
        ({"record": {"game": "clobber:2x2"}, "seats": [PERSON] * 2}, 400, "record"),
        ({"record": {}, "seats": [PERSON] * 2}, 400, "spec"),
        ({"from": {"table": "nosuchtable"}, "seats": [PERSON] * 2}, 404, "there is no table"),
        ({"game": "x" * 300, "seats": [PERSON] * 2}, 422, "game"),
    ],
)
def test_tables_that_cannot_be(client: TestClient, form: Json, status: int, words: str) -> None:
    answer = client.post("/api/tables", json=form)
    assert answer.status_code == status, answer.text
    assert words in answer.json()["detail"]
    assert "\n" not in answer.json()["detail"]


def test_moves_that_cannot_be(client: TestClient) -> None:
    table = opened(client, "clobber:2x2", PERSON, PERSON)
    url = f"/api/tables/{table['id']}/move"
    for form, status in [
        ({}, 400),
        ({"n": 1, "text": "a1a2"}, 400),
        ({"n": 10**15}, 422),
        ({"n": 999}, 400),
        ({"text": "hello"}, 400),
        ({"n": 1.5}, 422),
        ({"n": "1"}, 422),
        ({"text": "a1a2", "seq": 5}, 409),
    ]:
        assert client.post(url, json=form).status_code == status, form
    assert client.post("/api/tables/nosuch/move", json={"n": 1}).status_code == 404
    assert client.post(url, content=b"{", headers={"content-type": "application/json"}).status_code == 422
    assert client.get("/api/tables/NoSuch!").status_code == 422


def test_a_board_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    from papamu.core.errors import SpecError
    from papamu.web import validation

    monkeypatch.setattr(validation, "MOST_CELLS", 8)
    assert validation.read_game("clobber:2x4").cols == 4
    with pytest.raises(SpecError, match="has 9 cells: the limit here is 8"):
        validation.read_game("clobber:3x3")


def test_limits_of_agents(client: TestClient, tmp_path: Path) -> None:
    from papamu.web.validation import Models, read_agent, read_game

    game, models = read_game("clobber:3x3"), Models(tmp_path)
    made = read_agent("noisy+uct:ms=100000,megabytes=9999", game, models, 500)
    assert str(made) == "noisy+uct:ms=500"  # 256 megabytes are its own default
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "mine.safetensors").write_bytes(b"no model")
    assert list(models.own()) == ["mine"]
    (tmp_path / "maps-reversi").mkdir()
    for file in ("map-1", "learned-1a", "learned-1a.checkpoint"):
        (tmp_path / "maps-reversi" / f"{file}.safetensors").write_bytes(b"no model")
    assert set(models.own()) == {"mine", "maps-reversi-1a"}
    with pytest.raises(ValueError, match="not a model file, or is damaged"):
        read_agent("mlp:mine", game, models, 500)


# -- who may ask ------------------------------------------------------------------------------


def test_other_sites_are_refused(client: TestClient) -> None:
    form = {"game": "clobber:2x2", "seats": [PERSON] * 2}
    here, there = {"origin": "http://127.0.0.1:8765"}, {"origin": "http://evil.example"}
    assert client.post("/api/tables", json=form, headers=here).status_code == 201
    for wrong in (there, {"origin": "null"}, {"origin": "http://127.0.0.1:9999"}, {"origin": "http://[bad"}):
        assert client.post("/api/tables", json=form, headers=wrong).status_code == 403
    assert client.get("/api/games", headers={"host": "evil.example"}).status_code == 421
    assert client.get("/api/games", headers={"host": "localhost:8765"}).status_code == 200
    assert client.get("/api/games", headers={"host": "[::1]:8765"}).status_code == 200
    for wrong in (there, {"host": "evil.example"}):
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(SOCKET, headers=wrong):
            pass
    with client.websocket_connect(SOCKET, headers=here) as socket:
        socket.send_text('{"ping": 1}')
        assert json.loads(socket.receive_text()) == {"pong": 1}


def test_too_large(client: TestClient) -> None:
    large = {"game": "clobber:2x2", "seats": [PERSON] * 2, "record": {"x": "y" * 2_000_000}}
    assert client.post("/api/tables", json=large).status_code == 413

    def pieces() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 50_000

    assert client.post("/api/tables", content=pieces()).status_code == 413


def test_headers_that_keep_others_out(client: TestClient) -> None:
    headers = client.get("/api/games").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert "access-control-allow-origin" not in headers
