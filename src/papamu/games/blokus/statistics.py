"""Statistics of Blokus games: which piece is placed when, open corners, territory, who blocks whom.

A player's *territory* are the free cells on which only that player can still lay a piece. A player is
*blocked* by as many of its open corners as a placement of somebody else takes away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import PapamuError
from papamu.games.blokus.game import BlokusGame
from papamu.games.blokus.pieces import NAMES, SIZES
from papamu.games.blokus.placements import Blokus, open_corners
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.rules import Moves, legal_moves
from papamu.kernel.bits import U0, State, copy, popcount
from papamu.kernel.jit import jit

_TURNS = len(NAMES)  # a player has no more
_TURN_BITS = np.uint64(3)
Words = NDArray[np.uint64]


@jit
def reach(rules: Blokus, state: State, who: int, room: State, moves: Moves, out: Words) -> None:
    """The cells, a word for each row, on which a player could lay a piece were it their turn."""
    for row in range(rules.rows):
        out[row] = U0
    copy(state, room)
    room[rules.status] = (state[rules.status] & ~_TURN_BITS) | np.uint64(who)
    for index in range(legal_moves(rules, room, moves)):
        orientation = moves[index] // rules.cells
        anchor = moves[index] - orientation * rules.cells
        top = anchor // rules.cols
        col = np.uint64(anchor - top * rules.cols + 4)
        for row in range(min(5, rules.rows - top)):
            out[top + row] |= rules.shape[orientation, row] << col


@jit
def alone_in(rules: Blokus, reached: Words, who: int) -> int:
    """How many cells only this player reaches."""
    total = 0
    for row in range(rules.rows):
        others = U0
        for other in range(rules.num_players):
            if other != who:
                others |= reached[other, row]
        total += popcount(reached[who, row] & ~others)
    return total


@dataclass
class BlokusStatistics:
    """Sums over games, for players who may change their seats."""

    game: BlokusGame
    names: Sequence[str]
    games: int = 0
    placed: NDArray[np.int64] = field(init=False)  # [player, turn, piece]: how often
    corners: NDArray[np.int64] = field(init=False)  # [player, turn]: open after that turn
    territory: NDArray[np.int64] = field(init=False)  # [player, turn]
    blocked: NDArray[np.int64] = field(init=False)  # [who, whom]: corners taken away
    squares: NDArray[np.int64] = field(init=False)  # [player]

    def __post_init__(self) -> None:
        players = len(self.names)
        self.placed = np.zeros((players, _TURNS, len(NAMES)), dtype=np.int64)
        self.corners = np.zeros((players, _TURNS), dtype=np.int64)
        self.territory = np.zeros((players, _TURNS), dtype=np.int64)
        self.blocked = np.zeros((players, players), dtype=np.int64)
        self.squares = np.zeros(players, dtype=np.int64)
        rules = self.game.rules
        self._moves = np.zeros(rules.max_moves, dtype=np.int64)
        self._room = self.game.new_state()
        self._reached = np.zeros((players, rules.rows), dtype=np.uint64)

    @classmethod
    def of(cls, game: Game, names: Sequence[str]) -> BlokusStatistics:
        """Nothing yet; only Blokus has pieces to tell of."""
        if not isinstance(game, BlokusGame):
            raise PapamuError(f"statistics are for blokus, which has pieces, not for {game}")
        return cls(game, names)

    def add(self, line: Sequence[Position], seated: Sequence[int]) -> None:
        """A game from its first position to its last; `seated` says which player is on each seat."""
        self.games += 1
        turns = [0] * len(seated)
        for before, after in pairwise(line):
            self._add_move(before, after, seated, turns)
        for seat, who in enumerate(seated):
            used = int(line[-1].state[self.game.rules.used + seat])
            self.squares[who] += sum(size for piece, size in enumerate(SIZES) if used >> piece & 1)

    def _add_move(self, before: Position, after: Position, seated: Sequence[int], turns: list[int]) -> None:
        rules, seat = self.game.rules, before.player
        who, turn = seated[seat], turns[seat]
        turns[seat] += 1
        assert after.move is not None
        self.placed[who, turn, rules.piece[int(after.move) // rules.cells]] += 1
        for other in range(len(seated)):
            open_now = int(open_corners(rules, after.state, other))
            if other == seat:
                self.corners[who, turn] += open_now
            else:
                self.blocked[who, seated[other]] += open_corners(rules, before.state, other) - open_now
            reach(rules, after.state, other, self._room, self._moves, self._reached[other])
        self.territory[who, turn] += alone_in(rules, self._reached, seat)

    def as_dict(self) -> dict[str, Any]:
        """Means, as JSON has them; of turns that nobody had, nothing."""
        turns = self.placed.sum(axis=2)
        sizes = self.placed @ np.array(SIZES)
        many = max(1, self.games)
        return {
            "game": str(self.game),
            "games": self.games,
            "players": [
                {
                    "name": name,
                    "squares": float(self.squares[who]) / many,
                    "turns": float(turns[who].sum()) / many,
                    "by_turn": [
                        {
                            "turn": turn + 1,
                            "games": int(had),
                            "size": float(sizes[who, turn] / had),
                            "corners": float(self.corners[who, turn] / had),
                            "territory": float(self.territory[who, turn] / had),
                        }
                        for turn, had in enumerate(turns[who])
                        if had
                    ],
                    "pieces": {
                        piece: {
                            "placed": float(used.sum()) / many,
                            "turn": float((used * np.arange(1, _TURNS + 1)).sum() / max(1, used.sum())),
                            "by_turn": [int(count) for count in used],
                        }
                        for piece, used in zip(NAMES, self.placed[who].T, strict=True)
                    },
                    "blocked": [float(taken) / many for taken in self.blocked[who]],
                }
                for who, name in enumerate(self.names)
            ],
        }
