"""A match: games on several threads, saved as they finish, with the same results for any number of threads.

A batch of games is stored the moment it is finished. Because every game depends on its number alone, a match
that was killed goes on where it stopped and ends as if it had not been.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from queue import SimpleQueue
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from papamu.arena.plan import Plan
from papamu.arena.referee import BatchResults, Referee
from papamu.arena.sprt import Decision, Sprt
from papamu.arena.statistics import Tally
from papamu.core.errors import AgentError, PapamuError
from papamu.core.frames import html_table, to_frame
from papamu.core.store import Store
from papamu.games.rules import Floats, Moves
from papamu.learn.convnet.torch_import import adopt_thread_count

if TYPE_CHECKING:
    from papamu.games.record import Record

_SECONDS = 0.5  # how long a batch should take: what can be lost
_MOST = 65_536  # games in a batch
_MOST_KEPT = 4096  # the same if every move is written down: 8 KiB a game while it is played

Report = Callable[[int, int], None]  # games done, games in all


@dataclass(frozen=True, repr=False)
class Results:
    """What came out of a match, game by game in their order."""

    plan: Plan
    returns: Floats  # [game, agent]
    seats: Moves  # [game, agent]
    plies: Moves  # [game]
    prints: NDArray[np.uint64]  # [game]
    made: Floats  # [agent]: moves; where only some games of a batch count, their share of it
    seconds: Floats  # [agent + 1]: thought by each, shared alike; the last: on the wall
    faults: tuple[tuple[int, str], ...]  # game, reason
    decision: Decision | None = None  # of a sequential test
    sprt: Sprt | None = None  # which one
    kept: tuple[BatchResults, ...] = ()  # the batches with their moves, where these are known

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.plies)

    @property
    def scores(self) -> Floats:
        """[game, agent]: 1 for winning alone, a share for a shared first place, 0 else."""
        best = self.returns == self.returns.max(axis=1, keepdims=True)
        shares: Floats = best / best.sum(axis=1, keepdims=True)
        return shares

    def tally(self, agent: int = 0) -> Tally:
        """One agent against the rest."""
        return Tally.of(self.scores[:, agent], self.plan.round_size, self.plan.game.num_players)

    def summary(self) -> str:
        """What `papamu match` prints: who won how often, on which seats, and what that means.

        >>> import papamu
        >>> played = papamu.match("clobber:3x3", "solve", "random", games=20)
        >>> print(played.summary().splitlines()[0])
        clobber:3x3: 20 games, seats swapped in pairs, seed 1
        """
        from papamu.arena.match_text import match_text

        return match_text(self)

    def records(self) -> list[Record]:
        """Every game as a `papamu.Record`, in order.

        The moves are known if the match kept them: `papamu.match` does up to 10,000 games, or with `keep_moves=True`.

        >>> import papamu
        >>> games = papamu.match("clobber:3x3", "first", "random", games=4).records()
        >>> len(games), games[0].players
        (4, ('first', 'random'))
        """
        from papamu.arena.match_records import records

        return [record for record, _ in records(self.plan, self.kept_batches(), self.games)]

    def kept_batches(self) -> tuple[BatchResults, ...]:
        """The batches with their moves; an error if these were not kept."""
        if not self.kept:
            raise PapamuError("the moves of these games were not kept: keep_moves=True keeps them")
        return self.kept

    def rows(self) -> list[dict[str, object]]:
        """A row for each game: who sat where, what came of it, how long it was."""
        names = [str(agent) for agent in self.plan.agents]
        seated, scores, faults = np.argsort(self.seats, axis=1), self.scores, dict(self.faults)
        rows: list[dict[str, object]] = []
        for number in range(self.games):
            order = [int(agent) for agent in seated[number]]
            row: dict[str, object] = {"game": number + 1}
            row |= {f"player_{seat}": names[agent] for seat, agent in enumerate(order)}
            row |= {f"return_{seat}": float(self.returns[number, agent]) for seat, agent in enumerate(order)}
            best = int(scores[number].argmax())
            row["winner"] = names[best] if scores[number, best] == 1 else None
            row |= {"plies": int(self.plies[number]), "forfeit": faults.get(number)}
            rows.append(row)
        return rows

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row for each game: who sat where, what came of it, how long it was.

        >>> import papamu
        >>> played = papamu.match("clobber:3x3", "first", "random", games=4)
        >>> list(played.to_frame())  # the columns
        ['game', 'player_0', 'player_1', 'return_0', 'return_1', 'winner', 'plies', 'forfeit']
        """
        return to_frame(self.rows())

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        names = " – ".join(str(agent) for agent in self.plan.agents)
        won = " : ".join(f"{points:g}" for points in self.scores.sum(axis=0).round(2))
        return f"<match of {self.plan.game}: {names} {won}>"

    def _repr_html_(self) -> str:
        from papamu.arena.match_text import agent_rows, headline

        return html_table(agent_rows(self), headline(self))

    @property
    def games_per_second(self) -> float:
        """On the wall, when they were played: whoever looks at kept games changes nothing."""
        return self.games / float(self.seconds[-1]) if self.seconds[-1] else 0.0

    @property
    def ms_per_move(self) -> list[float]:
        """How long each agent thought."""
        return [float(1000 * s / n) if n else 0.0 for s, n in zip(self.seconds[:-1], self.made, strict=True)]


