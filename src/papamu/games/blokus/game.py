"""Blokus as a `Game`: sizes, options, notation and the rule card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PositionError, SpecError
from papamu.core.spec import Option, Spec, read_options
from papamu.games.blokus import placements
from papamu.games.blokus import rules as _rules  # noqa: F401  (registers the rules)
from papamu.games.blokus.pieces import NAMES, NUMBER_OF, ORIENTATIONS, shape_of
from papamu.games.blokus.reasons import broken_rule
from papamu.games.game import Facts, Game
from papamu.games.presentation import Command, LevelSpec, MoveLayout, Placement, RuleCard, Tray
from papamu.games.rules import Codes
from papamu.kernel.bits import State
from papamu.kernel.grid import STEPS, column_name
from papamu.kernel.symmetry import symmetries

_MOVE = re.compile(r"(?:([a-z0-9]{1,2}):)?([a-z]{1,2}[0-9]{1,3}(?:,[a-z]{1,2}[0-9]{1,3}){0,4})")
_DUO = (14, 14)
_LEAST, _MOST = 5, 26
_FIRST = {piece: number for number, (piece, _) in reversed(list(enumerate(ORIENTATIONS)))}

# Of hundreds of moves a plain tree search tries each once and knows little: of 12 games on 20x20
# against three of Medium it won 1, the one that widens 8 (a quarter is even).
# On the board that our network learned, it says which moves are promising (docs/papers/blokus.md).
_WIDE = "c=0.3,widen=1,rollout=large"


def _level(tree: str, says: str) -> LevelSpec:
    return LevelSpec((f"{tree},{_WIDE}+mlp:blokus", f"{tree},{_WIDE}"), says)


class BlokusGame(Game):
    """Blokus for four on a rectangle; `from_spec` gives the one for two if asked for it."""

    name = "blokus"
    title = "Blokus"
    default_size = (20, 20)
    sizes = "5x5 to 26x26, or duo for 14x14 and two players"
    move_example = "V5:a20,a19,a18,b18,c18"
    alphabet = ".1234"
    aliases: ClassVar[Mapping[str, str]] = {"-": ".", "_": ".", "0": "."}
    player_names: ClassVar[tuple[str, ...]] = ("Blue", "Yellow", "Red", "Green")
    style = "squares"
    suggested_sizes = ("20x20", "duo", "14x14", "8x8")
    size_titles: ClassVar[Mapping[str, str]] = {"duo": "Duo 14×14, two players"}
    ladder_board = "10x10,players=2"
    solvable_cells = 36
    opponents = (("network that learned from its own games", "mlp:blokus"),)
    levels: ClassVar[Mapping[str, LevelSpec]] = {
        "Strong": _level(
            "uct:sims=1000", "searches a tree of 1,000 games per move, promising moves and large pieces first"
        ),
        "Expert": _level("uct:ms=1500", "searches such a tree for 1.5 seconds"),
        "Adapts to you": _level("adaptive+uct:sims=1000", "plays at your level, and remembers you"),
    }
    rule_card = RuleCard(
        pitch="Lay your pieces corner to corner, and leave no room for the others.",
        goal="Lay as many squares as you can.",
        how=(
            "Your first piece covers your start cell.",
            "Every later piece touches one of yours at a corner, and none of yours along an edge.",
            "Turn and flip pieces as you like. Other colours may be touched in any way.",
            "A player who cannot lay a piece is skipped; when no one can, the game is over.",
        ),
        tip="Lay large pieces first, and head for the middle.",
        minutes=20,
    )
    options_declared = (
        Option("players", "4", "number of players; two start inside the board", ("4", "2")),
        Option("seats", "seed", "where players 1 to 4 start", ("seed", "clockwise")),
        Option("score", "squares", "squares placed, or squares left with bonuses", ("squares", "official")),
    )
    card: ClassVar[str] = """\
Each player has the 21 pieces of one to five squares, 89 squares in all, and places one at a turn, \
turned and mirrored at will.

