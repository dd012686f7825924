"""Reviews of games: every move with its value, the better move, and exact values where it can be solved.

A player's value after a move is their value in the next position, so a move's loss is the difference between the two
and costs no more thinking. Where the next position does not give it (four players, chance, or the first position
that is known exactly), the move's own value in the position before it does. `papamu.review` judges all positions one
after the other; the page has them judged in its pool, and shows the same. There a first look draws the curve at once;
it is too short to call a move a mistake.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from papamu.agents import registry
from papamu.agents.agent import Agent
from papamu.agents.function_agent import Choice, as_agent
from papamu.agents.solve import SolveAgent
from papamu.core.errors import AgentError, PapamuError
from papamu.core.frames import html_table, text_table, to_frame
from papamu.games.position import Position
from papamu.games.position_setup import as_position
from papamu.games.record import Record
from papamu.kernel.random import stream
from papamu.search.exact.contract import Solution, Solver
from papamu.search.exact.registry import counts, solver, warm_up

ADVICE = 50  # the key of the random streams of agents that explain and judge
EXACT_SECONDS = 2.0  # for an exact value
GIVE_UP = 2  # positions in a row, from the end, that could not be solved
# With 1,500 simulations the player to move was rated far too high where there are many moves: in Blokus Duo nearly
# every move of a strong agent was a blunder, at the beginning of Clobber a slip.
JUDGE = "uct:sims=40000"
ACCURACY = "Accuracy is the share of moves that were no slip, mistake or blunder; forced moves do not count."
# What a move gives away, of the distance between lost and won. Ours: a tenth is just seen in a curve.
_MISTAKES = ((0.35, "blunder"), (0.2, "mistake"), (0.1, "slip"))


class Judgment(TypedDict):
    """What is thought of a position: for the player to move, from -1 (lost) to 1 (won)."""

    best: int  # the best move
    value: float  # its value
    values: dict[int, float]  # of each move
    margins: NotRequired[dict[int, float]]  # by how much, where the game counts something


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a game: what it was worth, and what the best one was."""

    ply: int
    player: int
    played: int
    best: int
    best_value: float  # for the player to move, from -1 (lost) to 1 (won)
    loss: (
        float | None
    )  # what it gave away, of the distance between lost and won: 0 … 1; none if that is not known
    exact: bool
    margin: float | None  # by how much it wins or loses, where the game counts that and it is known exactly
    best_margin: float | None

    @property
    def mistake(self) -> str | None:
        """What to call it, if it gave something away."""
        loss = self.loss
        return None if loss is None else next((name for least, name in _MISTAKES if loss >= least), None)


