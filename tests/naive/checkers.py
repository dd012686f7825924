"""Naive twin of checkers (English draughts on n x n squares), slow and obvious, for testing fast kernels.

The board.  Rows r count from the top, columns c from the left, both from 0.  Only squares with r + c even are
used; every other square carries the code -1.  0 is an empty square, 1 and 2 are the men of players 0 and 1,
3 and 4 their kings.  Each side starts with (n - 2) / 2 rows of men; player 0 sits at the bottom and moves up,
player 1 sits at the top and moves down.  Player `first` begins.

The moves.  A man steps one square diagonally forward to an empty square, a king one square in any of the four
diagonal directions.  A jump leaps over an adjacent enemy piece to the empty square behind it and removes it;
men jump forward only, kings in all four directions.  Who can jump must jump.  Each hop is one ply.

rules='text'     After a jump the same piece must go on jumping if it can (the player keeps the turn).  A man
                 that reaches the far row becomes a king; if a jump took it there, the turn ends.
rules='program'  Nobody is ever crowned, and after a jump the player must jump again if any of his pieces can,
                 with any of them.

The end.  The game is over when the side to move has no action, or when `quiet` plies in a row (quiet > 0)
were all plain moves of kings.  win='pieces': more pieces win.  win='moves': the side that cannot act loses.
A game ended by the quiet rule is always decided by the number of pieces.

Move texts.  Squares are numbered from the bottom left, left to right, upwards, from 1: `11-15` is a step,
`22x15` a hop.  Order: pieces in reading order from the upper left; for each piece forward-left, forward-right
and, for a king, backward-left, backward-right (left is the smaller column, forward is the owner's forward).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

Square = tuple[int, int]
UNUSED, EMPTY = -1, 0
MAN = (1, 2)  # code of a man of player 0, 1
KING = (3, 4)  # code of a king of player 0, 1
OWNER = {1: 0, 3: 0, 2: 1, 4: 1}


@dataclass(frozen=True)
class State:
    cells: tuple[tuple[int, ...], ...]
    player: int
    forced: Square | None = None  # rules='text': the piece that must go on jumping
    quiet_count: int = 0  # plies in a row that were plain moves of kings
    must_jump: bool = False  # rules='program': in the middle of a turn of several jumps


def owner(code: int) -> int | None:
    """The player a square's code belongs to, None for an empty or unused square."""
    return OWNER.get(code)


def directions(code: int) -> list[Square]:
    """The (row, column) steps of a piece in the official order."""
    who = owner(code)
    assert who is not None
    forward = -1 if who == 0 else 1
    steps = [(forward, -1), (forward, 1)]
    if code == KING[who]:
        steps += [(-forward, -1), (-forward, 1)]
    return steps


