"""Naive twin of Konane (Hawaiian draughts).

Rules.  The board starts full and chequered, black (player 0) on the upper left.  Black opens by removing
one black stone from the allowed opening cells; then White removes a white stone orthogonally adjacent to
the gap.  After that the players alternate, Black first: a stone jumps orthogonally over an adjacent enemy
stone into the empty cell just behind it, and the enemy stone is removed.  It may go on in the same
straight line over further pairs of an enemy stone and an empty cell; each cell where it may stop is a move
of its own.  A player who cannot move (or remove) loses.

Opening cells.  'any': every black stone.  'corners': the black stones on the four corner cells.  'seed':
those, and the black stones on the centre cells (the middle two rows of an even number, the middle one of
an odd number, and so for the columns).  Where no black stone is on such a cell: every black stone.

Order of moves: removals in reading order from the upper left; jumps by from-cell in reading order, then
up, left, down, right, then 1 hop, 2 hops, and so on.

Notation: a removal is `d4`, a jump `b4-f4`; column letters from the left, row numbers from the bottom.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cells import (
    BLACK,
    EMPTY,
    ORTHOGONAL,
    WHITE,
    Board,
    cell_from_bottom,
    chequered,
    count,
    frozen_board,
)

BLACK_OPENS, WHITE_OPENS, JUMPING = 0, 1, 2

Cell = tuple[int, int]


@dataclass(frozen=True)
class KonaneState:
    cells: Board
    player: int
    phase: int


def middle(length: int) -> list[int]:
    """The middle index of an odd length, the middle two of an even one."""
    if length % 2 == 1:
        return [length // 2]
    return [length // 2 - 1, length // 2]


class Konane:
    num_players = 2

    def __init__(self, rows: int, cols: int, opening: str = "seed") -> None:
        if opening not in ("any", "corners", "seed"):
            raise ValueError("opening must be 'any', 'corners' or 'seed'")
        self.rows = rows
        self.cols = cols
        self.opening = opening

    def start(self) -> KonaneState:
        return KonaneState(chequered(self.rows, self.cols), 0, BLACK_OPENS)

    def from_board(self, board: list[list[int]], player: int, phase: int = JUMPING) -> KonaneState:
        if player not in (0, 1):
            raise ValueError("no such player")
        if phase not in (BLACK_OPENS, WHITE_OPENS, JUMPING):
            raise ValueError("phase must be 0, 1 or 2")
        if phase != JUMPING and player != phase:
            raise ValueError("in phase 0 the player is 0 (Black), in phase 1 it is 1 (White)")
        return KonaneState(frozen_board(board, self.rows, self.cols), player, phase)

    def player(self, s: KonaneState) -> int:
        return s.player

    def board(self, s: KonaneState) -> list[list[int]]:
        return [list(line) for line in s.cells]

    def reading_order(self) -> list[Cell]:
        return [(row, col) for row in range(self.rows) for col in range(self.cols)]

    def inside(self, row: int, col: int) -> bool:
        return 0 <= row < self.rows and 0 <= col < self.cols

    def named_opening_cell(self, row: int, col: int) -> bool:
        """Whether the opening rule names this cell, whatever stands on it."""
        if self.opening == "any":
            return True
        if row in (0, self.rows - 1) and col in (0, self.cols - 1):
            return True
        return self.opening == "seed" and row in middle(self.rows) and col in middle(self.cols)

    def removals(self, s: KonaneState) -> list[Cell]:
        if s.phase == BLACK_OPENS:
            blacks = [(row, col) for row, col in self.reading_order() if s.cells[row][col] == BLACK]
            named = [(row, col) for row, col in blacks if self.named_opening_cell(row, col)]
            return named if named else blacks
        result = []
        for row, col in self.reading_order():
            if s.cells[row][col] == WHITE:
                beside_gap = False
                for down, right in ORTHOGONAL:
                    if self.inside(row + down, col + right) and s.cells[row + down][col + right] == EMPTY:
                        beside_gap = True
                if beside_gap:
                    result.append((row, col))
        return result

    def jumps(self, s: KonaneState) -> list[tuple[Cell, Cell, list[Cell]]]:
        """Each jump as (from, to, cells of the stones taken), in the official order."""
        own, enemy = (BLACK, WHITE) if s.player == 0 else (WHITE, BLACK)
        result = []
        for row, col in self.reading_order():
            if s.cells[row][col] != own:
                continue
            for down, right in ORTHOGONAL:
                taken: list[Cell] = []
                here = (row, col)
                while True:
                    over = (here[0] + down, here[1] + right)
                    behind = (here[0] + 2 * down, here[1] + 2 * right)
                    if not self.inside(*behind):
                        break
                    if s.cells[over[0]][over[1]] != enemy or s.cells[behind[0]][behind[1]] != EMPTY:
                        break
                    taken = [*taken, over]
                    here = behind
                    result.append(((row, col), here, taken))
        return result

    def name(self, cell: Cell) -> str:
        return cell_from_bottom(self.rows, cell[0], cell[1])

    def results(self, s: KonaneState) -> list[tuple[str, KonaneState]]:
        """Each legal move's text with the state it leads to, in the official order."""
        result = []
        if s.phase != JUMPING:
            for cell in self.removals(s):
                cells = self.board(s)
                cells[cell[0]][cell[1]] = EMPTY
                result.append((self.name(cell), self.after(s, cells)))
        else:
            for source, target, taken in self.jumps(s):
                cells = self.board(s)
                cells[target[0]][target[1]] = cells[source[0]][source[1]]
                cells[source[0]][source[1]] = EMPTY
                for row, col in taken:
                    cells[row][col] = EMPTY
                result.append((self.name(source) + "-" + self.name(target), self.after(s, cells)))
        return result

    def after(self, s: KonaneState, cells: list[list[int]]) -> KonaneState:
        """The state with these cells, the other player to move, in the next phase."""
        next_phase = {BLACK_OPENS: WHITE_OPENS, WHITE_OPENS: JUMPING, JUMPING: JUMPING}[s.phase]
        return KonaneState(tuple(tuple(line) for line in cells), 1 - s.player, next_phase)

    def moves(self, s: KonaneState) -> list[str]:
        return [text for text, _ in self.results(s)]

    def play(self, s: KonaneState, move: str) -> KonaneState:
        for text, state in self.results(s):
            if text == move:
                return state
        raise ValueError(f"not a legal move: {move}")

    def is_over(self, s: KonaneState) -> bool:
        return not self.moves(s)

    def returns(self, s: KonaneState) -> list[float]:
        if not self.is_over(s):
            return [0.0, 0.0]
        return [-1.0, 1.0] if s.player == 0 else [1.0, -1.0]

    def scores(self, s: KonaneState) -> list[float]:
        return [float(count(s.cells, BLACK)), float(count(s.cells, WHITE))]
