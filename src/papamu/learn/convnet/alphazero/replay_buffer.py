"""The replay buffer: positions with the visits of each move, the value that the search found, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from papamu.core.errors import ModelError
from papamu.games.game import Game
from papamu.games.planes import Picture
from papamu.games.rules import Codes, Floats, Moves, Rules, player
from papamu.kernel.bits import State
from papamu.kernel.jit import jit
from papamu.learn.convnet.alphazero.planes import Turns, View, look
from papamu.learn.tensor_file import read_tensors, write_tensors

KIND = "samples"

Shares = NDArray[np.float32]


@dataclass(frozen=True)
class ReplaySamples:
    """N positions with M legal moves in all."""

    states: NDArray[np.uint64]  # [N, state_size]
    ends: Moves  # [N]: where the moves of each end
    moves: NDArray[np.int32]  # [M]
    shares: Shares  # [M]: of the visits; they make 1 for each position
    trusted: Shares  # [N]: 1 if the moves are to be learned, 0 if the search was too short for that
    result: Shares  # [N, players]: what the game returned
    worth: Shares  # [N, players]: what the search found the position to be worth
    ways: Moves  # [N]: which turns of the board keep its meaning, as bits

    def __len__(self) -> int:
        return len(self.states)

    def save(self, path: str | Path, about: dict[str, Any]) -> None:
        """Write a file, whole or not at all."""
        write_tensors(path, {"kind": KIND, **about}, vars(self))


def load_samples(path: str | Path) -> tuple[ReplaySamples, dict[str, Any]]:
    """The positions of a file, and what it says of itself."""
    about, tensors = read_tensors(path)
    if about.get("kind") != KIND or set(tensors) != {field.name for field in fields(ReplaySamples)}:
        raise ModelError(f"{str(path)!r} holds no positions to learn from")
    found = ReplaySamples(**tensors)
    whole = ("states", "ends", "trusted", "result", "worth", "ways")
    moves = int(found.ends[-1]) if len(found.ends) else 0
    if {len(tensors[name]) for name in whole} != {len(found)} or not len(found.moves) == len(
        found.shares
    ) == moves:
        raise ModelError(f"{str(path)!r} is damaged: its tensors do not belong together")
    return found, about


def join_samples(parts: Sequence[ReplaySamples]) -> ReplaySamples:
    """All of them, in this order."""
    shift = np.cumsum([0, *(len(part.moves) for part in parts)])
    whole = {
        field.name: np.concatenate([getattr(part, field.name) for part in parts])
        for field in fields(ReplaySamples)
    }
    whole["ends"] = np.concatenate([part.ends + by for part, by in zip(parts, shift, strict=False)])
    return ReplaySamples(**whole)


def newest_samples(samples: ReplaySamples, most: int) -> ReplaySamples:
    """The last of them."""
    if len(samples) <= most:
        return samples
    first = len(samples) - most
    at = int(samples.ends[first - 1])
    cut = {name: array[first:] for name, array in vars(samples).items()}
    return ReplaySamples(
        **{**cut, "ends": cut["ends"] - at, "moves": samples.moves[at:], "shares": samples.shares[at:]}
    )


class GameRecorder:
    """Records the positions of one game until its result is known."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines: list[tuple[State, NDArray[np.int32], Shares, float, Floats, int]] = []

    def add(self, state: State, moves: Moves, visits: Moves, trusted: bool, worth: Floats, ways: int) -> None:
        """A position, just searched."""
        shares = (visits / max(1, int(visits.sum()))).astype(np.float32)
        self.lines.append((state.copy(), moves.astype(np.int32), shares, float(trusted), worth.copy(), ways))

    def finish(self, returns: Floats) -> ReplaySamples:
        """All of them: the game ended like this."""
        lines, players = self.lines, self.game.num_players
        return ReplaySamples(
            states=np.array([line[0] for line in lines], dtype=np.uint64).reshape(
                -1, self.game.rules.state_size
            ),
            ends=np.cumsum([len(line[1]) for line in lines], dtype=np.int64),
            moves=np.concatenate([np.zeros(0, dtype=np.int32), *(line[1] for line in lines)]),
            shares=np.concatenate([np.zeros(0, dtype=np.float32), *(line[2] for line in lines)]),
            trusted=np.array([line[3] for line in lines], dtype=np.float32),
            result=np.tile(returns.astype(np.float32), (len(lines), 1)),
            worth=np.array([line[4] for line in lines], dtype=np.float32).reshape(-1, players),
            ways=np.array([line[5] for line in lines], dtype=np.int64),
        )


# -- batches --------------------------------------------------------------------------------------


@jit(inline=False)
def _fill(
    view: View,
    turns: Turns,
    rules: Rules,
    states: NDArray[np.uint64],
    ends: Moves,
    moves: NDArray[np.int32],
    shares: Shares,
    worth: Shares,
    picks: Moves,
    ways: Moves,
    codes: Codes,
    where: Moves,
    pictures: NDArray[np.float32],
    legal: NDArray[np.bool_],
    wanted: Shares,
    values: Shares,
) -> None:
    players = worth.shape[1]
    for row in range(len(picks)):
        pick = picks[row]
        state = states[pick]
        look(view, rules, state, turns.tables[ways[row]], codes, where, pictures[row])
        viewer = player(rules, state)
        for number in range(legal.shape[1]):
            legal[row, number] = False
            wanted[row, number] = 0.0
        for at in range(ends[pick - 1] if pick > 0 else 0, ends[pick]):
            place = view.places[viewer, turns.moves[ways[row], moves[at]]]
            legal[row, place] = True
            wanted[row, place] = shares[at]
        for turn in range(values.shape[1]):
            values[row, turn] = worth[pick, (viewer + turn) % players]


@dataclass
class Batch:
    """Room for positions as a network learns them."""

    pictures: Picture  # [B, cell, plane]
    legal: NDArray[np.bool_]  # [B, number]
    wanted: Shares  # [B, number]: how often each move should be chosen
    values: Shares  # [B, 1 or players]: what the position should be worth

    @classmethod
    def of(cls, game: Game, view: View, values: int, size: int) -> Batch:
        """Room for so many of this game."""
        cells = game.rules.cells
        numbers = cells * view.voices + view.beside
        return cls(
            np.zeros((size, cells, view.planes), dtype=np.float32),
            np.zeros((size, numbers), dtype=np.bool_),
            np.zeros((size, numbers), dtype=np.float32),
            np.zeros((size, values), dtype=np.float32),
        )

    def fill(
        self,
        game: Game,
        view: View,
        turns: Turns,
        samples: ReplaySamples,
        worth: Shares,
        picks: Moves,
        ways: Moves,
    ) -> None:
        """Write these positions, each turned in its way; `worth` [N, players] is what they are worth."""
        cells = game.rules.cells
        room = np.zeros(cells, dtype=np.int8), np.zeros(cells, dtype=np.int64)
        known = samples.states, samples.ends, samples.moves, samples.shares
        out = self.pictures, self.legal, self.wanted, self.values
        _fill(view, turns, game.rules, *known, worth, picks, ways, *room, *out)  # type: ignore[arg-type]
