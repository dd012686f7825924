"""`Agent`, the base class of all players: a subclass with a name and `choose` is a whole agent.

    @papamu.register_agent
    class Last(papamu.Agent):
        name = "last"
        title = "the last legal move in the game's order"

        def choose(self, position):
            return position.legal_moves[-1]

`CompiledAgent` is for those whose thinking is a policy (`search.policy`): matches between them run in
compiled code from the first game to the last.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, ClassVar, TypeVar

import numpy as np

from papamu.agents.values import bounded
from papamu.core.errors import AgentError
from papamu.core.frames import html_table, to_frame
from papamu.core.spec import Option, value_text
from papamu.games.game import Game
from papamu.games.position import Move, Position
from papamu.games.rules import Floats
from papamu.kernel.random import Stream, draw, stream
from papamu.search.policy import Policy, advance, begin, think

T = TypeVar("T")


@dataclass(frozen=True)
class MoveScore:
    """What an agent thinks of one move."""

    move: Move
    value: float  # more is better
    note: str = ""  # anything else it can say, such as how often it looked
    board: tuple[
        int, ...
    ] = ()  # what it takes the board after it for: each cell its own (1), others' (-1) or empty
    outcome: str = ""  # what comes of it, where the agent has proven that: won, lost in 3
    visits: int | None = None  # of how many results the value is the mean; none where it is no such mean
    # What `ties.tie_moves` finds out:
    interval: tuple[float, float] | None = (
        None  # where the true mean lies (95 %), if the results are independent
    )
    mirror: int | None = None  # the same for moves that lead to the same position, turned or mirrored
    rank: int = 0  # its place, shared by moves that cannot be told apart; 0: not known


@dataclass(frozen=True, repr=False)
class Explanation:
    """What an agent thinks of every legal move, best first, and what its numbers mean."""

    meaning: str
    scores: tuple[MoveScore, ...]
    agent: str = ""  # whose it is
    position: Position | None = None
    sample: str = ""  # what the visits are: random games

    @property
    def good(self) -> tuple[Move, ...]:
        """The best move, and all that cannot be told from it.

        >>> import papamu
        >>> papamu.explain("reversi:4x4", "mc:playouts=20").good
        (<b1>, <a2>, <d3>, <c4>)
        """
        from papamu.agents.explanation_text import ranks

        return tuple(
            scored.move for rank, scored in zip(ranks(self.scores), self.scores, strict=True) if rank == 1
        )

    @property
    def reason(self) -> str:
        """Why these are the good moves, in a sentence."""
        from papamu.agents.explanation_text import reason

        return reason(self)

    def rows(self) -> list[dict[str, object]]:
        """A row for each move: rank, move, value, outcome if proven, note, interval; of a finished game its result."""
        from papamu.agents.explanation_text import explanation_rows

        return explanation_rows(self)

    def to_frame(self) -> Any:
        """A pandas DataFrame of these rows.

        >>> import papamu
        >>> found = papamu.explain(papamu.load("clobber:1x4").start(), "solve")
        >>> print(found.to_frame()[["move", "value", "outcome"]].head(1))
           move  value outcome
        0  a1b1    1.0     won
        """
        return to_frame(self.rows())

    def __str__(self) -> str:
        from papamu.agents.explanation_text import explanation_lines

        return "\n".join(explanation_lines(self))

    def __repr__(self) -> str:
        from papamu.agents.explanation_text import headline

        return f"<{headline(self)}>"

    def _repr_html_(self) -> str:
        from papamu.agents.explanation_text import headline

        value = f"; value: {self.meaning}" if self.scores else ""
        return html_table(self.rows(), f"{headline(self)}{value}")


@dataclass(frozen=True)
class Ending:
    """How a game ended, for an agent that sat at it."""

    position: Position  # the last one; those before it are its line
    seat: int  # where the agent sat
    people: tuple[int, ...] = ()  # the seats of persons
    gave_up: tuple[int, ...] = ()  # who of them resigned

    @property
    def score(self) -> float:
        """The agent's share: the mean over its rivals of 1 for a better result, ½ for an equal one, 0.

        Its rivals are the persons at the table; if there are none, all others.
        """
        result = self.position.returns
        others = [seat for seat in range(len(result)) if seat != self.seat]
        rivals = [seat for seat in others if seat in self.people] or others
        scored = [
            1.0 if seat in self.gave_up else score_against(result[self.seat], result[seat]) for seat in rivals
        ]
        return fmean(scored) if rivals else 0.5 + 0.5 * result[self.seat]


def score_against(own: float, other: float) -> float:
    """1 for a better result than another player's, ½ for an equal one, 0 for a worse."""
    return 0.5 if own == other else float(own > other)


