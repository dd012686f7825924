"""A hundred games at once against `uct:ms=200`, and a server that is killed in the middle of them.

Not a test of the suite: `make load` (minutes). Every game is played over HTTP and WebSocket, as by a page. It
says how long requests and agents took, how evenly the games were served, and whether a move was lost.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

Json = dict[str, Any]
BOARDS = ("clobber:6x6", "reversi:6x6", "konane:6x6", "checkers:6x6")


@dataclass
class Figures:
    """What is measured."""

    requests: list[float] = field(default_factory=list)  # seconds from sending a move to its answer
    waits: dict[int, list[float]] = field(default_factory=dict)  # by game: from a move to the agent's reply
    refused: int = 0  # requests that were not answered (only while the server is down)
    lost: int = 0  # moves that were answered and are not there any more
    reconnects: int = 0


class Server:
    """`papamu serve`, which can be killed and come back."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.begin()

    def begin(self) -> None:
        words = [
            "serve",
            "--port",
            str(self.port),
            "--no-open",
            "--games-file",
            str(self.folder / "store.sqlite"),
        ]
        words += ["--runs", str(self.folder / "runs")]
        command = [sys.executable, "-m", "papamu", *words]
        home = {**os.environ, "PAPAMU_HOME": str(self.folder / "home")}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=home)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r":(\d+)/", said)
        assert found, said
        self.port = int(found[1])

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"


async def play(number: int, server: Server, client: httpx.AsyncClient, agent: str, figures: Figures) -> None:
    """One game from its first move to its last, whatever happens to the server."""
    rng = random.Random(number)
    seats = [{"kind": "person", "name": f"p{number}"}, {"kind": "agent", "spec": agent}]
    form = {"game": BOARDS[number % len(BOARDS)], "seats": seats, "seed": number}
    table = await asked(client, server, "/api/tables", form, figures)
    known: list[str] = []  # every move that was acknowledged or shown
    figures.waits[number] = []
    moved: float | None = None
    while not table["over"]:
        try:
            async with connect(f"ws://{server.place}/api/ws", open_timeout=60) as socket:
                await socket.send(json.dumps({"watch": table["id"], "seq": table["seq"]}))
                while not table["over"]:
                    message = json.loads(await socket.recv())
                    if message.get("kind") != "state":
                        continue
                    table = message["state"]
                    line = [entry["text"] for entry in table["line"]]
                    figures.lost += sum(a != b for a, b in zip(known, line, strict=False))
                    figures.lost += max(0, len(known) - len(line))
                    known = line
                    mine = table["seats"][table["position"]["player"]]["kind"] == "person"
                    if table["over"] or not mine:
                        continue
                    if moved is not None:
                        figures.waits[number].append(time.monotonic() - moved)
                    move = rng.choice(table["position"]["legal"])
                    began = time.monotonic()
                    answer = await client.post(
                        f"http://{server.place}/api/tables/{table['id']}/move",
                        json={"n": move["n"], "seq": table["seq"]},
                    )
                    figures.requests.append(time.monotonic() - began)
                    assert answer.status_code == 200, answer.text
                    moved = began
                    known = [entry["text"] for entry in answer.json()["line"]]
        except (OSError, httpx.TransportError, WebSocketException):
            figures.reconnects += 1
            moved = None
            await asyncio.sleep(0.5)
            table = await asked(client, server, f"/api/tables/{table['id']}", None, figures)


async def asked(
    client: httpx.AsyncClient, server: Server, path: str, form: Json | None, figures: Figures
) -> Json:
    """An answer, asked for until the server is there."""
    while True:
        try:
            url = f"http://{server.place}{path}"
            answer = await (client.get(url) if form is None else client.post(url, json=form))
            assert answer.status_code < 300, answer.text
            found: Json = answer.json()
            return found
        except httpx.TransportError:
            figures.refused += 1
            await asyncio.sleep(0.5)


async def run(games: int, agent: str, kill_after: float) -> None:
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), 0)
        limits = httpx.Limits(max_connections=200)
        async with httpx.AsyncClient(timeout=600, limits=limits) as client:
            for board in BOARDS:  # compiled before anything is measured
                await warm(client, server, board, agent)
            began = time.monotonic()
            crowd = asyncio.gather(*(play(n, server, client, agent, figures) for n in range(games)))
            if kill_after:
                await asyncio.sleep(kill_after)
                server.kill()
                down = time.monotonic()
                await asyncio.get_running_loop().run_in_executor(None, server.begin)
                print(
                    f"killed after {kill_after:.0f} s, back after {time.monotonic() - down:.1f} s", flush=True
                )
            await crowd
            seconds = time.monotonic() - began
        server.process.send_signal(signal.SIGINT)
        server.process.wait(60)
    say(figures, games, agent, seconds)


async def warm(client: httpx.AsyncClient, server: Server, board: str, agent: str) -> None:
    seats = [{"kind": "agent", "spec": agent}] * 2
    tables = [
        await asked(client, server, "/api/tables", {"game": board, "seats": seats}, Figures())
        for _ in range(4)
    ]
    for table in tables:
        while len((await asked(client, server, f"/api/tables/{table['id']}", None, Figures()))["line"]) < 2:
            await asyncio.sleep(0.2)
        await asked(client, server, f"/api/tables/{table['id']}/pause", {"paused": True}, Figures())


def say(figures: Figures, games: int, agent: str, seconds: float) -> None:
    requests = sorted(figures.requests)
    waits = sorted(wait for waits in figures.waits.values() for wait in waits)
    means = sorted(sum(waits) / len(waits) for waits in figures.waits.values() if waits)
    load = ", ".join(f"{number:.1f}" for number in os.getloadavg())
    print(
        f"{games} games against {agent}: all over after {seconds:.0f} s, {len(requests):,} moves of persons"
    )
    for name, values in (
        ("a move's answer", requests),
        ("an agent's reply", waits),
        ("mean reply of a game", means),
    ):
        if values:
            middle, most = values[len(values) // 2], values[int(0.95 * (len(values) - 1))]
            print(f"  {name}: median {middle:.3f} s, 95 % {most:.3f} s, longest {values[-1]:.3f} s")
    print(f"  moves lost {figures.lost}, reconnected {figures.reconnects}, load of the machine {load}")
    if figures.lost:
        sys.exit(1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--agent", default="uct:ms=200")
    parser.add_argument("--kill-after", type=float, default=30.0, help="seconds; 0: not at all")
    told = parser.parse_args()
    asyncio.run(run(told.games, told.agent, told.kill_after))
