"""A board game of your own, played with clicks: Breakthrough, made by following "Add a game" in CONTRIBUTING.md.

Each player has two rows of pieces. A piece goes one step forward, straight or diagonally, and captures only
diagonally. Who first reaches the opposite row wins, and so does who captures everything.

    python examples/breakthrough.py                                  # checks the rules
    papamu --plugin examples/breakthrough.py play breakthrough       # in the terminal
    papamu --plugin examples/breakthrough.py serve                   # in the browser
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

import numpy as np

import papamu
from papamu.core.errors import PositionError
from papamu.games import rules as contract
from papamu.games.game import Facts, Game
from papamu.games.rules import NONE, Codes, Floats, Moves
from papamu.games.two_colour_boards import count_stones, observe_stones, place_stones, stones_state
from papamu.kernel.bits import U0, U1, State
from papamu.kernel.grid import pack
from papamu.kernel.jit import jit
from papamu.kernel.random import Stream, draw


# Step 1: the rules record. A board is one word of 64 bits, so boards have at most 64 cells.
class Breakthrough(NamedTuple):
    rows: int
    cols: int
    cells: int
    num_players: int
    state_size: int
    max_moves: int
    words: int
    start: State  # [3]: the pieces of White and of Black, and whose turn it is
    goals: State  # [2]: the row that each player wants to reach


def make(rows: int, cols: int) -> Breakthrough:
    """The rules for a board of this size. White begins at the bottom and moves up."""
    board = np.zeros((rows, cols), dtype=np.int8)
    board[-2:], board[:2] = 1, 2
    goals = np.zeros((2, rows, cols), dtype=bool)
    goals[0, 0] = goals[1, -1] = True
    return Breakthrough(
        rows=rows,
        cols=cols,
        cells=rows * cols,
        num_players=2,
        state_size=3,
        max_moves=3 * 2 * cols,
        words=1,
        start=stones_state(board, 0),
        goals=np.concatenate([pack(goals[0]), pack(goals[1])]),
    )


# Step 2: the rules. A move is six times the cell it starts from, plus its direction: for White up and left, up,
# up and right (0 to 2), for Black down and left, down, down and right (3 to 5).
@jit
def target(rules: Breakthrough, move: int) -> int:
    """Where a move ends, or `NONE` if that is off the board."""
    cell, direction = move // 6, move % 6
    side, ahead = direction % 3 - 1, rules.cols if direction >= 3 else -rules.cols
    if not (0 <= cell % rules.cols + side < rules.cols and 0 <= cell + ahead < rules.cells):
        return NONE
    return cell + ahead + side


@jit
def is_open(rules: Breakthrough, state: State, move: int) -> bool:
    """May a piece make this move, if it stands there? Straight ahead only to an empty cell."""
    to = target(rules, move)
    if to == NONE:
        return False
    bit, who = U1 << np.uint64(to), move % 6 // 3
    return (state[who] & bit) == U0 and (move % 3 != 1 or (state[1 - who] & bit) == U0)


@contract.player.register(Breakthrough)
def player_breakthrough(rules: Breakthrough, state: State) -> int:
    return np.int64(state[2])


@contract.is_over.register(Breakthrough)
def is_over_breakthrough(rules: Breakthrough, state: State) -> bool:
    arrived = (state[0] & rules.goals[0]) != U0 or (state[1] & rules.goals[1]) != U0
    return arrived or state[0] == U0 or state[1] == U0


@contract.legal_moves.register(Breakthrough)
def legal_moves_breakthrough(rules: Breakthrough, state: State, out: Moves) -> int:
    if contract.is_over(rules, state):
        return 0
    n, who = 0, np.int64(state[2])
    for cell in range(rules.cells):
        if (state[who] >> np.uint64(cell)) & U1:
            for direction in range(3 * who, 3 * who + 3):
                out[n] = 6 * cell + direction
                n += 1 if is_open(rules, state, 6 * cell + direction) else 0
    return n


@contract.mobility.register(Breakthrough)
def mobility_breakthrough(rules: Breakthrough, state: State, who: int) -> int:
    """Optional: how many moves `who` would have. With it the evaluation `mobility` is there."""
    n = 0
    for cell in range(rules.cells):
        if (state[who] >> np.uint64(cell)) & U1:
            for direction in range(3 * who, 3 * who + 3):
                n += 1 if is_open(rules, state, 6 * cell + direction) else 0
    return n


@contract.random_move.register(Breakthrough)
def random_move_breakthrough(rules: Breakthrough, state: State, rng: Stream) -> int:
    """Optional, for speed: the default lists all moves into new memory."""
    if contract.is_over(rules, state):
        return NONE
    who = np.int64(state[2])
    number = draw(rng, contract.mobility(rules, state, who))
    for cell in range(rules.cells):
        if (state[who] >> np.uint64(cell)) & U1:
            for direction in range(3 * who, 3 * who + 3):
                if is_open(rules, state, 6 * cell + direction):
                    if number == 0:
                        return 6 * cell + direction
                    number -= 1
    return NONE


@contract.play.register(Breakthrough)
def play_breakthrough(rules: Breakthrough, state: State, move: int) -> None:
    mover = np.int64(state[2])
    to = U1 << np.uint64(target(rules, move))
    state[mover] = (state[mover] & ~(U1 << np.uint64(move // 6))) | to
    state[1 - mover] &= ~to
    state[2] ^= U1


@contract.returns.register(Breakthrough)
def returns_breakthrough(rules: Breakthrough, state: State, out: Floats) -> None:
    loser = np.int64(state[2])  # whoever moved last has arrived, or taken the last piece
    out[loser] = -1.0
    out[1 - loser] = 1.0


@contract.changes.register(Breakthrough)
def changes_breakthrough(
    rules: Breakthrough, state: State, move: int, viewer: int, cells: Moves, codes: Codes
) -> int:
    cells[0], codes[0] = move // 6, 0
    cells[1], codes[1] = target(rules, move), 1 if np.int64(state[2]) == viewer else 2
    return 2


# What all games with two colours do alike.
contract.reset.register(Breakthrough)(place_stones)
contract.scores.register(Breakthrough)(count_stones)
contract.observe.register(Breakthrough)(observe_stones)


# Step 3: the game as people use it.
@papamu.register
class BreakthroughGame(Game):
    """Breakthrough on a rectangle of up to 64 cells."""

    name = "breakthrough"
    title = "Breakthrough"
    card: ClassVar[str] = """\