class Agent(ABC):
    """A player with options; it plays any game that it fits. A subclass with a name and `choose` is a whole agent.

    >>> import papamu
    >>> class Last(papamu.Agent):
    ...     name, title = "last", "the last legal move in the game's order"
    ...     def choose(self, position):
    ...         return position.legal_moves[-1]
    >>> Last().choose(papamu.load("reversi:4x4").start())
    <c4>
    """

    name: ClassVar[str]
    title: ClassVar[str]  # what it does, in a line
    source: ClassVar[str] = ""  # which study it comes from
    options_declared: ClassVar[tuple[Option, ...]] = ()
    wraps: ClassVar[bool] = False  # does it need another agent behind a `+`?
    may_wrap: ClassVar[bool] = False  # may there be one?
    wraps_files: ClassVar[bool] = False  # one that takes a file?
    is_own: ClassVar[bool] = (
        False  # is it made of somebody's own function, though its class comes with Papamu?
    )
    weighs: ClassVar[bool] = True  # is what it explains an opinion about moves?
    takes_file: ClassVar[bool] = False  # is all that follows its colon the name of a file, its option `file`?
    deterministic: bool = False  # would it play the same game again and again?
    remembers: bool = False  # does it keep thoughts from move to move?
    is_compiled: bool = False  # can a whole match with it run compiled?
    batched: bool = False  # does it think faster about many games at once? Then see `choose_batch`
    scale: tuple[float, float] | None = None  # the values of a lost and of a won game, where these are all
    from_spec: bool = False  # was it made from a spec? Then it is what that says, else an object of its own

    def __init__(self, options: Mapping[str, Any] | None = None, inner: Agent | None = None) -> None:
        defaults = {option.name: option.default for option in self.options_declared}
        self.options = {**defaults, **(options or {})}
        self.inner = inner
        self.rng: Stream = stream(None)

    def refusal(self, game: Game) -> str | None:
        """Why it does not play this game, or nothing."""
        return self.inner.refusal(game) if self.inner else None

    def refusal_from_start(self, game: Game) -> str | None:
        """Why it does not play whole games of it; single positions may be another matter."""
        if self.inner and not self.refusal(game):
            return self.inner.refusal_from_start(game)
        return self.refusal(game)

    def check(self, game: Game, from_start: bool = True) -> None:
        """Raise `AgentError` if it does not play this game (or not any position of it)."""
        reason = self.refusal_from_start(game) if from_start else self.refusal(game)
        if reason:
            raise AgentError(f"{self} does not play {game}: {reason}")

    def begin(self, game: Game, rng: Stream) -> None:
        """A new game begins (or one is looked at in the middle); `rng` is where its randomness comes from."""
        self.check(game, from_start=False)
        self.rng = rng
        if self.inner:
            self.inner.begin(game, rng)

    def begin_table(self, table: int, game: Game, rng: Stream) -> None:
        """A new game begins at one of many tables, if it is `batched`."""
        self.begin(game, rng)

    def choose_batch(self, tables: Sequence[int], positions: Sequence[Position]) -> Sequence[int]:
        """Its moves in games at different tables, if it is `batched`."""
        return [self.choose(position) for position in positions]

    def meet(self, person: str) -> None:
        """A person of this name sits down at the table: only now anything about persons is kept."""
        if self.inner:
            self.inner.meet(person)

    def end(self, ending: Ending) -> tuple[str, ...]:
        """The game is over (not: left in the middle). What it has to say about it, in lines."""
        return self.inner.end(ending) if self.inner else ()

    @abstractmethod
    def choose(self, position: Position) -> int:
        """The move it plays in a position that is not over."""

    def random_choice(self, options: Sequence[T]) -> T:
        """One of several, all equally likely, drawn from the game's random stream: so games stay reproducible.

        >>> import papamu
        >>> class Anything(papamu.Agent):
        ...     name, title = "anything", "a random legal move"
        ...     def choose(self, position):
        ...         return self.random_choice(position.legal_moves)
        >>> start = papamu.load("reversi:4x4").start()
        >>> Anything().choose(start) in start.legal_moves
        True
        """
        return options[int(draw(self.rng, len(options)))]

    def meaning(self, game: Game) -> str:
        """What the values of `explain` are."""
        return "1 for the move it plays; this agent gives no other values"

    def explain(self, position: Position) -> Explanation:
        """The value it gives to each legal move."""
        chosen = self.choose(position)
        scores = [MoveScore(move, float(move == chosen)) for move in position.legal_moves]
        return Explanation(self.meaning(position.game), sort_best_first(scores))

    def values(self, positions: Position | Iterable[Position]) -> Floats:
        """What it expects for the player to move, in each position: from -1 (lost) over 0 to 1 (won).

        For any agent that has an opinion about moves. Finished games have their results; `agents.values` says how an
        evaluation without bounds is brought to this scale.

        >>> import papamu
        >>> start = papamu.load("clobber:2x3").start()
        >>> papamu.agent("solve").values([start, *map(start.play, start.legal_moves[:2])]).tolist()
        [-1.0, 1.0, 1.0]
        """
        found = [positions] if isinstance(positions, Position) else list(positions)
        if found and not self.has_opinion:
            raise AgentError(
                f"{self} has no opinion about moves: ask one that weighs them, such as uct or minimax"
            )
        return np.array([self._value(position) for position in found], dtype=np.float64)

    def _value(self, position: Position) -> float:
        if position.is_over:
            return position.returns[position.player]
        return bounded(self.best_value(position), self.value_bounds, position.game)

    def best_value(self, position: Position) -> float:
        """What its best move is worth, in the numbers of `explain`."""
        return max(scored.value for scored in self.explain(position).scores)

    @property
    def value_bounds(self) -> tuple[float, float] | None:
        """What a lost and a won game are worth in the numbers of `explain`; `None`: an evaluation without bounds."""
        return self.inner.value_bounds if self.inner else self.scale

    @property
    def has_opinion(self) -> bool:
        """Does it weigh moves, rather than only pick one?"""
        if self.inner:
            return self.inner.has_opinion
        return self.weighs and type(self).explain is not Agent.explain

    @property
    def identity(self) -> str:
        """What makes it this player and no other, for stores; its spec, unless that leaves something open."""
        return f"{self._own}+{self.inner.identity}" if self.inner else self._own

    def parts(self, game: Game) -> tuple[Any, ...]:
        """The classes and functions that decide how it plays this game (not those of the agent behind the `+`).

        If any of them comes from outside the package, results are kept under a digest of its source.
        """
        return (type(self),)

    def own_state(self) -> dict[str, Any]:
        """Its attributes: what tells an agent object of somebody's own from others of its name."""
        return dict(vars(self))

    def clone(self) -> Agent:
        """Another one like it, with thoughts of its own (for a second thread)."""
        return copy.deepcopy(self)

    @property
    def _own(self) -> str:
        """Its spec without the agent behind the `+`."""
        changed = [
            f"{'' if self.takes_file and option.name == 'file' else option.name + '='}"
            f"{value_text(self.options[option.name])}"
            for option in self.options_declared
            if self.options[option.name] != option.default
        ]
        return f"{self.name}:{','.join(changed)}" if changed else self.name

    def __str__(self) -> str:
        return f"{self._own}+{self.inner}" if self.inner else self._own

    def __repr__(self) -> str:
        return f"papamu.agent({str(self)!r})"


