"""Everything that decides what a guiding network learns from its own games.

Importing this file loads no kernels, because the options of `papamu train --learner alphazero` are made from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from papamu.core.errors import PapamuError
from papamu.core.settings import check_settings, setting

if TYPE_CHECKING:
    from papamu.games.game import Game


class Shape(NamedTuple):
    """What decides the sizes of a network's tensors."""

    planes: int
    voices: int
    beside: int
    values: int  # numbers that say what a position is worth
    channels: int
    blocks: int


@dataclass(frozen=True)
class AlphaZeroCourse:
    """A course of learning by playing oneself (Silver et al. 2017), for a small machine.

    Two things are not in that paper. The first games are those of a tree search with random rollouts: a
    network that knows nothing would play thousands of games at random before it learned anything. And most
    moves are played after a short search, and teach nothing but the result; only some are searched well
    enough to learn the moves from them (Wu 2019).
    """

    game: str
    """The game, like `clobber:6x6`."""
    seed: int = setting(1)
    """The random seed."""
    channels: int = setting(32, low=1, high=512)
    """Channels of each convolution."""
    blocks: int = setting(3, low=0, high=40)
    """Residual blocks."""
    games: int = setting(10_000, low=0, high=10**9)
    """Total number of self-play games."""
    portion: int = setting(256, low=1, high=10**6)
    """Self-play games between two lessons."""
    sims: int = setting(160, low=2, high=10**6)
    """Simulations for moves that are used for training."""
    quick: int = setting(32, low=2, high=10**6)
    """Simulations for all other moves."""
    thorough: float = setting(0.25, low=0, high=1)
    """Share of moves that are searched with `sims` simulations and used for training."""
    warm_games: int = setting(1000, low=0, high=10**8)
    """First games, played by a tree search with random rollouts."""
    warm_sims: int = setting(400, low=2, high=10**7)
    """Simulations per move in the first games."""
    noise: float = setting(0.25, low=0, high=1)
    """Share of noise in the network's move probabilities at the root."""
    curious: int = setting(12, low=0, high=10**6)
    """Plies at the start of a game in which moves are drawn by visits."""
    c: float = setting(1.75, above=0, high=1000)
    """Exploration constant of the search."""
    mix: float = setting(0.3, low=0, high=1)
    """Share of the search's value in the target of a position; the rest is the result."""
    window: int = setting(120_000, low=1, high=10**9)
    """Number of newest positions to learn from."""
    passes: float = setting(2.0, above=0, high=1000)
    """How often each new position is seen in a lesson, on average."""
    batch: int = setting(256, low=2, high=10**6)
    """Positions per batch."""
    lr: float = setting(2e-3, above=0, high=1000)
    """The learning rate; it falls to a twentieth, along a cosine."""
    decay: float = 1e-4
    """Weight decay."""
    gate: int = setting(64, low=0, high=10**6)
    """Games against the last accepted network that decide whether a new one replaces it; 0: it always does."""

    def __post_init__(self) -> None:
        """Refuse what cannot be learned."""
        check_settings(self)
        if self.games + self.warm_games < 1:
            raise PapamuError("there is nothing to learn from: games and warm games are both 0")
        self.shape()  # a board, not a graph

    def shape(self) -> Shape:
        """Of its network."""
        from papamu.games.registry import load as load_game

        return shape_for(load_game(self.game), self.channels, self.blocks)


def shape_for(game: Game, channels: int, blocks: int) -> Shape:
    """The shape of a network for this game."""
    from papamu.learn.convnet.alphazero.planes import view_of

    view = view_of(game)
    players = game.num_players
    values = 1 if players == 2 and game.facts.zero_sum else players
    return Shape(view.planes, view.voices, view.beside, values, channels, blocks)
