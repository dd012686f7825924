"""The first reply of every level of every game, with nothing compiled: `make load` runs it, best on an idle machine.

Each figure is that of a new server with an empty cache: a table is opened, a second passes (a person looks at the
board), the first legal move is made, and the replies are waited for. A level that is not ready yet answers with less
thought ("hurried"); that counts, and is shown.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from papamu.agents.levels import levels
from papamu.agents.opponents import plays
from papamu.games.registry import load, names
from tests.web.live_server import served

LOOKS = 1.0  # seconds before the first move
# The boards that Perfect plays from the start.
SMALL = {
    "clobber": "clobber:4x5",
    "reversi": "reversi:4x4",
    "konane": "konane:6x6",
    "checkers": "checkers:4x4",
}
_EVERY = 0.02  # seconds between two looks


class FirstReply(NamedTuple):
    """What a person waits for, in seconds."""

    page: float  # from the start of the server to its first answer
    own: float  # the own move
    reply: float  # from the own move until it is one's turn again, for each opponent on the way
    hurried: bool  # was the last answer given with less thought than usual?


def call(address: str, path: str, form: Any = None) -> Any:
    """The answer to a request."""
    data = None if form is None else json.dumps(form).encode()
    request = urllib.request.Request(address + path, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=600) as answer:
        return json.load(answer)


def first_reply(game: str, spec: str, people: int, prepare: bool = True) -> FirstReply:
    """Play one move against this opponent on a server that has nothing compiled."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        environment = {"PAPAMU_CACHE": str(Path(folder) / "cache")}
        with served(Path(folder), 2, prepare=prepare, environment=environment) as address:
            call(address, "/api/games")
            page = time.perf_counter() - began
            seats = [{"kind": "person", "name": "You"}, *[{"kind": "agent", "spec": spec}] * (people - 1)]
            table = call(address, "/api/tables", {"game": game, "seats": seats, "seed": 1})
            time.sleep(LOOKS)
            began = time.perf_counter()
            move = {"n": table["position"]["legal"][0]["n"], "seq": table["seq"]}
            table = call(address, f"/api/tables/{table['id']}/move", move)
            own = time.perf_counter() - began
            while table["thinking"]:
                time.sleep(_EVERY)
                table = call(address, f"/api/tables/{table['id']}")
            if table["stalled"]:
                raise RuntimeError(f"{spec} in {game}: {table['stalled']}")
            seconds = time.perf_counter() - began
            return FirstReply(page, own, seconds / (people - 1), table["hurried"])


def main(words: Sequence[str]) -> None:
    """Measure all levels (or those of the games that are named), `REPEATS` times each (default 5)."""
    repeats = int(os.environ.get("REPEATS", "5"))
    print(f"First replies with an empty cache, the median of {repeats} (longest), in seconds:")
    for name in words or names():
        game = load(name)
        for level in levels(game):
            board = str(game) if plays(level.spec, game) else SMALL.get(game.name)
            if board is None:
                print(f"  {game} {level.title}: does not play this game", flush=True)
                continue
            found = [first_reply(board, level.spec, game.num_players) for _ in range(repeats)]
            replies, own = [one.reply for one in found], [one.own for one in found]
            hurried = sum(one.hurried for one in found)
            print(
                f"  {board} {level.title}: page {statistics.median(one.page for one in found):.1f}, own move "
                f"{statistics.median(own):.3f} ({max(own):.3f}), reply {statistics.median(replies):.2f} "
                f"({max(replies):.2f}), hurried {hurried} of {repeats}",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:])
