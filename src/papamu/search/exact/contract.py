"""The contract of exact solvers: `Solver`, and the `Solution` that it returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from papamu.kernel.bits import State

Watch = Callable[[int], None]  # called with the nodes so far several times a second; may raise to stop


@dataclass(frozen=True)
class Solution:
    """The exact value of a position for the player to move, and the moves that keep it."""

    value: float  # 1 won, 0 drawn, -1 lost; or by how much, see `Solver.counts`
    values: Mapping[int, float]  # move -> its exact value: all best moves, or every move if asked for
    nodes: int
    seconds: float

    @property
    def best(self) -> list[int]:
        """The moves that keep the value, in the game's order."""
        return [move for move, value in self.values.items() if value == self.value]


class Solver(Protocol):
    """A solver for one game. What it has found it keeps in bounded memory, for the next question."""

    counts: str
    """What its values count, like `discs`; nothing if they only say who wins."""

    def solve(self, state: State, every: bool = False, watch: Watch | None = None) -> Solution:
        """The exact value; all best moves, or with `every` the exact value of each legal move."""
