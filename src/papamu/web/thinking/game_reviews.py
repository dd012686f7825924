"""Game reviews: every move of a game with its value, the better move, and exact values where it can be solved.

Positions are judged one by one in the pool, in the background. A player's value after a move is their value in the
next position, so a move's loss is the difference between the two and costs no more thinking. Where the next
position does not give it (four players, chance, or the first position that is known exactly), the move's own value
in the position before it does.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from typing import Any

from papamu.games.position import Position
from papamu.search.exact.registry import counts, refusal
from papamu.web.thinking.agent_pool import AgentPool
from papamu.web.thinking.agent_request import AgentAnswer, AgentRequest, Line
from papamu.web.thinking.request_queue import PendingRequest

Json = dict[str, Any]

_KEPT = 50  # reviews
_BUDGET = 10.0  # seconds for a position
_EXACT = 2.0  # seconds for an exact value
_GIVE_UP = 2  # positions in a row, from the end, that could not be solved
# What a move gives away, of the distance between lost and won. Ours: a tenth is just seen in a curve.
_MISTAKES = ((0.35, "blunder"), (0.2, "mistake"), (0.1, "slip"))


class Review:
    """One game under review."""

    def __init__(self, position: Position, agent: str, table: str | None, exact: bool) -> None:
        self.id = secrets.token_hex(6)
        self.agent, self.table = agent, table
        self.line = position.line
        self.game = position.game
        self.judged: dict[int, Json] = {}  # by ply
        self.exact: dict[int, Json] = {}
        self.error: str | None = None
        self.pending: list[PendingRequest] = []
        self.stopped = False
        self.solving = exact and refusal(self.game) is None
        self.lock = threading.Lock()

    @property
    def client(self) -> str:
        """The name under which it asks the pool."""
        return f"review {self.id}"

    def facts(self) -> Json:
        """The review so far, for the page."""
        with self.lock:
            plies = [self._ply(ply) for ply in range(len(self.line) - 1)]
            judged = sum(ply in self.judged or ply in self.exact for ply in range(len(plies)))
        return {
            "id": self.id,
            "game": str(self.game),
            "table": self.table,
            "agent": self.agent,
            "done": judged,
            "of": len(plies),
            "finished": self.stopped or (judged == len(plies) and not self.solving),
            "solving": self.solving and not self.stopped,
            "error": self.error,
            "players": self.game.num_players,
            "value": self._curve(len(self.line) - 1),
            "plies": plies,
        }

    def _known(self, ply: int) -> Json | None:
        return self.exact.get(ply) or self.judged.get(ply)

    def _ply(self, ply: int) -> Json | None:
        """A move: the value before it, the best move, what it gave away; none if it is not judged yet."""
        known = self._known(ply)
        before, after = self.line[ply], self.line[ply + 1]
        if known is None or after.move is None:
            return None
        best, played = int(known["best"]), int(after.move)
        loss = self._loss(ply, known, played)
        exact = ply in self.exact
        if exact and loss == 0:
            best = played  # one of the best
        return {
            "ply": ply,
            "player": before.player,
            "played": str(after.move),
            "value": self._curve(ply),
            "best": {
                "n": best,
                "text": self.game.move_text(best),
                "path": self.game.click_path(before.state, best),
            },
            "best_value": round(float(known["value"]), 4),  # for the player to move
            "loss": None if loss is None else round(loss, 4),
            "mistake": _mistake(loss),
            "exact": exact,
            "margin": known.get("margins", {}).get(best),
            "margin_counts": counts(self.game)[0],  # discs …; nothing if a value only says who wins
        }

    def _loss(self, ply: int, known: Json, played: int) -> float | None:
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

    def _value_for(self, ply: int, seat: int) -> float | None:
        """A player's value of a position, in a game of two players."""
        at = self.line[ply]
        if at.is_over:
            return float(at.returns[seat])
        known = self._known(ply)
        if known is None:
            return None
        return float(known["value"]) * (1 if at.player == seat else -1)

    def _curve(self, ply: int) -> float | list[float | None] | None:
        """A point of the curve: the first player's value, or with other numbers of players everybody's."""
        if self.game.num_players == 2:
            value = self._value_for(ply, 0)
            return None if value is None else round(value, 4)
        if self.line[ply].is_over:
            return [float(value) for value in self.line[ply].returns]
        seats: list[float | None] = [None] * self.game.num_players
        for at in range(ply + 1):  # each player's value at their last move
            known = self._known(at)
            if known is not None:
                seats[self.line[at].player] = round(float(known["value"]), 4)
        return seats


class Reviews:
    """All reviews."""

    def __init__(self, pool: AgentPool) -> None:
        self.pool = pool
        self._kept: OrderedDict[str, Review] = OrderedDict()

    def begin(self, position: Position, agent: str, table: str | None, exact: bool) -> Review:
        """Start the review of a game."""
        review = Review(position, agent, table, exact)
        self._kept[review.id] = review
        while len(self._kept) > _KEPT:
            self.stop(self._kept.popitem(last=False)[1])
        for ply in range(len(review.line) - 1):
            self._judge(review, ply)
        self._solve(review, len(review.line) - 2, 0)
        return review

    def find(self, name: str) -> Review | None:
        """The review of this id."""
        return self._kept.get(name)

    def stop(self, review: Review) -> None:
        """Stop a review; what is judged stays."""
        review.stopped, review.solving = True, False
        for pending in review.pending:
            self.pool.cancel(pending)

    def _request(self, kind: str, review: Review, ply: int, budget: float) -> AgentRequest:
        line = Line.of(review.line[ply])
        return AgentRequest(kind, review.client, line, review.agent, budget, background=True)

    def _judge(self, review: Review, ply: int) -> None:
        def keep(answer: AgentAnswer) -> None:
            with review.lock:
                if answer.error is None:
                    review.judged[ply] = answer.value
                else:
                    review.error = answer.error
                    review.judged[ply] = _no_opinion(review.line[ply])

        review.pending.append(self.pool.submit(self._request("judge", review, ply, _BUDGET), keep))

    def _solve(self, review: Review, ply: int, failures: int) -> None:
        """Find exact values from the end backwards, until they take too long."""
        if not review.solving:
            return
        if ply < 0 or failures >= _GIVE_UP:
            review.solving = False
            return

        def keep(answer: AgentAnswer) -> None:
            if answer.error is None:
                with review.lock:
                    review.exact[ply] = answer.value
            self._solve(review, ply - 1, failures + 1 if answer.error else 0)

        review.pending.append(self.pool.submit(self._request("exact", review, ply, _EXACT), keep))


def _no_opinion(position: Position) -> Json:
    """What is kept where an agent failed."""
    first = int(position.legal_moves[0])
    return {"best": first, "value": 0.0, "values": {}}


def _mistake(loss: float | None) -> str | None:
    if loss is None:
        return None
    return next((name for least, name in _MISTAKES if loss >= least), None)
