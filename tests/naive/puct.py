"""The guided tree search written down slowly, with objects: from the docstring of `search.puct`, not from its
kernels. It plays with the rules themselves, since those have twins of their own."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from papamu.games import rules as contract
from papamu.games.game import Game

Opinion = tuple[dict[int, float], list[float]]  # a number for each legal move, and what each player gets
BatchEvaluator = Callable[[np.ndarray[Any, Any]], Opinion]


@dataclass
class Node:
    """A position that a line of moves leads to."""

    players: int
    prior: float = 0.0
    visits: int = 0
    total: list[float] = field(default_factory=list)
    kids: dict[int, Node] = field(default_factory=dict)  # by move, in the order in which they are compared

    def __post_init__(self) -> None:
        self.total = [0.0] * self.players


@dataclass
class Puct:
    """A search with one tree."""

    game: Game
    state: np.ndarray[Any, Any]
    guide: BatchEvaluator
    rng: np.ndarray[Any, Any]
    c: float = 1.75
    doubt: float = 0.2
    leaves: int = 1
    root: Node = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        self.root = Node(self.game.num_players)

    def legal(self, state: np.ndarray[Any, Any]) -> list[int]:
        """The legal moves."""
        out = np.zeros(self.game.rules.max_moves, dtype=np.int64)
        return out[: int(contract.legal_moves(self.game.rules, state, out))].tolist()

    def descend(self) -> tuple[list[Node], np.ndarray[Any, Any]]:
        """The way from the root to where the tree ends."""
        state, way = self.state.copy(), [self.root]
        while way[-1].kids:
            node, moves = way[-1], self.legal(state)
            for move in moves:  # chance may allow what nobody has seen here
                if move not in node.kids:
                    node.kids = {
                        move: Node(self.game.num_players, float(np.float32(1 / len(moves)))),
                        **node.kids,
                    }
            mover = int(contract.player(self.game.rules, state))
            allowed = {move: kid for move, kid in node.kids.items() if move in moves}
            if not allowed:
                break
            seen = max(1, node.visits)
            scores = {
                move: (kid.total[mover] / kid.visits if kid.visits else node.total[mover] / seen - self.doubt)
                + self.c * math.sqrt(seen) * kid.prior / (1 + kid.visits)
                for move, kid in allowed.items()
            }
            move = max(scores, key=scores.__getitem__)  # the first of equals
            contract.play(self.game.rules, state, move)
            contract.chance(self.game.rules, state, self.rng)
            way.append(node.kids[move])
        return way, state

    def run(self, sims: int) -> None:
        """So many simulations."""
        while sims > 0:
            waiting: list[tuple[list[Node], np.ndarray[Any, Any]]] = []
            while sims > 0 and len(waiting) < self.leaves:
                way, state = self.descend()
                if contract.is_over(self.game.rules, state):
                    out = np.zeros(self.game.num_players)
                    contract.returns(self.game.rules, state, out)
                    self.up(way, out.tolist(), 1)
                elif any(way[-1] is other[-1] for other, _ in waiting):
                    break
                else:
                    waiting.append((way, state))
                    if self.leaves > 1:
                        self.up(way, [-1.0] * self.game.num_players, 1)
                sims -= 1
            for way, state in waiting:
                if self.leaves > 1:
                    self.up(way, [1.0] * self.game.num_players, -1)
                numbers, worth = self.guide(state)
                if not way[-1].kids:
                    self.expand(way[-1], numbers)
                self.up(way, worth, 1)

    @staticmethod
    def up(way: list[Node], returned: list[float], visits: int) -> None:
        """Add what a simulation returned."""
        for node in way:
            node.visits += visits
            node.total = [had + got for had, got in zip(node.total, returned, strict=True)]

    def expand(self, node: Node, numbers: dict[int, float]) -> None:
        """A child of each legal move; priors have 32 bits."""
        highest = max(numbers.values())
        powers = {move: math.exp(number - highest) for move, number in numbers.items()}
        whole = 0.0
        for power in powers.values():
            whole += power
        node.kids = {
            move: Node(self.game.num_players, float(np.float32(power / whole)))
            for move, power in powers.items()
        }

    def go_on(self, move: int, state: np.ndarray[Any, Any]) -> None:
        """Somebody played this move."""
        self.root = self.root.kids.get(move, Node(self.game.num_players))
        self.state = state

    def visits(self) -> list[int]:
        """Of each legal move."""
        kids = self.root.kids
        return [kids[move].visits if move in kids else 0 for move in self.legal(self.state)]
