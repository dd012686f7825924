"""The evaluator of a PUCT search: a residual network that looks at many positions in one batch."""

from __future__ import annotations

import ctypes
import sys

import numpy as np
import torch
from numpy.typing import NDArray

from papamu.games.game import Game
from papamu.games.planes import Picture
from papamu.games.rules import Codes, Moves, Rules
from papamu.kernel.jit import jit
from papamu.learn.convnet.alphazero.planes import View, look, view_of
from papamu.learn.convnet.alphazero.residual_network import Residual
from papamu.search.mcts.puct import Forest, NetworkOutputs, blend_playouts, collect_leaves, expand_and_backup

AT_ONCE = 128  # positions of one look: more do not fit into the processor's cache
_EVEN = 8  # their number is rounded up to a multiple: then what is said of one does not depend on the others


# glibc's numbers for mallopt, and bytes
_TRIM, _MAP = (-1, 32 << 20), (-3, 16 << 20)


def _keep_freed_memory() -> None:
    """Let glibc keep what PyTorch frees, instead of giving it back to the system and asking for it again.

    On 8x8 the layers of 64 positions take half a megabyte each. In about half of all processes every look then cost 400
    page faults: 2.9 ms instead of 2.25 (Zen 5, checkers). Where there is no glibc nothing is changed.
    """
    if not sys.platform.startswith("linux"):
        return
    try:
        set_option = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):
        return  # another C library
    for option, value in (_TRIM, _MAP):
        set_option(option, value)


_keep_freed_memory()


@jit(inline=False)
def _look_at(
    view: View,
    rules: Rules,
    states: NDArray[np.uint64],
    n: int,
    table: Moves,
    codes: Codes,
    where: Moves,
    out: Picture,
) -> None:
    for row in range(n):
        look(view, rules, states[row], table, codes, where, out[row])


class BatchEvaluator:
    """A residual network that gives logits and values for positions of one game; one thread at a time."""

    def __init__(self, game: Game, net: Residual, even: int = _EVEN) -> None:
        """`net` is best a folded one."""
        self.game = game
        self.even = even
        self.net = net
        self.view = view_of(game)
        cells = game.rules.cells
        self._pictures = np.zeros((AT_ONCE, cells, self.view.planes), dtype=np.float32)
        self._as_it_is = np.arange(cells, dtype=np.int64)
        self._codes = np.zeros(cells, dtype=np.int8)
        self._where = np.zeros(cells, dtype=np.int64)

    def __call__(self, states: NDArray[np.uint64], n: int) -> tuple[NetworkOutputs, NetworkOutputs]:
        """Logits and values of the first n positions."""
        parts = [self._some(states[at : min(n, at + AT_ONCE)]) for at in range(0, n, AT_ONCE)]
        if len(parts) == 1:
            return parts[0]
        logits, values = zip(*parts, strict=True)
        return np.concatenate(logits), np.concatenate(values)

    def _some(self, states: NDArray[np.uint64]) -> tuple[NetworkOutputs, NetworkOutputs]:
        game, n = self.game, len(states)
        rules, room = game.rules, (self._as_it_is, self._codes, self._where)
        _look_at(self.view, rules, states, n, *room, self._pictures)
        seen = self._pictures[: n + -n % self.even]
        with torch.inference_mode():
            logits, values = self.net(torch.from_numpy(seen).view(-1, game.rows, game.cols, self.view.planes))
            return logits.numpy()[:n], values.numpy()[:n]

    def step(self, forest: Forest, rngs: NDArray[np.uint64], blend: float = 0.0) -> int:
        """Collect positions in all games of a forest, look at them, take it in; how many they were."""
        rules = self.game.rules
        n = int(collect_leaves(forest, rules, rngs))
        if n:
            logits, values = self(forest.states, n)
            if blend:
                blend_playouts(forest, rules, n, blend, values, rngs)
            expand_and_backup(forest, rules, n, logits, values, self.view.places, rngs)
        return n
