"""Save a network of your own as a model: it then plays by its name in Python, in the shell and in the browser.

    python examples/saved_model.py
    python examples/saved_model.py --name clever --positions 50000

A PyTorch network learns the exact values of positions of Clobber 4×4. `papamu.save_model` gives it a name; after that
`mlp:NAME` is an agent like all others. `mlp:NAME` gives the network the planes of the two players' stones, as the
player sees them who has just moved: so it is trained with these.
The model is kept in `models/` of your data folder (`PAPAMU_HOME`), the match of the command line in `runs/`.
It needs PyTorch (`pip install -e '.[torch]'`). It takes about 6 s of one core, the first time 10 s more to compile; the
network wins about 81 % of its games against `random`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import nn

import papamu

GAME = "clobber:4x4"


def learn(positions: int, epochs: int, seed: int) -> nn.Module:
    """A network that learned what positions are worth to the player who has just moved."""
    sample = papamu.positions(GAME, positions, seed=seed, label="solve")
    boards = np.stack([position.planes(viewer=1 - position.player)[:2] for position in sample])
    inputs, values = torch.from_numpy(boards).flatten(1), -torch.from_numpy(sample.labels).float()

    torch.manual_seed(seed)
    network = nn.Sequential(nn.Linear(inputs.shape[1], 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())
    optimizer = torch.optim.Adam(network.parameters(), lr=0.003)
    for _ in range(epochs):
        for batch in torch.randperm(len(inputs)).split(64):
            optimizer.zero_grad()
            nn.functional.mse_loss(network(inputs[batch]).flatten(), values[batch]).backward()
            optimizer.step()
    return network


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, save, play."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--name", default="own-clobber", help="the name of the model")
    parser.add_argument("--positions", type=int, default=20_000, help="positions to learn from")
    parser.add_argument("--epochs", type=int, default=10, help="how often it learns from each")
    parser.add_argument("--games", type=int, default=1000, help="games of each match")
    parser.add_argument("--seed", type=int, default=1, help="seed of the positions and of the network")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="the folder for the match")
    chosen = parser.parse_args(arguments)

    torch.set_num_threads(1)  # so small a network is slower on several
    network = learn(chosen.positions, chosen.epochs, chosen.seed)
    player = papamu.save_model(chosen.name, network, game=GAME, encoding="C")
    print(f"{papamu.load_model(chosen.name)}\nplays as {player}.\n\nIn Python:")
    print(papamu.match(GAME, player, "random", games=chosen.games))

    command = [
        "papamu",
        "match",
        GAME,
        player,
        "random",
        "--games",
        str(chosen.games),
        "--runs",
        str(chosen.runs),
    ]
    print(f"\nIn the shell: {' '.join(command)}", flush=True)
    subprocess.run([sys.executable, "-m", *command], check=True)


if __name__ == "__main__":
    main()
