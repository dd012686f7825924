"""Everything that decides what a guiding network learns from its own games."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from papamu.errors import PapamuError
from papamu.games.game import Game
from papamu.games.registry import load as load_game
from papamu.learn.convnet.view import view_of


class Shape(NamedTuple):
    """What decides the sizes of a network's tensors."""

    planes: int
    voices: int
    beside: int
    values: int  # numbers that say what a position is worth
    channels: int
    blocks: int


@dataclass(frozen=True)
class ZeroCourse:
    """A course of learning by playing oneself (Silver et al. 2017), for a small machine.

    Two things are not in that paper. The first games are those of a tree search with random rollouts: a
    network that knows nothing would play thousands of games at random before it learned anything. And most
    moves are played after a short search, and teach nothing but the result; only some are searched well
    enough to learn the moves from them (Wu 2019).
    """

    game: str
    seed: int = 1
    channels: int = 32
    blocks: int = 3
    games: int = 10_000  # of itself, in all
    portion: int = 256  # of them, from one lesson to the next
    sims: int = 160  # simulations for a move that is learned
    quick: int = 32  # for all others
    thorough: float = 0.25  # share of moves that are learned
    warm_games: int = 1000  # of the tree search with rollouts, before all others
    warm_sims: int = 400
    noise: float = 0.25  # share of noise in what the network says of moves at the root
    curious: int = 12  # plies at the beginning of a game that are drawn by visits
    c: float = 1.75
    mix: float = 0.3  # share of the search's own value, beside the result, in what a position is worth
    window: int = 120_000  # positions that are learned from, the newest
    passes: float = 2.0  # how often each new position is seen in a lesson, in the mean
    batch: int = 256
    lr: float = 2e-3  # falls to a twentieth, along a cosine
    decay: float = 1e-4
    gate: int = 64  # games against the last accepted network that decide whether a new one plays; 0: it does

    def __post_init__(self) -> None:
        whole = {
            "channels": (self.channels, 1, 512),
            "blocks": (self.blocks, 0, 40),
            "games": (self.games, 0, 10**9),
            "portion": (self.portion, 1, 10**6),
            "sims": (self.sims, 2, 10**6),
            "quick": (self.quick, 2, 10**6),
            "warm_games": (self.warm_games, 0, 10**8),
            "warm_sims": (self.warm_sims, 2, 10**7),
            "curious": (self.curious, 0, 10**6),
            "window": (self.window, 1, 10**9),
            "batch": (self.batch, 2, 10**6),
            "gate": (self.gate, 0, 10**6),
        }
        for name, (value, low, high) in whole.items():
            if not isinstance(value, int):
                raise PapamuError(f"{name} cannot be {value}: it takes a whole number")
            if not low <= value <= high:
                raise PapamuError(f"{name} cannot be {value}: it goes from {low:,} to {high:,}")
        parts = {"thorough": self.thorough, "noise": self.noise, "mix": self.mix}
        for name, share in parts.items():
            if not 0 <= share <= 1:
                raise PapamuError(f"{name} cannot be {share}: it goes from 0 to 1")
        for name, number in {"lr": self.lr, "passes": self.passes, "c": self.c}.items():
            if not (math.isfinite(number) and 0 < number <= 1000):
                raise PapamuError(f"{name} cannot be {number}: it takes a number above 0")
        if self.games + self.warm_games < 1:
            raise PapamuError("there is nothing to learn from: games and warm games are both 0")
        view_of(load_game(self.game))  # a board, not a graph

    def shape(self) -> Shape:
        """Of its network."""
        return shape_for(load_game(self.game), self.channels, self.blocks)


def shape_for(game: Game, channels: int, blocks: int) -> Shape:
    """The shape of a network for this game."""
    view = view_of(game)
    players = game.num_players
    values = 1 if players == 2 and game.facts.zero_sum else players
    return Shape(view.planes, view.voices, view.beside, values, channels, blocks)
