"""A server in this process for tests of the browser app, and a page that plays."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from papamu.web.app import Settings, make_app
from papamu.web.thinking import agent_pool

Json = dict[str, Any]
PERSON: Json = {"kind": "person", "name": "Ann"}
HOST = "http://127.0.0.1:8765"
SOCKET = "ws://127.0.0.1:8765/api/ws"


def agent(spec: str, **more: Any) -> Json:
    """A seat with an agent."""
    return {"kind": "agent", "spec": spec, **more}


@contextmanager
def server(folder: Path, pool: int = 1) -> Iterator[TestClient]:
    """A server with its store, its runs and the people it knows in this folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PAPAMU_HOME", str(folder / "home"))
        patch.setattr(agent_pool, "GRACE", 0.5)  # tests wait for agents that are ended: not two seconds each
        app = make_app(Settings(folder / "store.sqlite", folder / "runs", pool))
        with TestClient(app, base_url=HOST, raise_server_exceptions=True) as client:
            yield client


def opened(client: TestClient, game: str, *seats: Json, **more: Any) -> Json:
    """A new table."""
    answer = client.post("/api/tables", json={"game": game, "seats": list(seats), **more})
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def did(client: TestClient, table: Json, what: str, **more: Any) -> Json:
    """A table after something was done at it."""
    answer = client.post(f"/api/tables/{table['id']}/{what}", json=more)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


class Page:
    """A page that watches one table."""

    def __init__(self, client: TestClient, table: Json) -> None:
        self.client, self.table = client, table
        self.seqs: list[int] = []  # of all states it was sent
        self._socket = client.websocket_connect(SOCKET)

    def __enter__(self) -> Page:
        self.socket = self._socket.__enter__()
        self.socket.send_json({"watch": self.table["id"], "seq": self.table["seq"]})
        self.until(lambda table: True)
        return self

    def __exit__(self, *error: Any) -> None:
        self._socket.__exit__(*error)

    def hear(self) -> Json:
        """The next message, taken in."""
        message: Json = json.loads(self.socket.receive_text())
        if message.get("kind") == "state":
            self.table = message["state"]
            self.seqs.append(message["seq"])
        elif message.get("kind") == "thinking":
            self.table = {**self.table, "thinking": message["thinking"], "stalled": message["stalled"]}
        return message

    def until(self, holds: Callable[[Json], bool]) -> Json:
        """The table as soon as this holds."""
        self.hear()
        while not holds(self.table):
            self.hear()
        return self.table

    def play(self, move: int = 0) -> None:
        """The first legal move; then hear of it."""
        legal = self.table["position"]["legal"]
        did(self.client, self.table, "move", n=legal[move]["n"], seq=self.table["seq"])
        after = self.table["seq"] + 1
        self.until(lambda table: table["seq"] >= after)

    def my_turn(self) -> Json:
        """Wait until a person may move, or it is over."""
        while not (self.table["over"] or self.table["can"]["move"]):
            self.hear()
        return self.table
