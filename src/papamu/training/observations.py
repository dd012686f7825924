"""What a network thought while it learned: how far apart it rated moves, and what the first moves were worth to it.

At each point of the learning curve a few positions are shown to the network; nothing is learned from them, and no
random number is drawn. What it says is kept in `observations.json` in the run's folder, for the pictures of the page.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from papamu.agents.position_sample import positions
from papamu.core.errors import PapamuError
from papamu.core.files import write_whole
from papamu.games.position import Position
from papamu.learn.mlp.value_policy import ValuePolicy, value_moves
from papamu.learn.online.lock_up import span_of
from papamu.learn.online.session import Session
from papamu.training.run_folder import OBSERVATIONS

_POSITIONS = 24  # in which moves are compared
_MOST_FIRST = 120  # first moves that are kept; Blokus has more
_DIGITS = 6  # that matter of a value


@dataclass
class Observations:
    """What a network said at each point of its curve."""

    moves: list[str]  # the first moves
    points: list[dict[str, Any]] = field(
        default_factory=list
    )  # games, spread, output, zeros, first (a value per move)

    def write(self, folder: Path) -> None:
        """Keep them, whole or not at all."""
        write_whole(
            folder / OBSERVATIONS,
            json.dumps({"moves": self.moves, "points": self.points}, allow_nan=False) + "\n",
        )


def read_observations(folder: Path) -> Observations | None:
    """Those of a run folder; none if there are none (runs of 0.1.0, and other learners, have none)."""
    try:
        found = json.loads((folder / OBSERVATIONS).read_text(encoding="utf-8"))
        return Observations(list(found["moves"]), list(found["points"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


class Observer:
    """Looks at a session's network whenever its curve gets a point."""

    def __init__(self, session: Session, folder: Path) -> None:
        self._session, self._folder = session, folder
        self._start = session.game.start(seed=1)
        self._sample = _sample(session)
        every = max(1, -(-len(self._start.legal_moves) // _MOST_FIRST))
        self._shown = list(range(0, len(self._start.legal_moves), every))
        self._seen = Observations([str(self._start.legal_moves[at]) for at in self._shown])
        earlier = read_observations(folder)
        if earlier is not None and earlier.moves == self._seen.moves:
            self._seen.points = [point for point in earlier.points if point["games"] <= session.done]

    def __call__(self, session: Session) -> None:
        """Add what the network says now."""
        first = _values(session, self._start)
        if not first or not all(map(isfinite, first)):
            return  # a network that compares boards gives no values, and one that has diverged none that mean anything
        rated = [values for at in self._sample if len(values := _values(session, at)) > 1]
        spread = (
            sum(max(values) - min(values) for values in rated) / max(1, len(rated)) / span_of(session.course)
        )
        middle = sum(sum(values) / len(values) for values in rated) / max(1, len(rated))
        point = {
            "games": session.done,
            "spread": _short(spread),
            "output": _short(middle),
            "zeros": _short(sum(values.count(0.0) for values in rated) / max(1, sum(map(len, rated)))),
            "first": [_short(first[at]) for at in self._shown],
        }
        self._seen.points = [one for one in self._seen.points if one["games"] < session.done] + [point]
        self._seen.write(self._folder)


def _sample(session: Session) -> list[Position]:
    """Positions of random games, the same for every training of a game."""
    try:
        return list(positions(session.game, _POSITIONS, distinct=False))
    except PapamuError:  # a game without a move
        return []


def _values(session: Session, position: Position) -> list[float]:
    """What each legal move is worth to the network."""
    policy = session.policy
    if not isinstance(policy, ValuePolicy):
        return []
    many = value_moves(policy, session.game.rules, position.state)
    return [float(value) for value in policy.workspace.values[:many]]


def _short(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}") + 0.0 if isfinite(value) else 0.0  # + 0.0: no -0.0