Each player has two rows of pieces. White begins, at the bottom.

A piece goes one step forward: straight or diagonally to an empty cell, or diagonally onto an enemy piece, which \
it captures. Nothing ever goes backward.

Who first reaches the opposite row wins. So does who captures all enemy pieces.

Notation: a2a3 goes from a2 to a3."""
    default_size = (6, 6)
    sizes = "5x3 up to 64 cells: 5 or more rows, 3 or more columns"
    alphabet = ".wb"
    aliases: ClassVar[Mapping[str, str]] = {"W": "w", "B": "b", "-": ".", "_": "."}
    player_names = ("White", "Black")
    move_example = "a2a3"
    players_opposite = True  # the page turns the board for Black

    def __init__(self, rows: int, cols: int, options: Mapping[str, Any]) -> None:
        super().__init__(rows, cols, options)
        self.rules = make(rows, cols)
        self.facts = Facts(
            num_players=2,
            chance=False,
            zero_sum=True,
            passes=False,
            actions=6 * self.rules.cells,
            max_moves=self.rules.max_moves,
        )

    @classmethod
    def check_size(cls, rows: int, cols: int) -> None:
        """Two rows each and one between them, on one word."""
        if rows < 5 or cols < 3 or rows * cols > 64:
            raise cls._refuse_size(rows, cols)

    def state_from(self, board: Codes, turn: int, extras: dict[str, str]) -> State:
        """Any board on which at most one piece has arrived, and then its owner has just moved."""
        arrived = [(board[0] == 1).sum(), (board[-1] == 2).sum()]
        if sum(arrived) > 1 or arrived[turn]:
            raise PositionError(f"{self}: only who moved last can have arrived, with one piece")
        if not (board == 1 + turn).any() and not (board == 2 - turn).any():
            raise PositionError(f"{self}: there are no pieces on the board")
        if not (board == 2 - turn).any():
            raise PositionError(f"{self}: who moved last still has a piece")
        return stones_state(board, turn)

    def symmetries(self, state: State) -> Any:
        """The board and its mirror image: forward stays forward."""
        tables = super().symmetries(state)
        upward = [table[0] < self.cols and table[1] < self.cols for table in tables]  # the upper row stays
        return tables[np.array(upward)]

    def move_cells(self, move: int) -> tuple[int, ...]:
        """From where to where: what is clicked, and what a network of convolutions tells moves apart by."""
        return move // 6, int(target(self.rules, move))

    def move_text(self, move: int) -> str:
        """`a2a3`"""
        return self.cell_name(move // 6) + self.cell_name(int(target(self.rules, move)))

    def read_move(self, text: str) -> int | None:
        """`a2a3`, also `a2-a3` and `a2xb3`"""
        match = re.fullmatch(r"([a-z]+[0-9]+)[-x]?([a-z]+[0-9]+)", text.lower())
        start, end = (self.find_cell(name) for name in match.groups()) if match else (None, None)
        moves = range(6 * start, 6 * start + 6) if start is not None and end is not None else range(0)
        return next((move for move in moves if target(self.rules, move) == end), None)


# Step 4: the contract test, before anything is built on it.
if __name__ == "__main__":
    from papamu.testing import check_game

    print("positions checked:", check_game("breakthrough:6x6", games=20))
