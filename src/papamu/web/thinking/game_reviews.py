"""Game reviews for the page: positions are judged one by one in the pool, in the background (see `agents.review`)."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from typing import Any

from papamu.agents.review import EXACT_SECONDS, GIVE_UP, GameReview, Judgment
from papamu.games.position import Position
from papamu.search.exact.registry import counts, refusal
from papamu.web.thinking.agent_pool import AgentPool
from papamu.web.thinking.agent_request import AgentAnswer, AgentRequest, Line
from papamu.web.thinking.request_queue import PendingRequest

Json = dict[str, Any]

_KEPT = 50  # reviews
_BUDGET = 10.0  # seconds for a position


class Review(GameReview):
    """One game under review by the pool."""

    def __init__(self, position: Position, agent: str, table: str | None, exact: bool) -> None:
        super().__init__(position, agent)
        self.id = secrets.token_hex(6)
        self.table = table
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
            "value": self.curve(len(self.line) - 1),
            "plies": plies,
        }

    def _ply(self, ply: int) -> Json | None:
        """A move for the page: the value before it, the best move, what it gave away; none if it is not judged yet."""
        found = self.move(ply)
        if found is None:
            return None
        before = self.line[ply]
        return {
            "ply": ply,
            "player": found.player,
            "played": self.game.move_text(found.played),
            "value": self.curve(ply),
            "best": {
                "n": found.best,
                "text": self.game.move_text(found.best),
                "path": self.game.click_path(before.state, found.best),
            },
            "best_value": round(found.best_value, 4),  # for the player to move
            "loss": None if found.loss is None else round(found.loss, 4),
            "mistake": found.mistake,
            "exact": found.exact,
            "margin": found.best_margin,
            "margin_counts": counts(self.game)[0],  # discs …; nothing if a value only says who wins
        }


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
        if ply < 0 or failures >= GIVE_UP:
            review.solving = False
            return

        def keep(answer: AgentAnswer) -> None:
            if answer.error is None:
                with review.lock:
                    review.exact[ply] = answer.value
            self._solve(review, ply - 1, failures + 1 if answer.error else 0)

        review.pending.append(self.pool.submit(self._request("exact", review, ply, EXACT_SECONDS), keep))


def _no_opinion(position: Position) -> Judgment:
    """What is kept where an agent failed."""
    first = int(position.legal_moves[0])
    return {"best": first, "value": 0.0, "values": {}}
