"""A server that is killed in the middle of games: no accepted move is lost, and all games go on."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

httpx = pytest.importorskip("httpx")
pytest.importorskip("uvicorn")
websockets = pytest.importorskip("websockets.sync.client")

Json = dict[str, Any]
PATIENCE = 240.0
ANN = {"kind": "person", "name": "Ann"}
GAMES = ("clobber:3x4", "reversi:4x4", "konane:4x4")


class Server:
    """`papamu serve` in a process of its own."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "papamu", "serve", "--port", "0", "--no-open"]
        command += [
            "--games-file",
            str(folder / "store.sqlite"),
            "--runs",
            str(folder / "runs"),
            "--processes",
            "1",
        ]
        home = {**os.environ, "PAPAMU_HOME": str(folder / "home")}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=home)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://([\w.:]+)/", said)
        assert found, said
        self.address = found[1]
        self.client = httpx.Client(base_url=f"http://{self.address}", timeout=PATIENCE)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def post(self, path: str, **form: Any) -> Json:
        answer = self.client.post(path, json=form)
        assert answer.status_code < 300, answer.text
        found: Json = answer.json()
        return found

    def table(self, name: str) -> Json:
        found: Json = self.client.get(f"/api/tables/{name}").json()
        return found


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    server = Server(folder)
    try:
        yield server
    finally:
        server.client.close()
        server.process.send_signal(signal.SIGINT)
        try:
            server.process.wait(30)
        except subprocess.TimeoutExpired:
            server.kill()


def on_turn(table: Json) -> str:
    return str(table["seats"][table["position"]["player"]]["kind"])


def line(table: Json) -> list[str]:
    return [entry["text"] for entry in table["line"]]


def test_killed_in_the_middle(tmp_path: Path) -> None:
    """Every move that was answered is there after the restart, agents think again, and the games end."""
    known: dict[str, Json] = {}
    with serving(tmp_path) as first:
        for spec in GAMES * 2:
            table = first.post("/api/tables", game=spec, seats=[ANN, {"kind": "agent", "spec": "first"}])
            known[table["id"]] = first.post(
                f"/api/tables/{table['id']}/move", n=table["position"]["legal"][0]["n"], seq=0
            )
        slow = {"kind": "agent", "spec": "mc:playouts=100000000", "budget_ms": 60_000}
        thinks = first.post("/api/tables", game="clobber:3x4", seats=[slow, ANN])
        first.kill()
    with serving(tmp_path) as second:
        for name, before in known.items():
            table = second.table(name)
            assert line(table)[: len(before["line"])] == line(before), "an accepted move is lost"
            assert table["seq"] >= before["seq"]
        assert awaited(second, thinks["id"], lambda table: bool(table["thinking"])), "nobody thinks again"
        second.post(f"/api/tables/{thinks['id']}/stop-thinking")
        for name in known:
            table = awaited(second, name, lambda table: table["over"] or on_turn(table) == "person")
            while not table["over"]:
                n = table["position"]["legal"][0]["n"]
                second.post(f"/api/tables/{name}/move", n=n, seq=table["seq"])
                table = awaited(second, name, lambda table: table["over"] or on_turn(table) == "person")
            assert table["result"]["winners"] is not None


def awaited(server: Server, name: str, holds: Any) -> Json:
    """The table as soon as this holds, heard of on a new connection."""
    with websockets.connect(f"ws://{server.address}/api/ws", open_timeout=PATIENCE) as socket:
        socket.send(json.dumps({"watch": name, "seq": 0}))
        table: Json = {}
        while True:
            message = json.loads(socket.recv(PATIENCE))
            said = message["kind"] == "state"
            table = message["state"] if said else {**table, "thinking": message["thinking"]}
            if "seq" in table and holds(table):  # news of thinking may come before the first state
                return table


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    """A server for the tests that leave it running."""
    with serving(folder) as found:
        yield found


def test_one_store_one_server_and_other_mistakes(server: Server, folder: Path, tmp_path: Path) -> None:
    def refused(*words: str) -> str:
        command = [sys.executable, "-m", "papamu", "serve", "--no-open", *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert done.returncode == 2, done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
        return done.stderr

    store = str(folder / "store.sqlite")
    for option in ("--games-file", "--book"):  # the second as 0.1.0 called it
        assert "in use by process" in refused(option, store, "--port", "0")
    port, other = server.address.rpartition(":")[2], str(tmp_path / "other.sqlite")
    assert "give another --port" in refused("--games-file", other, "--port", port)
    assert "cannot listen" in refused("--host", "no.such.host.invalid", "--port", "0")
    (tmp_path / "text").write_text("hello " * 500)
    assert "give another file" in refused("--games-file", str(tmp_path / "text"), "--port", "0")


def test_answers_are_sent_at_once() -> None:
    from papamu.web.server import listen

    with listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP, "asyncio sets TCP_NODELAY only where this is said"


def test_a_frame_that_is_too_large_is_refused_with_a_reason(server: Server) -> None:
    with websockets.connect(f"ws://{server.address}/api/ws", open_timeout=PATIENCE) as socket:
        socket.send("x" * 200_000)
        with pytest.raises(Exception, match="1009"):
            socket.recv(PATIENCE)
    assert server.client.get("/api/games").status_code == 200
