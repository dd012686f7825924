"""Cold and warm starts: seconds from launching a process until its first random game is over."""

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
Ours(load(sys.argv[1])).play(1)
sys.stdout.write(str(time.time() - float(sys.argv[2])))
"""


def starts(spec: str) -> Iterator[Row]:
    """With an empty cache, and with the one that this left."""
    with tempfile.TemporaryDirectory(prefix="papamu-bench-") as cache:
        yield _COLD.judge(Row(spec, "cold start", seconds=_first_game(spec, cache)))
        warm = float(np.median([_first_game(spec, cache) for _ in range(5)]))
        yield _WARM.judge(Row(spec, "warm start", seconds=warm))


def _first_game(spec: str, cache: str) -> float:
    """Seconds by the clock, imports included."""
    environment = os.environ | {"PAPAMU_CACHE": cache}
    command = [sys.executable, "-c", _FIRST_GAME, spec, repr(time.time())]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return float(done.stdout)