def moves_since(seen: Position | None, position: Position) -> list[int] | None:
    """What was played since a position that was seen; `None` if that was in another game."""
    moves: list[int] = []
    at: Position | None = position
    while at is not None and at is not seen:
        if at.move is not None:
            moves.append(int(at.move))
        at = at.parent
    return None if at is None else moves[::-1]


def sort_best_first(scores: list[MoveScore]) -> tuple[MoveScore, ...]:
    """Best first, equal ones in their order."""
    return tuple(sorted(scores, key=lambda scored: -scored.value))


class CompiledAgent(Agent):
    """An agent whose thinking is a compiled policy. All it is follows from its options."""

    is_compiled = True
    sample: str = ""  # what `visits` counts

    def __init__(self, options: Mapping[str, Any] | None = None, inner: Agent | None = None) -> None:
        super().__init__(options, inner)
        self._game: Game | None = None
        self._policy: Policy = None
        self._seen: Position | None = None  # the last position it thought about

    @abstractmethod
    def policy(self, game: Game) -> Policy:
        """A new policy record, with room of its own."""

    def clone(self) -> Agent:
        """A new one with the same options: its policy is room to think in, and need not be copied."""
        return type(self)(self.options, self.inner.clone() if self.inner else None)

    def begin(self, game: Game, rng: Stream) -> None:
        """A new game: the policy forgets the last one."""
        super().begin(game, rng)
        self._seen = None

    def check_position(self, position: Position) -> None:
        """Raise `AgentError` if it has no move to play here."""
        if position.is_over:
            raise AgentError(f"the game is over here: {self} has no move to play")
        if self._game is not position.game and self._game != position.game:
            self.check(position.game, from_start=False)

    def policy_for(self, position: Position) -> Policy:
        """The policy for this position's game, brought up to date with the moves since it last thought."""
        game = position.game
        self.check_position(position)
        if self._game is not game and self._game != game:
            self._game, self._policy, self._seen = game, self.policy(game), None
        moves = moves_since(self._seen, position)
        if moves is None:
            begin(self._policy, game.rules)
        elif self.remembers:
            for move in moves:
                advance(self._policy, game.rules, move)
        self._seen = position
        return self._policy

    def choose(self, position: Position) -> Move:
        """Let the policy choose."""
        policy = self.policy_for(position)
        return position.game.moves[int(think(policy, position.game.rules, position.state, self.rng, False))]

    def explain(self, position: Position) -> Explanation:
        """Let the policy weigh every move."""
        policy = self.policy_for(position)
        n = int(think(policy, position.game.rules, position.state, self.rng, True))
        return self.explanation(policy, position, n)

    def explanation(self, policy: Policy, position: Position, n: int) -> Explanation:
        """What the policy has written about the n legal moves."""
        workspace = policy.workspace
        weighed = zip(
            workspace.moves[:n],
            workspace.values[:n],
            self.notes(policy, n),
            self.visits(policy, n),
            strict=True,
        )
        scores = [
            MoveScore(Move(position.game, int(move)), float(value), note, visits=visits)
            for move, value, note, visits in weighed
        ]
        return Explanation(self.meaning(position.game), sort_best_first(scores), sample=self.sample)

    def notes(self, policy: Policy, n: int) -> list[str]:
        """Something about each of the moves just weighed."""
        return [""] * n

    def visits(self, policy: Policy, n: int) -> Sequence[int | None]:
        """Of how many results each value just weighed is the mean; none where values are no means of results."""
        return [None] * n