class GameReview:
    """One game under review: its line, and what is known of each position."""

    def __init__(self, position: Position, agent: str) -> None:
        self.agent = agent
        self.line = position.line
        self.game = position.game
        self.judged: dict[int, Judgment] = {}  # by ply
        self.exact: dict[int, Judgment] = {}
        self.rough: dict[
            int, Judgment
        ] = {}  # after a first look: for the curve, until there is something better

    def known(self, ply: int) -> Judgment | None:
        """What is known of the position before a move, exactly if possible."""
        return self.exact.get(ply) or self.judged.get(ply)

    def move(self, ply: int) -> ReviewedMove | None:
        """A move with its value and the best one; none if it is not judged yet."""
        known = self.known(ply)
        before, after = self.line[ply], self.line[ply + 1]
        if known is None or after.move is None:
            return None
        best, played = int(known["best"]), int(after.move)
        loss = self._loss(ply, known, played)
        exact = ply in self.exact
        margins = known.get("margins", {})
        if exact and loss == 0 and margins.get(played) == margins.get(best):
            best = played  # one of the best
        value = float(known["value"])
        return ReviewedMove(
            ply, before.player, played, best, value, loss, exact, margins.get(played), margins.get(best)
        )

    def _loss(self, ply: int, known: Judgment, played: int) -> float | None:
        """What a move gave away, of the distance between lost and won: 0 … 1."""
        if played == known["best"]:
            return 0.0
        value = float(known["value"])
        own_value = (ply in self.exact) or (ply + 1 in self.exact)
        if own_value or self.game.num_players != 2 or self.game.facts.chance:
            mine = known["values"].get(played)
            return None if mine is None else max(0.0, value - float(mine)) / 2
        after = self._value_for(ply + 1, self.line[ply].player)
        return None if after is None else max(0.0, value - after) / 2

    def _value_for(self, ply: int, seat: int, rough: bool = False) -> float | None:
        """A player's value of a position, in a game of two players; with `rough` also after a first look."""
        at = self.line[ply]
        if at.is_over:
            return float(at.returns[seat])
        known = self.known(ply)
        if known is None and rough:
            known = self.rough.get(ply)
            if known is None and self.is_forced(ply) and ply + 1 < len(self.line):
                return self._value_for(ply + 1, seat, rough)  # nothing was decided here
        if known is None:
            return None
        return float(known["value"]) * (1 if at.player == seat else -1)

    def is_forced(self, ply: int) -> bool:
        """Is there one move only?"""
        return len(self.line[ply].legal_moves) == 1

    def curve(self, ply: int) -> float | list[float | None] | None:
        """A point of the curve: the first player's value, or with other numbers of players everybody's."""
        if self.game.num_players == 2:
            value = self._value_for(ply, 0, rough=True)
            return None if value is None else round(value, 4)
        if self.line[ply].is_over:
            return [float(value) for value in self.line[ply].returns]
        seats: list[float | None] = [None] * self.game.num_players
        for at in range(ply + 1):  # each player's value at their last move
            known = self.known(at) or self.rough.get(at)
            if known is not None:
                seats[self.line[at].player] = round(float(known["value"]), 4)
        return seats

    def accuracy(self) -> list[float | None]:
        """By player: the share of their moves that were no slip, mistake or blunder, where there was a choice.

        Only moves that are judged count; a player without any has none.

        >>> import papamu
        >>> position = papamu.load("clobber:1x4").start().play("c1d1").play("b1a1")  # the second move was the only one
        >>> papamu.review(position).accuracy()
        [0.0, None]
        """
        good: list[list[bool]] = [[] for _ in range(self.game.num_players)]
        for ply in range(len(self.line) - 1):
            found = self.move(ply)
            if found is not None and found.loss is not None and not self.is_forced(ply):
                good[found.player].append(found.mistake is None)
        return [sum(moves) / len(moves) if moves else None for moves in good]

    # -- for people ---------------------------------------------------------------------------

    def rows(self) -> list[dict[str, object]]:
        """A row for each move: its value, the best move with its value, and what was given away."""
        counted = bool(self.exact) and bool(counts(self.game)[0])
        return [self._row(ply, counted) for ply in range(len(self.line) - 1)]

    def _row(self, ply: int, counted: bool) -> dict[str, object]:
        before, after = self.line[ply], self.line[ply + 1]
        row: dict[str, object] = {"ply": ply + 1, "player": self.game.player_name(before.player)}
        row |= {"move": str(after.move)} | dict.fromkeys(
            ("value", "best", "best_value", "loss", "mistake", "exact")
        )
        row |= dict.fromkeys(("margin", "best_margin")) if counted else {}
        found = self.move(ply)
        if found is None:
            return row
        value = None if found.loss is None else round(found.best_value - 2 * found.loss, 4)
        loss = None if found.loss is None else round(found.loss, 4)
        row |= {
            "value": value,
            "best": self.game.move_text(found.best),
            "best_value": round(found.best_value, 4),
        }
        row |= {"loss": loss, "mistake": found.mistake, "exact": found.exact}
        return row | (
            {"margin": _whole(found.margin), "best_margin": _whole(found.best_margin)} if counted else {}
        )

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row for each move.

        >>> import papamu
        >>> position = papamu.load("clobber:2x3").start().play("a2a1")
        >>> list(papamu.review(position).to_frame())
        ['ply', 'player', 'move', 'value', 'best', 'best_value', 'loss', 'mistake', 'exact']
        """
        return to_frame(self.rows())

    def __str__(self) -> str:
        return f"{self.headline}\n{self._accuracy_text()}{_EXPLAINED}\n\n{text_table(self.rows())}"

    def __repr__(self) -> str:
        return f"<{self.headline}>"

    @property
    def headline(self) -> str:
        """What was found, in a line."""
        found = [self.move(ply) for ply in range(len(self.line) - 1)]
        named = [one.mistake for one in found if one is not None and one.mistake]
        mistakes = f"{len(named)} mistake{'s' * (len(named) != 1)}"
        missing = found.count(None)
        unknown = f", {missing} of them could not be judged" if missing else ""
        return f"{self.game}: {len(found)} moves reviewed by {self.agent}{unknown}, {mistakes}"

    def _accuracy_text(self) -> str:
        known = [
            f"{self.game.player_name(player)} {100 * share:.0f} %"
            for player, share in enumerate(self.accuracy())
            if share is not None
        ]
        return f"accuracy (share of moves without a slip): {', '.join(known)}\n" if known else ""

    def _repr_html_(self) -> str:
        return html_table(self.rows(), f"{self.headline}. {self._accuracy_text()}{_EXPLAINED}")


_EXPLAINED = (
    "value: for the player who moves, from -1 (lost) to 1 (won); loss: the share of that given away, 0 to 1"
)


def review(
    game: Record | Position,
    agent: Agent | Choice | str = "solve",
    seconds: float = EXACT_SECONDS,
    seed: int = 0,
) -> GameReview:
    """Review a game, given as a record or as a position with the line that led to it: what each move gave away.

    `solve` finds exact values from the end backwards, until two positions in a row take longer than `seconds` each: the
    moves before them stay unjudged. Any other agent judges whose values are results: uct, mc, puct.

    >>> import papamu
    >>> position = papamu.load("clobber:1x4").start().play("c1d1").play("b1a1")
    >>> found = papamu.review(position, "solve")
    >>> found
    <clobber:1x4: 2 moves reviewed by solve, 1 mistake>
    >>> [(row["move"], row["value"], row["best"], row["best_value"], row["loss"]) for row in found.rows()]
    [('c1d1', -1.0, 'a1b1', 1.0, 1.0), ('b1a1', 1.0, 'b1a1', 1.0, 0.0)]
    """
    position = as_position(game)
    if position.parent is None:
        raise PapamuError("nothing was played yet, so there is nothing to review")
    asked = as_agent(agent, registry.agent)
    asked.check(position.game, from_start=False)
    found = GameReview(position, str(asked))
    if isinstance(asked, SolveAgent):
        warm_up(position.game)  # compiles, if it must: that is not solving
        _solve_line(found, solver(position.game, int(asked.options["megabytes"])), seconds)
    else:
        for ply, at in enumerate(found.line[:-1]):
            found.judged[ply] = judge(asked, at, seed)
    return found


def _whole(number: float | None) -> float | None:
    """Discs and stones are counted in whole numbers."""
    return int(number) if number is not None and number == int(number) else number


def _solve_line(found: GameReview, exact: Solver, seconds: float) -> None:
    """Exact values from the end backwards, until they take too long."""
    failures = 0
    for ply in reversed(range(len(found.line) - 1)):
        try:
            found.exact[ply] = judge_exactly(exact, found.line[ply], seconds)
            failures = 0
        except AgentError:
            failures += 1
        if failures >= GIVE_UP:
            return


def judge(agent: Agent, position: Position, seed: int = 0) -> Judgment:
    """An agent's value for the player to move, the best move, and the value of each move."""
    if agent.scale is None:
        raise AgentError(f"{agent} has values that are not results: a review needs uct, mc or puct")
    low, high = agent.scale
    agent.begin(position.game, stream(seed, ADVICE))
    scores = agent.explain(position).scores
    # A tree search plays what it tried most; the others have tried all moves alike.
    best = int(max(scores, key=lambda scored: (scored.visits or 0, scored.value)).move)
    values = {}
    for scored in scores:
        value = 2 * (scored.value - low) / (high - low) - 1
        if value >= -1:  # less: it was never tried
            values[int(scored.move)] = min(1.0, value)
    return {"best": best, "value": values.get(best, 0.0), "values": values}


def judge_exactly(exact: Solver, position: Position, seconds: float) -> Judgment:
    """The same exactly, if it can be solved in so many seconds; else an error."""
    found = solve_within(exact, position, seconds)
    values = {move: float(value > 0) - float(value < 0) for move, value in found.values.items()}
    margins = {move: float(value) for move, value in found.values.items()}
    value = float(found.value > 0) - float(found.value < 0)
    return {"best": found.best[0], "value": value, "values": values, "margins": margins}


def solve_within(exact: Solver, position: Position, seconds: float) -> Solution:
    """The exact value of every move, if it takes at most so many seconds; else an error."""
    end = time.monotonic() + seconds

    def watch(nodes: int) -> None:
        if time.monotonic() > end:
            raise AgentError(f"not solved within {seconds:g} s")

    return exact.solve(position.state, True, watch)
