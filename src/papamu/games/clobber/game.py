"""Clobber as a `Game`: sizes, options, notation and the rule card."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from papamu.core.errors import PositionError, SpecError
from papamu.core.spec import Option, Spec, read_options
from papamu.games.clobber import rules as clobber_rules
from papamu.games.game import Facts, Game
from papamu.games.presentation import RuleCard
from papamu.games.rules import Codes
from papamu.games.two_colour_boards import stones_state
from papamu.kernel.bits import State
from papamu.kernel.grid import STEPS, chequered, step_from

_MOVE = re.compile(r"([a-z]{1,2}[0-9]{1,3})-?([a-z]{1,2}[0-9]{1,3})")
SOLITAIRE = ("no", "alternate", "any")


class ClobberGame(Game):
    """Clobber on a rectangle."""

    name = "clobber"
    title = "Clobber"
    default_size = (6, 6)
    sizes = "1x2 to 32x32, and one row or column of up to 256"
    move_example = "a1a2"
    suggested_sizes = ("4x5", "5x6", "6x6", "8x8", "10x10")
    ladder_board = "6x6"
    solvable_cells = 25
    symmetric_state = True
    opponents = (("tree + network that learned from its own games", "puct:model=clobber"),)
    rule_card = RuleCard(
        pitch="Step onto an enemy stone. Whoever makes the last move wins.",
        goal="Make the last move.",
        how=(
            "Put one of your stones onto an enemy stone next to it: up, down, left or right.",
            "The enemy stone is gone, yours stands in its place.",
            "There are no other moves. If you cannot move, you have lost.",
        ),
        tip="A stone without an enemy next to it is out of the game: leave the other side only those.",
        minutes=3,
    )
    options_declared = (
        Option("start", "chequered", "chequered, random (seeded colours), or a board like xo.x/ox.o"),
        Option("cannibal", False, "players may capture their own stones too"),
        Option("solitaire", "no", "one player: colours alternate, or any stone may move", SOLITAIRE),
        Option("graph", "", "graph Clobber: a JSON file with vertices and edges"),
    )
    card: ClassVar[str] = """\
The board is filled with black and white stones in turn, black on the upper left. Black moves first.

A move takes one of your stones onto a neighbouring enemy stone (up, down, left or right), which is \
removed. There are no other moves. The player who makes the last move wins.

Moves are listed cell by cell in reading order and, within a cell, up, left, down, right.

cannibal=true: your own stones may be captured too. solitaire=alternate: one player moves black and \
white stones in turn; solitaire=any: any stone may move; leave as few stones as you can. \
start=random draws each stone's colour. graph=FILE plays on any undirected graph.

Notation: a1a2 moves the stone on a1 (lower left) to a2."""

    def __init__(self, rows: int, cols: int, options: Mapping[str, Any]) -> None:
        super().__init__(rows, cols, options)
        start = options["start"]
        board = chequered(rows, cols)
        if start not in ("chequered", "random"):
            board = self._read_board(start)
            self.options["start"] = self.board_text(board)
        self.solitaire = SOLITAIRE.index(options["solitaire"])
        self.rules = clobber_rules.make(board, options["cannibal"], self.solitaire, start == "random")
        self.facts = Facts(
            num_players=self.rules.num_players,
            chance=False,
            zero_sum=not self.solitaire,
            passes=False,
            actions=4 * self.rules.cells,
            max_moves=self.rules.max_moves,
        )

    @classmethod
    def from_spec(cls, spec: Spec) -> Game:
        """Also the games whose size comes from somewhere else: a start board, a graph."""
        if spec.options.get("graph"):
            from papamu.games.clobber.graph import GraphClobberGame

            if spec.words or "start" in spec.options:
                raise SpecError(
                    "clobber: graph=FILE gives the whole board; give no size and no start with it "
                    "(and no comma in the file's name)"
                )
            return GraphClobberGame.load(read_options(cls.name, cls.options_declared, spec.options))
        start = spec.options.get("start", "")
        if not spec.words and start not in ("", "chequered", "random"):
            rows = start.split("/")
            return cls(len(rows), len(rows[0]), read_options(cls.name, cls.options_declared, spec.options))
        return super().from_spec(spec)

    @classmethod
    def check_size(cls, rows: int, cols: int) -> None:
        """Any rectangle with at least two cells."""
        largest = 256 if min(rows, cols) == 1 else 32
        if min(rows, cols) < 1 or rows * cols < 2 or max(rows, cols) > largest:
            raise cls._refuse_size(rows, cols)

    def state_from(self, board: Codes, turn: int, extras: dict[str, str]) -> State:
        """Any board of stones is a position."""
        if self.solitaire == clobber_rules.ANY and turn:
            raise PositionError(f"{self}: any stone may move, so the side to move is written x")
        return stones_state(board, turn)

    def turn(self, state: State) -> int:
        """The colour to move; in solitaire `any` it has no meaning."""
        return 0 if self.solitaire == clobber_rules.ANY else int(state[-1])

    def move_text(self, move: int) -> str:
        """`a1a2`"""
        cell, direction = divmod(move, 4)
        return self.cell_name(cell) + self.cell_name(cell + int(self.rules.delta[direction]))

    def read_move(self, text: str) -> int | None:
        """`a1a2` or `a1-a2`"""
        match = _MOVE.fullmatch(text.lower())
        cells = [self.find_cell(name) for name in match.groups()] if match else [None]
        if None in cells:
            return None
        (row, col), (row2, col2) = (divmod(cell or 0, self.cols) for cell in cells)
        step = (row2 - row, col2 - col)
        return 4 * (row * self.cols + col) + STEPS.index(step) if step in STEPS else None

    def move_cells(self, move: int) -> tuple[int, ...] | None:
        """From where, to where."""
        cell, direction = divmod(move, 4)
        target = step_from(self.rows, self.cols, cell, *STEPS[direction])
        return None if target is None else (cell, target)