class Checkers:
    num_players = 2

    def __init__(
        self, n: int, rules: str = "text", win: str = "pieces", quiet: int = 80, first: int = 0
    ) -> None:
        if n % 2 or not 4 <= n <= 16:
            raise ValueError("n must be even, 4..16")
        if rules not in ("text", "program") or win not in ("pieces", "moves") or first not in (0, 1):
            raise ValueError("unknown option")
        self.n, self.rules, self.win, self.quiet, self.first = n, rules, win, quiet, first

    # ---- positions

    def start(self) -> State:
        board = [[EMPTY] * self.n for _ in range(self.n)]
        rows_of_men = (self.n - 2) // 2
        for c in range(self.n):
            for r in range(rows_of_men):
                board[r][c] = MAN[1]
                board[self.n - 1 - r][c] = MAN[0]
        for r in range(self.n):
            for c in range(self.n):
                if (r + c) % 2 == 1:
                    board[r][c] = UNUSED
        return self.from_board(board, self.first)

    def from_board(
        self,
        board: list[list[int]],
        player: int,
        forced: Square | None = None,
        quiet_count: int = 0,
        must_jump: bool = False,
    ) -> State:
        """Any position.  A `forced` piece must be able to jump, and exists under rules='text' only."""
        if len(board) != self.n or any(len(row) != self.n for row in board):
            raise ValueError("the board has the wrong size")
        cells = []
        for r in range(self.n):
            row = []
            for c in range(self.n):
                if (r + c) % 2 == 1:
                    if board[r][c] not in (UNUSED, EMPTY):
                        raise ValueError("a piece on an unused square")
                    row.append(UNUSED)
                else:
                    if board[r][c] not in (EMPTY, *MAN, *KING):
                        raise ValueError("unknown code on a playable square")
                    row.append(board[r][c])
            cells.append(tuple(row))
        if forced is not None:
            forced = (forced[0], forced[1])
        s = State(tuple(cells), player, forced, quiet_count, must_jump)
        if forced is not None:
            mine = owner(cells[forced[0]][forced[1]]) == player
            if self.rules != "text" or not mine or not self._jumps(s, forced):
                raise ValueError("this piece cannot be forced to go on jumping")
        return s

    def board(self, s: State) -> list[list[int]]:
        return [list(row) for row in s.cells]

    def player(self, s: State) -> int:
        return s.player

    # ---- moves

    def number(self, square: Square) -> int:
        r, c = square
        return (self.n - 1 - r) * (self.n // 2) + c // 2 + 1

    def _code(self, s: State, r: int, c: int) -> int:
        """The code of a square; a square off the board counts as unused."""
        if 0 <= r < self.n and 0 <= c < self.n:
            return s.cells[r][c]
        return UNUSED

    def _pieces(self, s: State, who: int) -> list[Square]:
        """The squares of a player's pieces in reading order."""
        return [(r, c) for r in range(self.n) for c in range(self.n) if owner(s.cells[r][c]) == who]

    def _steps(self, s: State, square: Square) -> list[Square]:
        """The squares this piece can step to."""
        r, c = square
        return [
            (r + dr, c + dc) for dr, dc in directions(s.cells[r][c]) if self._code(s, r + dr, c + dc) == EMPTY
        ]

    def _jumps(self, s: State, square: Square) -> list[Square]:
        """The squares this piece can jump to."""
        r, c = square
        enemy = 1 if owner(s.cells[r][c]) == 0 else 0
        targets = []
        for dr, dc in directions(s.cells[r][c]):
            over, behind = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
            if owner(self._code(s, *over)) == enemy and self._code(s, *behind) == EMPTY:
                targets.append(behind)
        return targets

    def _all_jumps(self, s: State, who: int) -> list[tuple[Square, Square]]:
        return [(a, b) for a in self._pieces(s, who) for b in self._jumps(s, a)]

    def _quiet_end(self, s: State) -> bool:
        return self.quiet > 0 and s.quiet_count >= self.quiet

    def _actions(self, s: State) -> list[tuple[Square, Square]]:
        """The (from, to) pairs in the official order."""
        if self._quiet_end(s):
            return []
        if s.forced is not None:
            return [(s.forced, b) for b in self._jumps(s, s.forced)]
        jumps = self._all_jumps(s, s.player)
        if jumps:
            return jumps
        return [(a, b) for a in self._pieces(s, s.player) for b in self._steps(s, a)]

    def _text(self, a: Square, b: Square) -> str:
        sign = "x" if abs(a[0] - b[0]) == 2 else "-"
        return f"{self.number(a)}{sign}{self.number(b)}"

    def moves(self, s: State) -> list[str]:
        return [self._text(a, b) for a, b in self._actions(s)]

    def _moved(self, s: State, a: Square, b: Square) -> tuple[list[list[int]], bool]:
        """The board after the piece on a went to b, and whether it was crowned there."""
        board = self.board(s)
        code = board[a[0]][a[1]]
        who = owner(code)
        assert who is not None
        far_row = 0 if who == 0 else self.n - 1
        crowned = self.rules == "text" and code == MAN[who] and b[0] == far_row
        board[a[0]][a[1]] = EMPTY
        board[b[0]][b[1]] = KING[who] if crowned else code
        return board, crowned

    def play(self, s: State, move: str) -> State:
        for a, b in self._actions(s):
            if self._text(a, b) == move:
                break
        else:
            raise ValueError(f"illegal move {move}")
        was_king = s.cells[a[0]][a[1]] in KING
        board, crowned = self._moved(s, a, b)
        if "x" not in move:
            return self.from_board(board, 1 - s.player, quiet_count=s.quiet_count + 1 if was_king else 0)

        board[(a[0] + b[0]) // 2][(a[1] + b[1]) // 2] = EMPTY
        after = self.from_board(board, s.player)
        if self.rules == "text" and not crowned and self._jumps(after, b):
            return replace(after, forced=b)
        if self.rules == "program" and self._all_jumps(after, s.player):
            return replace(after, must_jump=True)
        return replace(after, player=1 - s.player)

    # ---- the end

    def is_over(self, s: State) -> bool:
        return not self._actions(s)

    def scores(self, s: State) -> list[float]:
        return [float(len(self._pieces(s, who))) for who in (0, 1)]

    def returns(self, s: State) -> list[float]:
        if not self.is_over(s):
            return [0.0, 0.0]
        if self.win == "moves" and not self._quiet_end(s):
            return [-1.0, 1.0] if s.player == 0 else [1.0, -1.0]
        mine, yours = self.scores(s)
        if mine == yours:
            return [0.0, 0.0]
        return [1.0, -1.0] if mine > yours else [-1.0, 1.0]

    # ---- teleport, a chance event

    def teleports(self, s: State, who: int) -> dict[tuple[Square, Square], float]:
        """Probabilities of (from, to), given that a teleport happens to player `who`; {} if none is possible.

        'text': a piece uniformly among those with an empty neighbour (in any of the four directions), then
        one of its empty neighbours uniformly.  'program': a pair (piece, empty neighbour) uniformly.
        """
        targets: dict[Square, list[Square]] = {}
        for r, c in self._pieces(s, who):
            around = [(r + dr, c + dc) for dr in (-1, 1) for dc in (-1, 1)]
            empty = [b for b in around if self._code(s, *b) == EMPTY]
            if empty:
                targets[r, c] = empty
        pairs = [(a, b) for a in targets for b in targets[a]]
        if self.rules == "program":
            return {pair: 1 / len(pairs) for pair in pairs}
        return {(a, b): 1 / len(targets) / len(targets[a]) for a, b in pairs}

    def teleport(self, s: State, a: Square, b: Square) -> State:
        """The piece on a is put on b; turn and quiet count stay.  Refused while a piece is forced."""
        if s.forced is not None:
            raise ValueError("the rules do not say what a teleport in the middle of a jumping turn does")
        board, _ = self._moved(s, a, b)
        return replace(s, cells=tuple(tuple(row) for row in board))
