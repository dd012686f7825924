"""`Position`: one immutable moment of a game, and `Move`, a move that prints itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import IllegalMoveError, MoveError, PapamuError, listing
from papamu.games import rules as contract
from papamu.games.rules import NONE, Codes, Floats, Moves
from papamu.games.stepper import ILLEGAL
from papamu.kernel.bits import State
from papamu.kernel.random import stream
from papamu.kernel.symmetry import permute

if TYPE_CHECKING:
    from papamu.games.game import Game

_empty, _new = np.empty, object.__new__
_WORD, _NUMBER = np.dtype(np.uint64), np.dtype(np.int64)
_FEW = 512  # moves: of games that can have more, a position keeps only as many as there are


class Move(int):
    """A move: a number of the game's action space that prints in the game's notation.

    >>> import papamu
    >>> move = papamu.load("reversi:4x4").start().legal_moves[0]
    >>> print(move, int(move))
    b1 1
    """

    game: Game

    def __new__(cls, game: Game, value: int) -> Move:
        move = super().__new__(cls, value)
        move.game = game
        return move

    def __getnewargs__(self) -> tuple[Game, int]:  # type: ignore[override]
        return self.game, int(self)

    def __str__(self) -> str:
        return self.game.move_text(int(self))

    def __repr__(self) -> str:
        return f"<{self}>"


class MoveTable(dict[int, Move]):
    """The moves of a game by their numbers, each made when it is first asked for."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def __missing__(self, number: int) -> Move:
        made = self[number] = Move(self.game, number)
        return made


class LegalMoves(Sequence[Move]):
    """The legal moves of a position: made when looked at, sized, iterable, `in` by move or text."""

    __slots__ = ("_count", "_game", "_numbers")

    def __init__(self, game: Game, numbers: Moves, count: int) -> None:
        self._game, self._numbers, self._count = game, numbers, count

    @property
    def numbers(self) -> list[int]:
        """The moves as plain numbers."""
        found: list[int] = self._numbers[: self._count].tolist()
        return found

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Move]:
        return map(self._game.moves.__getitem__, self.numbers)

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Move]: ...
    def __getitem__(self, at: int | slice) -> Move | Sequence[Move]:
        if isinstance(at, slice):
            return [*map(self._game.moves.__getitem__, self.numbers[at])]
        if at < 0:
            at += self._count
        if not 0 <= at < self._count:
            raise IndexError(f"there are {self._count} legal moves")
        return self._game.moves[self._numbers.item(at)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LegalMoves) and self._game == other._game and self.numbers == other.numbers

    __hash__ = None  # type: ignore[assignment]

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return self.named(move) is not None
        return isinstance(move, int | np.integer) and int(move) in self.numbers

    def named(self, text: str) -> Move | None:
        """The legal move of this text, or `None`."""
        number = self._game.read_move(text.strip())
        return self._game.moves[number] if number is not None and number in self.numbers else None

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {listing(map(str, self))}>"


