"""A network as the guide of a tree search: pictures of many positions, one look at all of them."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from papamu.games.game import Game
from papamu.games.rules import Codes, Moves, Rules
from papamu.kernel.jit import jit
from papamu.learn.convnet.residual import Residual
from papamu.learn.convnet.view import Picture, View, look, view_of
from papamu.search.puct import Forest, Guesses, absorb, gather, playouts

AT_ONCE = 128  # positions of one look: more do not fit into the processor's cache
_EVEN = 8  # their number is rounded up to a multiple: then what is said of one does not depend on the others


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


class Guide:
    """A network that looks at positions of one game; one thread at a time."""

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

    def __call__(self, states: NDArray[np.uint64], n: int) -> tuple[Guesses, Guesses]:
        """Logits and values of the first n positions."""
        parts = [self._some(states[at : min(n, at + AT_ONCE)]) for at in range(0, n, AT_ONCE)]
        if len(parts) == 1:
            return parts[0]
        logits, values = zip(*parts, strict=True)
        return np.concatenate(logits), np.concatenate(values)

    def _some(self, states: NDArray[np.uint64]) -> tuple[Guesses, Guesses]:
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
        n = int(gather(forest, rules, rngs))
        if n:
            logits, values = self(forest.states, n)
            if blend:
                playouts(forest, rules, n, blend, values, rngs)
            absorb(forest, rules, n, logits, values, self.view.places, rngs)
        return n
