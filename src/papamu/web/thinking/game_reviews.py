"""Game reviews for the page: positions are judged in the pool, and what was found replaces what was found before.

First all positions are looked at for a moment, so that there is a curve at once; then each is judged properly, in the
background; then the end is solved exactly (see `agents.review`). This goes on while a page asks for it. A review that
nobody asks for stops, and continues when somebody does; after a while it is dropped.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict, deque
from typing import Any

from papamu.agents.adviser import adviser
from papamu.agents.review import ACCURACY, EXACT_SECONDS, GIVE_UP, GameReview
from papamu.games.position import Position
from papamu.search.exact.registry import counts, refusal
from papamu.web.thinking.agent_pool import AgentPool
from papamu.web.thinking.agent_request import AgentAnswer, AgentRequest, Line
from papamu.web.thinking.request_queue import PendingRequest

Json = dict[str, Any]

_KEPT = 50  # reviews
_DROPPED = 1800.0  # seconds after the last look at it
_LOOKED = 60.0  # seconds since the last look, while it continues
_BUDGET = 10.0  # seconds for a position
_FIRST_LOOK = 1000  # milliseconds for all positions together
_LEAST, _MOST = 5, 60  # milliseconds for each of them


class Review(GameReview):
    """One game under review by the pool."""

    def __init__(self, position: Position, agent: str, table: str | None, exact: bool) -> None:
        super().__init__(position, agent)
        self.id = secrets.token_hex(6)
        self.table = table
        self.error: str | None = None
        self.moves = Line.of(position)  # one for all requests: each takes as much of it as it needs
        decided = [ply for ply in range(self.plies) if not self.is_forced(ply)]
        ms = max(_LEAST, min(_MOST, _FIRST_LOOK // max(1, len(decided))))
        self.first_look = str(adviser(self.game, ms))
        self.glances = deque(decided)  # positions that wait for a first look
        self.waiting = deque(range(self.plies))  # positions that wait for a judgement
        self.unsolved, self.failures = (
            self.plies - 1,
            0,
        )  # where the exact values begin, and the last ones not found
        self.failed: set[int] = set()  # positions that its agent could not judge
        self.pending: set[PendingRequest] = set()
        self.looked = time.monotonic()
        self.stopped = False
        self.solving = exact and refusal(self.game) is None
        self.lock = threading.RLock()

    @property
    def plies(self) -> int:
        """How many moves were played."""
        return len(self.line) - 1

    @property
    def client(self) -> str:
        """The name under which it asks the pool."""
        return f"review {self.id}"

    @property
    def finished(self) -> bool:
        """Is there nothing left to find out?"""
        return self.stopped or not (self.glances or self.waiting or self.pending or self.solving)

    def facts(self) -> Json:
        """The review so far, for the page."""
        with self.lock:
            plies = [self._ply(ply) for ply in range(self.plies)]
            curve = [self.curve(ply) for ply in range(len(self.line))]
            accuracy = self.accuracy()
            judged = sum(ply in self.failed or self.known(ply) is not None for ply in range(self.plies))
            finished = self.finished
        return {
            "id": self.id,
            "game": str(self.game),
            "table": self.table,
            "agent": self.agent,
            "done": judged,
            "of": len(plies),
            "finished": finished,
            "solving": self.solving and not self.stopped,
            "error": self.error,
            "players": self.game.num_players,
            "value": curve[-1],
            "curve": curve,  # a value for each position, at first after a short look only
            "accuracy": [None if share is None else round(share, 4) for share in accuracy],  # by player
            "accuracy_means": ACCURACY,
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
        self._lock = threading.Lock()

    def begin(self, position: Position, agent: str, table: str | None, exact: bool) -> Review:
        """Start the review of a game."""
        review = Review(position, agent, table, exact)
        with self._lock:
            self._kept[review.id] = review
        self._drop_old()
        self._continue(review)
        return review

    def find(self, name: str) -> Review | None:
        """The review of this id, which continues if it had stopped because nobody looked."""
        self._drop_old()
        review = self._kept.get(name)
        if review is not None:
            review.looked = time.monotonic()
            self._continue(review)
        return review

    def stop(self, review: Review) -> None:
        """Stop a review; what is judged stays."""
        with review.lock:
            review.stopped, review.solving = True, False
            review.glances.clear()
            review.waiting.clear()
            for pending in review.pending:
                self.pool.cancel(pending)
            review.pending.clear()

    def _drop_old(self) -> None:
        """Forget reviews that nobody has looked at for long, and the oldest if there are too many."""
        too_old = time.monotonic() - _DROPPED
        with self._lock:
            dropped = [review for review in self._kept.values() if review.looked < too_old]
            dropped += list(self._kept.values())[: max(0, len(self._kept) - _KEPT)]
            for review in dropped:
                self._kept.pop(review.id, None)
        for review in dropped:
            self.stop(review)

    def _continue(self, review: Review) -> None:
        """Ask the pool for what comes next, as many positions at once as it has processes for such work."""
        at_once = max(1, self.pool.size - 1)
        with review.lock:
            while len(review.pending) < at_once and not review.stopped and self._is_looked_at(review):
                if review.glances:
                    # A person waits for the curve, so this is not background work.
                    self._submit(review, "judge", review.glances.popleft(), review.first_look)
                elif review.waiting:
                    self._submit(review, "judge", review.waiting.popleft(), review.agent)
                elif review.solving and not review.pending:
                    self._submit(review, "exact", review.unsolved, review.agent)
                else:
                    return

    def _is_looked_at(self, review: Review) -> bool:
        return time.monotonic() - review.looked < _LOOKED

    def _submit(self, review: Review, kind: str, ply: int, agent: str) -> None:
        glance = agent == review.first_look and kind == "judge"
        line = Line(review.moves.game, review.moves.start, review.moves.moves[:ply])
        budget = EXACT_SECONDS if kind == "exact" else _BUDGET
        request = AgentRequest(kind, review.client, line, agent, budget, background=not glance)
        begun: list[PendingRequest] = []

        def keep(answer: AgentAnswer) -> None:
            with review.lock:
                review.pending.difference_update(begun)
                if kind == "exact":
                    _keep_exact(review, ply, answer)
                elif glance:
                    _keep_glance(review, ply, answer)
                else:
                    _keep_judgment(review, ply, answer)
            self._continue(review)

        begun.append(self.pool.submit(request, keep))
        review.pending.update(begun)


def _keep_glance(review: Review, ply: int, answer: AgentAnswer) -> None:
    if answer.error is None:
        review.rough[ply] = answer.value


def _keep_judgment(review: Review, ply: int, answer: AgentAnswer) -> None:
    if answer.error is None:
        review.judged[ply] = answer.value
        review.rough.pop(ply, None)
    else:
        review.error = answer.error
        review.failed.add(ply)


def _keep_exact(review: Review, ply: int, answer: AgentAnswer) -> None:
    """Exact values from the end backwards, until they take too long."""
    if answer.error is None:
        review.exact[ply] = answer.value
    review.failures = review.failures + 1 if answer.error else 0
    review.unsolved = ply - 1
    if review.unsolved < 0 or review.failures >= GIVE_UP:
        review.solving = False
