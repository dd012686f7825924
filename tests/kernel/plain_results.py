"""What kernels compute, as one JSON line: `test_plain_numba.py` runs this with Numba used the plain way.

python -m tests.kernel.plain_results PART …
"""

from __future__ import annotations

import hashlib
import json
import sys

import numba.core.event as event
import numpy as np

import papamu
from papamu.kernel import jit
from papamu.kernel.random import stream
from papamu.learn.mlp import network
from papamu.search.playout import random_games

GAMES = (
    "clobber:4x4",
    "reversi:4x4",
    "checkers:6x6",
)  # each game is compiled once more: a minute for all five


class Compilations(event.Listener):  # type: ignore[misc]
    """Counts what this process compiles."""

    seen = 0

    def on_start(self, _: object) -> None:
        self.seen += 1

    def on_end(self, _: object) -> None:
        pass


def random_game(spec: str) -> list[object]:
    """Plies, returns and the stream after a game of random moves."""
    game = papamu.load(spec)
    total, rng = np.zeros(game.num_players), stream(1)
    plies = random_games(game.rules, game.new_state(), rng, 1, np.zeros(game.num_players), total)
    return [int(plies), total.tolist(), rng.tolist()]


def trained_network() -> str:
    """A fingerprint of the weights after some steps of learning, at sizes that are no multiple of a vector."""
    net = network.new_mlp((21, 13, 9, 1), ("leaky-relu", "relu", "linear"))
    network.init_weights(net, "he", stream(1))
    rng = np.random.default_rng(1)
    for _ in range(30):
        which = np.sort(rng.permutation(21)[:9]).astype(np.int64)
        by = rng.integers(-1, 2, 9).astype(np.float32)
        network.learn(net, which, by, 9, np.float32(rng.random()), np.float32(0.01), np.float32(0), 0)
    return hashlib.sha256(net.weights.tobytes()).hexdigest()[:16]


def uct_match() -> list[object]:
    """Returns, plies and prints of a match."""
    results = papamu.match("clobber:3x3", "uct:sims=30", "random", games=6)
    return [results.returns.tolist(), results.plies.tolist(), results.prints.tolist()]


def compute(part: str) -> object:
    """One part of the results."""
    if part == "network":
        return trained_network()
    return uct_match() if part == "match" else random_game(part)


if __name__ == "__main__":
    compilations = Compilations()
    event.register("numba:compile", compilations)
    found = {part: compute(part) for part in sys.argv[1:]}
    print(json.dumps({"fast": jit.FAST, "compiled": compilations.seen, "found": found}))
