"""The ladder: how strong the agents are at each game, from tournaments whose figures come with the package.

`papamu ladder` makes them again (`web/ladders/GAME.json`), with as many games as it is told.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

from papamu.agents.opponents import plays
from papamu.agents.registry import agent
from papamu.arena.api import tournament
from papamu.files import make_folder, write_whole
from papamu.games.registry import load
from papamu.web.asking import read_game
from papamu.web.levels import levels

Json = dict[str, Any]

FOLDER = Path(__file__).parent / "ladders"
BOARDS = ("clobber:6x6", "checkers:8x8", "reversi:8x8", "blokus:10x10,players=2", "konane:8x8")
# Levels and what stands between them; who needs a person (adaptive) cannot be rated so.
EXTRA = ("greedy", "minimax:depth=2", "mc:playouts=50", "uct:sims=200")


def participants(spec: str) -> list[str]:
    """Who is rated at a game: the levels, and a few between them, as far as they play it."""
    game = load(spec)
    named = [level.spec for level in levels(game) if not level.asks_name] + list(EXTRA)
    timed = re.compile(r"\bms=")  # what a clock decides is not the same on another machine
    able = [text for text in named if not timed.search(text) and plays(text, game)]
    return list(dict.fromkeys(str(agent(text)) for text in able))  # as ratings name them


def command(spec: str, games: int, agents: list[str]) -> str:
    """The line that plays the same tournament."""
    return shlex.join(["papamu", "tournament", spec, *agents, "--games", str(games)])


def make(spec: str, games: int, jobs: int, runs: Path, progress: Callable[[str, int, int], None]) -> Json:
    """Play the tournament of a game, or go on with it; what the file says."""
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
    """Put the figures where the page finds them."""
    make_folder(FOLDER)
    path = FOLDER / f"{load(found['game']).name}.json"
    write_whole(path, json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    return path


def ladder(spec: str) -> Json:
    """The ladder of a game, whatever its board: strongest first, with what each is called here."""
    game = read_game(spec)
    found = FOLDER / f"{game.name}.json"
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
