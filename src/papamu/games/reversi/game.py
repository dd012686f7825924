"""Reversi as a `Game`: sizes, notation and the rule card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from papamu.games.game import Facts, Game
from papamu.games.presentation import MoveLayout, RuleCard
from papamu.games.reversi import rules as reversi_rules
from papamu.games.rules import Codes
from papamu.games.two_colour_boards import stones_state
from papamu.kernel.bits import State


class ReversiGame(Game):
    """Reversi (Othello) on a square board."""

    name = "reversi"
    title = "Reversi"
    default_size = (8, 8)
    sizes = "4x4, 6x6, 8x8, … up to 16x16 (even squares)"
    rows_from_top = True
    move_example = "f5 or pass"
    style = "discs"
    suggested_sizes = ("4x4", "6x6", "8x8", "10x10")
    ladder_board = "8x8"
    solvable_cells = 16
    symmetric_state = True
    opponents = (("tree + network that learned from its own games", "puct:model=reversi"),)
    rule_card = RuleCard(
        pitch="Enclose a line of discs and all of them turn to your colour.",
        goal="Have more discs of your colour at the end.",
        how=(
            "Put a disc so that enemy discs lie in a straight line between it and another disc of yours.",
            "All discs enclosed like that turn over, in all eight directions.",
            "If you cannot enclose any, you pass. The game ends when neither side can move.",
        ),
        tip="A disc in a corner can never be turned. Few discs early on is often good.",
        minutes=10,
    )
    card: ClassVar[str] = """\
Four discs stand in the middle, two of each colour crosswise. Black moves first.

Put a disc of your colour on an empty cell so that a straight line of enemy discs (along a row, a \
column or a diagonal) is enclosed between it and another of your discs; all enclosed discs in all \
eight directions turn over. You must enclose at least one.

If you cannot, you pass; passing is a move, and the only one then. The game is over when neither \
side can move. More discs win; equal is a draw.

Moves are listed in reading order.

Notation: f5 is column f, row 5 counted from the top; pass."""

    def __init__(self, rows: int, cols: int, options: Mapping[str, Any]) -> None:
        super().__init__(rows, cols, options)
        self.rules = reversi_rules.make(rows)
        self.facts = Facts(
            num_players=2,
            chance=False,
            zero_sum=True,
            passes=True,
            actions=self.rules.cells + 1,
            max_moves=self.rules.max_moves,
            finished_counts=True,
        )

    @classmethod
    def check_size(cls, rows: int, cols: int) -> None:
        """Even squares."""
        if rows != cols or rows % 2 or not 4 <= rows <= 16:
            raise cls._refuse_size(rows, cols)

    def state_from(self, board: Codes, turn: int, extras: dict[str, str]) -> State:
        """Any board of discs is a position."""
        return stones_state(board, turn)

    def move_text(self, move: int) -> str:
        """`f5`, `pass`"""
        return "pass" if move == self.rules.cells else self.cell_name(move)

    def read_move(self, text: str) -> int | None:
        """`f5`; passes as in game records: `pass`, `pa`, `--`"""
        if text.lower() in ("pass", "pa", "ps", "--"):
            return int(self.rules.cells)
        return self.find_cell(text)

    def move_cells(self, move: int) -> tuple[int, ...] | None:
        """The cell, or none for a pass."""
        return (move,) if move < self.rules.cells else ()

    def move_layout(self) -> MoveLayout:
        """One number a cell, and one for the pass."""
        return MoveLayout(1, 1, np.arange(self.facts.actions, dtype=np.int64))
