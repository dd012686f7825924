"""Moves that cannot be told apart: mirror images get one value, and values within their chance error share a rank.

`papamu.explain`, `papamu explain` and the page's hints all show the explanation that `tie_moves` returns. An agent's
own `explain` is left as it is, for it says what the agent plays by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from papamu.agents.agent import Agent, Explanation, MoveScore
from papamu.core.intervals import wilson
from papamu.games.position import Position
from papamu.kernel.symmetry import permute
from papamu.search.evaluations.contract import PROVEN

# A tree search looks away from a move that is worse: one that it tried far less often than another is not "as good,
# as far as it can tell". KataGo takes the same share before it trusts a move's lower bound (minVisitPropForLCB).
_LEAST_SHARE = 0.15
RANDOM_GAMES = "random games"  # what `Explanation.sample` says of values that chance has made


@dataclass(eq=False)
class _Alike:
    """Moves that are mirror images of each other, with what is known of them together."""

    number: int
    scores: list[MoveScore]
    value: float
    visits: int | None
    low: float
    high: float

    @property
    def visits_each(self) -> float:
        """How often each of them was tried."""
        return (self.visits or 0) / len(self.scores)


def tie_moves(agent: Agent, position: Position, found: Explanation) -> Explanation:
    """The explanation with ranks: moves that cannot be told apart share one.

    Those are moves of equal value; moves whose positions are the same turned or mirrored (where values come from random
    games or proofs, they get a common one); and moves whose 95 % intervals overlap, where values are means of random
    games.
    """
    if not agent.has_opinion or not found.scores:
        return found
    alike: dict[int, list[MoveScore]] = {}
    # What a network thinks of mirror images is its opinion; what chance made of them is noise, and proofs hold for all.
    sampled = found.sample == RANDOM_GAMES
    joins = sampled or any(map(_is_proven, found.scores))
    classes = mirror_classes(position, [int(scored.move) for scored in found.scores]) if joins else []
    numbers = classes or range(len(found.scores))
    for number, scored in zip(numbers, found.scores, strict=True):
        alike.setdefault(number, []).append(scored)
    ranked: list[MoveScore] = []
    for group in _groups([_pool(number, scores, agent.scale, sampled) for number, scores in alike.items()]):
        rank = len(ranked) + 1
        for one in sorted(group, key=lambda one: -one.value):
            interval = None if one.low == one.high else (one.low, one.high)
            ranked += [
                replace(
                    scored,
                    value=one.value,
                    interval=interval,
                    mirror=one.number if joins else None,
                    rank=rank,
                )
                for scored in sorted(one.scores, key=lambda scored: int(scored.move))
            ]
    return replace(found, scores=tuple(ranked))


def _is_proven(scored: MoveScore) -> bool:
    return bool(scored.outcome) or abs(scored.value) >= PROVEN


def mirror_classes(position: Position, moves: Sequence[int]) -> list[int]:
    """A number for each move: the same for moves that lead to the same position, turned or mirrored or not."""
    numbers: dict[object, int] = {}
    return [numbers.setdefault(_likeness(position, move), len(numbers)) for move in moves]


def _likeness(position: Position, move: int) -> object:
    """What the position after a move has in common with its mirror images (before anything is drawn by chance)."""
    game = position.game
    after = position.play(move, event="none") if game.facts.chance else position.play(move)
    board = after.board
    images = (permute(table, board).tobytes() for table in game.symmetries(after.state))
    return game.turn(after.state), tuple(sorted(game.extras(after.state).items())), min(images)


def _pool(number: int, scores: list[MoveScore], scale: tuple[float, float] | None, sampled: bool) -> _Alike:
    """Mirror images with what is known of all of them: one proof holds for all, means of random games are joined."""
    counted = [(scored.value, scored.visits) for scored in scores if scored.visits and sampled]
    proven = [scored.value for scored in scores if abs(scored.value) >= PROVEN]
    if proven or not counted:
        value = proven[0] if proven else float(np.mean([scored.value for scored in scores]))
        visits = 0 if sampled and all(scored.visits == 0 for scored in scores) else None
        return _Alike(number, scores, value, visits, value, value)
    visits = sum(count for _, count in counted)
    value = scores[0].value if len(scores) == 1 else sum(mean * count for mean, count in counted) / visits
    if scale is None:
        return _Alike(number, scores, value, visits, value, value)
    lost, won = scale
    share = min(1.0, max(0.0, (value - lost) / (won - lost)))
    low, high = wilson(share * visits, visits)
    return _Alike(number, scores, value, visits, lost + low * (won - lost), lost + high * (won - lost))


def _groups(rest: list[_Alike]) -> list[list[_Alike]]:
    """The best and all that cannot be told from it, then the same with what is left, and so on."""
    groups = []
    while rest:
        most = max(one.visits_each for one in rest)
        tried = [one for one in rest if one.visits is None or one.visits_each >= _LEAST_SHARE * most]
        bar = max(one.low for one in tried)
        group = [one for one in tried if one.high >= bar]
        groups.append(group)
        rest = [one for one in rest if one not in group]
    return groups
