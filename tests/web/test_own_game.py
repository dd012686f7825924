"""A game from a file outside the package has everything on the page: card, sizes, picture, seats, clicks, levels."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import json, sys
from pathlib import Path
from fastapi.testclient import TestClient
from papamu.web.app import Settings, make_app

folder = Path(sys.argv[1])
with TestClient(make_app(Settings(runs=folder / "runs", store=folder / "tables.sqlite")), "http://localhost") as client:
    def ask(path, **query):
        answer = client.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()
    game = next(one for one in ask("/api/games") if one["name"] == "nim")
    picture = client.get(game["picture"])
    assert picture.headers["content-type"].startswith("image/svg"), picture.headers
    print(json.dumps({
        "game": game,
        "picture": picture.text[:4],
        "seats": ask("/api/game", game="nim:1x5"),
        "position": ask("/api/position", game="nim:1x5"),
        "levels": [one["title"] for one in ask("/api/agents", game="nim:1x5") if one["ok"]],
        "ladder": ask("/api/ladder", game="nim"),
    }))
"""


def test_a_game_of_ones_own_has_all_of_it(tmp_path: Path) -> None:
    """In a process of its own: it would be known to all later tests."""
    root = Path(__file__).parents[2]
    paths = os.pathsep.join(filter(None, sys.path))
    nim = str(root / "examples" / "nim.py")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": paths, "NUMBA_DISABLE_JIT": "1", "PAPAMU_PLUGINS": nim},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout)
    game, position = told["game"], told["position"]
    assert game["card"]["pitch"] == "Take one, two or three stones from the right end."
    assert [one["size"] for one in game["suggested"]] == ["1x10", "1x12", "1x14"]
    assert told["picture"] == "<svg" and game["picture"] == "/api/games/nim/picture.svg"
    assert told["seats"]["players"] == ["Black", "White"] and told["seats"]["look"]["name"] == "wood"
    # Its moves name no cells and change many: each is a button.
    assert [(one["text"], one["path"]) for one in position["legal"]] == [
        ("take1", []), ("take2", []), ("take3", []),
    ]  # fmt: skip
    assert "tray" not in position and not position["opposite"] and not position["hops"]
    assert {"Beginner", "Medium", "Strong", "Perfect"} <= set(told["levels"])
    assert told["ladder"]["ratings"] == [] and "tournament nim:1x12" in told["ladder"]["command"]
