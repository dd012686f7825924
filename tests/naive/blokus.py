"""Naive twin of Blokus (four players, or two as in Blokus Duo), slow and obvious, for testing fast kernels.

Pieces.  Each player has the 21 polyominoes of 1 to 5 squares (89 squares), each used once, in any rotation or
reflection (91 orientations in all).

Placing.  A player's first piece must cover the player's start cell.  Every later piece must touch a corner
(diagonally) of a piece of the same player and no edge of one.  All cells must be empty.  Turns go 0, 1, ..
around; a player who cannot place is skipped (there is no pass move); the game is over when nobody can place.
When the game is over, player() is the one after the last mover (in from_board: the one given).

Start cells.  Four players: the corners; seats='seed' is upper left, lower right, lower left, upper right for
players 0..3, seats='clockwise' is upper left, upper right, lower right, lower left.  Two players: (k, k) and
(rows-1-k, cols-1-k) in (row from the top, column) with k = 2*min(rows, cols)//7.

Scores.  score='squares': the squares placed.  score='official': minus the squares of the pieces left; who
placed all 21 gets +15, and +5 more if the single square was the last one.  Returns go by rank of score: of P
players, the position k = 0 (best) .. P-1 gets 1 - 2k/(P-1); equal scores share the mean of their positions.

Board codes: 0 empty, 1..4 the owner (player + 1).  Move texts: `V5:a20,a19,a18,b18,c18`, the piece's name,
then its cells in reading order from the upper left; columns are letters, rows are numbered from the bottom.
Moves are sorted by text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from string import ascii_lowercase

Cell = tuple[int, int]  # (row from the top, column from the left)
Shape = frozenset[Cell]  # cells shifted so that the smallest row and the smallest column are 0

DRAWINGS = {
    "1": "#",
    "2": "##",
    "I3": "###",
    "V3": "## #.",
    "I4": "####",
    "L4": "#. #. ##",
    "T4": "### .#.",
    "O": "## ##",
    "Z4": "##. .##",
    "F": ".## ##. .#.",
    "I5": "#####",
    "L5": "#. #. #. ##",
    "N": ".# .# ## #.",
    "P": "## ## #.",
    "T5": "### .#. .#.",
    "U": "#.# ###",
    "V5": "#.. #.. ###",
    "W": "#.. ##. .##",
    "X": ".#. ### .#.",
    "Y": ".# ## .# .#",
    "Z5": "##. .#. .##",
}


def normal(cells: Iterable[Cell]) -> Shape:
    """The cells shifted up and left as far as they go."""
    cells = list(cells)
    top = min(r for r, _ in cells)
    left = min(c for _, c in cells)
    return frozenset((r - top, c - left) for r, c in cells)


def orientations(shape: Shape) -> set[Shape]:
    """All rotations and reflections of a shape."""
    found = set()
    for _ in range(4):
        shape = normal([(c, -r) for r, c in shape])  # a quarter turn
        found.add(shape)
        found.add(normal([(r, -c) for r, c in shape]))  # its mirror image
    return found


def _read(drawing: str) -> Shape:
    return normal([(r, c) for r, row in enumerate(drawing.split()) for c, x in enumerate(row) if x == "#"])


PIECES: dict[str, set[Shape]] = {name: orientations(_read(drawing)) for name, drawing in DRAWINGS.items()}
SIZE: dict[str, int] = {name: drawing.count("#") for name, drawing in DRAWINGS.items()}
NAME_OF: dict[Shape, str] = {shape: name for name, shapes in PIECES.items() for shape in shapes}


@dataclass(frozen=True)
class State:
    cells: tuple[tuple[int, ...], ...]
    player: int
    used: tuple[frozenset[str], ...]  # of each player, the names of the pieces placed
    last: tuple[str, ...]  # of each player, the last piece placed, '' if none or not known
    over: bool


class Blokus:
    def __init__(
        self, rows: int = 20, cols: int = 20, players: int = 4, seats: str = "seed", score: str = "squares"
    ) -> None:
        if players not in (2, 4) or seats not in ("seed", "clockwise"):
            raise ValueError("unknown option")
        if score not in ("squares", "official"):
            raise ValueError("unknown option")
        if not 1 <= cols <= 26 or rows < 1:
            raise ValueError("rows from 1, columns 1..26")
        self.rows, self.cols, self.num_players, self.seats, self.score = rows, cols, players, seats, score
        bottom, right = rows - 1, cols - 1
        if players == 2:
            k = 2 * min(rows, cols) // 7
            self.start_cells = [(k, k), (bottom - k, right - k)]
        elif seats == "seed":
            self.start_cells = [(0, 0), (bottom, right), (bottom, 0), (0, right)]
        else:
            self.start_cells = [(0, 0), (0, right), (bottom, right), (bottom, 0)]
        self.placements: dict[str, list[Shape]] = {name: self._all_placements(name) for name in PIECES}

    def _all_placements(self, name: str) -> list[Shape]:
        """Every way to lay a piece on an empty board, without the rules of contact."""
        found = []
        for shape in PIECES[name]:
            for top in range(self.rows):
                for left in range(self.cols):
                    cells = frozenset((top + r, left + c) for r, c in shape)
                    if all(r < self.rows and c < self.cols for r, c in cells):
                        found.append(cells)
        return found

    # ---- positions

    def start(self) -> State:
        return self.from_board([[0] * self.cols for _ in range(self.rows)], 0)

    def from_board(self, board: list[list[int]], player: int, last1: tuple[int, ...] = ()) -> State:
        """Any position.  The pieces used are the edge-connected components of each colour; `last1` are the
        players whose last piece was the single square.  If `player` cannot place, the next one who can moves.
        """
        if len(board) != self.rows or any(len(row) != self.cols for row in board):
            raise ValueError("the board has the wrong size")
        cells = tuple(tuple(row) for row in board)
        used: list[set[str]] = [set() for _ in range(self.num_players)]
        seen: set[Cell] = set()
        for r in range(self.rows):
            for c in range(self.cols):
                if not 0 <= cells[r][c] <= self.num_players:
                    raise ValueError("unknown code")
                if cells[r][c] == 0 or (r, c) in seen:
                    continue
                component = self._component(cells, (r, c))
                seen |= component
                name = NAME_OF.get(normal(component))
                pieces = used[cells[r][c] - 1]
                if name is None or name in pieces:
                    raise ValueError(f"not a piece, or a piece used twice, at row {r}, column {c}")
                pieces.add(name)
        if any("1" not in used[who] for who in last1):
            raise ValueError("last1 names a player whose single square is not on the board")
        last = tuple("1" if who in last1 else "" for who in range(self.num_players))
        return self._with_turn(cells, player, tuple(frozenset(x) for x in used), last)

    def _component(self, cells: tuple[tuple[int, ...], ...], first: Cell) -> set[Cell]:
        """The cells of the colour of `first` connected with it by edges."""
        component, todo = {first}, [first]
        while todo:
            r, c = todo.pop()
            for rr, cc in [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]:
                on_board = 0 <= rr < self.rows and 0 <= cc < self.cols
                if on_board and cells[rr][cc] == cells[r][c] and (rr, cc) not in component:
                    component.add((rr, cc))
                    todo.append((rr, cc))
        return component

    def _with_turn(
        self,
        cells: tuple[tuple[int, ...], ...],
        player: int,
        used: tuple[frozenset[str], ...],
        last: tuple[str, ...],
    ) -> State:
        """The state in which the first of player, player + 1, ... who can place is to move."""
        for k in range(self.num_players):
            who = (player + k) % self.num_players
            s = State(cells, who, used, last, False)
            if self._can_place(s, who):
                return s
        return State(cells, player, used, last, True)

    def board(self, s: State) -> list[list[int]]:
        return [list(row) for row in s.cells]

    def player(self, s: State) -> int:
        return s.player

    # ---- moves

    def _allowed(self, s: State, who: int) -> tuple[set[Cell], set[Cell]]:
        """(free, wanted): a piece of `who` must lie within `free` and cover at least one cell of `wanted`.

        free: empty, and no edge neighbour is one's own.  wanted: the start cell for the first piece, later
        the cells with a diagonal neighbour of one's own.
        """

        def own(r: int, c: int) -> bool:
            return 0 <= r < self.rows and 0 <= c < self.cols and s.cells[r][c] == who + 1

        free, wanted = set(), set()
        for r in range(self.rows):
            for c in range(self.cols):
                edge = own(r - 1, c) or own(r + 1, c) or own(r, c - 1) or own(r, c + 1)
                corner = own(r - 1, c - 1) or own(r - 1, c + 1) or own(r + 1, c - 1) or own(r + 1, c + 1)
                if s.cells[r][c] == 0 and not edge:
                    free.add((r, c))
                if corner:
                    wanted.add((r, c))
        if not s.used[who]:
            wanted = {self.start_cells[who]}
        return free, wanted

    def _can_place(self, s: State, who: int) -> bool:
        free, wanted = self._allowed(s, who)
        return any(
            cells <= free and not cells.isdisjoint(wanted)
            for name in PIECES
            if name not in s.used[who]
            for cells in self.placements[name]
        )

    def text(self, name: str, cells: Shape) -> str:
        return name + ":" + ",".join(f"{ascii_lowercase[c]}{self.rows - r}" for r, c in sorted(cells))

    def moves(self, s: State) -> list[str]:
        if s.over:
            return []
        free, wanted = self._allowed(s, s.player)
        found = []
        for name in PIECES:
            if name not in s.used[s.player]:
                for cells in self.placements[name]:
                    if cells <= free and not cells.isdisjoint(wanted):
                        found.append(self.text(name, cells))
        return sorted(found)

    def play(self, s: State, move: str) -> State:
        name, _, places = move.partition(":")
        cells = frozenset((self.rows - int(x[1:]), ascii_lowercase.index(x[0])) for x in places.split(","))
        free, wanted = self._allowed(s, s.player)
        if (
            s.over
            or name not in PIECES
            or name in s.used[s.player]
            or normal(cells) not in PIECES[name]
            or not cells <= free
            or cells.isdisjoint(wanted)
            or move != self.text(name, cells)
        ):
            raise ValueError(f"illegal move {move}")
        board = self.board(s)
        for r, c in cells:
            board[r][c] = s.player + 1
        used, last = list(s.used), list(s.last)
        used[s.player] = used[s.player] | {name}
        last[s.player] = name
        after = (s.player + 1) % self.num_players
        return self._with_turn(tuple(tuple(row) for row in board), after, tuple(used), tuple(last))

    # ---- the end

    def is_over(self, s: State) -> bool:
        return s.over

    def scores(self, s: State) -> list[float]:
        result = []
        for who in range(self.num_players):
            if self.score == "squares":
                points = sum(SIZE[name] for name in s.used[who])
            else:
                points = -sum(SIZE[name] for name in PIECES if name not in s.used[who])
                if len(s.used[who]) == len(PIECES):
                    points += 20 if s.last[who] == "1" else 15
            result.append(float(points))
        return result

    def returns(self, s: State) -> list[float]:
        if not s.over:
            return [0.0] * self.num_players
        scores = self.scores(s)
        result = []
        for mine in scores:
            better = sum(x > mine for x in scores)
            equal = sum(x == mine for x in scores)  # at least one: the player itself
            position = better + (equal - 1) / 2  # the mean of better .. better + equal - 1
            result.append(1 - 2 * position / (self.num_players - 1))
        return result
