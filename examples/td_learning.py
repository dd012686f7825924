"""Learn Konane by TD(0) with a loop and a PyTorch network of your own, then play against `random`.

    python examples/td_learning.py
    python examples/td_learning.py --game konane:4x4 --games 1000

The network values the board after a move, as the player who has just moved sees it. In each position the best reply
tells what the move before it was worth: as much, with the other sign. The last move is worth the result of the game.
It needs PyTorch (`pip install -e '.[torch]'`), and writes no files. By default it takes about 7 s of one core, the
first time 4 s more to compile. After 3,000 games against itself the network wins 64 to 70 % against `random`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
import torch
from torch import nn

import papamu

EXPLORE = 0.2  # share of random moves while it learns


def make_network(game: papamu.Game) -> nn.Module:
    """One hidden layer, and one output between -1 (lost) and 1 (won)."""
    inputs = int(np.prod(game.observation_shape))
    return nn.Sequential(nn.Flatten(), nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, 1), nn.Tanh())


def play_game(
    game: papamu.Game, network: nn.Module, rng: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """A game against itself: the boards after the moves [plies, C, rows, cols], and their TD(0) targets [plies]."""
    position, boards, targets = game.start(), [], []
    while not position.is_over:
        mover = position.player
        moves, planes = position.afterstates()
        with torch.no_grad():
            values = network(torch.from_numpy(planes)).flatten()
        if boards:
            targets.append(-float(values.max()))
        best = int(values.argmax())
        chosen = int(rng.integers(len(moves))) if rng.random() < EXPLORE else best
        boards.append(planes[chosen])
        position = position.play(moves[chosen])
    targets.append(position.returns[mover])
    return torch.from_numpy(np.stack(boards)), torch.tensor(targets)


def learn(game: papamu.Game, games: int, seed: int) -> nn.Module:
    """A network that has learned from this many games: one step of Adam after each."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network = make_network(game)
    optimizer = torch.optim.Adam(network.parameters(), lr=0.001)
    for number in range(1, games + 1):
        boards, targets = play_game(game, network, rng)
        loss = nn.functional.mse_loss(network(boards).flatten(), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if number % 500 == 0:
            print(f"{number:,} games", flush=True)
    return network


def main(arguments: Sequence[str] | None = None) -> None:
    """Play a match before and after learning."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="konane:6x6", help="which game, on which board")
    parser.add_argument("--games", type=int, default=3000, help="games to learn from")
    parser.add_argument("--tests", type=int, default=400, help="games against random before and after")
    parser.add_argument("--seed", type=int, default=1, help="seed of the network and of its games")
    chosen = parser.parse_args(arguments)

    torch.set_num_threads(1)  # so small a network is slower on several
    game = papamu.load(chosen.game)
    for name, games in (("untrained", 0), ("td", chosen.games)):
        player = papamu.value_player(learn(game, games, chosen.seed), name=name)
        print(papamu.match(game, player, "random", games=chosen.tests))


if __name__ == "__main__":
    main()
