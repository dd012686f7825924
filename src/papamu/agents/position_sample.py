"""Positions to learn from: drawn from random games, as planes, with an agent's values as labels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from papamu.agents.agent import Agent
from papamu.agents.registry import agent as make_agent
from papamu.core.errors import PapamuError
from papamu.core.progress_bar import DelayedBar
from papamu.games.game import Game
from papamu.games.position import Position
from papamu.games.registry import load
from papamu.games.rules import Floats
from papamu.kernel.random import draw, stream

_TRIES = 50  # random games for one more position that was not there yet
_PORTION = 10  # positions that are labelled between two looks at the bar


@dataclass(frozen=True)
class PositionSample:
    """Positions of one game. Arrays have a row for each."""

    game: Game
    positions: tuple[Position, ...]
    labels: Floats | None  # [n]: for the player to move, from -1 to 1
    label: str  # which agent gave them

    @cached_property
    def planes(self) -> NDArray[np.float32]:
        """[n, C, rows, cols]: what the player to move sees, as in `Position.planes`."""
        return np.stack([position.planes() for position in self.positions])

    def __len__(self) -> int:
        return len(self.positions)

    def __iter__(self) -> Iterator[Position]:
        return iter(self.positions)

    def __getitem__(self, at: int) -> Position:
        return self.positions[at]

    def __repr__(self) -> str:
        said = f", valued by {self.label}" if self.label else ""
        return f"<{len(self):,} positions of {self.game}{said}>"


def positions(
    game: Game | str,
    count: int,
    seed: int = 1,
    label: Agent | str | None = None,
    distinct: bool = True,
    progress: bool = True,
) -> PositionSample:
    """Positions of random games, each from a game of its own at a ply drawn alike; none is finished.

    With `label` every one is valued by an agent (`Agent.values`). `distinct`: no position occurs twice. After two
    seconds a bar shows how many are valued (`progress=False`: no).

    >>> import papamu
    >>> sample = papamu.positions("reversi:4x4", 100, seed=1, label="minimax:depth=2")
    >>> sample.planes.shape, sample.labels.shape, abs(sample.labels).max() <= 1
    ((100, 4, 4, 4), (100,), np.True_)
    """
    loaded = load(game) if isinstance(game, str) else game
    judge = make_agent(label, seed) if isinstance(label, str) else label
    if count < 1:
        raise PapamuError(f"{count} positions: it takes at least 1")
    found = tuple(_drawn(loaded, count, seed, distinct))
    if judge is None:
        return PositionSample(loaded, found, None, "")
    labels = _labelled(judge, found) if progress else judge.values(found)
    return PositionSample(loaded, found, labels, str(judge))


def _labelled(judge: Agent, found: tuple[Position, ...]) -> Floats:
    """The values of an agent, with a bar if they take a while."""
    with DelayedBar() as bar:
        labels = []
        for first in range(0, len(found), _PORTION):
            bar.reach("labelling", first, len(found), "positions")
            labels.append(judge.values(found[first : first + _PORTION]))
    return np.concatenate(labels)


def _drawn(game: Game, count: int, seed: int, distinct: bool) -> Iterator[Position]:
    rng = stream(seed)
    seen: set[bytes] = set()
    given = tries = 0
    while given < count:
        line = _random_game(game, rng)
        position = line[draw(rng, len(line))]
        key = position.state.tobytes()
        if distinct and key in seen:
            tries += 1
            if tries == _TRIES * count:
                raise PapamuError(
                    f"{given:,} different positions of {game} were found in {given + tries:,} random games: "
                    "ask for fewer, or say distinct=False"
                )
            continue
        seen.add(key)
        given += 1
        yield Position(game, position.state)


def _random_game(game: Game, rng: NDArray[np.uint64]) -> list[Position]:
    """The positions of a random game that are not over."""
    position = game.start(seed=int(draw(rng, 1 << 30)))
    line = []
    while not position.is_over:
        line.append(position)
        moves = position.legal_moves
        position = position.play(moves[draw(rng, len(moves))], seed=int(draw(rng, 1 << 30)))
    return line
