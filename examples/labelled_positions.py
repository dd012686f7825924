"""Save positions of Reversi with their values, as one NumPy file for any learning library.

    python examples/labelled_positions.py
    python examples/labelled_positions.py 1000 --game clobber:4x4 --label solve --out runs/clobber.npz

The positions are drawn from random games and valued by an agent, here by minimax of depth 6. The file has three
arrays: `planes` is what the player to move sees, `labels` are values from -1 (lost) to 1 (won) for that player, `texts`
are the positions for `game.from_text`. The 10,000 positions of the default take about 40 s of one core.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import papamu


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the file, read it again, and show what is in it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("count", nargs="?", type=int, default=10_000, help="how many positions")
    parser.add_argument("--game", default="reversi", help="which game, on which board")
    parser.add_argument("--label", default="minimax:depth=6", help="which agent values them")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random games")
    parser.add_argument("--out", type=Path, default=Path("runs/positions.npz"), help="the file")
    chosen = parser.parse_args(arguments)

    sample = papamu.positions(chosen.game, chosen.count, seed=chosen.seed, label=chosen.label)
    print(sample)
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    texts = [position.to_text() for position in sample]
    np.savez_compressed(chosen.out, planes=sample.planes, labels=sample.labels, texts=texts)

    with np.load(chosen.out) as saved:
        for name in saved.files:
            print(f"{name:<7} {saved[name].dtype!s:<8} {saved[name].shape}")
        best = int(saved["labels"].argmax())
        print(f"The best position for its player ({saved['labels'][best]:+.3f}):")
        print(papamu.load(chosen.game).from_text(str(saved["texts"][best])))
    print(f"Saved to {chosen.out}.")


if __name__ == "__main__":
    main()
