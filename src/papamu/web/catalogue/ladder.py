"""The ladder: how strong the agents are at each game, from tournaments whose ratings come with the package.

`papamu ladder --games N` recomputes them (`web/catalogue/ladders/GAME.json`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from papamu.agents.opponents import plays
from papamu.agents.registry import agent
from papamu.arena.api import tournament
from papamu.core import plugins
from papamu.core.files import make_folder, user_folder, write_whole
from papamu.games import registry
from papamu.games.registry import load
from papamu.web.thinking.levels import levels
from papamu.web.validation import read_game

Json = dict[str, Any]

FOLDER = Path(__file__).parent / "ladders"
# Levels and what stands between them; who needs a person (adaptive) cannot be rated so.
EXTRA = ("greedy", "minimax:depth=2", "mc:playouts=50", "uct:sims=200")


def boards() -> list[str]:
    """The board of each game on which agents are rated."""
    return [registry.find(name).ladder_spec() for name in registry.names()]


def participants(spec: str) -> list[str]:
    """The agents that are rated at a game: its levels and `EXTRA`, as far as they play it."""
    game = load(spec)
    named = [level.spec for level in levels(game) if not level.asks_name] + list(EXTRA)
    timed = re.compile(r"\bms=")  # a clock gives other games on another machine
    able = [text for text in named if not timed.search(text) and plays(text, game)]
    return list(dict.fromkeys(str(agent(text)) for text in able))  # as ratings name them


def command(spec: str, games: int, agents: list[str]) -> str:
    """The command that plays the same tournament."""
    return plugins.command_line(["tournament", spec, *agents, "--games", str(games)])


def make(spec: str, games: int, jobs: int, runs: Path, progress: Callable[[str, int, int], None]) -> Json:
    """Play the tournament of a game, or resume it; the contents of its file."""
    agents = participants(spec)
    standings = tournament(spec, *agents, games=games, jobs=jobs, runs=runs, progress=progress)
    table = standings.crosstable().as_dict()
    return {
        "game": spec,
        "games": games,
        "confidence": table["confidence"],
        "command": command(spec, games, agents),
        "ratings": table["ratings"],
        "notes": table["notes"],
    }


def write(found: Json) -> Path:
    """Write the ratings where the page finds them."""
    path = _file(load(found["game"]).name)
    make_folder(path.parent)
    write_whole(path, json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    return path


def _file(name: str) -> Path:
    """The ratings of a game: with the package, or for a game of somebody's own with the user's other data."""
    folder = FOLDER if registry.is_built_in(name) else user_folder("data") / "ladders"
    return folder / f"{name}.json"


def ladder(spec: str) -> Json:
    """The ladder of a game, whatever its board: strongest first, with the levels' titles."""
    game = read_game(spec)
    found = _file(game.name)
    titles = {str(agent(level.spec)): level for level in levels(game)}  # as ratings name them
    if not found.is_file():
        agents = participants(str(game))
        return {"game": str(game), "ratings": [], "command": command(str(game), 100, agents), "notes": []}
    facts: Json = json.loads(found.read_text(encoding="utf-8"))
    ratings = [
        {
            "spec": one["name"],
            "title": titles[one["name"]].title if one["name"] in titles else one["name"],
            "says": titles[one["name"]].says if one["name"] in titles else "",
            "rating": round(one["elo"]),
            "low": round(one["low"]),
            "high": round(one["high"]),
            "games": one["games"],
            "score": round(one["score"], 4),
        }
        for one in facts["ratings"]
    ]
    return {**facts, "ratings": ratings, "same_board": str(load(facts["game"])) == str(game)}
