"""Naive twin of Clobber, on a rectangular board and on any graph.

Rules.  The board starts full and chequered, black (player 0) on the upper left; Black moves first.  A move
takes a stone of one's own onto an orthogonally adjacent stone of the other colour, which is removed.  In
cannibal Clobber it may go onto any adjacent stone, one's own colour too.  A player who cannot move loses.

Solitaire.  One player moves all stones and tries to leave few.  'alternate': black and white stones move
in turn, Black first, and the game is over when the colour to move cannot move.  'any': a stone of either
colour may move each time.  The return is 1 when one stone is left and -1 when no stone was taken.

Order of moves: from-cells in reading order from the upper left; for each: up, left, down, right.  On a
graph: from-vertices in list order, then neighbours in list order.

Notation: `a1a2` is from a1 to a2, column letters from the left, row numbers from the bottom.  On a graph:
`A>B`.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cells import BLACK, EMPTY, ORTHOGONAL, WHITE, cell_from_bottom, chequered, frozen_board


@dataclass(frozen=True)
class ClobberState:
    """`stones`: one of 0, 1, 2 for each point.  `colour`: 0 or 1, the colour to move (0 in 'any')."""

    stones: tuple[int, ...]
    colour: int
    start_count: int


class _ClobberOnPoints:
    """Clobber on numbered points; the classes below say which are neighbours and what moves are called."""

    def __init__(self, cannibal: bool, solitaire: str | None) -> None:
        if solitaire not in (None, "alternate", "any"):
            raise ValueError("solitaire must be None, 'alternate' or 'any'")
        self.cannibal = cannibal
        self.solitaire = solitaire
        self.num_players = 2 if solitaire is None else 1
        self.neighbours: list[list[int]] = []  # for each point, in the official order

    def move_text(self, source: int, target: int) -> str:
        raise NotImplementedError

    def make_state(
        self, stones: tuple[int, ...], player: int, colour: int | None, start_count: int | None
    ) -> ClobberState:
        if not 0 <= player < self.num_players:
            raise ValueError("no such player")
        if self.solitaire is None:
            if colour is not None and colour != player:
                raise ValueError("with two players the colour to move is the player's")
            to_move = player
        elif self.solitaire == "alternate":
            to_move = 0 if colour is None else colour
        else:
            to_move = 0
        if to_move not in (0, 1):
            raise ValueError("colour must be 0 or 1")
        if self.solitaire is None:
            start_count = 0  # means nothing here; one value, so that equal positions are equal states
        elif start_count is None:
            start_count = stones.count(BLACK) + stones.count(WHITE)
        return ClobberState(stones, to_move, start_count)

    def player(self, s: ClobberState) -> int:
        return s.colour if self.solitaire is None else 0

    def may_move(self, s: ClobberState, stone: int) -> bool:
        """Whether a stone of this kind may be moved now."""
        if stone == EMPTY:
            return False
        if self.solitaire == "any":
            return True
        return stone == (BLACK if s.colour == 0 else WHITE)

    def may_take(self, stone: int, other: int) -> bool:
        """Whether `stone` may go onto `other`."""
        if other == EMPTY:
            return False
        return self.cannibal or other != stone

    def steps(self, s: ClobberState) -> list[tuple[int, int]]:
        """The legal moves as (from, to), in the official order."""
        result = []
        for source, stone in enumerate(s.stones):
            if self.may_move(s, stone):
                for target in self.neighbours[source]:
                    if self.may_take(stone, s.stones[target]):
                        result.append((source, target))
        return result

    def moves(self, s: ClobberState) -> list[str]:
        return [self.move_text(source, target) for source, target in self.steps(s)]

    def play(self, s: ClobberState, move: str) -> ClobberState:
        for source, target in self.steps(s):
            if self.move_text(source, target) == move:
                stones = list(s.stones)
                stones[target] = stones[source]
                stones[source] = EMPTY
                colour = 0 if self.solitaire == "any" else 1 - s.colour
                return ClobberState(tuple(stones), colour, s.start_count)
        raise ValueError(f"not a legal move: {move}")

    def is_over(self, s: ClobberState) -> bool:
        return not self.steps(s)

    def returns(self, s: ClobberState) -> list[float]:
        if not self.is_over(s):
            return [0.0] * self.num_players
        if self.solitaire is None:
            return [-1.0, 1.0] if s.colour == 0 else [1.0, -1.0]
        if s.start_count <= 1:
            return [1.0]
        left = s.stones.count(BLACK) + s.stones.count(WHITE)
        return [1 - 2 * (left - 1) / (s.start_count - 1)]

    def scores(self, s: ClobberState) -> list[float]:
        black, white = s.stones.count(BLACK), s.stones.count(WHITE)
        if self.solitaire is None:
            return [float(black), float(white)]
        return [float(black + white)]


class Clobber(_ClobberOnPoints):
    """Clobber on a board of rows x cols cells; the point of (row, col) is row * cols + col."""

    def __init__(self, rows: int, cols: int, cannibal: bool = False, solitaire: str | None = None) -> None:
        super().__init__(cannibal, solitaire)
        self.rows = rows
        self.cols = cols
        for row in range(rows):
            for col in range(cols):
                near = []
                for down, right in ORTHOGONAL:
                    if 0 <= row + down < rows and 0 <= col + right < cols:
                        near.append((row + down) * cols + (col + right))
                self.neighbours.append(near)

    def cell_text(self, point: int) -> str:
        row, col = divmod(point, self.cols)
        return cell_from_bottom(self.rows, row, col)

    def move_text(self, source: int, target: int) -> str:
        return self.cell_text(source) + self.cell_text(target)

    def start(self) -> ClobberState:
        return self.from_board([list(line) for line in chequered(self.rows, self.cols)], 0)

    def from_board(
        self, board: list[list[int]], player: int, colour: int | None = None, start_count: int | None = None
    ) -> ClobberState:
        lines = frozen_board(board, self.rows, self.cols)
        stones = tuple(cell for line in lines for cell in line)
        return self.make_state(stones, player, colour, start_count)

    def board(self, s: ClobberState) -> list[list[int]]:
        return [list(s.stones[row * self.cols : (row + 1) * self.cols]) for row in range(self.rows)]


class GraphClobber(_ClobberOnPoints):
    """Clobber on a graph; the board is one row, a cell for each vertex in the order of `names`."""

    def __init__(
        self,
        names: list[str],
        edges: list[tuple[str, str]],
        colours: list[int],
        cannibal: bool = False,
        solitaire: str | None = None,
    ) -> None:
        super().__init__(cannibal, solitaire)
        if len(set(names)) != len(names):
            raise ValueError("two vertices have the same name")
        self.names = list(names)
        self.colours = list(colours)
        joined = set()
        for one, other in edges:
            if one == other:
                raise ValueError("an edge joins a vertex to itself")
            joined.add((names.index(one), names.index(other)))
            joined.add((names.index(other), names.index(one)))
        for vertex in range(len(names)):
            self.neighbours.append([near for near in range(len(names)) if (vertex, near) in joined])

    def move_text(self, source: int, target: int) -> str:
        return self.names[source] + ">" + self.names[target]

    def start(self) -> ClobberState:
        return self.from_board([self.colours], 0)

    def from_board(
        self, board: list[list[int]], player: int, colour: int | None = None, start_count: int | None = None
    ) -> ClobberState:
        (stones,) = frozen_board(board, 1, len(self.names))
        return self.make_state(stones, player, colour, start_count)

    def board(self, s: ClobberState) -> list[list[int]]:
        return [list(s.stones)]
