"""An evaluation of your own: in Konane, stones on the edge are hard to jump.

    papamu --plugin examples/konane_edges.py match konane:6x6 minimax:eval=edges,depth=2 minimax:depth=2 --games 200
    papamu --plugin examples/konane_edges.py explain konane:6x6 ab:eval=edges,ms=200
    papamu --plugin examples/konane_edges.py train konane:6x6 --teacher minimax:eval=edges,depth=1 --target 1 --lost 0

It is compiled like the built-in ones, and is an option wherever they are. See "Add an evaluation" in CONTRIBUTING.md.
"""

from __future__ import annotations

import papamu
from papamu.games.konane.rules import Konane
from papamu.games.rules import mobility
from papamu.kernel.bits import State, has


@papamu.register_evaluation("konane", "edges")
def edges(rules: Konane, state: State, viewer: int) -> float:
    """Own moves less the other's, and a little for each own stone on the edge."""
    value = float(mobility(rules, state, viewer) - mobility(rules, state, 1 - viewer))
    for cell in range(rules.cells):
        row, col = cell // rules.cols, cell % rules.cols
        if row == 0 or col == 0 or row == rules.rows - 1 or col == rules.cols - 1:
            if has(state, viewer * rules.words, cell):
                value += 0.25
            elif has(state, (1 - viewer) * rules.words, cell):
                value -= 0.25
    return value