def play_match(
    plan: Plan,
    games: int,
    store: Store | None = None,
    prefix: str = "",
    jobs: int = 1,
    sprt: Sprt | None = None,
    report: Report | None = None,
) -> Results:
    """Play so many games (whole rounds), or go on where the store has come to."""
    if games < 1 or jobs < 1:
        raise PapamuError("a match needs at least one game and one job")
    if sprt is not None and plan.game.num_players != 2:
        raise PapamuError(f"a sequential test compares two players, {plan.game} has {plan.game.num_players}")
    games += -games % plan.round_size
    batches = Batches(store, prefix)
    decision = _decided(plan, batches, games, sprt)
    missing = [] if decision and decision.accepted else batches.missing(games)
    if missing:
        with _Threads(plan, jobs) as threads:
            for batch in threads.play(missing):
                batches.add(batch)
                decision = _decided(plan, batches, games, sprt)
                if report:
                    report(batches.count(games), games)
                if decision and decision.accepted:
                    break
    if decision and decision.accepted:
        games = decision.after * plan.round_size
    results = replace(join_results(plan, batches, games, decision), sprt=sprt)
    _raise_kept_fault(results)
    return results


def _raise_kept_fault(results: Results) -> None:
    """A forfeit that was kept earlier is raised too, where errors are to be."""
    names = [str(results.plan.agents[who]) for who in sorted(results.plan.raising)]
    for number, reason in results.faults:
        if any(reason.startswith(f"{name} forfeited: ") for name in names):
            raise AgentError(f"game {number + 1}, which was kept: {reason}")


def stored_batches(store: Store, prefix: str) -> Iterator[BatchResults]:
    """The batches in a store one by one, in the order of their games (which is that of their keys)."""
    for key in [key for key in store.keys() if key.startswith(prefix)]:  # noqa: SIM118
        yield BatchResults.from_bytes(store.get(key))


class Batches:
    """What has been played, by the number of the first game; if there is a store, the moves are in it only."""

    def __init__(self, store: Store | None, prefix: str) -> None:
        self.store = store
        self.prefix = prefix
        self.by_first: dict[int, BatchResults] = {}
        for batch in stored_batches(store, prefix) if store is not None else ():
            self.by_first[int(batch.games[0])] = batch.figures

    def add(self, batch: BatchResults) -> None:
        """Keep a batch that was just played."""
        first = int(batch.games[0])
        if self.store is not None:
            self.store.put(f"{self.prefix}{first:012d}-{len(batch.games)}", batch.to_bytes())
        self.by_first[first] = batch.figures if self.store is not None else batch

    def ordered(self) -> list[BatchResults]:
        """By the numbers of their games."""
        return [self.by_first[first] for first in sorted(self.by_first)]

    def missing(self, games: int) -> list[tuple[int, int]]:
        """Ranges of games (first, end) that have not been played."""
        found, at = [], 0
        for batch in self.ordered():
            first = int(batch.games[0])
            if first > at:
                found.append((at, min(first, games)))
            at = max(at, first + len(batch.games))
        if at < games:
            found.append((at, games))
        return [(first, end) for first, end in found if first < end]

    def count(self, games: int) -> int:
        """How many of the first so many games are there."""
        return games - sum(end - first for first, end in self.missing(games))

    def prefix_length(self) -> int:
        """How many games are there without a gap."""
        at = 0
        for batch in self.ordered():
            if int(batch.games[0]) != at:
                break
            at += len(batch.games)
        return at


