"""Konane as a `Game`: sizes, openings, notation and the rule card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PositionError
from papamu.core.spec import Option
from papamu.games.game import Facts, Game
from papamu.games.konane import rules as konane_rules
from papamu.games.presentation import MoveLayout, RuleCard
from papamu.games.rules import Codes
from papamu.games.two_colour_boards import stones_state
from papamu.kernel.bits import State
from papamu.kernel.grid import STEPS, step_from, unpack
from papamu.kernel.symmetry import symmetries


class KonaneGame(Game):
    """Konane, the stone-jumping game of Hawaii."""

    name = "konane"
    title = "Konane"
    default_size = (8, 8)
    sizes = "1x2 to 32x32, and one row or column of up to 256"
    move_example = "d4 (a removal) or b4-f4 (a jump)"
    style = "slate"
    suggested_sizes = ("4x4", "6x6", "8x8", "10x10")
    ladder_board = "8x8"
    solvable_cells = 36
    symmetric_state = True
    rule_card = RuleCard(
        pitch="The jumping game of Hawaii: every move is a jump in a straight line.",
        goal="Make the last move.",
        how=(
            "Black takes away a black stone, at a corner or in the centre; White one next to the gap.",
            "From then on, jump over an enemy stone into the empty place behind it, and it is taken.",
            "You may keep jumping in the same straight line, and stop after any jump.",
            "If you cannot jump, you have lost.",
        ),
        tip="Count the jumps that only you can make, and keep them for later.",
        minutes=8,
    )
    options_declared = (
        Option(
            "opening",
            "seed",
            "what Black may remove first: corners and centre (seed, as in the study), any stone, corners only",
            ("seed", "any", "corners"),
        ),
    )
    card: ClassVar[str] = """\
The board is filled with black and white stones in turn, black on the upper left.

Black opens by removing a black stone at a corner or in the centre; White then removes a white stone \
next to the gap.

From then on a move is a jump with one of your stones over a neighbouring enemy stone (along a row or \
a column) into the empty cell behind it; the enemy stone is removed. Several jumps in one straight \
line may be made in one move, and you may stop after any of them. A player who cannot move loses.

Moves are listed cell by cell in reading order; within a cell up, left, down, right, and the shorter \
jump first.

opening=any: Black may remove any black stone. opening=corners: only one at a corner.

Notation: d4 removes a stone; b4-f4 jumps from b4 to f4. a1 is the lower left."""

    def __init__(self, rows: int, cols: int, options: Mapping[str, Any]) -> None:
        super().__init__(rows, cols, options)
        self.rules = konane_rules.make(rows, cols, options["opening"])
        self.facts = Facts(
            num_players=2,
            chance=False,
            zero_sum=True,
            passes=False,
            actions=(4 * self.rules.hops + 1) * self.rules.cells,
            max_moves=self.rules.max_moves,
        )

    @classmethod
    def check_size(cls, rows: int, cols: int) -> None:
        """Any rectangle with at least two cells."""
        largest = 256 if min(rows, cols) == 1 else 32
        if min(rows, cols) < 1 or rows * cols < 2 or max(rows, cols) > largest:
            raise cls._refuse_size(rows, cols)

    def state_from(self, board: Codes, turn: int, extras: dict[str, str]) -> State:
        """Any board of stones; `todo=open` and `todo=answer` are the two moves of the opening."""
        todo = extras.pop("todo", "jump")
        if todo == "jump":
            return stones_state(board, konane_rules.JUMP + turn)
        if todo not in ("open", "answer"):
            raise PositionError(f"{self}: todo={todo} is not possible: it takes open, answer or jump")
        task = konane_rules.OPEN if todo == "open" else konane_rules.ANSWER
        if turn != task:
            raise PositionError(f"{self}: Black opens and White answers, so todo={todo} is the other's turn")
        return stones_state(board, task)

    def extras(self, state: State) -> dict[str, str]:
        """In the opening, what is to be done."""
        task = int(state[-1])
        return {} if task >= konane_rules.JUMP else {"todo": ("open", "answer")[task]}

    def symmetries(self, state: State) -> NDArray[np.int64]:
        """All of them, but before the opening only those that keep the opening cells."""
        tables = symmetries(self.rows, self.cols)
        if int(state[-1]) != konane_rules.OPEN:
            return tables
        opening = unpack(self.rules.opening, self.rules.cells)
        return np.array([table for table in tables if (opening[table] == opening).all()])

    def move_text(self, move: int) -> str:
        """`d4`, `b4-f4`"""
        removals = 4 * self.rules.hops * self.rules.cells
        if move >= removals:
            return self.cell_name(move - removals)
        place, jumps = divmod(move, self.rules.hops)
        cell, direction = divmod(place, 4)
        target = cell + 2 * (jumps + 1) * int(self.rules.delta[direction])
        return f"{self.cell_name(cell)}-{self.cell_name(target)}"

    def read_move(self, text: str) -> int | None:
        """`d4`, `b4-f4`"""
        cells = [self.find_cell(name) for name in text.split("-")]
        if None in cells or len(cells) > 2:
            return None
        if len(cells) == 1:
            return int(4 * self.rules.hops * self.rules.cells) + (cells[0] or 0)
        (row, col), (row2, col2) = (divmod(cell or 0, self.cols) for cell in cells)
        down, right = row2 - row, col2 - col
        length = abs(down) + abs(right)
        if (down and right) or length == 0 or length % 2:
            return None
        direction = (0 if down < 0 else 2) if down else (1 if right < 0 else 3)
        return ((row * self.cols + col) * 4 + direction) * int(self.rules.hops) + length // 2 - 1

    def move_cells(self, move: int) -> tuple[int, ...] | None:
        """The stone taken away; or where a jumping stone stands, and where it stops."""
        removals = 4 * self.rules.hops * self.rules.cells
        if move >= removals:
            return (move - removals,)
        place, jumps = divmod(move, self.rules.hops)
        cell, direction = divmod(place, 4)
        down, right = STEPS[direction]
        target = step_from(self.rows, self.cols, cell, 2 * (jumps + 1) * down, 2 * (jumps + 1) * right)
        return None if target is None else (cell, target)

    def click_path(self, state: State, move: int) -> list[int]:
        """With every landing: one may stop there."""
        removals = 4 * self.rules.hops * self.rules.cells
        if move >= removals:
            return [move - removals]
        place, jumps = divmod(move, self.rules.hops)
        cell, direction = divmod(place, 4)
        step = 2 * int(self.rules.delta[direction])
        return [cell + hop * step for hop in range(jumps + 2)]

    def move_layout(self) -> MoveLayout:
        """The jumps of a cell, then its removal; in the numbers of moves all removals come last."""
        moves = np.arange(self.facts.actions, dtype=np.int64)
        jumps = 4 * self.rules.hops
        cell, jump = np.divmod(moves, jumps)
        removed = moves - jumps * self.rules.cells
        places = np.where(removed < 0, cell * (jumps + 1) + jump, removed * (jumps + 1) + jumps)
        return MoveLayout(jumps + 1, 0, places)