class Position:
    """An immutable position. `play` gives the next one; nothing ever changes this one."""

    # Attributes that have their place are quicker; those that are computed once need the dictionary.
    __slots__ = ("__dict__", "__weakref__", "_legal", "_told", "event", "game", "move", "parent", "state")
    _legal: Moves

    def __init__(
        self,
        game: Game,
        state: State,
        parent: Position | None = None,
        move: Move | None = None,
        event: str | None = None,
    ) -> None:
        self.game = game
        self.state = state  # not to be changed (a read-only array would compile every kernel twice)
        self.parent = parent  # the position before, if it was played from one
        self.move = move  # the move that led here
        self.event = event  # what chance did after that move, if anything
        self._told = -1  # what `stepper.step` tells of it, when it was asked

    # -- what it is ---------------------------------------------------------------------------

    def _look(self) -> int:
        self.state = as_state(self.state)
        self._told, self._legal = self.game.stepper.look(self.state)
        return self._told

    @property
    def player(self) -> int:
        """Whose turn it is, from 0."""
        told = self._told if self._told >= 0 else self._look()
        return (told >> 1) & 255

    @property
    def is_over(self) -> bool:
        """Is the game finished?"""
        told = self._told if self._told >= 0 else self._look()
        return told & 1 == 1

    @property
    def legal_moves(self) -> LegalMoves:
        """What the player to move may do."""
        told = self._told if self._told >= 0 else self._look()
        return LegalMoves(self.game, self._legal, told >> 9)

    @property
    def legal_mask(self) -> NDArray[np.bool_]:
        """[action]: is it legal here?

        >>> import papamu
        >>> papamu.load("reversi:4x4").start().legal_mask.sum()
        np.int64(4)
        """
        mask = np.zeros(self.game.num_actions, dtype=np.bool_)
        mask[self.legal_moves.numbers] = True
        return mask

    @cached_property
    def returns(self) -> tuple[float, ...]:
        """One number per player, 1 for a win, -1 for a loss; zeros while the game goes on."""
        out = np.zeros(self.game.num_players)
        if self.is_over:
            contract.returns(self.game.rules, self.state, out)
        return tuple(out.tolist())

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """What the game counts for each player: stones, pieces, discs, squares."""
        out: Floats = np.zeros(self.game.num_players)
        contract.scores(self.game.rules, self.state, out)
        return tuple(int(score) for score in out)

    @property
    def board(self) -> Codes:
        """Two-dimensional: 0 empty, 1 … owner; checkers kings 3 and 4; -1 unreachable."""
        return self.seen_by(0)

    def seen_by(self, player: int) -> Codes:
        """The board with the codes as this player sees them: 1 own, 2 the next player, …"""
        rules = self.game.rules
        out = np.empty(rules.cells, dtype=np.int8)
        contract.observe(rules, self.state, player, out)
        return out.reshape(self.game.rows, self.game.cols)

    # -- what networks see --------------------------------------------------------------------

    def planes(self, viewer: int | None = None) -> NDArray[np.float32]:
        """What a network sees: float32 [C, rows, cols] of `game.observation_shape`, as `games.planes` describes it.

        By default as the player to move sees it; `viewer` is another player's number, from 0.

        >>> import papamu
        >>> planes = papamu.load("reversi:4x4").start().planes()
        >>> planes.shape, planes[0].sum(), planes[1].sum()  # own discs, the other player's, whose turn, which seat
        ((4, 4, 4), np.float32(2.0), np.float32(2.0))
        """
        seen: NDArray[np.float32] = self._drawn(self.player if viewer is None else viewer, np.array([NONE]))[
            0
        ]
        return seen

    def afterstates(self) -> tuple[LegalMoves, NDArray[np.float32]]:
        """All legal moves, and what the player to move sees after each: planes [move, C, rows, cols].

        In games with chance that is before anything is drawn.

        >>> import papamu
        >>> moves, planes = papamu.load("clobber:3x3").start().afterstates()
        >>> len(moves), planes.shape
        (12, (12, 4, 3, 3))
        """
        moves = self.legal_moves
        return moves, self._drawn(self.player, self._legal[: len(moves)])

    def _drawn(self, viewer: int, moves: Moves) -> NDArray[np.float32]:
        game = self.game
        if self._told < 0:
            self._look()
        if not 0 <= viewer < game.num_players:
            raise PapamuError(f"{viewer!r} is no player: {game.name} has 0 to {game.num_players - 1}")
        seen = game.stepper.planes(game.plane_layout, self.state, viewer, moves)
        return seen.reshape(len(moves), *game.observation_shape)

    # -- playing ------------------------------------------------------------------------------

    def play(self, move: int | str, seed: int | None = None, event: str | None = None) -> Position:
        """The position after a move or its text.

        In games with chance, `seed` draws what happens next (`None`: from the system's entropy),
        or `event` says it (`"none"`, or a text as in `Position.event`).
        """
        game = self.game
        if event is not None or game.facts.chance or not isinstance(move, int):
            return self._played(self._checked(move), seed, event)
        told = self._told if self._told >= 0 else self._look()
        stepper = game.stepper
        state, legal = _empty(stepper.size, _WORD), _empty(stepper.most, _NUMBER)
        try:
            told = stepper.step(self.state, move, self._legal, told >> 9, state, legal)
        except OverflowError:  # a number that no move has
            told = ILLEGAL
        if told == ILLEGAL:
            self._checked(move)  # says why
        after = _new(Position)
        after.game, after.state, after.parent, after.event = game, state, self, None
        after.move = move if move.__class__ is Move else game.moves[move]
        after._told = told
        after._legal = legal if stepper.most <= _FEW else legal[: told >> 9].copy()
        return after

    def _played(self, number: int, seed: int | None, event: str | None) -> Position:
        """The position after a legal move and what chance makes of it."""
        game = self.game
        state = self.state.copy()
        contract.play(game.rules, state, number)
        outcome = NONE
        if event is not None:
            outcome = self._checked_event(state, event)
            contract.settle(game.rules, state, outcome)
        elif game.facts.chance:
            outcome = contract.chance(game.rules, state, stream(seed))
        happened = None if outcome == NONE else game.event_text(int(outcome))
        return Position(game, state, self, game.moves[number], happened)

    def _checked(self, move: int | str) -> int:
        number: int | None
        if isinstance(move, str):
            number = self.game.read_move(move.strip())
        else:
            try:
                number = index(move)
            except TypeError:
                number = None
        if number is None:
            example = self.game.move_example
            raise MoveError(
                f"{move!r} is not a {self.game.name} move: write it like {example}; {self._allowed()}"
            )
        if number not in self.legal_moves:
            why = "" if self.is_over else self.game.why_illegal(self.state, number)
            said = f"is not legal here{': ' if why else ''}{why}"
            raise IllegalMoveError(f"{_shown(self.game, move)} {said}; {self._allowed()}")
        return number

    def _checked_event(self, state: State, event: str) -> int:
        rules = self.game.rules
        out = np.empty(rules.max_moves, dtype=np.int64)
        n = contract.outcomes(rules, state, out, np.empty(rules.max_moves))
        possible = {self.game.event_text(int(outcome)): int(outcome) for outcome in out[:n]}
        if not possible and event == "none":
            return NONE
        if event not in possible:
            raise MoveError(f"chance cannot do {event!r} here; possible: {listing(possible) or 'none'}")
        return possible[event]

    def _allowed(self) -> str:
        if self.is_over:
            return "the game is over"
        return f"legal: {listing(map(str, self.legal_moves))}"

    @property
    def line(self) -> list[Position]:
        """All positions from the first known one to this."""
        found = [self]
        while found[-1].parent is not None:
            found.append(found[-1].parent)
        return found[::-1]

    # -- texts and pictures -------------------------------------------------------------------

    def to_text(self) -> str:
        """One line that `Game.from_text` turns back into this position."""
        game = self.game
        extras = [f"{key}={value}" for key, value in game.extras(self.state).items()]
        letter = game.alphabet[1 + game.turn(self.state)]
        return ",".join([game.board_text(self.board), letter, *extras])

    def symmetries(self) -> list[Position]:
        """The positions that mean the same turned and mirrored, this one first, each once."""
        game = self.game
        found: dict[bytes, Position] = {self.state.tobytes(): self}
        board = self.board
        for table in game.symmetries(self.state)[1:]:
            state = game.state_from(permute(table, board), game.turn(self.state), game.extras(self.state))
            found.setdefault(state.tobytes(), Position(game, state))
        return list(found.values())

    def __reduce__(self) -> tuple[Any, ...]:
        """What is sent to another process: the position, not the line that led to it."""
        return Position, (self.game, self.state)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.game == other.game
            and bool((self.state == other.state).all())
        )

    def __hash__(self) -> int:
        return hash((str(self.game), self.state.tobytes()))

    def __repr__(self) -> str:
        return f"{self.game!r}.from_text({self.to_text()!r})"

    def __str__(self) -> str:
        from papamu.games.drawing import board_lines

        return "\n".join(board_lines(self))

    def svg(self, marks: Mapping[int | str, str] | None = None, size: int | None = None) -> str:
        """A picture. `marks` are short texts on cells, by the cell's name or number: `{"d3": "0.7"}`.

        >>> import papamu
        >>> "0.7" in papamu.load("reversi").start().svg(marks={"d3": "0.7"})
        True
        """
        from papamu.games.drawing import board_svg

        return board_svg(self, size, marks)

    def _repr_svg_(self) -> str:
        return self.svg()


def as_state(state: State) -> State:
    """A state as kernels behind a handle take it: whole, of its own words."""
    if state.dtype == np.uint64 and state.flags.c_contiguous:
        return state
    return np.ascontiguousarray(state, dtype=np.uint64)


def _shown(game: Game, move: int | str) -> str:
    if isinstance(move, str):
        return repr(move)
    return f"move {int(move)}" if not 0 <= move < game.facts.actions else repr(game.move_text(int(move)))
