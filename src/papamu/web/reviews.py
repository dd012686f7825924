"""Reviews: a game looked through move by move, with what was better, exactly where it can be solved.

Positions are judged one by one in the thinkers, as studies. How a player stands after a move is how they
stand in the next position; so a move's loss is the difference between the two, and costs no more thought.
Where the next position does not tell (four players, chance, or it is the first that is known exactly), the
move's own value in the position before it does.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from typing import Any

from papamu.games.position import Position
from papamu.search.solvers import refusal
from papamu.web.paths import path
from papamu.web.thinkers import Thinkers, Ticket
from papamu.web.thought import Answer, Job, Line

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
        self.failed: str | None = None
        self.tickets: list[Ticket] = []
        self.stopped = False
        self.solving = exact and refusal(self.game) is None
        self.lock = threading.Lock()

    @property
    def customer(self) -> str:
        """Who asks the thinkers."""
        return f"review {self.id}"

    def facts(self) -> Json:
        """As far as it is."""
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
            "error": self.failed,
            "players": self.game.num_players,
            "value": self._seen(len(self.line) - 1),
            "plies": plies,
        }

    def _known(self, ply: int) -> Json | None:
        return self.exact.get(ply) or self.judged.get(ply)

    def _ply(self, ply: int) -> Json | None:
        """A move: how it stood before it, what was best, what it gave away; nothing if nobody knows yet."""
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
            "value": self._seen(ply),
            "best": {
                "n": best,
                "text": self.game.move_text(best),
                "path": path(self.game, best),
            },
            "best_value": round(float(known["value"]), 4),  # for the player to move
            "loss": None if loss is None else round(loss, 4),
            "mistake": _mistake(loss),
            "exact": exact,
            "margin": known.get("margins", {}).get(best),
        }

    def _loss(self, ply: int, known: Json, played: int) -> float | None:
        """Of the distance between lost and won, 0 … 1."""
        if played == known["best"]:
            return 0.0
        value = float(known["value"])
        alone = (ply in self.exact) or (ply + 1 in self.exact)
        if alone or self.game.num_players != 2 or self.game.facts.chance:
            mine = known["values"].get(played)
            return None if mine is None else max(0.0, value - float(mine)) / 2
        then = self._stands(ply + 1, self.line[ply].player)
        return None if then is None else max(0.0, value - then) / 2

    def _stands(self, ply: int, seat: int) -> float | None:
        """How a player stands in a position of two players."""
        at = self.line[ply]
        if at.is_over:
            return float(at.returns[seat])
        known = self._known(ply)
        if known is None:
            return None
        return float(known["value"]) * (1 if at.player == seat else -1)

    def _seen(self, ply: int) -> float | list[float | None] | None:
        """The curve: as the first player stands, or with other numbers of players each of them."""
        if self.game.num_players == 2:
            value = self._stands(ply, 0)
            return None if value is None else round(value, 4)
        if self.line[ply].is_over:
            return [float(value) for value in self.line[ply].returns]
        seats: list[float | None] = [None] * self.game.num_players
        for at in range(ply + 1):  # each as they stood when they last moved
            known = self._known(at)
            if known is not None:
                seats[self.line[at].player] = round(float(known["value"]), 4)
        return seats


class Reviews:
    """All reviews."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self._kept: OrderedDict[str, Review] = OrderedDict()

    def begin(self, position: Position, agent: str, table: str | None, exact: bool) -> Review:
        """Look through a game."""
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
        """No more of it."""
        review.stopped, review.solving = True, False
        for ticket in review.tickets:
            self.thinkers.cancel(ticket)

    def _job(self, kind: str, review: Review, ply: int, budget: float) -> Job:
        return Job(kind, review.customer, Line.of(review.line[ply]), review.agent, budget, study=True)

    def _judge(self, review: Review, ply: int) -> None:
        def then(answer: Answer) -> None:
            with review.lock:
                if answer.error is None:
                    review.judged[ply] = answer.value
                else:
                    review.failed = answer.error
                    review.judged[ply] = _nothing(review.line[ply])

        review.tickets.append(self.thinkers.submit(self._job("judge", review, ply, _BUDGET), then))

    def _solve(self, review: Review, ply: int, failures: int) -> None:
        """Exact values from the end backwards, until they take too long."""
        if not review.solving:
            return
        if ply < 0 or failures >= _GIVE_UP:
            review.solving = False
            return

        def then(answer: Answer) -> None:
            if answer.error is None:
                with review.lock:
                    review.exact[ply] = answer.value
            self._solve(review, ply - 1, failures + 1 if answer.error else 0)

        review.tickets.append(self.thinkers.submit(self._job("exact", review, ply, _EXACT), then))


def _nothing(position: Position) -> Json:
    """What stands where an agent failed: no opinion."""
    first = int(position.legal_moves[0])
    return {"best": first, "value": 0.0, "values": {}}


def _mistake(loss: float | None) -> str | None:
    if loss is None:
        return None
    return next((name for least, name in _MISTAKES if loss >= least), None)
