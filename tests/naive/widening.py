"""Naive twin of the widening tree search, slow and obvious, for testing the compiled one.

Told by two functions what to think of a position: `order` gives its moves with their values, `judge` what it
is worth to each player, -1 to 1. No chance, no rollouts, no memory limit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from papamu.games.position import Position


@dataclass
class Node:
    position: Position
    move: int = -1
    visits: int = 0
    totals: list[float] = field(default_factory=list)
    children: list[Node] | None = None  # the best first


@dataclass
class Twin:
    order: Callable[[Position], Sequence[tuple[int, float]]]
    judge: Callable[[Position], Sequence[float]]
    c: float
    widen: float

    def search(self, position: Position, sims: int) -> Node:
        root = Node(position)
        for _ in range(sims):
            line = [root]
            while True:
                node = line[-1]
                if node.position.is_over:
                    value = list(node.position.returns)
                    break
                if node.visits == 0 and node is not root:
                    value = list(self.judge(node.position))
                    break
                line.append(self.child(node))
            for node in line:
                node.visits += 1
                node.totals = [a + b for a, b in zip(node.totals or [0.0] * len(value), value, strict=True)]
        return root

    def child(self, node: Node) -> Node:
        if node.children is None:
            ranked = sorted(self.order(node.position), key=lambda one: -one[1])
            node.children = [Node(node.position.play(move), move) for move, _ in ranked]
        width = len(node.children)
        if self.widen:
            width = min(width, 1 + int(self.widen * math.sqrt(node.visits)))
        seen = node.children[:width]
        me = node.position.player
        for kid in seen:
            if kid.visits == 0:
                return kid
        log = math.log(max(1, node.visits))
        return max(seen, key=lambda kid: kid.totals[me] / kid.visits + self.c * math.sqrt(log / kid.visits))
