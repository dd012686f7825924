"""`Position`: one immutable moment of a game, and `Move`, a move that prints itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from papamu.core.errors import IllegalMoveError, MoveError, listing
from papamu.games import rules as contract
from papamu.games.rules import NONE, Codes, Floats
from papamu.kernel.bits import State
from papamu.kernel.random import stream
from papamu.kernel.symmetry import permute

if TYPE_CHECKING:
    from papamu.games.game import Game


class Move(int):
    """A move: a number of the game's action space that prints in the game's notation."""

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


class LegalMoves(Sequence[Move]):
    """The legal moves of a position: found when first needed, sized, iterable, `in` by move or text."""

    def __init__(self, position: Position) -> None:
        self._position = position

    @cached_property
    def _moves(self) -> list[Move]:
        game = self._position.game
        out = np.empty(game.rules.max_moves, dtype=np.int64)
        n = contract.legal_moves(game.rules, self._position.state, out)
        return [Move(game, int(move)) for move in out[:n]]

    @cached_property
    def _numbers(self) -> frozenset[int]:
        return frozenset(int(move) for move in self._moves)

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Move]: ...
    def __getitem__(self, at: int | slice) -> Move | Sequence[Move]:
        return self._moves[at]

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return self.named(move) is not None
        return isinstance(move, int | np.integer) and int(move) in self._numbers

    def named(self, text: str) -> Move | None:
        """The legal move of this text, or `None`."""
        game = self._position.game
        number = game.read_move(text.strip())
        return Move(game, number) if number is not None and number in self._numbers else None

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {listing(map(str, self._moves))}>"


class Position:
    """An immutable position. `play` gives the next one; nothing ever changes this one."""

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

    # -- what it is ---------------------------------------------------------------------------

    @property
    def player(self) -> int:
        """Whose turn it is, from 0."""
        return int(contract.player(self.game.rules, self.state))

    @cached_property
    def is_over(self) -> bool:
        """Is the game finished?"""
        return bool(contract.is_over(self.game.rules, self.state))

    @cached_property
    def legal_moves(self) -> LegalMoves:
        """What the player to move may do."""
        return LegalMoves(self)

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

    # -- playing ------------------------------------------------------------------------------

    def play(self, move: int | str, seed: int | None = None, event: str | None = None) -> Position:
        """The position after a move or its text.

        In games with chance, `seed` draws what happens next (`None`: from the system's entropy),
        or `event` says it (`"none"`, or a text as in `Position.event`).
        """
        game = self.game
        number = self._checked(move)
        state = self.state.copy()
        contract.play(game.rules, state, number)
        outcome = NONE
        if event is not None:
            outcome = self._checked_event(state, event)
            contract.settle(game.rules, state, outcome)
        elif game.facts.chance:
            outcome = contract.chance(game.rules, state, stream(seed))
        happened = None if outcome == NONE else game.event_text(int(outcome))
        return Position(game, state, self, Move(game, number), happened)

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

    def _repr_svg_(self) -> str:
        from papamu.games.drawing import board_svg

        return board_svg(self)


def _shown(game: Game, move: int | str) -> str:
    if isinstance(move, str):
        return repr(move)
    return f"move {int(move)}" if not 0 <= move < game.facts.actions else repr(game.move_text(int(move)))