Your first piece must cover your start cell. Every later piece must touch a piece of yours at a corner, \
and none of yours along an edge; it may touch the others' pieces in any way. A player who \
cannot place is skipped for the rest of the game. The game is over when no player can place.

Start cells: the four corners. seats=seed goes upper left, lower right, lower left, upper right, in \
turn order, as on the boards of the report that this game is taken from; seats=clockwise goes around \
from the upper left. duo (14x14) and players=2 start inside the board, at e10 and j5 in duo.

score=squares counts the squares you have placed, as the report does (it divides them by 89). \
score=official counts minus the squares you have left; a player who places all 21 pieces gets 15, and 5 \
more if the single square came last. The result goes by rank: 1 for the first, -1 for the last, evenly between; \
equal scores share.

Moves are listed by the first cell, in reading order, at which they touch a corner; then by piece.

Notation: V5:a20,a19,a18,b18,c18 is the piece (1 2 I3 V3 I4 L4 T4 O Z4 F I5 L5 N P T5 U V5 W X Y Z5) \
and its cells (a1 is the lower left); the cells may come in any order, and alone."""

    def __init__(self, rows: int, cols: int, options: Mapping[str, Any]) -> None:
        super().__init__(rows, cols, options)
        self.rules = placements.make(
            rows,
            cols,
            players=int(options["players"]),
            clockwise=options["seats"] == "clockwise",
            official=options["score"] == "official",
        )
        self.facts = Facts(
            num_players=self.rules.num_players,
            chance=False,
            zero_sum=True,
            passes=False,
            actions=len(ORIENTATIONS) * self.rules.cells,
            max_moves=self.rules.max_moves,
            only_adds=True,
        )

    # -- making one ---------------------------------------------------------------------------

    @classmethod
    def from_spec(cls, spec: Spec) -> Game:
        """Also `duo`, a size and a number of players in one word."""
        options = read_options(cls.name, cls.options_declared, spec.options)
        if "duo" in (word.lower() for word in spec.words):
            if len(spec.words) > 1:
                raise SpecError(f"{cls.name}: duo sets the size (14x14); give no other with it")
            if spec.options.get("players", "2") != "2":
                raise SpecError(f"{cls.name}: duo is for two players, not players={spec.options['players']}")
            options["players"] = "2"
            rows, cols = _DUO
        else:
            rows, cols = cls._read_size(spec.words) if spec.words else cls.default_size
        if options["players"] == "4":
            return BlokusGame(rows, cols, options)
        if options["seats"] != "seed":
            raise SpecError(f"{cls.name}: seats={options['seats']} is only possible with four players")
        return TwoPlayerBlokusGame(rows, cols, options)

    @classmethod
    def check_size(cls, rows: int, cols: int) -> None:
        """Any rectangle on which each piece has room, up to the last letter."""
        if not (_LEAST <= rows <= _MOST and _LEAST <= cols <= _MOST):
            raise cls._refuse_size(rows, cols)

    @property
    def size_text(self) -> str:
        """`RxC`, or `duo`"""
        return "duo" if self._is_duo else super().size_text

    @property
    def _is_duo(self) -> bool:
        return (self.rows, self.cols) == _DUO and self.rules.num_players == 2

    def __str__(self) -> str:
        text = super().__str__()
        return text.replace(",players=2", "") if self._is_duo else text

    # -- positions ----------------------------------------------------------------------------

    def state_from(self, board: Codes, turn: int, extras: dict[str, str]) -> State:
        """The pieces are the edge-connected squares of one colour; who cannot place is passed over."""
        stuck = self._read_players("stuck", extras)
        single_last = self._read_players("last1", extras)
        rules = self.rules
        state = self.new_state()
        seen: dict[tuple[int, int], str] = {}  # (player, piece): its first cell
        for who, squares in self._pieces_on(board):
            where = self.cell_name(squares[0][0] * self.cols + squares[0][1])
            if len(squares) > 5:
                raise PositionError(
                    f"{self}: player {who + 1} has {len(squares)} connected squares at {where}, "
                    "but no piece has more than 5"
                )
            piece = ORIENTATIONS[NUMBER_OF[shape_of(squares)]].piece
            if (who, piece) in seen:
                raise PositionError(
                    f"{self}: player {who + 1} has the piece {NAMES[piece]} twice, "
                    f"at {seen[who, piece]} and {where}"
                )
            seen[who, piece] = where
            for row, col in squares:
                state[int(rules.board[who]) + row] |= np.uint64(1 << (col + 4))
            state[rules.used + who] |= np.uint64(1 << piece)
        self._check_starts(board)
        for who in single_last:
            if self.options["score"] != "official" or self.pieces_left(state, who):
                raise PositionError(
                    f"{self}: last1={who + 1} is not possible: it says whose last piece of all 21 was the "
                    "single square, for score=official"
                )
        for who in stuck:
            if placements.can_place(rules, state, who):
                raise PositionError(f"{self}: stuck={who + 1} is not possible: that player can place")
        flags = sum(1 << who for who in stuck) << int(placements.STUCK)
        flags |= sum(1 << who for who in single_last) << int(placements.SINGLE)
        state[rules.status] = np.uint64(flags)
        placements.find_turn(rules, state, turn)
        return state

    def _read_players(self, field: str, extras: dict[str, str]) -> list[int]:
        """The players named by digits in an optional field of a position."""
        if field not in extras:
            return []
        text = extras.pop(field)
        letters = self.alphabet[1:]
        if not text or len(set(text)) < len(text) or not set(text) <= set(letters):
            raise PositionError(f"{self}: {field}={text} must name players, each once, from {letters}")
        return sorted(letters.index(letter) for letter in text)

    def _pieces_on(self, board: Codes) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """Each player's edge-connected squares, the first in reading order first."""
        left = {(int(row), int(col)) for row, col in np.argwhere(board)}
        for first in sorted(left):
            if first not in left:
                continue
            left.remove(first)
            squares = [first]
            for row, col in squares:  # grows while it is walked
                for down, right in STEPS:
                    square = (row + down, col + right)
                    if square in left and board[square] == board[first]:
                        left.remove(square)
                        squares.append(square)
            yield int(board[first]) - 1, squares

    def _check_starts(self, board: Codes) -> None:
        """Everybody began on the start cell, seen as the board lies or turned and mirrored as a whole."""
        flat = board.ravel()
        start = self.rules.start
        placed = [bool((flat == who + 1).any()) for who in range(self.num_players)]

        def astray(table: NDArray[np.int64]) -> list[int]:
            return [
                who
                for who in range(self.num_players)
                if (flat[table[start[who]]] != who + 1 if placed[who] else table[start[who]] != start[who])
            ]

        wrong = [astray(table) for table in symmetries(self.rows, self.cols)]
        if all(wrong):
            who = wrong[0][0]
            cell = self.cell_name(int(start[who]))
            raise PositionError(f"{self}: player {who + 1} has squares, but none on the start cell {cell}")

    def extras(self, state: State) -> dict[str, str]:
        """Who is known to be stuck, and (official) who placed all pieces, the single square last."""
        status = int(state[self.rules.status])
        fields = {"stuck": int(placements.STUCK), "last1": int(placements.SINGLE)}
        texts = {
            field: "".join(str(who + 1) for who in range(self.num_players) if status >> (shift + who) & 1)
            for field, shift in fields.items()
        }
        return {field: text for field, text in texts.items() if text}

    def symmetries(self, state: State) -> NDArray[np.int64]:
        """Those that leave the start cells alone on which a first piece is still to come."""
        tables = symmetries(self.rows, self.cols)
        keep = np.ones(len(tables), dtype=bool)
        for who, cell in enumerate(self.rules.start):
            if not state[self.rules.used + who]:
                keep &= tables[:, cell] == cell
        return tables[keep]

    @property
    def start_cells(self) -> tuple[int, ...]:
        """Which the first pieces cover."""
        return tuple(int(cell) for cell in self.rules.start)

    def pieces_left(self, state: State, player: int) -> list[str]:
        """The names of the pieces a player still has."""
        used = int(state[self.rules.used + player])
        return [name for piece, name in enumerate(NAMES) if not used >> piece & 1]

    # -- moves --------------------------------------------------------------------------------

    def move_text(self, move: int) -> str:
        """`V5:a20,a19,a18,b18,c18`"""
        number, anchor = divmod(move, self.rules.cells)
        top, left = divmod(anchor, self.cols)
        piece, squares = ORIENTATIONS[number]
        # Spelled out here, because a placement that is not legal may lie across the edge.
        cells = (f"{column_name(left + col)}{self.rows - top - row}" for row, col in squares)
        return f"{NAMES[piece]}:{','.join(cells)}"

    def why_illegal(self, state: State, move: int) -> str:
        """Outside, overlap, edge, corner, start square, or a piece already used."""
        return broken_rule(self, state, move)

    def read_move(self, text: str) -> int | None:
        """`V5:a20,a19,a18,b18,c18`, the cells in any order, or the cells alone."""
        match = _MOVE.fullmatch("".join(text.lower().split()))
        cells = [self.find_cell(name) for name in match[2].split(",")] if match else []
        squares = [divmod(cell, self.cols) for cell in cells if cell is not None]
        number = NUMBER_OF.get(shape_of(squares)) if squares and len(squares) == len(cells) else None
        if match is None or number is None:
            return None
        if match[1] not in (None, NAMES[ORIENTATIONS[number].piece].lower()):
            return None
        top, left = min(row for row, _ in squares), min(col for _, col in squares)
        return number * int(self.rules.cells) + top * self.cols + left

    def move_cells(self, move: int) -> tuple[int, ...] | None:
        """The cells that the piece covers, in reading order."""
        number, anchor = divmod(move, self.rules.cells)
        top, left = divmod(anchor, self.cols)
        squares = [(top + row, left + col) for row, col in ORIENTATIONS[number].squares]
        if any(row >= self.rows or col >= self.cols for row, col in squares):
            return None
        return tuple(sorted(row * self.cols + col for row, col in squares))

    def move_layout(self) -> MoveLayout:
        """Moves are numbered by orientation, then by cell."""
        orientation, cell = np.divmod(np.arange(self.facts.actions, dtype=np.int64), self.rules.cells)
        return MoveLayout(len(ORIENTATIONS), 0, cell * len(ORIENTATIONS) + orientation)

    # -- pieces in the hand -----------------------------------------------------------------------

    def click_path(self, state: State, move: int) -> list[int]:
        """The cells that the piece covers: it is held over the board as a whole."""
        number, at = divmod(move, self.rules.cells)
        return [at + row * self.cols + col for row, col in ORIENTATIONS[number].squares]

    def placement(self, move: int) -> Placement:
        """Its ways to lie are numbered as in `tray`."""
        number, at = divmod(move, self.rules.cells)
        piece = ORIENTATIONS[number].piece
        return Placement(NAMES[piece], number - _FIRST[piece], at)

    def tray(self, state: State) -> Tray:
        """The pieces left, every piece with all its ways to lie, and who cannot place any more."""
        shapes: dict[str, list[list[tuple[int, int]]]] = {name: [] for name in NAMES}
        for piece, squares in ORIENTATIONS:
            shapes[NAMES[piece]].append(list(squares))
        left = [self.pieces_left(state, seat) for seat in range(self.num_players)]
        stuck = self.extras(state).get("stuck", "")
        return Tray(left, shapes, [int(number) - 1 for number in stuck])

    def commands(self) -> dict[str, Command]:
        """`piece`: a move step by step."""
        from papamu.games.blokus.steps import USAGE, steps

        return {"piece": Command(USAGE, steps)}


class TwoPlayerBlokusGame(BlokusGame):
    """Blokus for two: Blokus Duo, and its like on other boards."""

    alphabet = ".12"
    player_names = BlokusGame.player_names[:2]
