"""Live matches between agents: a few games at a time in the pool, in the background, with figures after each.

Two agents (or as many as a game has seats) play a match, more of them a tournament. Each game is determined by the
seed and its number as in `papamu match`, so the same match there gives the same games.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from papamu.agents.agent import Agent
from papamu.arena.match import Batches, join_results
from papamu.arena.plan import Plan
from papamu.arena.summary import summary
from papamu.arena.tournament import Standings, Tournament
from papamu.core.errors import PapamuError
from papamu.games.game import Game
from papamu.web.limits import MATCH_BATCH, MOST_MATCHES
from papamu.web.thinking.agent_pool import AgentPool
from papamu.web.thinking.agent_process import GAMES
from papamu.web.thinking.agent_request import AgentAnswer, AgentRequest, Line
from papamu.web.thinking.request_queue import PendingRequest

Json = dict[str, Any]

_KEPT = 30
_SECONDS = 0.5  # how long a batch should take
_MOST = 2000  # games in a batch


class Series:
    """The games of one choice of players."""

    def __init__(self, plan: Plan, games: int) -> None:
        self.plan = plan
        self.games = games + -games % plan.round_size
        self.batches = Batches(None, "")
        self.size = plan.tables + -plan.tables % plan.round_size
        self.done = 0

    def add(self, batch: Any, seconds: float) -> None:
        """Add a batch of games; the next one is sized by the time this one took."""
        self.batches.add(batch)
        self.done += len(batch.games)
        games = int(len(batch.games) * _SECONDS / max(seconds, 1e-6))
        size = max(self.plan.round_size, min(games, 4 * len(batch.games), _MOST))
        self.size = size - size % self.plan.round_size

    def results(self) -> Any:
        """The results of all games so far."""
        return join_results(self.plan, self.batches, self.done, None)


class Match:
    """A match or a tournament."""

    def __init__(self, game: Game, agents: Sequence[Agent], games: int, seed: int) -> None:
        self.id = secrets.token_hex(6)
        self.game, self.agents = game, tuple(agents)
        self.tournament: Tournament | None = None
        if len(agents) > game.num_players:
            self.tournament = Tournament(game, self.agents, games, seed)
            plans = [self.tournament.plan(number) for number in range(len(self.tournament.tables))]
        else:
            plans = [Plan.make(game, agents, seed)]
        self.series = [Series(plan, games) for plan in plans]
        self.began = time.time()
        self.ended: float | None = None
        self.error: str | None = None
        self.pending: PendingRequest | None = None
        self.lock = threading.Lock()

    @property
    def next(self) -> tuple[int, Series] | None:
        """The series to play next: the one with the fewest games so far."""
        open_ones = [(one.done, at) for at, one in enumerate(self.series) if one.done < one.games]
        if not open_ones or self.ended is not None:
            return None
        at = min(open_ones)[1]
        return at, self.series[at]

    def facts(self) -> Json:
        """Its figures so far, for the page."""
        with self.lock:
            played = [one for one in self.series if one.done]
            results = {at: one.results() for at, one in enumerate(self.series) if one.done}
            done, of = sum(one.done for one in self.series), sum(one.games for one in self.series)
            ended, error = self.ended, self.error
        seconds = (ended or time.time()) - self.began
        facts: Json = {
            "id": self.id,
            "game": str(self.game),
            "agents": [str(agent) for agent in self.agents],
            "kind": "match" if self.tournament is None else "tournament",
            "done": done,
            "of": of,
            "finished": ended is not None,
            "error": error,
            "seconds": round(seconds, 1),
            "games_per_second": round(done / seconds, 2) if seconds > 0 else 0.0,
            "match": None,
            "table": None,
        }
        if self.tournament is None and played:
            facts["match"] = summary(results[0])
        elif self.tournament is not None and len(played) == len(self.series):
            tables = self.tournament.tables
            standings = Standings(self.tournament, {tables[at]: found for at, found in results.items()})
            facts["table"] = standings.crosstable().as_dict()
        return facts


class Matches:
    """All matches."""

    def __init__(self, pool: AgentPool) -> None:
        self.pool = pool
        self._kept: OrderedDict[str, Match] = OrderedDict()

    def begin(self, game: Game, agents: Sequence[Agent], games: int, seed: int) -> Match:
        """Start a match."""
        running = [match for match in list(self._kept.values()) if match.ended is None]
        if len(running) >= MOST_MATCHES:
            raise PapamuError(f"{MOST_MATCHES} matches are in progress, which is the limit: stop one first")
        match = Match(game, agents, games, seed)
        self._kept[match.id] = match
        while len(self._kept) > _KEPT:
            self.stop(self._kept.popitem(last=False)[1])
        self._play_on(match)
        return match

    def find(self, name: str) -> Match | None:
        """The match of this id."""
        return self._kept.get(name)

    def all(self) -> list[Match]:
        """The newest first."""
        return list(self._kept.values())[::-1]

    def stop(self, match: Match) -> None:
        """Stop a match; its games so far stay."""
        with match.lock:
            match.ended = match.ended or time.time()
        if match.pending is not None:
            self.pool.cancel(match.pending)

    def _play_on(self, match: Match) -> None:
        found = match.next
        if found is None:
            with match.lock:
                match.ended = match.ended or time.time()
            return
        at, series = found
        count = min(series.size, series.games - series.done)
        plan = series.plan
        request = AgentRequest(
            GAMES,
            f"match {match.id} {at}",
            Line(str(match.game), "", ()),
            "",
            MATCH_BATCH,
            seed=plan.seed,
            details={
                "agents": [str(agent) for agent in plan.agents],
                "opening_plies": plan.opening_plies,
                "first": series.done,
                "count": count,
            },
            background=True,
        )

        def keep(answer: AgentAnswer) -> None:
            with match.lock:
                if answer.error is None:
                    series.add(answer.value, answer.seconds)
                else:
                    late = f"{count} games took more than {MATCH_BATCH:.0f} s: use faster agents"
                    match.error, match.ended = late if answer.expired else answer.error, time.time()
            self._play_on(match)

        match.pending = self.pool.submit(request, keep)
