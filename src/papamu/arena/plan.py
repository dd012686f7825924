"""What is to be played: who against whom, on which seats, from which openings, with which streams.

All of it follows from the plan and a game's number, whoever plays the game and when. Games come in rounds:
as many as there are seats, with the same opening, so that everybody sits everywhere once. With fixed seats a
round is a single game.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu import __version__
from papamu.agents.agent import Agent
from papamu.arena.games import open_all, sheet
from papamu.errors import AgentError, PapamuError
from papamu.games.game import Game
from papamu.games.rules import Moves
from papamu.kernel.random import streams

_CHUNK = 1024  # streams are made by the thousand: one by one would take longer than the games
_GAMES, _OPENINGS = range(2)
_TIRED = 2000  # so many openings in a row that were there before: there are no others
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
    _distinct: _Openings = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_distinct", _Openings(self.game, self.seed, self.opening_plies))

    @classmethod
    def make(
        cls,
        game: Game,
        agents: Sequence[Agent],
        seed: int = 1,
        fixed_seats: bool = False,
        opening_plies: int | None = None,
        keep_moves: bool = False,
    ) -> Plan:
        """A plan, checked. The last agent fills the seats that are left; who never varies gets openings."""
        if not agents:
            raise AgentError("a match needs at least one agent")
        if len(agents) > game.num_players:
            seats = f"{game.num_players} seat{'s' if game.num_players > 1 else ''}"
            raise AgentError(f"{game} has {seats}, so {len(agents)} agents are too many")
        seated = (*agents, *[agents[-1].clone() for _ in range(game.num_players - len(agents))])
        for agent in seated:
            agent.check(game)
        if opening_plies is None:
            opening_plies = _AUTOMATIC if all(agent.deterministic for agent in seated) else 0
        return cls(game, seated, seed, fixed_seats, opening_plies, keep_moves)

    @property
    def round_size(self) -> int:
        """How many games share an opening."""
        return 1 if self.fixed_seats else self.game.num_players

    @property
    def tables(self) -> int:
        """How many games are played at the same time by one thread."""
        return _TABLES if any(agent.together for agent in self.agents) else 1

    def about(self) -> dict[str, Any]:
        """What makes this match this match, for the store."""
        return {
            "match": str(self.game),
            "agents": [agent.identity for agent in self.agents],
            "seed": self.seed,
            "fixed_seats": self.fixed_seats,
            "opening_plies": self.opening_plies,
            "keep_moves": self.keep_moves,
            "papamu": __version__,
        }

    def seats(self, games: Moves) -> Moves:
        """[game, player]: which agent sits there."""
        turn = games[:, None] % self.round_size
        return (np.arange(self.game.num_players)[None, :] + turn) % self.game.num_players

    def streams(self, games: Moves) -> NDArray[np.uint64]:
        """[game, 2]: the stream of each game."""
        return _rows(self.seed, _GAMES, games)

    def openings(self, games: Moves) -> NDArray[np.uint64]:
        """[game, 2]: the stream of each game's start and opening, the same for all games of a round."""
        rounds = games // self.round_size
        if self.opening_plies == 0:
            return _rows(self.seed, _OPENINGS, rounds)
        return self._distinct.take(rounds)

    @property
    def distinct_openings(self) -> int | None:
        """How many different openings there are, if that is known because they ran out."""
        return len(self._distinct.found) if self.opening_plies and self._distinct.exhausted else None


def digest(about: dict[str, Any]) -> str:
    """A short name for a piece of work."""
    return hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:12]


def _rows(seed: int, kind: int, numbers: Moves) -> NDArray[np.uint64]:
    """Streams by number, made chunk by chunk."""
    out = np.empty((len(numbers), 2), dtype=np.uint64)
    chunks = numbers // _CHUNK
    for chunk in np.unique(chunks):
        here = chunks == chunk
        out[here] = streams(seed, _CHUNK, kind, int(chunk))[numbers[here] % _CHUNK]
    return out


class _Openings:
    """Random openings, each position once; when there are no others, they come round again.

    All threads of a match ask the same one: which opening is the next must not depend on who asks first.
    """

    def __init__(self, game: Game, seed: int, plies: int) -> None:
        self.game = game
        self.seed = seed
        self.plies = plies
        self.found: list[int] = []  # numbers of the streams whose openings are new
        self.exhausted = False
        self._seen: set[bytes] = set()
        self._next = 0
        self._idle = 0
        self._asked = Lock()

    def take(self, rounds: Moves) -> NDArray[np.uint64]:
        """The streams of these rounds' openings."""
        with self._asked:
            while not self.exhausted and len(self.found) <= rounds.max(initial=-1):
                self._find_more()
        numbers = np.array(self.found, dtype=np.int64)[rounds % len(self.found)]
        return _rows(self.seed, _OPENINGS, numbers)

    def _find_more(self) -> None:
        rules = self.game.rules
        tried = sheet(self.game.num_players, _CHUNK)
        tried.openings[:] = streams(self.seed, _CHUNK, _OPENINGS, self._next // _CHUNK)
        states = np.zeros((_CHUNK, rules.state_size), dtype=np.uint64)
        over = np.zeros(_CHUNK, dtype=np.int64)
        open_all(rules, states, over, tried, self.plies)
        for index in range(_CHUNK):
            key = states[index].tobytes()
            self._idle += 1
            if not over[index] and key not in self._seen:
                self._seen.add(key)
                self.found.append(self._next + index)
                self._idle = 0
            if self._idle >= _TIRED:
                self.exhausted = True
                break
        self._next += _CHUNK
        if self.exhausted and not self.found:
            raise PapamuError(f"{self.game} is always over after {self.plies} random plies: take fewer")
