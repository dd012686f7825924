"""Random openings of a match: each position once, the same for all games of a round."""

from __future__ import annotations

from threading import Lock

import numpy as np
from numpy.typing import NDArray

from papamu.arena.compiled_games import new_game_batch, open_all
from papamu.core.errors import PapamuError
from papamu.games.game import Game
from papamu.games.rules import Moves
from papamu.kernel.random import streams

GAMES, OPENINGS = range(2)  # kinds of random streams
_CHUNK = 1024  # streams are made by the thousand: one by one would take longer than the games
_TIRED = 2000  # so many openings in a row that were there before: there are no others


def streams_by_number(seed: int, kind: int, numbers: Moves) -> NDArray[np.uint64]:
    """Streams by number, made chunk by chunk."""
    out = np.empty((len(numbers), 2), dtype=np.uint64)
    chunks = numbers // _CHUNK
    for chunk in np.unique(chunks):
        here = chunks == chunk
        out[here] = streams(seed, _CHUNK, kind, int(chunk))[numbers[here] % _CHUNK]
    return out


class Openings:
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
        return streams_by_number(self.seed, OPENINGS, numbers)

    def _find_more(self) -> None:
        rules = self.game.rules
        tried = new_game_batch(self.game.num_players, _CHUNK)
        tried.openings[:] = streams(self.seed, _CHUNK, OPENINGS, self._next // _CHUNK)
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