def _decided(plan: Plan, batches: Batches, games: int, sprt: Sprt | None) -> Decision | None:
    """What a sequential test says of the games so far, in their order and without gaps."""
    if sprt is None:
        return None
    known = min(games, batches.prefix_length()) // plan.round_size * plan.round_size
    if not known:
        return Decision(None, 0, 0.0)
    tally = join_results(plan, batches, known, None).tally()
    return sprt.decide(tally.scores, plan.round_size)


def join_results(plan: Plan, batches: Batches, games: int, decision: Decision | None) -> Results:
    """What came out of the first so many games, all of which are there."""
    parts = [batch for batch in batches.ordered() if batch.games[0] < games]
    faults = [
        (int(number), str(reason))
        for batch in parts
        for number, reason in zip(batch.games, batch.faults, strict=True)
        if reason and number < games
    ]
    shares = [min(1.0, (games - int(batch.games[0])) / len(batch.games)) for batch in parts]
    return Results(
        plan=plan,
        returns=np.concatenate([batch.returns for batch in parts])[:games],
        seats=np.concatenate([batch.seats for batch in parts])[:games],
        plies=np.concatenate([batch.plies for batch in parts])[:games],
        prints=np.concatenate([batch.prints for batch in parts])[:games],
        made=_shared(shares, [batch.made for batch in parts]),
        seconds=_shared(shares, [batch.seconds for batch in parts]),
        faults=tuple(faults),
        decision=decision,
        kept=tuple(parts) if plan.keep_moves and batches.store is None else (),
    )


def _shared(shares: list[float], counted: Sequence[Floats | Moves]) -> Floats:
    """What was counted in each batch, added up by its share."""
    total: Floats = (np.array(shares)[:, None] * np.array(counted, dtype=np.float64)).sum(axis=0)
    return total


class _Threads:
    """Threads with a referee each. They are daemons: whoever stops the program does not wait for a game."""

    def __init__(self, plan: Plan, jobs: int) -> None:
        self.plan = plan
        self.jobs = jobs
        self.tasks: SimpleQueue[tuple[int, int] | None] = SimpleQueue()
        self.done: SimpleQueue[tuple[BatchResults, float] | BaseException] = SimpleQueue()

    def __enter__(self) -> _Threads:
        referees = [Referee(self.plan)]  # the first compiles for all of them
        referees += [Referee(self.plan) for _ in range(self.jobs - 1)]
        for referee in referees:
            threading.Thread(target=self._work, args=(referee,), daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        for _ in range(self.jobs):
            self.tasks.put(None)

    def _work(self, referee: Referee) -> None:
        adopt_thread_count()
        while (task := self.tasks.get()) is not None:
            began = perf_counter()
            try:
                batch = referee.play(*task)
                elapsed = perf_counter() - began
                batch.seconds[-1] = elapsed / self.jobs  # so many are played at the same time
                self.done.put((batch, elapsed))
            except BaseException as error:  # it belongs to whoever waits for the batch
                self.done.put(error)

    def play(self, missing: list[tuple[int, int]]) -> Iterator[BatchResults]:
        """Play these ranges of games; batches come as they are finished, each about half a second long."""
        ranges = missing[::-1]
        least = self.plan.tables + -self.plan.tables % self.plan.round_size
        size = least
        waiting = 0

        def deal() -> None:
            nonlocal waiting
            if ranges:
                first, end = ranges.pop()
                count = min(size, end - first)
                if first + count < end:
                    ranges.append((first + count, end))
                self.tasks.put((first, count))
                waiting += 1

        for _ in range(self.jobs):
            deal()
        while waiting:
            answer = self.done.get()
            waiting -= 1
            if isinstance(answer, BaseException):
                raise answer
            batch, elapsed = answer
            wanted = int(len(batch.games) * _SECONDS / max(elapsed, 1e-6))
            most = _MOST_KEPT if self.plan.keep_moves else _MOST
            size = max(least, min(wanted, 4 * len(batch.games), most))
            size -= size % self.plan.round_size
            deal()
            yield batch
