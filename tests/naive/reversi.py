"""Naive twin of Reversi (Othello) on an n x n board, n even.

Rules.  With m = n // 2 and cells as (row from the top, column), 0-based, the game starts with white discs
(player 1) on (m-1, m-1) and (m, m), and black discs (player 0) on (m-1, m) and (m, m-1).  Black moves
first.  A move puts a disc on an empty cell so that in at least one of the eight directions a line of one or
more enemy discs, straight on from the new disc, ends in a disc of one's own; all discs in all such lines
are turned over.  A player with no such move passes, when the other player has one; when neither has, the
game is over, and more discs win.

Order of moves: reading order from the upper left.

Notation: `d3`, column letters from the left, row numbers from the top; `pass`.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cells import BLACK, EMPTY, WHITE, Board, cell_from_top, count, frozen_board

Cell = tuple[int, int]

EIGHT_DIRECTIONS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]


@dataclass(frozen=True)
class ReversiState:
    cells: Board
    player: int


class Reversi:
    num_players = 2

    def __init__(self, n: int) -> None:
        if n < 2 or n % 2 != 0:
            raise ValueError("n must be even, 2 or more")
        self.n = n

    def start(self) -> ReversiState:
        middle = self.n // 2
        cells = [[EMPTY] * self.n for _ in range(self.n)]
        cells[middle - 1][middle - 1] = WHITE
        cells[middle][middle] = WHITE
        cells[middle - 1][middle] = BLACK
        cells[middle][middle - 1] = BLACK
        return self.from_board(cells, 0)

    def from_board(self, board: list[list[int]], player: int) -> ReversiState:
        if player not in (0, 1):
            raise ValueError("no such player")
        return ReversiState(frozen_board(board, self.n, self.n), player)

    def player(self, s: ReversiState) -> int:
        return s.player

    def board(self, s: ReversiState) -> list[list[int]]:
        return [list(line) for line in s.cells]

    def inside(self, row: int, col: int) -> bool:
        return 0 <= row < self.n and 0 <= col < self.n

    def flips(self, s: ReversiState, player: int, row: int, col: int) -> list[Cell]:
        """The cells of the discs that `player` would turn over with a disc on (row, col)."""
        own, enemy = (BLACK, WHITE) if player == 0 else (WHITE, BLACK)
        if s.cells[row][col] != EMPTY:
            return []
        turned: list[Cell] = []
        for down, right in EIGHT_DIRECTIONS:
            line: list[Cell] = []
            r, c = row + down, col + right
            while self.inside(r, c) and s.cells[r][c] == enemy:
                line.append((r, c))
                r, c = r + down, c + right
            if self.inside(r, c) and s.cells[r][c] == own:
                turned.extend(line)
        return turned

    def placements(self, s: ReversiState, player: int) -> list[Cell]:
        """The cells where `player` would turn something over, in reading order."""
        return [
            (row, col) for row in range(self.n) for col in range(self.n) if self.flips(s, player, row, col)
        ]

    def moves(self, s: ReversiState) -> list[str]:
        own = self.placements(s, s.player)
        if own:
            return [cell_from_top(row, col) for row, col in own]
        if self.placements(s, 1 - s.player):
            return ["pass"]
        return []

    def play(self, s: ReversiState, move: str) -> ReversiState:
        if move == "pass":
            if self.moves(s) == ["pass"]:
                return ReversiState(s.cells, 1 - s.player)
            raise ValueError("passing is not legal here")
        for row in range(self.n):
            for col in range(self.n):
                turned = self.flips(s, s.player, row, col) if cell_from_top(row, col) == move else []
                if turned:
                    cells = self.board(s)
                    for r, c in [(row, col), *turned]:
                        cells[r][c] = BLACK if s.player == 0 else WHITE
                    return ReversiState(tuple(tuple(line) for line in cells), 1 - s.player)
        raise ValueError(f"not a legal move: {move}")

    def is_over(self, s: ReversiState) -> bool:
        return not self.placements(s, 0) and not self.placements(s, 1)

    def returns(self, s: ReversiState) -> list[float]:
        if not self.is_over(s):
            return [0.0, 0.0]
        black, white = self.scores(s)
        if black == white:
            return [0.0, 0.0]
        return [1.0, -1.0] if black > white else [-1.0, 1.0]

    def scores(self, s: ReversiState) -> list[float]:
        return [float(count(s.cells, BLACK)), float(count(s.cells, WHITE))]
