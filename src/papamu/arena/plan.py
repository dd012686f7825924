"""The plan of a match: who plays whom, on which seats, from which openings, with which random streams.

All of it follows from the plan and a game's number, whoever plays the game and when. Games come in rounds:
as many as there are seats, with the same opening, so that everybody sits everywhere once. With fixed seats a
round is a single game.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.agents.agent import Agent
from papamu.arena.openings import GAMES, OPENINGS, Openings, streams_by_number
from papamu.arena.plugin_sources import KEY, outside_sources
from papamu.core.errors import AgentError
from papamu.core.identity import RESULTS
from papamu.games.game import Game
from papamu.games.rules import Moves

_AUTOMATIC = 4  # opening plies when nobody would vary their play
_TABLES = 32  # games at the same time, if somebody plays better so


@dataclass(frozen=True)
class Plan:
    """A match: everything that decides how its games go, except how many are played."""

    game: Game
    agents: tuple[Agent, ...]  # one a seat, in the order given
    seed: int = 1
    fixed_seats: bool = False
    opening_plies: int = 0
    keep_moves: bool = False  # write every move down, for game records
    raising: frozenset[int] = frozenset()  # agents whose errors are raised; those of others are forfeits
    _distinct: Openings = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_distinct", Openings(self.game, self.seed, self.opening_plies))

    @classmethod
    def make(
        cls,
        game: Game,
        agents: Sequence[Agent],
        seed: int = 1,
        fixed_seats: bool = False,
        opening_plies: int | None = None,
        keep_moves: bool = False,
        raising: Iterable[int] = (),
    ) -> Plan:
        """A plan, checked. The last agent fills the seats that are left; who never varies gets openings."""
        if not agents:
            raise AgentError("a match needs at least one agent")
        if len(agents) > game.num_players:
            seats = f"{game.num_players} seat{'s' if game.num_players > 1 else ''}"
            raise AgentError(f"{game} has {seats}, so {len(agents)} agents are too many")
        seated = (*agents, *[_another(agents[-1]) for _ in range(game.num_players - len(agents))])
        last, errors = len(agents) - 1, frozenset(raising)
        if last in errors:
            errors |= frozenset(range(last, game.num_players))
        for agent in seated:
            agent.check(game)
        if opening_plies is None:
            opening_plies = _AUTOMATIC if all(agent.deterministic for agent in seated) else 0
        return cls(game, seated, seed, fixed_seats, opening_plies, keep_moves, errors)

    @property
    def round_size(self) -> int:
        """How many games share an opening."""
        return 1 if self.fixed_seats else self.game.num_players

    @property
    def tables(self) -> int:
        """How many games are played at the same time by one thread."""
        return _TABLES if any(agent.batched for agent in self.agents) else 1

    def about(self) -> dict[str, Any]:
        """What makes this match this match, for the store."""
        return {
            "match": str(self.game),
            "agents": [agent.identity for agent in self.agents],
            "seed": self.seed,
            "fixed_seats": self.fixed_seats,
            "opening_plies": self.opening_plies,
            "keep_moves": self.keep_moves,
            "papamu": RESULTS,
            **outside_sources(self.game, self.agents),
        }

    def seats(self, games: Moves) -> Moves:
        """[game, player]: which agent sits there."""
        turn = games[:, None] % self.round_size
        return (np.arange(self.game.num_players)[None, :] + turn) % self.game.num_players

    def streams(self, games: Moves) -> NDArray[np.uint64]:
        """[game, 2]: the stream of each game."""
        return streams_by_number(self.seed, GAMES, games)

    def openings(self, games: Moves) -> NDArray[np.uint64]:
        """[game, 2]: the stream of each game's start and opening, the same for all games of a round."""
        rounds = games // self.round_size
        if self.opening_plies == 0:
            return streams_by_number(self.seed, OPENINGS, rounds)
        return self._distinct.take(rounds)

    @property
    def distinct_openings(self) -> int | None:
        """How many different openings there are, if that is known because they ran out."""
        return len(self._distinct.found) if self.opening_plies and self._distinct.exhausted else None


def _another(agent: Agent) -> Agent:
    """One more of the same for another seat."""
    made = agent.clone()
    made.from_spec = agent.from_spec
    return made


def digest(about: Any) -> str:
    """A short name for a piece of work (or for any JSON)."""
    return hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:12]


def run_name(kind: str, game: Game, about: dict[str, Any]) -> str:
    """What its file or folder is called; sources from outside the package come last, so that others are found."""
    rest = {key: value for key, value in about.items() if key != KEY}
    return "-".join([kind, game.name, digest(rest), *([about[KEY]] if KEY in about else [])])
