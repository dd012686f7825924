"""A tournament: everybody against everybody (or one against the rest), with ratings.

Two players: every pair plays a match; ratings by Bradley and Terry. At larger tables every choice of as many
agents as there are seats plays one; ratings by Plackett and Luce from the order in which they came in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from papamu.agents.agent import Agent
from papamu.arena.crosstable import Crosstable, per_cent
from papamu.arena.match import Results, play_match, stored_batches
from papamu.arena.plan import Plan
from papamu.arena.plugin_sources import outside_sources
from papamu.arena.ratings import Ratings, bradley_terry, plackett_luce
from papamu.arena.statistics import Tally
from papamu.core.errors import AgentError
from papamu.core.frames import html_table, to_frame
from papamu.core.identity import RESULTS
from papamu.core.store import Store
from papamu.games.game import Game
from papamu.kernel.random import stream

if TYPE_CHECKING:
    from papamu.games.record import Record

_MOST_TABLES = 2000  # choices of four among more agents than that would be endless

Progress = Callable[[str, int, int], None]  # who plays, games done, games in all


@dataclass(frozen=True)
class Tournament:
    """Who takes part, and how it is played."""

    game: Game
    agents: tuple[Agent, ...]
    games: int  # for each pair, or each table of more
    seed: int = 1
    gauntlet: bool = False  # only the first against each of the others
    opening_plies: int | None = None
    keep_moves: bool = False  # write every move down, for game records
    raising: frozenset[int] = frozenset()  # agents whose errors are raised, see `Plan`

    def __post_init__(self) -> None:
        seats = self.game.num_players
        names = [str(agent) for agent in self.agents]
        if seats < 2:
            raise AgentError(f"{self.game} is for one player: there is no opponent")
        if len(names) < max(2, seats):
            raise AgentError(f"a tournament of {self.game} needs {max(2, seats)} agents or more")
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise AgentError(f"{twice[0]} is named twice: in a tournament each agent takes part once")
        if len(self.tables) > _MOST_TABLES:
            raise AgentError(
                f"{len(names)} agents would make {len(self.tables):,} tables of {seats}: take fewer"
            )
        for agent in self.agents:
            agent.check(self.game)

    @property
    def names(self) -> list[str]:
        """The agents' spellings."""
        return [str(agent) for agent in self.agents]

    @property
    def tables(self) -> list[tuple[int, ...]]:
        """Who meets whom."""
        everyone = list(combinations(range(len(self.agents)), self.game.num_players))
        return [table for table in everyone if table[0] == 0] if self.gauntlet else everyone

    def about(self) -> dict[str, Any]:
        """What makes this tournament this tournament, for the store; more games may follow."""
        return {
            "tournament": str(self.game),
            "agents": [agent.identity for agent in self.agents],
            "seed": self.seed,
            "gauntlet": self.gauntlet,
            "opening_plies": self.opening_plies,
            "papamu": RESULTS,
            **({"keep_moves": True} if self.keep_moves else {}),
            **outside_sources(self.game, self.agents),
        }

    def plan(self, number: int) -> Plan:
        """The match at one of the tables."""
        return Plan.make(
            self.game,
            [self.agents[who] for who in self.tables[number]],
            seed=int(stream(self.seed, number)[1] >> np.uint64(33)),  # tables share no streams
            opening_plies=self.opening_plies,
            keep_moves=self.keep_moves,
            raising=[place for place, who in enumerate(self.tables[number]) if who in self.raising],
        )

    def play(self, store: Store | None = None, jobs: int = 1, progress: Progress | None = None) -> Standings:
        """Play all of it, or go on where the store has come to."""
        found: dict[tuple[int, ...], Results] = {}
        rounded = self.games + -self.games % self.game.num_players
        for number, table in enumerate(self.tables):
            plan = self.plan(number)
            label = " – ".join(self.names[who] for who in table)

            def report(done: int, _: int, before: int = number * rounded, label: str = label) -> None:
                if progress:
                    progress(label, before + done, len(self.tables) * rounded)

            report(0, 0)
            prefix = f"{number:06d}/"
            results = play_match(plan, self.games, store, prefix, jobs, report=report)
            if store is not None and self.keep_moves:
                results = replace(results, kept=tuple(stored_batches(store, prefix)))
            found[table] = results
            report(rounded, 0)
        return Standings(self, found)


