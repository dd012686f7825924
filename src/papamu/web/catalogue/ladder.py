"""The ladder: how strong the agents are at each game, from tournaments whose ratings come with the package.

`papamu ladder --games N` recomputes them (`web/catalogue/ladders/GAME.json`). A rating says how much stronger an agent
is than random moves, which have 0. A level that thinks by the clock plays other games on another machine: it is rated
with a fixed number of simulations instead.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from papamu.agents.levels import Level, levels
from papamu.agents.opponents import plays
from papamu.agents.registry import agent
from papamu.arena.api import tournament
from papamu.core import plugins
from papamu.core.files import make_folder, user_folder, write_whole
from papamu.games import registry
from papamu.games.registry import load
from papamu.web.validation import read_game

Json = dict[str, Any]

FOLDER = Path(__file__).parent / "ladders"
ANCHOR = "random"  # its rating is 0
SIMS = (
    20_000  # a move, of a level with a clock: in 1.5 s Blokus makes 70,000, the other games about a million
)
_CLOCK = re.compile(r"\bms=\d+")
# What stands between the levels; who needs a person (adaptive) cannot be rated so.
EXTRA = (
    Level("Greedy", "greedy", "takes what looks best after its move"),
    Level("Two moves ahead", "minimax:depth=2", "looks at its moves and all answers"),
    Level("Many random games", "mc:playouts=50", "plays 50 random games per move"),
    Level("Small search", "uct:sims=200", "searches a tree of 200 random games per move"),
)


def boards() -> list[str]:
    """The board of each game on which agents are rated."""
    return [registry.find(name).ladder_spec() for name in registry.names()]


def rated(spec: str) -> list[tuple[str, Level]]:
    """Who is rated at a game, as ratings name them: its levels and `EXTRA`, as far as they play it."""
    game = load(spec)
    found: dict[str, Level] = {}
    for level in (*(one for one in levels(game) if not one.asks_name), *EXTRA):
        text = _CLOCK.sub(f"sims={SIMS}", level.spec)
        if plays(text, game):
            found.setdefault(str(agent(text)), level)
    return list(found.items())


def participants(spec: str) -> list[str]:
    """The agents that are rated at a game."""
    return [name for name, _ in rated(spec)]


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
    if not found.is_file():
        agents = participants(str(game))
        return {"game": str(game), "ratings": [], "command": command(str(game), 100, agents), "notes": []}
    facts: Json = json.loads(found.read_text(encoding="utf-8"))
    known = dict(rated(facts["game"]))
    here = {level.title: level.spec for level in (*levels(game), *EXTRA)}
    zero = next((one["elo"] for one in facts["ratings"] if one["name"] == ANCHOR), 0.0)
    ratings = [_rung(one, known.get(one["name"]), here, zero) for one in facts["ratings"]]
    there = {one["name"] for one in facts["ratings"]}
    missing = [level.title for name, level in known.items() if name not in there and name != "solve"]
    return {
        **facts,
        "ratings": ratings,
        "notes": _notes(ratings, missing),
        "made": facts["notes"],  # how many games, from which seed
        "same_board": str(load(facts["game"])) == str(game),
    }


def _rung(one: Json, level: Level | None, here: Mapping[str, str], zero: float) -> Json:
    """A rated agent: with the level's name for people, and the spec that they play against on their board."""
    spec = one["name"] if level is None else here[level.title]
    return {
        "spec": spec,
        "rated_as": one["name"],
        "title": spec if level is None else level.title,
        "says": "" if level is None else level.says,
        **{
            name: round(one[key] - zero)
            for name, key in (("rating", "elo"), ("low", "low"), ("high", "high"))
        },
        "games": one["games"],
        "score": round(one["score"], 4),
    }


def _notes(ratings: list[Json], missing: list[str]) -> list[str]:
    """What a reader must know of the numbers."""
    notes = [
        "Random moves have 0 points. Whoever has 100 points more than another wins about 64 % of the points."
    ]
    worse = [one["title"] for one in ratings if one["rating"] < 0]
    if worse:
        notes.append(f"Less than 0 is weaker than random moves: {', '.join(worse)}.")
    clocked = [one["title"] for one in ratings if _CLOCK.search(one["spec"])]
    if clocked:
        notes.append(
            f"{', '.join(clocked)} thinks by the clock. So that everybody gets the same games, it is rated with "
            f"{SIMS:,} simulations per move; on your machine it may make more, and be stronger."
        )
    if missing:
        notes.append(f"Not rated yet: {', '.join(missing)}.")
    return notes
