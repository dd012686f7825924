"""How a game presents itself to people: on the page, in the terminal, in lists of opponents.

`Presentation` is the half of `Game` that has nothing to do with the rules. Everything has a default, so that a
game from a file outside the package has a rule card, sizes to choose from, a picture, clicks and opponents at
once; a game overrides what it can say better. Agents are named here by their specs, as texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from papamu.core.errors import SizeError
from papamu.games import rules as contract
from papamu.kernel.bits import State
from papamu.kernel.random import draw, stream

if TYPE_CHECKING:
    from papamu.games.position import Position

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_WORD = re.compile(r"[A-Za-z0-9]+")
_PICTURE_SEED = 1
_RULES_SHOWN = 6  # sentences of the long rules that make a short card


class RuleCard(NamedTuple):
    """The rules in short, for who has never played it."""

    pitch: str  # one line for the shelf
    goal: str
    how: tuple[str, ...]  # sentences
    tip: str = ""
    minutes: int = 0  # how long a game takes; 0: not said

    @classmethod
    def from_text(cls, text: str) -> RuleCard:
        """The first sentences of the long rules; what follows `Notation:` is left to those."""
        plain = " ".join(text.partition("Notation:")[0].split())
        sentences = [sentence for sentence in _SENTENCE.split(plain) if sentence]
        return cls(sentences[0] if sentences else "", "", tuple(sentences[:_RULES_SHOWN]))


class LevelSpec(NamedTuple):
    """An opponent of one level: agents to try in turn, the first that plays the board sits there."""

    specs: tuple[str, ...]
    says: str  # how it thinks, in a line


class Placement(NamedTuple):
    """A move that lays a piece of the tray: which, which of its ways to lie, the upper left cell of its box."""

    piece: str
    turn: int
    at: int


class Tray(NamedTuple):
    """What players hold in their hands, in games where pieces are laid on the board."""

    left: list[list[str]]  # by player: the names of the pieces
    shapes: Mapping[
        str, list[list[tuple[int, int]]]
    ]  # by name: its ways to lie, each its squares (row, column)
    stuck: list[int]  # players who cannot place any more


class Command(NamedTuple):
    """A further command for people who play in the terminal."""

    usage: str  # as it is called, and what it does: a line of the help
    answer: Callable[[Position, str], list[str]]  # to what is typed behind it, in lines


class MoveLayout(NamedTuple):
    """Moves told cell by cell, as a network of convolutions speaks of them."""

    per_cell: int  # numbers that each cell has
    beside: int  # numbers that belong to no cell (a pass)
    places: contract.Moves  # [move]: cell × per_cell + which of its numbers; those beside come last


class Presentation:
    """What a game says of itself beyond its rules."""

    # -- in lists ---------------------------------------------------------------------------------

    rule_card: ClassVar[RuleCard | None] = None
    """The rules in short; by default the first sentences of `card`."""

    suggested_sizes: ClassVar[tuple[str, ...]] = ()
    """Boards that are good to start with, as in the spec; by default the usual one and its neighbours."""

    size_titles: ClassVar[Mapping[str, str]] = {}
    """What a size is called, where it is more than 6×6."""

    ladder_board: ClassVar[str] = ""
    """Size and options of the board on which agents are rated, as in the spec; by default the usual board."""

    opponents: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Ready opponents of this game alone: what they are called, and their specs."""

    levels: ClassVar[Mapping[str, LevelSpec]] = {}
    """Levels (Beginner, Easy, Medium …) at which somebody else plays than usually."""

    solvable_cells: ClassVar[int | None] = None
    """Boards of so many cells are solved from the start in minutes at most; `None`: nobody knows."""

    # -- at the board -----------------------------------------------------------------------------

    seat_names: ClassVar[tuple[str, ...]] = ()
    """What the players are called on the page, by the colours drawn, if the rules name them otherwise."""

    players_opposite: ClassVar[bool] = False
    """The two sit opposite each other, and pieces move forward: the second sees the board turned around."""

    hops: ClassVar[bool] = False
    """A piece may make several moves in one turn, each a move of its own: one click on the last cell is enough."""

    symmetric_state: ClassVar[bool] = False
    """A state is one board (of one word up to 64 cells) for each of two players, then a word that names no cell, and
    the rules treat all cells alike: a solver may take turned and mirrored positions for one."""

    if TYPE_CHECKING:  # what `Game` has
        name: ClassVar[str]
        card: ClassVar[str]
        default_size: ClassVar[tuple[int, int]]
        rules: Any
        facts: Any
        rows: int
        cols: int

        @classmethod
        def check_size(cls, rows: int, cols: int) -> None: ...
        def move_text(self, move: int) -> str: ...
        def cell_name(self, cell: int) -> str: ...
        def start(self, seed: int | None = None) -> Position: ...

    @classmethod
    def short_rules(cls) -> RuleCard:
        """The rule card that a newcomer reads."""
        return cls.rule_card or RuleCard.from_text(cls.card)

    @classmethod
    def sizes_offered(cls) -> dict[str, str]:
        """Sizes to choose from, and what each is called."""
        sizes = cls.suggested_sizes or cls._sizes_around()
        return {size: cls.size_titles.get(size, size.replace("x", "×")) for size in sizes}

    @classmethod
    def _sizes_around(cls) -> tuple[str, ...]:
        rows, cols = cls.default_size
        found = []
        for more in (-2, 0, 2):
            with suppress(SizeError):
                tall, wide = (side + more if side > 1 else side for side in (rows, cols))
                cls.check_size(tall, wide)
                found.append(f"{tall}x{wide}")
        return tuple(found)

    @classmethod
    def ladder_spec(cls) -> str:
        """The board on which agents are rated."""
        return f"{cls.name}:{cls.ladder_board}" if cls.ladder_board else cls.name

    def shelf_position(self) -> Position:
        """A position to show: a few random moves after the start, and not at the end."""
        position, rng = self.start(seed=_PICTURE_SEED), stream(_PICTURE_SEED)
        for _ in range(max(4, self.rules.cells // 6)):
            move = position.legal_moves[draw(rng, len(position.legal_moves))]
            after = position.play(move, seed=_PICTURE_SEED)
            if after.is_over:
                break
            position = after
        return position

    def commands(self) -> dict[str, Command]:
        """Further commands in the terminal, by name."""
        return {}

    # -- cells and clicks -------------------------------------------------------------------------

    def cell_label(self, cell: int) -> str:
        """How the notation names a cell; mostly `a1` …"""
        return self.cell_name(cell)

    def move_cells(self, move: int) -> tuple[int, ...] | None:
        """The cells that tell a move from all others: from where, to where; all that a placement covers.

        Nothing for a move without cells (a pass), `None` for a number that leaves the board and is never legal. Who
        says this lets networks learn a position in all its symmetries.
        """
        return None

    @property
    def says_cells(self) -> bool:
        """Does the game say what `move_cells` asks?"""
        return type(self).move_cells is not Presentation.move_cells

    def move_layout(self) -> MoveLayout:
        """Where a network speaks of each move; by default moves are numbered cell by cell."""
        actions = self.facts.actions
        moves = np.arange(actions, dtype=np.int64)
        return MoveLayout(-(-actions // self.rules.cells), 0, moves)

    def click_path(self, state: State, move: int) -> list[int]:
        """The cells to click for a legal move, in order: the piece, landings between, where it stops.

        A move without cells has none, and the page shows a button for it. By default what `move_cells` says; else
        the cells that the notation names; else what the move changes on the board, if that is one piece.
        """
        if self.says_cells:
            return list(self.move_cells(move) or ())
        return self.cells_in(self.move_text(move)) or self._cells_changed(state, move)

    def cells_in(self, text: str) -> list[int]:
        """The cells that a notation names, in order; none if it has other words in it (`take2`).

        Cells may stand side by side (`a1b2`), with an `x` or any sign between, behind the letter of a piece (`Na1`).
        """
        cells, one, several = self._cell_words
        found: list[int] = []
        for word in _WORD.findall(text):
            exact = several.fullmatch(word) or several.fullmatch(word.lower())
            if exact is None:
                return []
            found += [cells[name] for name in one.findall(exact[0].lower())]
        return found

    @cached_property
    def _cell_words(self) -> tuple[dict[str, int], re.Pattern[str], re.Pattern[str]]:
        """The names of the cells that are played on; what finds one, what finds a word made of nothing else."""
        codes = self.start(seed=_PICTURE_SEED).board.ravel().tolist()
        cells = {self.cell_label(cell).lower(): cell for cell, code in enumerate(codes) if code >= 0}
        names = "|".join(sorted(map(re.escape, cells), key=len, reverse=True))
        return cells, re.compile(names), re.compile(f"[A-Z]?(?:{names})(?:[xX]?(?:{names}))*")

    def _cells_changed(self, state: State, move: int) -> list[int]:
        """From where an own piece left and where it came, as the mover sees it; none if it is not one piece."""
        me = int(contract.player(self.rules, state))
        before, after = (np.empty(self.rules.cells, dtype=np.int8) for _ in range(2))
        contract.observe(self.rules, state, me, before)
        played = state.copy()
        contract.play(self.rules, played, move)
        contract.observe(self.rules, played, me, after)
        players = self.rules.num_players  # codes: a piece of each, then kings of each
        had, has = ((codes > 0) & ((codes - 1) % players == 0) for codes in (before, after))
        left, came = np.flatnonzero(had & ~has).tolist(), np.flatnonzero(has & ~had).tolist()
        placed = [cell for cell in came if before[cell] == 0] or came
        if len(left) <= 1 and len(placed) <= 1 and left + placed:
            return left + placed
        gone = np.flatnonzero((before > 0) & (after == 0)).tolist()
        return gone if len(gone) == 1 and not left + came else []

    def event_path(self, event: str) -> list[int]:
        """From where to where chance moved something, by the text of the event."""
        return self.cells_in(event)

    def advice(self, state: State) -> str:
        """What the player to move should know now, in a sentence; nothing if it is as always."""
        return ""

    # -- pieces in the hand -----------------------------------------------------------------------

    def tray(self, state: State) -> Tray | None:
        """The pieces that players hold, in games where a move lays one of them."""
        return None

    def placement(self, move: int) -> Placement:
        """What a move of such a game lays where."""
        raise NotImplementedError(f"{self.name} has no pieces to lay")
