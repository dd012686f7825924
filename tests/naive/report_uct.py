"""Naive twin of the checkers report's tree search, slow and obvious, for testing the compiled one.

A node has a position, a number of visits and the sum of what its rollouts brought to the tree's player: the
pieces of that player minus those of the other at the end of the game. A rollout goes from the root to the end
of the game by child selection. All children of a node are made when one of them is to be selected. Written
from the report's listing and formula, for two players, on any of the naive games.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Node:
    state: Any
    move: str = ""
    visits: int = 0
    total: float = 0.0
    children: list[Node] | None = None


@dataclass
class ReportUct:
    game: Any
    sims: int
    c: float = 1.0
    select: str = "uct"
    made: int = field(default=0)  # nodes in all trees, roots not counted
    root: Node | None = None
    me: int = 0

    def choose(self, state: Any) -> str:
        self.me = self.game.player(state)
        self.root = Node(state)
        for _ in range(self.sims):
            self.rollout(self.root)
        assert self.root.children
        return first_best(self.root.children, [self.upper(self.root, kid) for kid in self.root.children]).move

    def rollout(self, node: Node) -> float:
        if self.game.is_over(node.state):
            scores = self.game.scores(node.state)
            result = scores[self.me] - scores[1 - self.me]
        else:
            result = self.rollout(self.child(node))
        node.visits += 1
        node.total += result
        return float(result)

    def child(self, node: Node) -> Node:
        if node.children is None:
            moves = self.game.moves(node.state)
            node.children = [Node(self.game.play(node.state, move), move) for move in moves]
            self.made += len(moves)
        kids = node.children
        if self.select == "explore":
            return first_best(kids, [-kid.visits for kid in kids])
        if self.select == "exploit":
            return first_best(kids, [self.quality(node, kid) for kid in kids])
        return first_best(kids, [self.upper(node, kid) for kid in kids])

    def quality(self, node: Node, kid: Node) -> float:
        sign = 1 if self.game.player(node.state) == self.me else -1
        return sign * kid.total / (kid.visits + 1)

    def upper(self, node: Node, kid: Node) -> float:
        return self.quality(node, kid) + self.c * math.sqrt(math.log(node.visits + 1) / (kid.visits + 1))


def first_best(kids: list[Node], values: list[float]) -> Node:
    return kids[values.index(max(values))]


def preorder(node: Node, least: int) -> list[Node]:
    """A node and all below it with so many visits, children in their order."""
    if node.visits < least:
        return []
    return [node] + [found for kid in node.children or () for found in preorder(kid, least)]
