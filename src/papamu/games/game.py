"""`Game`: one game with its sizes and options, as people use it.

A subclass per game says how its moves and positions are spelled; the rules themselves are
kernels registered on the contract in `games.rules`. How it presents itself on the page and in lists is in
`games.presentation`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PapamuError, PositionError, SizeError, SpecError, nearest
from papamu.core.spec import Option, Spec, read_options, value_text
from papamu.games import rules as contract
from papamu.games.planes import PlaneLayout, plane_layout
from papamu.games.position import Move, MoveTable, Position
from papamu.games.presentation import Presentation
from papamu.games.rules import Codes
from papamu.games.stepper import Stepper
from papamu.kernel.bits import State
from papamu.kernel.grid import cell_name, parse_cell
from papamu.kernel.random import stream
from papamu.kernel.symmetry import symmetries

_SIZE = re.compile(r"([0-9]{1,4})(?:x([0-9]{1,4}))?")


@dataclass(frozen=True)
class Facts:
    """What algorithms need to know before they agree to play a game."""

    num_players: int
    chance: bool
    zero_sum: bool
    passes: bool
    actions: int  # size of the fixed action space
    max_moves: int  # most legal moves a position can have (an upper bound)
    finished_counts: bool = False  # perft: a finished game goes on counting as one node
    only_adds: bool = False  # a move puts own pieces on empty cells and changes no other
    endless: str = ""  # why a game may never end, in words behind its name; nothing if it always ends


class Game(Presentation, ABC):
    """A game, fixed in size and options; make one with `papamu.load("clobber:6x6")`."""

    name: ClassVar[str]
    title: ClassVar[str]
    card: ClassVar[str]  # the rule card, in paragraphs
    options_declared: ClassVar[tuple[Option, ...]] = ()
    default_size: ClassVar[tuple[int, int]]
    sizes: ClassVar[str]  # which sizes there are, in words
    alphabet: ClassVar[str] = ".xo"  # letters of the cell codes in position texts
    aliases: ClassVar[Mapping[str, str]] = {"X": "x", "O": "o", "*": "x", "-": ".", "_": "."}
    player_names: ClassVar[tuple[str, ...]] = ("Black", "White")
    rows_from_top: ClassVar[bool] = False
    style: ClassVar[str] = "stones"  # how it is drawn, see `games.drawing`

    rules: Any
    facts: Facts

    def __init__(self, rows: int, cols: int, options: Mapping[str, Any]) -> None:
        self.check_size(rows, cols)
        self.rows = rows
        self.cols = cols
        self.options = dict(options)
        self.moves = MoveTable(self)
        self._stepper: Stepper | None = None
        self._first: tuple[Any, State] | None = (
            None  # the start, if it is always the same, and of which rules
        )

    def __getstate__(self) -> dict[str, Any]:
        """What is sent to another process: not what was bound or made in this one."""
        return {name: value for name, value in vars(self).items() if name not in ("moves", "_stepper")}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """What comes back is bound when it is used."""
        vars(self).update(state)
        self.moves, self._stepper = MoveTable(self), None

    # -- making one ---------------------------------------------------------------------------

    @classmethod
    def from_spec(cls, spec: Spec) -> Game:
        """The game of a parsed spec, sizes and options checked."""
        options = read_options(cls.name, cls.options_declared, spec.options)
        rows, cols = cls._read_size(spec.words) if spec.words else cls.default_size
        return cls(rows, cols, options)

    @classmethod
    def _read_size(cls, words: tuple[str, ...]) -> tuple[int, int]:
        match = _SIZE.fullmatch(words[0].lower())
        if match is None or len(words) > 1:
            names = [option.name for option in cls.options_declared]
            word = words[0] if match is None else words[1]
            raise SpecError(
                f"{cls.name}: {word!r} is not a size{nearest(word, names)}: write {cls.name}:RxC ({cls.sizes})"
            )
        return int(match[1]), int(match[2] or match[1])

    @classmethod
    @abstractmethod
    def check_size(cls, rows: int, cols: int) -> None:
        """Raise `SizeError` for a size this game does not have."""

    @classmethod
    def _refuse_size(cls, rows: int, cols: int) -> SizeError:
        return SizeError(f"{cls.name} has no {rows}x{cols} board: valid sizes are {cls.sizes}")

    @property
    def num_players(self) -> int:
        """How many players."""
        return self.facts.num_players

    @property
    def num_actions(self) -> int:
        """How many moves there are in all positions together: a move is a number below it.

        >>> import papamu
        >>> game = papamu.load("reversi")
        >>> game.num_actions, game.start().legal_mask.shape
        (65, (65,))
        """
        return self.facts.actions

    @cached_property
    def plane_layout(self) -> PlaneLayout:
        """How a network sees it."""
        return plane_layout(self)

    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """The shape of `Position.planes()`: planes, rows, columns.

        >>> import papamu
        >>> papamu.load("konane:6x6").observation_shape
        (4, 6, 6)
        """
        return self.plane_layout.planes, self.rows, self.cols

    @property
    def stepper(self) -> Stepper:
        """What positions ask the rules with."""
        if self._stepper is None or self._stepper.rules is not self.rules:
            self._stepper = Stepper(self.rules)
        return self._stepper

    @property
    def size_text(self) -> str:
        """The size as it stands in the spec."""
        return f"{self.rows}x{self.cols}"

    @property
    def has_spec(self) -> bool:
        """Can `papamu.load(str(self))` make it again?"""
        return True

    def __str__(self) -> str:
        changed = [
            f"{option.name}={value_text(self.options[option.name])}"
            for option in self.options_declared
            if self.options[option.name] != option.default
        ]
        return f"{self.name}:{','.join([self.size_text, *changed])}"

    def __repr__(self) -> str:
        return f"papamu.load({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    # -- positions ----------------------------------------------------------------------------

    def new_state(self) -> State:
        """An empty state row for these rules."""
        return np.zeros(self.rules.state_size, dtype=np.uint64)

    def start(self, seed: int | None = None) -> Position:
        """The starting position; the seed only matters where the start is random."""
        if seed is not None and (not isinstance(seed, int | np.integer) or seed < 0):
            raise PapamuError(f"{seed!r} is not a seed: it takes a whole number, 0 or more")
        if self._first is not None and self._first[0] is self.rules:
            return Position(self, self._first[1].copy())
        state, rng = self.new_state(), stream(seed)
        before = rng.copy()
        contract.reset(self.rules, state, rng)
        if (rng == before).all():  # nothing was drawn: it is the same for every seed
            self._first = self.rules, state.copy()
        return Position(self, state)

    def from_text(self, text: str) -> Position:
        """The position of a text made by `Position.to_text`."""
        fields = text.replace(",", " ").split()
        if not fields:
            raise PositionError(f"{self}: an empty text is not a position")
        board = self._read_board(fields[0])
        letters = self.alphabet[1 : 1 + max(self.num_players, len(self.player_names))]
        mover = self.aliases.get(fields[1], fields[1]) if len(fields) > 1 else ""
        if len(mover) != 1 or mover not in letters:
            raise PositionError(
                f"{self}: the board must be followed by who moves, one of {', '.join(letters)}"
            )
        extras: dict[str, str] = {}
        for part in fields[2:]:
            key, equals, value = part.partition("=")
            if not equals or key in extras:
                raise PositionError(f"{self}: cannot read {part!r} in a position")
            extras[key] = value
        state = self.state_from(board, letters.index(mover), extras)
        if extras:
            raise PositionError(f"{self}: a position has no field {next(iter(extras))!r}")
        return Position(self, state)

    def _read_board(self, text: str) -> Codes:
        flat = text.replace("/", "")
        lengths = [len(row) for row in text.split("/")]
        if len(flat) != self.rows * self.cols or (len(lengths) > 1 and lengths != [self.cols] * self.rows):
            raise PositionError(
                f"{self}: a board is {self.rows} rows of {self.cols} joined by '/', got lengths {lengths}"
            )
        codes = [self.alphabet.find(self.aliases.get(letter, letter)) for letter in flat]
        if -1 in codes:
            wrong = flat[codes.index(-1)]
            raise PositionError(
                f"{self}: {wrong!r} is not a cell: a board is written with {' '.join(self.alphabet)}"
            )
        return np.array(codes, dtype=np.int8).reshape(self.rows, self.cols)

    @abstractmethod
    def state_from(self, board: Codes, turn: int, extras: dict[str, str]) -> State:
        """The state of a board, whose turn it is, and further fields (taken out of `extras`)."""

    def turn(self, state: State) -> int:
        """Which letter stands for the side to move in a text (a colour, mostly the player)."""
        return int(contract.player(self.rules, state))

    def extras(self, state: State) -> dict[str, str]:
        """What a text must say beyond the board and the side to move."""
        return {}

    def board_text(self, board: Codes) -> str:
        """The cells of a board in the letters of this game, row by row."""
        return "/".join("".join(self.alphabet[max(code, 0)] for code in row) for row in board)

    def symmetries(self, state: State) -> NDArray[np.int64]:
        """The symmetries under which this position keeps its meaning: tables as in `kernel.symmetry`."""
        return symmetries(self.rows, self.cols)

    # -- moves --------------------------------------------------------------------------------

    @abstractmethod
    def move_text(self, move: int) -> str:
        """A move in the game's notation."""

    @abstractmethod
    def read_move(self, text: str) -> int | None:
        """The move of a text, or `None` if it is no move of this game at all."""

    move_example: ClassVar[str]  # for the error line

    def why_illegal(self, state: State, move: int) -> str:
        """Which rule a move breaks, where a game can say that."""
        return ""

    def event_text(self, outcome: int) -> str:
        """A random event in words (games with chance only)."""
        raise NotImplementedError(f"{self.name} has no chance")

    # -- names --------------------------------------------------------------------------------

    @property
    def start_cells(self) -> tuple[int, ...]:
        """Where each player begins, in games where everybody has a cell to begin at."""
        return ()

    def player_name(self, player: int) -> str:
        """`Black` …"""
        return self.player_names[player] if player < len(self.player_names) else f"player {player + 1}"

    def cell_name(self, cell: int) -> str:
        """`a1` …"""
        return cell_name(self.rows, self.cols, cell, self.rows_from_top)

    def find_cell(self, name: str) -> int | None:
        """The cell of a name, or `None`."""
        return parse_cell(self.rows, self.cols, name.lower(), self.rows_from_top)

    def cell_of(self, where: int | str) -> int:
        """The cell that is meant: by its name, its number, or by a move that ends there."""
        cell: int | None
        if isinstance(where, str):
            cell = self.find_cell(where)
        elif isinstance(where, Move):
            cells = self.move_cells(int(where))
            cell = cells[-1] if cells else None
        else:
            cell = int(where) if 0 <= where < self.rules.cells else None
        if cell is None:
            raise PositionError(f"{self}: {where!r} is no cell: give a cell's name or number, or a move")
        return cell