@dataclass(frozen=True, repr=False)
class Standings:
    """What came out of a tournament."""

    tournament: Tournament
    results: dict[tuple[int, ...], Results]

    @property
    def faults(self) -> list[str]:
        """Games that were forfeited, and why."""
        names = self.tournament.names
        return [
            f"{' – '.join(names[who] for who in table)}, game {number + 1}: {reason}"
            for table, results in self.results.items()
            for number, reason in results.faults
        ]

    def tallies(self) -> dict[tuple[str, str], Tally]:
        """For each pair who met: who came in before whom."""
        names = self.tournament.names
        found: dict[tuple[str, str], Tally] = {}
        for table, results in self.results.items():
            for a, b in combinations(range(len(table)), 2):
                ahead = np.sign(results.returns[:, a] - results.returns[:, b])
                tally = Tally.of(0.5 + 0.5 * ahead, results.plan.round_size)
                pair = names[table[a]], names[table[b]]
                found[pair] = found[pair] + tally if pair in found else tally
        return found

    def ratings(self) -> Ratings:
        """Everybody's strength, with error bars."""
        names = self.tournament.names
        if self.tournament.game.num_players > 2:
            return plackett_luce(
                names, [ranking for table in self.results for ranking in self._rankings(table)]
            )
        points = np.zeros((len(names), len(names)))
        for (a, b), results in self.results.items():
            points[a, b] += float(results.scores[:, 0].sum())
            points[b, a] += float(results.scores[:, 1].sum())
        return bradley_terry(names, points)

    def _rankings(self, table: Sequence[int]) -> list[list[list[int]]]:
        """The order in which the agents of a table came in, game by game."""
        found = []
        for returns in self.results[tuple(table)].returns:
            places = sorted(set(returns.tolist()), reverse=True)
            found.append(
                [[who for who, r in zip(table, returns, strict=True) if r == place] for place in places]
            )
        return found

    def crosstable(self) -> Crosstable:
        """For people, files and browsers."""
        game = self.tournament.game
        played = sum(results.games for results in self.results.values())
        notes = [f"{played:,} games of {game}, seats rotated, seed {self.tournament.seed}"]
        if game.num_players > 2:
            notes.append("between two players at a table, the one with the better place wins")
        notes += self.faults[:20]
        return Crosstable(self.tallies(), self.ratings(), f"Tournament: {game}", notes)

    def summary(self) -> str:
        """What `papamu tournament` prints: the crosstable with ratings, and its notes.

        >>> import papamu
        >>> standings = papamu.tournament("clobber:3x3", "solve", "first", "random", games=4)
        >>> print(standings.summary().splitlines()[0])
        Tournament: clobber:3x3
        """
        return self.crosstable().text()

    def records(self) -> list[Record]:
        """Every game of all pairs (or tables) as a `papamu.Record`, in the order of the tournament.

        >>> import papamu
        >>> len(papamu.tournament("clobber:3x3", "solve", "first", "random", games=4).records())
        12
        """
        return [record for results in self.results.values() for record in results.records()]

    def rows(self) -> list[dict[str, object]]:
        """A row for each agent, the strongest first: rank, name, Elo with its interval, games and score."""
        rated = self.ratings().ranked
        return [{"rank": rank, **asdict(agent)} for rank, agent in enumerate(rated, start=1)]

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row for each agent, the strongest first.

        >>> import papamu
        >>> frame = papamu.tournament("clobber:3x3", "solve", "first", "random", games=4).to_frame()
        >>> frame["rank"].tolist(), frame["games"].tolist()
        ([1, 2, 3], [8, 8, 8])
        """
        return to_frame(self.rows())

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        played = sum(results.games for results in self.results.values())
        return f"<tournament of {self.tournament.game}: {', '.join(self.tournament.names)}, {played:,} games>"

    def _repr_html_(self) -> str:
        played = sum(results.games for results in self.results.values())
        rows = [
            {
                "#": rank,
                "agent": one.name,
                "Elo": round(one.elo),
                "from": round(one.low),
                "to": round(one.high),
            }
            | {"games": one.games, "score": per_cent(one.score)}
            for rank, one in enumerate(self.ratings().ranked, start=1)
        ]
        return html_table(rows, f"Tournament: {self.tournament.game}, {played:,} games")
