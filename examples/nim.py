"""A game of your own: subtraction Nim, made by following "Add a game" in CONTRIBUTING.md.

A row of stones; in turn, take one, two or three from its right end. Who takes the last one wins.

    python examples/nim.py
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

import numpy as np

import papamu
from papamu.core.errors import PositionError
from papamu.games import rules as contract
from papamu.games.game import Facts, Game
from papamu.games.rules import Codes, Floats, Moves
from papamu.kernel.bits import U0, U1, State
from papamu.kernel.random import Stream


# Step 1: the rules record. Sizes are values, so one compilation serves every size.
class Nim(NamedTuple):
    rows: int
    cols: int
    cells: int
    num_players: int
    state_size: int
    max_moves: int


# Step 2: the rules. State: how many stones are left, and who is to move. Move: how many to take.
@contract.reset.register(Nim)
def reset_nim(rules: Nim, state: State, rng: Stream) -> None:
    state[0] = np.uint64(rules.cells)
    state[1] = U0


@contract.player.register(Nim)
def player_nim(rules: Nim, state: State) -> int:
    return np.int64(state[1])


@contract.legal_moves.register(Nim)
def legal_moves_nim(rules: Nim, state: State, out: Moves) -> int:
    n = min(3, np.int64(state[0]))
    for index in range(n):
        out[index] = index + 1
    return n


@contract.play.register(Nim)
def play_nim(rules: Nim, state: State, move: int) -> None:
    state[0] -= np.uint64(move)
    state[1] ^= U1


@contract.is_over.register(Nim)
def is_over_nim(rules: Nim, state: State) -> bool:
    return state[0] == U0


@contract.returns.register(Nim)
def returns_nim(rules: Nim, state: State, out: Floats) -> None:
    loser = np.int64(state[1])
    out[loser] = -1.0
    out[1 - loser] = 1.0


@contract.scores.register(Nim)
def scores_nim(rules: Nim, state: State, out: Floats) -> None:
    out[0] = out[1] = np.float64(state[0])


@contract.observe.register(Nim)
def observe_nim(rules: Nim, state: State, viewer: int, out: Codes) -> None:
    for cell in range(rules.cells):  # the stones belong to the player to move
        own = np.int64(state[1]) == viewer
        out[cell] = (1 if own else 2) if cell < np.int64(state[0]) else 0


@contract.changes.register(Nim)
def changes_nim(rules: Nim, state: State, move: int, viewer: int, cells: Moves, codes: Codes) -> int:
    stones = np.int64(state[0])
    own_next = np.int64(state[1]) != viewer
    for cell in range(stones):
        cells[cell] = cell
        codes[cell] = (1 if own_next else 2) if cell < stones - move else 0
    return stones


# Step 3: the game as people use it.
@papamu.register
class NimGame(Game):
    """Subtraction Nim."""

    name = "nim"
    title = "Nim"
    card: ClassVar[str] = "Take one, two or three stones from the right end. Who takes the last one wins."
    default_size = (1, 12)
    sizes = "1x1 to 1x100"
    move_example = "take2"

    def __init__(self, rows: int, cols: int, options: Mapping[str, Any]) -> None:
        super().__init__(rows, cols, options)
        self.rules = Nim(rows, cols, rows * cols, num_players=2, state_size=2, max_moves=3)
        self.facts = Facts(2, chance=False, zero_sum=True, passes=False, actions=4, max_moves=3)

    @classmethod
    def check_size(cls, rows: int, cols: int) -> None:
        """One row."""
        if rows != 1 or not 1 <= cols <= 100:
            raise cls._refuse_size(rows, cols)

    def state_from(self, board: Codes, turn: int, extras: dict[str, str]) -> State:
        """Stones lie at the left end and belong to the player to move."""
        stones = int((board == 1 + turn).sum())
        if (board.ravel()[:stones] != 1 + turn).any() or board.ravel()[stones:].any():
            raise PositionError(f"{self}: the stones of the player to move lie together at the left end")
        return np.array([stones, turn], dtype=np.uint64)

    def symmetries(self, state: State) -> Any:
        """The row has an end."""
        return super().symmetries(state)[:1]

    def move_text(self, move: int) -> str:
        """`take2`"""
        return f"take{move}"

    def read_move(self, text: str) -> int | None:
        """`take2`"""
        return int(text[4:]) if text.startswith("take") and text[4:] in ("1", "2", "3") else None


# Step 4: the contract test, before anything is built on it.
if __name__ == "__main__":
    from papamu.testing import check_game

    print("positions checked:", check_game("nim:1x20", games=20))
    print(papamu.load("nim:1x5").start().play("take2"))
