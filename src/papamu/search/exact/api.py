"""`papamu.solve`: the exact value of a position, the best moves, nodes and time."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from papamu.core.errors import PapamuError, listing
from papamu.core.frames import html_table, to_frame
from papamu.games.game import Game
from papamu.games.position import Move, Position
from papamu.games.position_setup import as_position
from papamu.search.exact.contract import Solution, Watch
from papamu.search.exact.registry import counts, solver, warm_up

MEGABYTES = 1024


def solve(
    position: Game | Position | str,
    every: bool = False,
    megabytes: int = MEGABYTES,
    nodes: int | None = None,
    seconds: float | None = None,
    watch: Watch | None = None,
) -> SolvedPosition:
    """Solve a position (or the start of a game) exactly: who wins, and the moves that keep the value.

    With `every` it finds the exact value of each legal move. It takes at most `megabytes` of memory; if `nodes` or
    `seconds` are not enough, that is a `PapamuError`. `watch` is called with the nodes so far several times a second.

    >>> import papamu
    >>> solved = papamu.solve("clobber:1x4", every=True)
    >>> solved
    <clobber:1x4 solved: Black is to move: Black wins.>
    >>> solved.value, solved.best
    (1.0, [<a1b1>, <c1b1>])
    >>> solved.values
    {<a1b1>: 1.0, <c1b1>: 1.0, <c1d1>: -1.0}
    """
    at = as_position(position)
    if at.is_over:
        raise PapamuError(f"the game is over here: {' '.join(map(str, at.returns))}")
    chosen = solver(at.game, megabytes)
    warm_up(at.game)  # compiles, if it must: that is not solving
    limited = watch if nodes is None and seconds is None else _limits(at, nodes, seconds, watch)
    return SolvedPosition(at, chosen.solve(at.state, every, limited), every)


def _limits(position: Position, nodes: int | None, seconds: float | None, watch: Watch | None) -> Watch:
    """Stops a search that takes too long."""
    end = None if seconds is None else time.monotonic() + seconds

    def watched(done: int) -> None:
        if nodes is not None and done > nodes:
            raise PapamuError(f"this position of {position.game} is not solved after {done:,} nodes")
        if end is not None and time.monotonic() > end:
            raise PapamuError(f"this position of {position.game} is not solved within {seconds:g} s")
        if watch is not None:
            watch(done)

    return watched


@dataclass(frozen=True, repr=False)
class SolvedPosition:
    """A position with its exact value."""

    position: Position
    solution: Solution
    every: bool = False  # are the values of all moves known, or those of the best only?

    @property
    def value(self) -> float:
        """For the player to move: 1 won, 0 drawn, -1 lost; or by how much, where the game counts something."""
        return float(self.solution.value)

    @property
    def winner(self) -> int | None:
        """The player who wins; nobody if it is a draw."""
        if self.value == 0:
            return None
        return self.position.player if self.value > 0 else 1 - self.position.player

    @property
    def best(self) -> list[Move]:
        """The moves that keep the value."""
        return [Move(self.position.game, move) for move in self.solution.best]

    @property
    def values(self) -> dict[Move, float]:
        """The exact value of the moves that are known, best first."""
        ordered = sorted(self.solution.values.items(), key=lambda pair: -pair[1])
        return {Move(self.position.game, move): float(value) for move, value in ordered}

    @property
    def nodes(self) -> int:
        """How many positions were searched."""
        return self.solution.nodes

    @property
    def seconds(self) -> float:
        """How long that took."""
        return self.solution.seconds

    @property
    def verdict(self) -> str:
        """Who wins, in words."""
        game, value = self.position.game, self.value
        mover = game.player_name(self.position.player)
        if value == 0:
            return f"{mover} is to move: a draw."
        other = game.player_name(1 - self.position.player) if game.num_players == 2 else "nobody"
        counted, note = counts(game)
        by = f" by {abs(value):g} {counted}{f' ({note})' * bool(note)}" if counted else ""
        return f"{mover} is to move: {mover if value > 0 else other} wins{by}."

    def facts(self) -> dict[str, object]:
        """Everything, for JSON."""
        return {
            "game": str(self.position.game),
            "position": self.position.to_text(),
            "to_move": self.position.player,
            "value": self.solution.value,
            "winner": self.winner,
            "best": [str(move) for move in self.best],
            "values": {
                str(Move(self.position.game, move)): value for move, value in self.solution.values.items()
            },
            "nodes": self.nodes,
            "seconds": self.seconds,
        }

    def rows(self) -> list[dict[str, object]]:
        """A row for each move whose value is known."""
        return [
            {"move": str(move), "value": value, "outcome": outcome_of(value), "best": value == self.value}
            for move, value in self.values.items()
        ]

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row for each move whose value is known (with `every`: all of them).

        >>> import papamu
        >>> print(papamu.solve("clobber:2x2").to_frame().head(1))
           move  value outcome  best
        0  a2a1    1.0     won  True
        """
        return to_frame(self.rows())

    def __str__(self) -> str:
        best = [str(move) for move in self.best]
        lines = [str(self.position), "", self.verdict]
        lines.append(f"Best move{'s' if len(best) > 1 else ''}: {listing(best, 60)}")
        if self.every:
            lines += [f"  {move!s:<12} {value:+g}" for move, value in self.values.items()]
        return "\n".join([*lines, f"{self.nodes:,} nodes, {self.seconds:.2f} s"])

    def __repr__(self) -> str:
        return f"<{self.position.game} solved: {self.verdict}>"

    def _repr_html_(self) -> str:
        return html_table(self.rows(), f"{self.position.game}: {self.verdict}")


def outcome_of(value: float) -> str:
    """What an exact value means."""
    return "won" if value > 0 else "lost" if value < 0 else "drawn"
