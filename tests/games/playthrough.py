"""Playthroughs: one random game per game and variant, written down so that people can review it.

After a wanted change of a rule or a notation, write them anew and read the difference:

    python -m tests.games.playthrough
"""

from __future__ import annotations

from pathlib import Path

import papamu
from papamu.games.rules import random_move
from papamu.kernel.random import draw, stream

FOLDER = Path(__file__).parent / "playthroughs"
SPECS = {
    "clobber": "clobber:4x5",
    "clobber-large": "clobber:9x9",
    "clobber-cannibal": "clobber:3x4,cannibal=true",
    "clobber-random-start": "clobber:4x4,start=random",
    "clobber-solitaire-alternate": "clobber:3x4,solitaire=alternate",
    "clobber-solitaire-any": "clobber:3x4,solitaire=any",
    "checkers": "checkers:8x8",
    "checkers-program": "checkers:6x6,rules=program",
    "checkers-teleport": "checkers:6x6,teleport=0.3,first=random",
    "checkers-win-by-moves": "checkers:6x6,win=moves",
    "reversi": "reversi:8x8",
    "reversi-small": "reversi:4x4",
    "blokus": "blokus:20x20",
    "blokus-duo": "blokus:duo",
    "blokus-clockwise-official": "blokus:8x8,seats=clockwise,score=official",
    "konane": "konane:6x6",
    "konane-any": "konane:4x5,opening=any",
    "konane-corners": "konane:6x6,opening=corners",
}


def playthrough(spec: str, seed: int = 2026) -> str:
    """A random game as text: every position, how many moves it has, and what was played."""
    game = papamu.load(spec)
    rng = stream(seed)
    position = game.start(seed=seed)
    lines = [spec, f"seed {seed}", "", *str(position).splitlines(), "", position.to_text()]
    ply = 0
    while not position.is_over:
        ply += 1
        count, mover = len(position.legal_moves), position.player
        position = position.play(int(random_move(game.rules, position.state, rng)), seed=draw(rng, 2**31))
        happened = f" chance {position.event}" if position.event not in (None, "none") else ""
        lines.append(f"{ply}. player {mover} of {count}: {position.move}{happened}")
        lines.append(position.to_text())
    lines += ["", *str(position).splitlines(), f"returns {position.returns}", f"scores {position.scores}"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, spec in SPECS.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(spec), encoding="utf-8")
