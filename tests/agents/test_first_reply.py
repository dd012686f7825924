"""How much is compiled before an opponent's first reply: this must not grow unseen.

Every kernel that Python calls is compiled for its records, seconds each. The numbers below are those of the levels in
turn, each in a process that has already played the ones before it. Where a change needs more, think twice.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from papamu.kernel.jit import FAST

CODE = """
import json, sys
import papamu
from papamu.agents.levels import levels
from papamu.agents.warm_up import warm_up
from papamu.kernel.numba_fast import ENTRIES

game = papamu.load(sys.argv[1])
position = game.start(seed=0)
position = position.play(position.legal_moves[0], seed=0)
found = {"rules": sorted(ENTRIES)}
for level in levels(game):
    if level.title in sys.argv[2:]:
        before = len(ENTRIES)
        warm_up(level.spec, position)
        found[level.title] = sorted(ENTRIES[before:])
print(json.dumps(found))
"""

LEVELS = ("Easy", "Medium", "Strong", "Expert", "Adapts to you")
MOST = {
    "clobber": (3, 2, 2, 3, 1, 1),
    "checkers": (3, 2, 2, 3, 1, 1),
    "reversi": (3, 2, 2, 3, 1, 1),
    "konane": (3, 2, 2, 3, 1, 1),
    "blokus": (3, 2, 2),  # a search of Blokus alone compiles for half a minute
}


@pytest.mark.jit
@pytest.mark.skipif(not FAST, reason="the plain way of using Numba does not list what it compiles")
@pytest.mark.parametrize("game", MOST)
def test_the_kernels_of_each_first_reply(game: str) -> None:
    asked = LEVELS[: len(MOST[game]) - 1]
    done = subprocess.run(
        [sys.executable, "-c", CODE, game, *asked], capture_output=True, text=True, check=True, env=os.environ
    )
    found = json.loads(done.stdout)
    assert list(found) == ["rules", *asked]
    assert tuple(len(entries) for entries in found.values()) == MOST[game], json.dumps(found, indent=1)
