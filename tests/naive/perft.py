"""Counting nodes by ply for any naive twin."""

from __future__ import annotations

from collections import Counter
from typing import Any


def perft(twin: Any, state: Any, depth: int, finished_counts: bool = False) -> list[int]:
    """Nodes at ply 1, 2, ..., depth: the number of move sequences of that length from `state`.

    A finished game adds nothing to deeper plies; with `finished_counts` (as in Reversi's tables) it goes
    on counting as one node at each deeper ply.  Equal states met at the same ply are expanded once, and
    counted as often as they are reached.
    """
    nodes: list[int] = []
    reached: Counter[Any] = Counter({state: 1})
    for _ply in range(depth):
        following: Counter[Any] = Counter()
        for current, times in reached.items():
            if twin.is_over(current):
                if finished_counts:
                    following[current] += times
            else:
                for move in twin.moves(current):
                    following[twin.play(current, move)] += times
        nodes.append(sum(following.values()))
        reached = following
    return nodes
