"""Checkers as a `Game`: sizes, options, notation and the rule card."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PositionError
from papamu.core.spec import Option
from papamu.games.checkers import rules as checkers_rules
from papamu.games.checkers import teleport  # noqa: F401  (registers the teleport)
from papamu.games.checkers.rules import DIAGONALS, NO_TELEPORT
from papamu.games.game import Facts, Game
from papamu.games.presentation import RuleCard
from papamu.games.rules import Codes
from papamu.kernel.bits import State
from papamu.kernel.grid import pack, step_from
from papamu.kernel.symmetry import symmetries

_MOVE = re.compile(r"([0-9]{1,3})([-x~])([0-9]{1,3})")


class CheckersGame(Game):
    """Checkers on a board of any even side, with the report's teleport by option."""

    name = "checkers"
    title = "Checkers"
    default_size = (8, 8)
    sizes = "4x4, 6x6, 8x8, … up to 16x16 (even squares)"
    alphabet = ".1234"
    player_names = ("Player 1", "Player 2")
    move_example = "11-15 (a step) or 22x15 (a jump)"
    style = "checkers"
    suggested_sizes = ("6x6", "8x8", "10x10", "12x12")
    ladder_board = "8x8"
    solvable_cells = 16
    seat_names = ("Black", "White")
    players_opposite = True
    hops = True
    opponents = (("tree + network that learned from its own games", "puct:model=checkers"),)
    rule_card = RuleCard(
        pitch="Diagonal steps, jumps that must be made, and kings.",
        goal="Have more pieces left when one side cannot move.",
        how=(
            "Men step one square diagonally forward.",
            "Jump over an enemy piece next to you onto the empty square behind it, and it is taken.",
            "If you can jump, you must, and the same piece keeps jumping while it can.",
            "A man that reaches the far row becomes a king and moves backwards too.",
        ),
        tip="Keep your back row at home: it keeps the other side from getting kings.",
        minutes=10,
    )
    options_declared = (
        Option(
            "win",
            "pieces",
            "when the mover is stuck, more pieces win (pieces), or the stuck side loses (moves)",
            ("pieces", "moves"),
        ),
        Option("rules", "text", "the report's text, or what its authors' program plays", ("text", "program")),
        Option("teleport", 0.0, "chance of a teleport after each turn (the report: 0.1)", low=0, high=1),
        Option("first", "1", "who begins", ("1", "2", "random")),
        Option(
            "quiet",
            80,
            "plies without a capture or a man's move that end the game; 0: never",
            low=0,
            high=1_000_000,
        ),
    )
    card: ClassVar[str] = """\
Men stand on the squares of one colour, player 1 at the bottom moving up, player 2 at the top moving \
down; two rows between them are empty.

A man moves one step diagonally forward onto an empty square, or jumps over a neighbouring enemy \
piece onto the empty square behind it and removes it. Kings do both in all four directions, one step. \
If you can jump, you must. After a jump the same piece must keep jumping if it can; each hop is one \
action. A man that reaches the far row becomes a king; if it came by a jump, the turn ends there.

The game is over when the side to move has no action: more pieces win, equal is a tie (win=pieces), \
or the side that is stuck loses (win=moves). After quiet= plies without a capture or a man's move, it \
is over by the count of pieces.

rules=program plays as the program of the checkers report does: no man is crowned, and after a jump \
any of the player's pieces must continue. teleport=0.1: after each turn, with that chance, one random \
piece of the player who moved is put on a random empty square next to it.

Moves are listed piece by piece in reading order, each to the forward left, forward right, then backward.

Notation: squares are numbered from the lower left, row by row upwards, as in PDN with \
player 1 as Black: 11-15 is a step, 22x15 one hop, 9~14 a teleport."""

    def __init__(self, rows: int, cols: int, options: Mapping[str, Any]) -> None:
        super().__init__(rows, cols, options)
        self.rules = checkers_rules.make(
            rows,
            program=options["rules"] == "program",
            win_by_moves=options["win"] == "moves",
            quiet=options["quiet"],
            first=("1", "2", "random").index(options["first"]),
            teleport=options["teleport"],
        )
        self.facts = Facts(
            num_players=2,
            chance=options["teleport"] > 0,
            zero_sum=True,
            passes=False,
            actions=8 * self.rules.cells,
            max_moves=self.rules.max_moves,
            # A king can walk to and fro; the report's program has no kings, and men only go forward.
            endless=""
            if options["quiet"] or options["rules"] == "program"
            else "lets kings move for ever (quiet=80 prevents that)",
        )

    @classmethod
    def check_size(cls, rows: int, cols: int) -> None:
        """Even squares."""
        if rows != cols or rows % 2 or not 4 <= rows <= 16:
            raise cls._refuse_size(rows, cols)

    # -- squares ------------------------------------------------------------------------------

    def number(self, cell: int) -> int:
        """The PDN number of a cell."""
        row, col = divmod(cell, self.cols)
        return (self.rows - 1 - row) * (self.cols // 2) + col // 2 + 1

    def cell_label(self, cell: int) -> str:
        """Squares are numbered."""
        return str(self.number(cell))

    def cell(self, number: int) -> int | None:
        """The cell of a PDN number, or `None`."""
        up, place = divmod(number - 1, self.cols // 2)
        row = self.rows - 1 - up
        return row * self.cols + 2 * place + row % 2 if number >= 1 and row >= 0 else None

    # -- positions ----------------------------------------------------------------------------

    def state_from(self, board: Codes, turn: int, extras: dict[str, str]) -> State:
        """Pieces on playable squares; `from=15` must go on jumping; `quiet=12` plies so far."""
        row, col = np.indices(board.shape)
        if (board[(row + col) % 2 == 1] > 0).any():
            raise PositionError(f"{self}: a piece stands on a square that is not played on")
        if self.rules.program and (board > 2).any():
            raise PositionError(f"{self}: there are no kings under rules=program")
        if not self.rules.program and ((board[0] == 1).any() or (board[-1] == 2).any()):
            raise PositionError(f"{self}: a man on its far row is a king (3 or 4)")
        forced = self._field(extras, "from")
        quiet = self._field(extras, "quiet") or 0
        if quiet > self.rules.quiet:
            raise PositionError(f"{self}: quiet={quiet} is not possible: the game ends at {self.rules.quiet}")
        cell = None if forced is None else self.cell(forced)
        status = np.array(
            [checkers_rules.status_word(turn, 0, -1 if cell is None else cell, quiet)], dtype=np.uint64
        )
        boards = [pack(np.isin(board, codes)) for codes in ((1, 3), (2, 4), (3, 4))]
        state = np.concatenate([*boards, status])
        if forced is not None and not self._may_be_forced(state, turn, cell):
            raise PositionError(f"{self}: from={forced} is not a piece that can continue jumping")
        return state

    def _may_be_forced(self, state: State, turn: int, cell: int | None) -> bool:
        if cell is None or self.rules.program:
            return False
        return bool(checkers_rules.can_jump(self.rules, state, turn, cell))

    def _field(self, extras: dict[str, str], name: str) -> int | None:
        text = extras.pop(name, None)
        if text is None:
            return None
        if not text.isascii() or not text.isdigit() or len(text) > 7:
            raise PositionError(f"{self}: {name}={text} is not possible: it takes a whole number")
        return int(text)

    def extras(self, state: State) -> dict[str, str]:
        """The piece that must go on, and the quiet plies, where there are any."""
        forced = int(checkers_rules.forced_cell(self.rules, state))
        quiet = int(checkers_rules.quiet_plies(self.rules, state))
        found = {"from": str(self.number(forced))} if forced >= 0 else {}
        return found | ({"quiet": str(quiet)} if quiet else {})

    def symmetries(self, state: State) -> NDArray[np.int64]:
        """None but itself: men have a direction, and mirrored squares are not played on."""
        return symmetries(self.rows, self.cols)[:1]

    # -- moves --------------------------------------------------------------------------------

    def move_text(self, move: int) -> str:
        """`11-15`, `22x15`"""
        cell, jump = move >> 3, move & 1
        target = cell + (1 + jump) * int(self.rules.delta[(move >> 1) & 3])
        return f"{self.number(cell)}{'x' if jump else '-'}{self.number(target)}"

    def read_move(self, text: str) -> int | None:
        """`11-15`, `22x15`"""
        found = self._read_pair(text.lower())
        if found is None or found[1] == "~":
            return None
        cell, sign, down, right = found
        length = 2 if sign == "x" else 1
        step = (down // length, right // length)
        if abs(down) != length or abs(right) != length:
            return None
        return cell * 8 + DIAGONALS.index(step) * 2 + (length - 1)

    def move_cells(self, move: int) -> tuple[int, ...] | None:
        """From where, to where."""
        down, right = DIAGONALS[(move >> 1) & 3]
        length = 1 + (move & 1)
        target = step_from(self.rows, self.cols, move >> 3, length * down, length * right)
        return None if target is None else (move >> 3, target)

    def advice(self, state: State) -> str:
        """Jumps are mandatory."""
        mover, forced = (
            int(of(self.rules, state)) for of in (checkers_rules.mover_of, checkers_rules.forced_cell)
        )
        return "You must jump." if checkers_rules.can_jump(self.rules, state, mover, forced) else ""

    def event_text(self, outcome: int) -> str:
        """`none`, or `9~14` for a piece teleported from 9 to 14."""
        if outcome == NO_TELEPORT:
            return "none"
        cell, direction = divmod(outcome - 1, 4)
        return f"{self.number(cell)}~{self.number(cell + int(self.rules.delta[direction]))}"

    def event_path(self, event: str) -> list[int]:
        """From where to where a piece was teleported: the squares are numbers."""
        cells = [self.cell(int(number)) for number in re.findall("[0-9]+", event)]
        return [cell for cell in cells if cell is not None]

    def _read_pair(self, text: str) -> tuple[int, str, int, int] | None:
        match = _MOVE.fullmatch(text)
        if match is None:
            return None
        cell, target = self.cell(int(match[1])), self.cell(int(match[3]))
        if cell is None or target is None:
            return None
        (row, col), (row2, col2) = divmod(cell, self.cols), divmod(target, self.cols)
        return cell, match[2], row2 - row, col2 - col
