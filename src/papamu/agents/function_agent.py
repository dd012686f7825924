"""`papamu.player` and `papamu.value_player`: agents from a function, for ten-line players of one's own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.agents.agent import Agent, Explanation, MoveScore, sort_best_first
from papamu.core.errors import AgentError, MoveError
from papamu.games.game import Game
from papamu.games.position import Move, Position

Planes = NDArray[np.float32]
Choice = Callable[[Position], int | str]  # a position -> a Move, its number or its text
Valuation = Callable[[Any], Any]  # planes [n, C, rows, cols] -> n values


def player(function: Choice, name: str = "mine") -> Agent:
    """An agent from a function that takes a position and gives a move: a `Move`, its number or its text.

    It plays in `papamu.match` and `papamu.tournament` beside all others; these also take the bare function. Against
    others that never vary it gets random openings, because it would play the same game again and again.
    With `jobs` above one the function is called from several threads.

    >>> import papamu
    >>> def last(position):
    ...     return position.legal_moves[-1]
    >>> mine = papamu.player(last, name="last")
    >>> mine.choose(papamu.load("clobber:2x3").start())
    <b1c1>
    >>> papamu.match("clobber:3x3", mine, "random", games=10).games
    10
    """
    return FunctionAgent(function, name)


def value_player(function: Valuation, name: str = "mine") -> Agent:
    """An agent from a function that says what positions are worth; a PyTorch module works as it is.

    It is called with the positions after each legal move, as one float32 array of planes [n, C, rows, cols] that the
    player who moves looks at (see `Position.afterstates`), and gives n values, more is better. The agent plays the best
    move, the first of equal ones, and explains all moves with these values. A module is called with a tensor,
    without gradients and in evaluation mode; afterwards it is in the mode in which it was.

    >>> import papamu
    >>> mine = papamu.value_player(lambda planes: planes[:, 0].sum(axis=(1, 2)), name="stones")
    >>> position = papamu.load("reversi:4x4").start()
    >>> mine.choose(position) in position.legal_moves
    True
    >>> len(mine.explain(position).scores) == len(position.legal_moves)
    True
    """
    return ValueAgent(function, name)


class FunctionAgent(Agent):
    """Plays what a function says."""

    name = "mine"
    title = "a function of one's own"
    is_own = True
    deterministic = True  # as far as anybody can know: it gets a position and no random stream

    def __init__(self, function: Choice, name: str = "mine") -> None:
        super().__init__()
        _check(function, name, "player")
        self.function = function
        vars(self)["name"] = name

    def clone(self) -> Agent:
        """Another one with the same function: it is asked, not copied."""
        return type(self)(self.function, self.name)

    def choose(self, position: Position) -> Move:
        """What the function gives, checked."""
        answer = self.function(position)
        if answer is None:
            raise AgentError(f"{self} gave no move: its function returned None")
        try:
            return Move(position.game, position._checked(answer))
        except MoveError as error:
            raise type(error)(f"{self} made no legal move: {error}") from None

    def __repr__(self) -> str:
        return f"papamu.player({_function_name(self.function)}, name={self.name!r})"


class ValueAgent(Agent):
    """Plays to the position that a function values most."""

    name = "mine"
    title = "a valuation of one's own"
    is_own = True
    deterministic = True

    def __init__(self, function: Valuation, name: str = "mine") -> None:
        super().__init__()
        _check(function, name, "value_player")
        self.function = function
        vars(self)["name"] = name

    def clone(self) -> Agent:
        """Another one with the same function: it is asked, not copied."""
        return type(self)(self.function, self.name)

    def own_state(self) -> dict[str, Any]:
        """A module counts as it is asked: in evaluation mode."""
        function: Any = self.function
        if _is_module(function):
            function = deepcopy(function).eval()
        return {**super().own_state(), "function": function}

    def choose(self, position: Position) -> Move:
        """The move with the highest value, the first of equal ones."""
        moves, values = self._valued(position)
        return moves[int(values.argmax())]

    def meaning(self, game: Game) -> str:
        """The function's values."""
        return f"the value that {self} gives the board after the move"

    def explain(self, position: Position) -> Explanation:
        """The value of the position after each legal move."""
        moves, values = self._valued(position)
        scores = [MoveScore(move, float(value)) for move, value in zip(moves, values, strict=True)]
        return Explanation(self.meaning(position.game), sort_best_first(scores))

    def _valued(self, position: Position) -> tuple[Sequence[Move], NDArray[np.float64]]:
        """The legal moves, and what the function says of the position after each."""
        if position.is_over:
            raise AgentError(f"the game is over here: {self} has no move to play")
        moves, planes = position.afterstates()
        answer = ask_values(self.function, planes)
        try:
            values = np.asarray(answer, dtype=np.float64)
        except (TypeError, ValueError):
            raise AgentError(f"{self} gave {type(answer).__name__} for values: numbers are wanted") from None
        if values.size != len(moves):
            raise AgentError(
                f"{self} gave values of shape {values.shape} for {len(moves)} positions: one each is wanted"
            )
        if np.isnan(values).any():
            raise AgentError(f"{self} gave a value that is no number (nan)")
        return moves, values.reshape(len(moves))

    def __repr__(self) -> str:
        return f"papamu.value_player({_function_name(self.function)}, name={self.name!r})"


def ask_values(function: Valuation, planes: Planes) -> Any:
    """What a function or module gives for planes; what PyTorch gives becomes an array."""
    torch = sys.modules.get("torch")
    if torch is None:
        return function(planes)
    with torch.no_grad():
        if not _is_module(function):
            answer = function(planes)
        else:
            with _evaluation_mode(function):
                first = next(function.parameters(), None)  # type: ignore[attr-defined]
                given = torch.from_numpy(np.ascontiguousarray(planes))
                answer = function(given if first is None else given.to(first.device, first.dtype))
    return answer.detach().cpu().double().numpy() if isinstance(answer, torch.Tensor) else answer


@contextmanager
def _evaluation_mode(module: Any) -> Iterator[None]:
    """No dropout while it is asked, whoever is training it."""
    before = [(part, part.training) for part in module.modules()]
    module.eval()
    try:
        yield
    finally:
        for part, training in before:
            part.training = training


def _is_module(function: object) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(function, torch.nn.Module)


def as_agent(agent: object, make: Callable[[str], Agent]) -> Agent:
    """An agent, the agent of a spec, or a plain function as a player; else an error that says what is wanted."""
    if isinstance(agent, Agent):
        return agent
    if isinstance(agent, str):
        return make(agent)
    if isinstance(agent, type):
        wanted = f"give an object of it, {agent.__name__}()" if issubclass(agent, Agent) else "not an agent"
        raise AgentError(f"{agent.__name__} is a class: {wanted}")
    if _is_module(agent):
        raise AgentError("a network is no agent yet: papamu.value_player(network) makes one of it")
    if callable(agent):
        return player(agent, _function_name(agent))
    wanted = "a spec like 'uct', an Agent, or a function from position to move"
    raise AgentError(f"{agent!r:.60} is no agent: give {wanted}")


def _check(function: object, name: object, maker: str) -> None:
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise AgentError(f"papamu.{maker}: a name is a text in one line, not {name!r}")
    if isinstance(function, Agent):
        raise AgentError(f"papamu.{maker}: {function} is an agent already")
    if not callable(function) or isinstance(function, type):
        raise AgentError(f"papamu.{maker} needs a function, not {function!r:.60}")


def _function_name(function: object) -> str:
    name = getattr(function, "__name__", type(function).__name__)
    return str(name).strip("<>")
