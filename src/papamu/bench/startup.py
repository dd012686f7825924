"""Cold and warm starts: seconds from launching a process until its first random game is over, or a level's first reply.

First replies are those of a process that compiles what it needs and has nobody to stand in for it: the browser app
answers sooner (`make load` measures that).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import numpy as np

from papamu.bench.cases import Goal, Row

_COLD = Goal("seconds", 6)
_WARM = Goal("seconds", 0.5)

# Numba imports SciPy where it is installed: Papamu does not need it, OpenSpiel brings it, so it is hidden.
_FIRST_GAME = """\
import sys, time
sys.modules["scipy"] = None
from papamu.bench.playouts import Ours, load
Ours(load(sys.argv[2])).play(1)
sys.stdout.write(str(time.time() - float(sys.argv[1])))
"""

_FIRST_REPLY = """\
import sys, time
sys.modules["scipy"] = None
import papamu
position = papamu.load(sys.argv[2]).start(seed=0)
position = position.play(position.legal_moves[0], seed=0)
papamu.agent(sys.argv[3], seed=1).choose(position)
sys.stdout.write(str(time.time() - float(sys.argv[1])))
"""


def starts(spec: str) -> Iterator[Row]:
    """With an empty cache, and with the one that this left."""
    with tempfile.TemporaryDirectory(prefix="papamu-bench-") as cache:
        yield _COLD.judge(Row(spec, "cold start", seconds=_first_game(spec, cache)))
        warm = float(np.median([_first_game(spec, cache) for _ in range(5)]))
        yield _WARM.judge(Row(spec, "warm start", seconds=warm))


def replies(spec: str) -> Iterator[Row]:
    """The first reply of each level of a game, each with an empty cache."""
    from papamu.agents.levels import levels
    from papamu.agents.opponents import plays
    from papamu.games.registry import load

    game = load(spec)
    for level in levels(game):
        if plays(level.spec, game):
            with tempfile.TemporaryDirectory(prefix="papamu-bench-") as cache:
                seconds = _run(_FIRST_REPLY, cache, spec, level.spec)
            yield Row(spec, f"cold {level.title}", seconds=seconds)


def _first_game(spec: str, cache: str) -> float:
    return _run(_FIRST_GAME, cache, spec)


def _run(code: str, cache: str, *words: str) -> float:
    """Seconds by the clock, imports included."""
    environment = os.environ | {"PAPAMU_CACHE": cache}
    command = [sys.executable, "-c", code, repr(time.time()), *words]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return float(done.stdout)
